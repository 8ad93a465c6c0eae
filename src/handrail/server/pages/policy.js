// A policy is written, checked while it is typed, tried on recorded runs, and put in force for sessions to come.
import { ask, content, make, say, styled, wide } from "./page.js";
import { download, editor } from "./editor.js";
import { attempt, choices, trial } from "./trial.js";

const NEW = "format: handrail.policy/1\nname: my policy\n# What is left out is as in the default policy, which stands below.\n";
const MOST_RUNS = 30;
const when = (moment) => new Date(moment).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
export const view = {
  drafts: new Map(), query: "", top: 0, after: 0, mine: null,

  async draw(name = "") {
    await styled("desk");
    const [newest, me] = await Promise.all([ask("/policy"), ask("/me")]);
    if (!this.drafts.has(name)) this.drafts.set(name, name ? (await ask(`/policy?run=${encodeURIComponent(name)}`)).policy : newest.name === "default" ? NEW : newest.policy);
    this.after = newest.version;
    const writing = editor("The policy", this.drafts.get(name), async (text) => { this.drafts.set(name, text); return this.check(text); });
    const file = make("input", { type: "file", accept: ".yaml,.yml", hidden: true, onchange: async () => { if (file.files.length) await writing.set(await file.files[0].text()); } });
    const ground = make("pre", { class: "text" });
    const found = make("input", { type: "search", "aria-label": "Find runs to try it on", placeholder: "Find runs by instruction, app or name", value: name ? "" : this.query });
    let typing = 0;
    found.addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(() => { this.query = found.value; this.runs(found.value).catch((error) => say(error.message)); }, 200); });
    content.replaceChildren(
      make("h1", {}, "Policy"),
      make("p", { class: "lead" }, "What needs a person, whatever was asked. Write one, see what it does, try it on recorded runs, and put it in force: it decides the sessions that are opened from then on. Those that are open keep theirs, and what a session brings only makes it stricter."),
      make("p", { class: "callout now", role: "status" }),
      make("div", { class: "desk" },
        make("section", { "aria-label": "The policy" }, writing.node,
          make("div", { class: "buttons" },
            me.scopes.includes("admin") ? make("button", { class: "yes put", onclick: (event) => this.put(event.target, writing.text) }, "Put in force") : "",
            make("button", { onclick: () => download("policy.yaml", writing.text, "application/yaml") }, "Save as a file"),
            make("button", { onclick: () => file.click() }, "Open a file"), file,
            make("button", { onclick: () => writing.set(NEW) }, "Begin anew")),
          make("details", { class: "history", open: wide() }, make("summary", {}, "What was in force when"), make("ol", { class: "versions" }))),
        make("section", { class: "side", "aria-label": "What it does" },
          make("details", { open: wide() }, make("summary", {}, "What it does"), make("ul", { class: "does" })),
          make("details", { ontoggle: async (event) => { if (event.target.open && !ground.textContent) ground.textContent = (await ask("/policy?version=0")).policy; } }, make("summary", {}, "The default policy"), ground))),
      make("section", { class: "trial", "aria-labelledby": "what-if" },
        make("h2", { id: "what-if" }, "What if it had held?"),
        make("div", { class: "find" }, found),
        ...trial((button) => attempt(button, { policy: writing.text }))));
    this.mine = { writing, may: me.scopes.includes("admin") };
    await Promise.all([this.runs(found.value, name), this.versions()]);
  },

  async versions() {
    const { versions } = await ask("/policy/versions");
    const [newest] = versions;
    this.after = newest?.version ?? 0;
    const now = content.querySelector(".now"), list = content.querySelector(".versions");
    if (!now || !list) return;
    now.textContent = newest ? `In force: ${newest.name}, version ${newest.version}, by ${newest.by}, ${when(newest.at)}.` : "In force: the default policy. Nobody has put another one in force.";
    list.replaceChildren(...versions.map((one, at) => make("li", {},
      make("button", { class: "plain", onclick: async () => this.mine.writing.set((await ask(`/policy?version=${one.version}`)).policy) }, `${one.version}. ${one.name}`),
      make("span", { class: "quiet" }, ` ${one.by}, ${when(one.at)}${at ? "" : ", in force"}`))),
      this.mine.may && newest && newest.name !== "default" ? make("li", {}, make("button", { onclick: (event) => this.put(event.target, null) }, "Back to the default")) : "");
  },

  async put(button, policy) {
    button.disabled = true;
    try {
      const { version } = await ask("/policy", { policy, after: this.after });
      say(`Version ${version} is in force for sessions that are opened from now on.`);
    } catch (error) { say(error.message); }
    await this.versions();
    button.disabled = false;
  },

  async check(text) {
    const told = await ask("/policy/check", { policy: text });
    const does = content.querySelector(".does");
    if (does) does.replaceChildren(...(told.usable ? told.summary.map((line) => make("li", {}, line.replace(/^- /, ""))) : [make("li", { class: "quiet" }, "It cannot be used yet.")]));
    for (const button of content.querySelectorAll(".try, .put")) button.disabled = !told.usable;
    return told.messages;
  },

  async runs(query, only = "") {
    const told = only ? { runs: [await ask(`/runs/${only}`)], total: 1 } : await ask(`/runs?limit=${MOST_RUNS}&query=${encodeURIComponent(query)}`);
    choices(told.runs, told.total);
  },
};
