// The risk board: what detectors found in all runs, and what people say of it. What they say is counted for each rule.
import { ask, content, make, plural, say, styled } from "./page.js";

const LOT = 30;
const SEVERITIES = ["critical", "high", "medium", "low", "note"];
const MARKED = { "": "all", "not yet": "not marked yet", right: "marked right", "false alarm": "marked as false alarms" };
const when = (at) => new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
const percent = (share) => `${Math.round(share * 100)} %`;

export const view = {
  wanted: {}, found: [], total: 0, may: false, top: 0,

  async draw(run = "") {
    await styled("desk");
    this.may = (await ask("/me")).scopes.includes("answer");
    this.wanted = run ? { run } : { ...this.wanted, run: "" };
    content.replaceChildren(
      make("h1", {}, "Risks"),
      make("p", { class: "lead" }, "What was found in all runs, whatever was decided about it. Say what was right and what was a false alarm: it counts for the rule that found it."),
      make("ul", { class: "board", role: "list", "aria-label": "Findings by category and severity" }),
      make("details", { class: "precision" }, make("summary", {}, "Rules, and how often they are right"), make("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Rules, and how often they are right" }),
        make("div", { class: "buttons" }, make("a", { class: "button", href: "/api/findings/marks", download: "marks.jsonl" }, "Save all marks as a file"))),
      make("div", { class: "chosen" }),
      make("p", { class: "progress", role: "status" }, "One moment …"),
      make("ol", { class: "found", role: "list" }), make("div", { class: "rest" }));
    await Promise.all([this.numbers(), this.list()]);
  },

  // A choice is a part of what is wanted; the same one again takes it back.
  choose(part) {
    const same = Object.entries(part).every(([name, value]) => (this.wanted[name] ?? "") === value);
    this.wanted = { ...this.wanted, ...(same ? Object.fromEntries(Object.keys(part).map((name) => [name, ""])) : part) };
    this.press();
    return this.list().catch((error) => say(error.message));
  },

  press() {
    for (const button of content.querySelectorAll("[data-choice]")) {
      const part = JSON.parse(button.dataset.choice);
      const names = ["category", "severity"].filter((name) => name in part || "category" in part);
      button.setAttribute("aria-pressed", names.every((name) => (this.wanted[name] ?? "") === (part[name] ?? "")));
    }
  },

  async numbers() {
    const told = await ask("/findings/board");
    const board = content.querySelector(".board");
    if (!board) return;
    const choice = (part, ...words) => make("button", { "data-choice": JSON.stringify(part), class: part.severity ? `severity ${part.severity}` : "category", onclick: () => this.choose({ category: "", severity: "", ...part }) }, words);
    board.replaceChildren(...told.categories.map((one) => make("li", {},
      choice({ category: one.category }, make("b", {}, one.category), make("span", { class: "quiet" }, ` ${one.total.toLocaleString("en")}`)),
      make("div", { class: "counts" }, SEVERITIES.filter((severity) => one.severities[severity]).map((severity) => choice({ category: one.category, severity }, `${one.severities[severity]} ${severity}`))))));
    if (!told.total) board.replaceChildren(make("li", { class: "nothing" }, "Nothing was found in any run."));
    content.querySelector(".scroll").replaceChildren(make("table", {},
      make("thead", {}, make("tr", {}, ["Rule", "Category", "Found", "Right, of runs marked", "At least"].map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, told.rules.map((one) => make("tr", {},
        make("th", { scope: "row" }, make("button", { class: "plain", onclick: () => this.choose({ rule: one.rule, detector: one.detector }) }, make("code", {}, one.rule)), make("span", { class: "quiet" }, ` ${one.detector}`)),
        make("td", {}, one.category), make("td", { class: "amount" }, String(one.findings)),
        make("td", {}, one.marked ? `${one.right} of ${one.marked} (${percent(one.precision)})` : make("span", { class: "quiet" }, "nobody said")),
        make("td", { class: "amount", title: "the lower end of Wilson's 95 % interval" }, one.marked ? percent(one.at_least) : ""))))));
    this.press();
  },

  async list(more = false) {
    if (!more) this.found = [];
    const given = new URLSearchParams({ after: this.found.length, limit: LOT });
    for (const [name, value] of Object.entries(this.wanted)) if (value) given.set(name, value);
    const asked = (this.asked = given.toString());
    const told = await ask(`/findings?${asked}`);
    if (asked !== this.asked || !content.querySelector(".found")) return;
    this.found = more ? [...this.found, ...told.findings] : told.findings;
    this.total = told.total;
    this.fill();
  },

  fill() {
    const select = make("select", { "aria-label": "Which findings", onchange: (event) => { this.wanted.marked = event.target.value; this.list().catch((error) => say(error.message)); } },
      Object.entries(MARKED).map(([value, words]) => make("option", { value, selected: (this.wanted.marked ?? "") === value }, words)));
    const chips = Object.entries(this.wanted).filter(([name, value]) => value && name !== "marked" && name !== "detector").map(([name, value]) => make("button", { class: "chip-off", "aria-label": `Not only ${value}`, onclick: () => this.choose({ [name]: value, ...(name === "rule" ? { detector: this.wanted.detector } : {}) }) }, `${value} ✕`));
    content.querySelector(".chosen").replaceChildren(make("label", {}, "Show ", select), ...chips);
    content.querySelector(".progress").textContent = plural(this.total, "finding");
    content.querySelector(".found").replaceChildren(...this.found.map((one) => this.item(one)));
    content.querySelector(".rest").replaceChildren(this.total > this.found.length ? make("button", { class: "more", onclick: () => this.list(true).catch((error) => say(error.message)) }, "Show more") : "");
  },

  item(one) {
    const said = one.marked;
    const button = (mark, words) => make("button", { class: mark === "right" ? "is-right" : "is-false", "aria-pressed": String(said?.mark === mark), onclick: () => this.mark(one, said?.mark === mark ? null : mark) }, words);
    return make("li", { class: `finding ${one.severity}` },
      make("p", {}, make("span", { class: `severity ${one.severity}` }, one.severity), " ", make("b", {}, one.category)),
      make("h2", {}, one.message),
      one.evidence.length ? make("ul", { class: "evidence" }, one.evidence.map((line) => make("li", {}, line))) : "",
      make("p", {}, make("a", { href: `#/run/${one.run}/${one.step}` }, `Step ${one.step}`), ` of ${one.instruction || one.run}`),
      make("p", { class: "quiet" }, make("code", {}, one.rule), ` of ${one.detector} · ${when(one.began)}`),
      make("div", { class: "saying" },
        this.may ? button("right", "Right") : "", this.may ? button("false alarm", "False alarm") : "",
        said ? make("span", { class: "quiet" }, `${said.mark === "right" ? "Right" : "A false alarm"}, says ${said.by}, ${when(said.at)}`) : ""));
  },

  async mark(one, mark) {
    try {
      await ask("/findings/marks", { run: one.run, step: one.step, detector: one.detector, rule: one.rule, mark });
      const me = await ask("/me");
      one.marked = mark ? { mark, by: me.name, at: new Date().toISOString() } : null;
      const at = this.found.indexOf(one);
      const node = content.querySelector(".found").children[at];
      const focused = [...node.querySelectorAll(".saying button")].indexOf(document.activeElement);
      node.replaceWith(this.item(one));
      content.querySelector(".found").children[at].querySelectorAll(".saying button")[focused]?.focus();
      say(mark ? `Noted: ${mark}.` : "Taken back.");
      await this.numbers();
    } catch (error) { say(error.message); }
  },
};
