// A policy is written, checked while it is typed, and tried on recorded runs: what would have been decided otherwise.
import { ask, content, make, say, styled, wide } from "./page.js";
import { download, editor } from "./editor.js";
import { attempt, choices, trial } from "./trial.js";

const NEW = "format: handrail.policy/1\nname: my policy\n# What is left out is as in the default policy, which stands below.\n";
const MOST_RUNS = 30;
export const view = {
  drafts: new Map([["", NEW]]), query: "", top: 0,

  async draw(name = "") {
    await styled("desk");
    if (!this.drafts.has(name)) this.drafts.set(name, (await ask(`/policy?run=${encodeURIComponent(name)}`)).policy);
    const writing = editor("The policy", this.drafts.get(name), async (text) => { this.drafts.set(name, text); return this.check(text); });
    const file = make("input", { type: "file", accept: ".yaml,.yml", hidden: true, onchange: async () => { if (file.files.length) await writing.set(await file.files[0].text()); } });
    const ground = make("pre", { class: "text" });
    const found = make("input", { type: "search", "aria-label": "Find runs to try it on", placeholder: "Find runs by instruction, app or name", value: name ? "" : this.query });
    let typing = 0;
    found.addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(() => { this.query = found.value; this.runs(found.value).catch((error) => say(error.message)); }, 200); });
    content.replaceChildren(
      make("h1", {}, "Policy"),
      make("p", { class: "lead" }, "What needs a person, whatever was asked. Write one, see what it does, and try it on recorded runs. Nothing is kept here: save the file and give it to the guard."),
      make("div", { class: "desk" },
        make("section", { "aria-label": "The policy" }, writing.node,
          make("div", { class: "buttons" },
            make("button", { onclick: () => download("policy.yaml", writing.text, "application/yaml") }, "Save as a file"),
            make("button", { onclick: () => file.click() }, "Open a file"), file,
            make("button", { onclick: () => writing.set(NEW) }, "Begin anew"))),
        make("section", { class: "side", "aria-label": "What it does" },
          make("details", { open: wide() }, make("summary", {}, "What it does"), make("ul", { class: "does" })),
          make("details", { ontoggle: async (event) => { if (event.target.open && !ground.textContent) ground.textContent = (await ask("/policy")).policy; } }, make("summary", {}, "The default policy"), ground))),
      make("section", { class: "trial", "aria-labelledby": "what-if" },
        make("h2", { id: "what-if" }, "What if it had held?"),
        make("div", { class: "find" }, found),
        ...trial((button) => attempt(button, { policy: writing.text }))));
    await this.runs(found.value, name);
  },

  async check(text) {
    const told = await ask("/policy/check", { policy: text });
    const does = content.querySelector(".does");
    if (does) does.replaceChildren(...(told.usable ? told.summary.map((line) => make("li", {}, line.replace(/^- /, ""))) : [make("li", { class: "quiet" }, "It cannot be used yet.")]));
    const button = content.querySelector(".try");
    if (button) button.disabled = !told.usable;
    return told.messages;
  },

  async runs(query, only = "") {
    const told = only ? { runs: [await ask(`/runs/${only}`)], total: 1 } : await ask(`/runs?limit=${MOST_RUNS}&query=${encodeURIComponent(query)}`);
    choices(told.runs, told.total);
  },
};
