// Recorded runs decided again, by another policy or by other rules: what would have been decided otherwise.
import { ask, content, make, plural, STATES, ticked } from "./page.js";

const DECIDED = { allow: "let through", warn: "warned", ask: "asked about", block: "blocked" };

const decision = (one) => make("span", { class: `decided ${one.decision}` }, DECIDED[one.decision] ?? one.decision);
const reasons = (one) => one.reasons.length ? make("ul", { class: "because" }, one.reasons.map((reason) => make("li", {}, ticked(reason.text), reason.rule && make("code", {}, ` ${reason.rule}`)))) : "";

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
    make("h3", {}, make("a", { href: `#/run/${run.name}` }, run.instruction || run.name), make("code", { class: "quiet" }, ` ${run.name}`)),
    make("p", { class: otherwise.length ? "differs" : "quiet" }, title),
    otherwise.length ? make("ol", { class: "otherwise" }, otherwise.map(row)) : "",
    again.diverges_at !== null && otherwise.length ? make("p", { class: "quiet" }, `From step ${again.diverges_at} on the agent would have heard something else; what is shown after it is what it did then.`) : "",
    alike.length ? make("details", {}, make("summary", {}, `${plural(alike.length, "step")} with the same decision for other reasons`), make("ol", { class: "otherwise" }, alike.map(row))) : "",
    again.remarks.map((remark) => make("p", { class: "quiet" }, remark)));
};

// The place for it on a page: the runs to choose from, a button, and what comes of it.
export const trial = (act) => [
  make("fieldset", { class: "runs" }),
  make("button", { class: "try yes", onclick: (event) => act(event.currentTarget) }, make("span", {}, "Try it on these runs")),
  make("p", { class: "progress", role: "status" }), make("div", { class: "results" })];

export const choices = (runs, total) => content.querySelector(".runs")?.replaceChildren(
  make("legend", { class: "quiet" }, total > runs.length ? `The newest ${runs.length} of ${plural(total, "run")}` : plural(total, "run")),
  ...runs.map((run) => make("label", {}, make("input", { type: "checkbox", checked: true, value: run.name, "data-instruction": run.instruction }), make("span", {}, run.instruction || run.name, make("span", { class: "quiet" }, ` ${STATES[run.state]} · ${plural(run.steps, "step")} · ${run.name}`)))));

// One after the other; those that differ come first.
export const attempt = async (button, given) => {
  const chosen = [...content.querySelectorAll(".runs input:checked")].map((box) => ({ name: box.value, instruction: box.dataset.instruction }));
  const progress = content.querySelector(".progress");
  const results = content.querySelector(".results");
  results.replaceChildren();
  button.disabled = true;
  let differing = 0;
  for (const [at, run] of chosen.entries()) {
    progress.textContent = `Deciding again: run ${at + 1} of ${chosen.length} …`;
    try {
      const [again, told] = await Promise.all([ask(`/runs/${run.name}/replay`, given), ask(`/runs/${run.name}/steps`)]);
      const differs = again.steps.some((step) => step.recorded.decision !== step.now.decision);
      differing += differs;
      const made = outcome(run, again, new Map(told.steps.map((step) => [step.step, step.action])));
      if (differs) results.insertBefore(made, results.children[differing - 1] ?? null);
      else results.append(made);
    } catch (error) { results.append(make("article", { class: "tried" }, make("h3", {}, run.instruction || run.name), make("p", { class: "bad" }, error.message))); }
  }
  progress.textContent = chosen.length ? `${differing ? plural(differing, "run") : "No run"} of ${chosen.length} would have gone otherwise.` : "Choose at least one run.";
  button.disabled = false;
};
