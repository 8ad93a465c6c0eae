// What instructions were turned into: looked at, put right and accepted by a person, and tried on the recorded runs.
import { ask, content, make, plural, say, styled, wide } from "./page.js";
import { editor } from "./editor.js";
import { attempt, choices, trial } from "./trial.js";

const LOT = 50;
const SHOWN = { "": "all", "to review": "to review", accepted: "accepted", edited: "accepted with other rules" };
const STATE = { "to review": "to review", accepted: "accepted", edited: "edited, accepted" };
const when = (at) => new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
const state = (one) => make("span", { class: `encoded ${one.state.replace(" ", "-")}` }, STATE[one.state]);

const list = (title, lines, kind) => lines.length ? [make("h3", {}, title), make("ul", { class: kind }, lines.map((line) => make("li", {}, line)))] : [];

// How the encoder read the words: each rule in words, with where its values come from.
const reading = (review) => make("div", { class: "reading" },
  make("ol", {}, review.rules.map((rule) => make("li", {}, rule.words, rule.added ? make("span", { class: "quiet" }, " (added: the common end of all goals)") : "",
    rule.values.length ? make("ul", { class: "origins" }, rule.values.map((value) => make("li", {},
      make("b", {}, value.value), value.words ? [" from ", make("q", {}, value.words)] : "", value.assumption ? make("span", { class: "assumed" }, ` ${value.assumption}`) : ""))) : ""))),
  ...list("Assumed", review.assumptions, "assumed"), ...list("Not used", review.left_out, "unused"), ...list("In doubt", review.doubts, "assumed"));

export const view = {
  state: "", found: [], drafts: new Map(), top: 0,

  async draw(id = "") {
    await styled("desk");
    return id ? this.whole(id) : this.all();
  },

  async all() {
    const select = make("select", { "aria-label": "Which instructions", onchange: (event) => { this.state = event.target.value; this.list().catch((error) => say(error.message)); } },
      Object.entries(SHOWN).map(([value, words]) => make("option", { value, selected: this.state === value }, words)));
    content.replaceChildren(
      make("h1", {}, "Instructions"),
      make("p", { class: "lead" }, "What this server turned instructions into. Look at the rules, put them right where they are wrong, and accept them: the same instruction for the same app gets them the next time, unless it names a day or a time."),
      make("div", { class: "chosen" }, make("label", {}, "Show ", select)),
      make("p", { class: "progress", role: "status" }, "One moment …"), make("ul", { class: "found", role: "list" }), make("div", { class: "rest" }));
    await this.list();
  },

  async list(more = false) {
    if (!more) this.found = [];
    const given = new URLSearchParams({ after: this.found.length, limit: LOT });
    if (this.state) given.set("state", this.state);
    const told = await ask(`/encodings?${given}`);
    if (!content.querySelector(".found")) return;
    this.found = more ? [...this.found, ...told.encodings] : told.encodings;
    content.querySelector(".progress").textContent = plural(told.total, "instruction");
    content.querySelector(".found").replaceChildren(...this.found.map((one) => make("li", { class: "finding" },
      make("p", {}, state(one)),
      make("h2", {}, make("a", { href: `#/rules/${one.id}` }, one.instruction)),
      make("p", { class: "quiet" }, `${one.apps.join(", ")} · ${one.model} · ${when(one.encoded)}${one.by ? ` · ${one.by}` : ""}`))));
    content.querySelector(".rest").replaceChildren(
      told.total ? "" : make("p", { class: "nothing" }, this.state ? "There is none." : "No session was opened by an instruction yet. Start the server with --model, and send `instruction` in place of rules."),
      told.total > this.found.length ? make("button", { class: "more", onclick: () => this.list(true).catch((error) => say(error.message)) }, "Show more") : "");
  },

  async whole(id) {
    const [told, me] = await Promise.all([ask(`/encodings/${id}`), ask("/me")]);
    const one = told.encoding, may = me.scopes.includes("answer");
    const runs = (await Promise.allSettled(told.runs.map((name) => ask(`/runs/${name}`)))).filter((each) => each.status === "fulfilled").map((each) => each.value);
    const words = make("ol", { class: "does" });
    const accept = make("button", { class: "yes", onclick: () => this.accept(id, writing.text) }, make("span", {}, "Accept these rules"));
    const check = async (text) => {
      this.drafts.set(id, text);
      const found = await ask(`/encodings/${id}/check`, { specification: text });
      words.replaceChildren(...(found.words.length ? found.words.map((line) => make("li", {}, line)) : [make("li", { class: "quiet" }, "They cannot be used yet.")]));
      for (const button of [accept, content.querySelector(".try")]) if (button) button.disabled = !found.usable;
      return found.messages;
    };
    const writing = editor("The rules", this.drafts.get(id) ?? told.accepted ?? told.rules, check);
    const used = one.state === "to review" ? "" : make("p", { class: "quiet" }, `Accepted by ${one.by}, ${when(one.at)}. `, told.is_reused ? "Used for this instruction from then on." : "It names a day or a time, which may be another one the next time: so it is encoded anew each time.");
    content.replaceChildren(
      make("a", { class: "back", href: "#/rules" }, "← All instructions"),
      make("p", {}, state(one)), make("h1", {}, one.instruction),
      make("p", { class: "quiet" }, `${one.apps.join(", ")} · read by ${one.model}, ${when(one.encoded)}`), used,
      make("div", { class: "desk" },
        make("section", { "aria-label": "The rules" }, make("h2", { class: "small" }, one.state === "to review" ? "The rules" : "The accepted rules"), writing.node,
          make("div", { class: "buttons" }, may ? accept : "",
            make("button", { onclick: () => writing.set(told.rules) }, "The encoder's rules"),
            may && one.state !== "to review" ? make("button", { onclick: () => this.accept(id, null) }, "Take back") : "")),
        make("section", { class: "side", "aria-label": "What they mean" },
          make("h2", { class: "small" }, "They mean"), words,
          make("details", { open: wide() }, make("summary", {}, "How the words were read"), reading(told.review)))),
      make("section", { class: "trial", "aria-labelledby": "what-if" }, make("h2", { id: "what-if" }, "What if a run had had these rules?"),
        ...(runs.length ? trial((button) => attempt(button, { specification: writing.text })) : [make("p", { class: "quiet" }, "No recorded run had this instruction.")])));
    if (runs.length) choices(runs, runs.length);
  },

  async accept(id, specification) {
    try {
      await ask(`/encodings/${id}/accept`, { specification });
      this.drafts.delete(id);
      say(specification === null ? "Taken back." : "Accepted.");
      await this.whole(id);
    } catch (error) { say(error.message); }
  },
};
