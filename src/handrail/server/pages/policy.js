// A policy is written, checked while it is typed, and tried on recorded runs: what would have been decided otherwise.
import { ask, content, make, plural, say, STATES, styled, wide } from "./page.js";
import { download, editor } from "./editor.js";

const NEW = "format: handrail.policy/1\nname: my policy\n# What is left out is as in the default policy, which stands below.\n";
const MOST_RUNS = 30;
const DECIDED = { allow: "let through", warn: "warned", ask: "asked about", block: "blocked" };

const decision = (one) => make("span", { class: `decided ${one.decision}` }, DECIDED[one.decision] ?? one.decision);
const reasons = (one) => one.reasons.length ? make("ul", { class: "because" }, one.reasons.map((reason) => make("li", {}, reason.text, reason.rule && make("code", {}, ` ${reason.rule}`)))) : "";

// The steps of a run that the policy decides otherwise; those with the same decision for other reasons are folded away.
const outcome = (run, again, words) => {
  const changed = again.steps.filter((step) => step.changed);
  const otherwise = changed.filter((step) => step.recorded.decision !== step.now.decision);
  const alike = changed.filter((step) => step.recorded.decision === step.now.decision);
  const row = (step) => make("li", {},
    make("a", { href: `#/run/${run.name}/${step.step}` }, `Step ${step.step}`), ` ${words.get(step.step) ?? step.action}`,
    make("p", { class: "change" }, decision(step.recorded), " → ", decision(step.now)), reasons(step.now));
  const title = otherwise.length ? `${plural(otherwise.length, "step")} decided otherwise` : "every step decided as it was";
  return make("article", { class: "tried" },
    make("h3", {}, make("a", { href: `#/run/${run.name}` }, run.instruction || run.name)),
    make("p", { class: otherwise.length ? "differs" : "quiet" }, title),
    otherwise.length ? make("ol", { class: "otherwise" }, otherwise.map(row)) : "",
    again.diverges_at !== null && otherwise.length ? make("p", { class: "quiet" }, `From step ${again.diverges_at} on the agent would have heard something else; what is shown after it is what it did then.`) : "",
    alike.length ? make("details", {}, make("summary", {}, `${plural(alike.length, "step")} with the same decision for other reasons`), make("ol", { class: "otherwise" }, alike.map(row))) : "",
    again.remarks.map((remark) => make("p", { class: "quiet" }, remark)));
};

export const view = {
  text: NEW, query: "", top: 0,

  async draw(name = "") {
    await styled("desk");
    const writing = editor("The policy", this.text, async (text) => { this.text = text; return this.check(text); });
    const file = make("input", { type: "file", accept: ".yaml,.yml", class: "skip", "aria-label": "Open a file", onchange: async () => { if (file.files.length) await writing.set(await file.files[0].text()); } });
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
        make("fieldset", { class: "runs" }),
        make("button", { class: "try yes", onclick: (event) => this.attempt(event.currentTarget, writing.text) }, make("span", {}, "Try it on these runs")),
        make("p", { class: "progress", role: "status" }), make("div", { class: "results" })));
    if (name) await writing.set((await ask(`/policy?run=${encodeURIComponent(name)}`)).policy);
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
    const list = content.querySelector(".runs");
    if (!list) return;
    list.replaceChildren(make("legend", { class: "quiet" }, told.total > told.runs.length ? `The newest ${told.runs.length} of ${plural(told.total, "run")}` : plural(told.total, "run")),
      ...told.runs.map((run) => make("label", {}, make("input", { type: "checkbox", checked: true, value: run.name, "data-instruction": run.instruction }), make("span", {}, run.instruction || run.name, make("span", { class: "quiet" }, ` ${STATES[run.state]} · ${plural(run.steps, "step")}`)))));
  },

  async attempt(button, policy) {
    const chosen = [...content.querySelectorAll(".runs input:checked")].map((box) => ({ name: box.value, instruction: box.dataset.instruction }));
    const progress = content.querySelector(".progress");
    const results = content.querySelector(".results");
    results.replaceChildren();
    button.disabled = true;
    let differing = 0;
    for (const [at, run] of chosen.entries()) {
      progress.textContent = `Deciding again: run ${at + 1} of ${chosen.length} …`;
      try {
        const [again, told] = await Promise.all([ask(`/runs/${run.name}/replay`, { policy }), ask(`/runs/${run.name}/steps`)]);
        const differs = again.steps.some((step) => step.recorded.decision !== step.now.decision);
        differing += differs;
        const made = outcome(run, again, new Map(told.steps.map((step) => [step.step, step.action])));
        if (differs) results.insertBefore(made, results.children[differing - 1] ?? null);
        else results.append(made);
      } catch (error) { results.append(make("article", { class: "tried" }, make("h3", {}, run.instruction || run.name), make("p", { class: "bad" }, error.message))); }
    }
    progress.textContent = chosen.length ? `${differing ? plural(differing, "run") : "No run"} of ${chosen.length} would have gone otherwise.` : "Choose at least one run.";
    button.disabled = false;
  },
};
