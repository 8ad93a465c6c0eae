import { ask, content, make, plural, questionOf, STATES } from "./page.js";

// One run: its screens, step by step, while it goes on or afterwards.
export const view = {
  name: "", step: null, told: null,
  async draw(name, step) {
    if (name === this.name && content.querySelector(".run")) {
      this.step = step ? Number(step) : null;
      return this.news([name]);
    }
    Object.assign(this, { name, step: step ? Number(step) : null, told: null });
    content.replaceChildren(make("div", { class: "run" }, make("div", { class: "head" }), make("nav", { class: "steps", "aria-label": "Steps" }, make("ol")), make("div", { class: "at" }, make("p", { class: "nothing", role: "status" }, "Looking for its steps …"))));
    await this.news([name]);
  },
  async news(names) {
    if (!names.includes(this.name)) return;
    const name = this.name;
    this.told = await ask(`/runs/${name}/steps`);
    if (name !== this.name || !content.querySelector(".run")) return;
    const { run, steps, left_out } = this.told;
    content.querySelector(".head").replaceChildren(
      make("a", { class: "back", href: "#/" }, "← All runs"), " ",
      make("p", {}, make("span", { class: `state ${run.state}` }, STATES[run.state])),
      make("h1", {}, run.instruction || "(no instruction was recorded)"),
      make("p", { class: "quiet" }, `${run.apps[0] ?? ""} · ${run.device}${run.agent ? " · " + run.agent : ""} · ${plural(run.steps, "step")}, ${run.stopped} stopped`),
      make("p", { class: "quiet" }, "Policy: ", make("a", { class: "back", href: `#/policy/${name}` }, run.policy)),
      run.questions.length ? make("p", { class: "callout" }, "It waits for your answer.", make("a", { href: questionOf(run) }, "Open the question →")) : "",
      make("p", {}, make("a", { class: "back", href: `#/policy/${name}` }, "What if another policy had held?"), " · ", make("a", { class: "back", href: `#/risks/${name}` }, "What was found")));
    const current = this.step ?? steps.at(-1)?.step;
    content.querySelector(".steps ol").replaceChildren(...steps.flatMap((step, at) => [
      left_out && at === Math.floor(steps.length / 2) ? make("li", { class: "gap" }, `… ${left_out} …`) : "",
      make("li", {}, make("a", { class: `chip ${step.kind}`, href: `#/run/${name}/${step.step}`, title: step.action, "aria-label": `Step ${step.step}: ${step.action}`, "aria-current": step.step === current ? "step" : null }, String(step.step)))]));
    const chip = content.querySelector('[aria-current="step"]');
    if (chip) { const list = chip.closest("ol"); list.scrollLeft = chip.offsetLeft - list.offsetLeft - list.clientWidth / 2; }
    await this.scene(current, run);
  },
  async scene(step, run) {
    const place = content.querySelector(".at");
    if (step === undefined) return place.replaceChildren(make("p", { class: "nothing" }, "No action was proposed yet."));
    const page = new DOMParser().parseFromString(await ask(`/runs/${this.name}/steps/${step}`), "text/html");
    const scene = document.importNode(page.querySelector(".scene"), true);
    for (const screen of scene.querySelectorAll(".screen")) {
      screen.style.aspectRatio = `${run.width_pixels} / ${run.height_pixels}`;
      if (screen.dataset.picture) screen.style.backgroundImage = `url("/api/runs/${this.name}/pictures/${screen.dataset.picture}")`;
    }
    const open = [...place.querySelectorAll("details")].map((one) => one.open);
    const same = place.firstElementChild?.id === scene.id;
    if (same) scene.querySelectorAll("details").forEach((one, at) => (one.open = open[at] ?? one.open));
    place.replaceChildren(scene);
  },
};


// The arrows walk the steps.
view.key = (event) => {
  if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
  const steps = view.told?.steps ?? [];
  const at = steps.findIndex((step) => step.step === (view.step ?? steps.at(-1)?.step));
  const to = steps[at + (event.key === "ArrowLeft" ? -1 : 1)];
  if (to) location.hash = `#/run/${view.name}/${to.step}`;
};
