// The page of the control room. It shows what /api tells, and whatever it is told is shown as text.
"use strict";
const HOLD_MILLISECONDS = 1200;
const PAGE = 50;
const content = document.querySelector("main");
const toast = document.querySelector(".toast");
const offline = document.querySelector(".offline");
const badge = document.querySelector(".badge");
const STATES = { running: "at work", waiting: "waits for you", finished: "done, verified", stopped: "ended, not done", interrupted: "interrupted", damaged: "record damaged" };

const make = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
};

const ask = async (path, given) => {
  const options = given === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given) };
  let response;
  try {
    response = await fetch("/api" + path, options);
  } catch {
    offline.hidden = false;
    throw new Error("the control room does not answer");
  }
  offline.hidden = true;
  if (!response.ok) {
    const told = await response.json().catch(() => ({}));
    throw new Error(typeof told.detail === "string" ? told.detail : `it was refused (${response.status})`);
  }
  return response.headers.get("content-type").includes("json") ? response.json() : response.text();
};

let saying = 0;
const say = (words) => {
  toast.textContent = words;
  clearTimeout(saying);
  saying = setTimeout(() => (toast.textContent = ""), 6000);
};

const pictureOf = (run) => (run.picture ? `/api/runs/${run.name}/pictures/${run.picture}` : null);
const wide = () => matchMedia("(min-width: 46rem)").matches;
const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
const replace = (key, node) => {
  const old = content.querySelector(`[data-key="${CSS.escape(key)}"]`);
  node.setAttribute("data-key", key);
  if (old) old.replaceWith(node);
  return Boolean(old);
};

// The wall: what every run does.
const tile = (run) => {
  const done = run.rules.filter((rule) => rule.achieved).length;
  const thumb = make("div", { class: "thumb", "aria-hidden": "true" });
  thumb.style.aspectRatio = `${run.width_pixels} / ${run.height_pixels}`;
  if (pictureOf(run)) thumb.style.backgroundImage = `url("${pictureOf(run)}")`;
  const href = run.state === "waiting" ? "#/inbox" : `#/run/${run.name}`;
  return make("li", {}, make("a", { class: `tile ${run.state}`, href },
    thumb,
    make("div", {},
      make("span", { class: `state ${run.state}` }, STATES[run.state]),
      make("h2", {}, run.instruction || "(no instruction was recorded)"),
      run.last && make("p", { class: `doing ${run.last.kind}` }, run.last.action),
      run.last && run.last.reason && !["ran", "deciding"].includes(run.last.kind) && make("p", { class: "why" }, run.last.reason),
      make("p", { class: "foot" }, `${plural(run.steps, "step")} · ${run.stopped} stopped · ${done} of ${run.rules.length} done · ${run.apps[0] ?? run.device}`))));
};

let query = "";
let shown = PAGE;
const wall = {
  async draw() {
    const told = await ask(`/runs?limit=${shown}&query=${encodeURIComponent(query)}`);
    const found = make("input", { type: "search", "aria-label": "Find runs", placeholder: "Find by instruction, app or name", value: query });
    let typing = 0;
    found.addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(() => { query = found.value; this.list(); }, 200);
    });
    content.replaceChildren(make("h1", { class: "skip" }, "Runs"), make("div", { class: "find" }, found, make("span", { class: "quiet count" })), make("ul", { class: "wall" }), make("div", { class: "rest" }));
    this.fill(told);
  },
  async list() {
    this.fill(await ask(`/runs?limit=${shown}&query=${encodeURIComponent(query)}`));
  },
  fill(told) {
    const list = content.querySelector(".wall");
    if (!list) return;
    list.replaceChildren(...told.runs.map((run) => { const one = tile(run); one.setAttribute("data-key", run.name); return one; }));
    content.querySelector(".count").textContent = plural(told.total, "run");
    const unreadable = Object.entries(told.unreadable).map(([name, why]) => make("p", { class: "bad" }, `${name}: ${why}`));
    content.querySelector(".rest").replaceChildren(
      told.total ? "" : make("p", { class: "nothing" }, query ? "No run matches." : "No run yet. Start one with handrail run, or with a guard of your own."),
      told.total > told.runs.length ? make("button", { class: "more", onclick: () => { shown += PAGE; this.list(); } }, "Show more") : "",
      ...unreadable);
  },
  async news(names) {
    let isNew = false;
    for (const name of names) {
      if (!content.querySelector(`[data-key="${CSS.escape(name)}"]`)) { isNew = true; continue; }
      try { const focused = document.activeElement?.closest("[data-key]")?.dataset.key === name; replace(name, tile(await ask(`/runs/${name}`))); if (focused) content.querySelector(`[data-key="${CSS.escape(name)}"] a`).focus(); } catch { isNew = true; }
    }
    if (isNew) await this.list();
  },
};

// The inbox: what waits for a person.
const confirmed = (words) => new Promise((settle) => {
  const box = make("dialog", {}, make("p", {}, words), make("div", {},
    make("button", { onclick: () => box.close("no") }, "Back"), make("button", { class: "yes", onclick: () => box.close("yes") }, make("span", {}, "Approve"))));
  box.addEventListener("close", () => { box.remove(); settle(box.returnValue === "yes"); });
  document.body.append(box);
  box.showModal();
});

// Held down for as long as the bar takes; a click without a press, as from a screen reader, is asked about once more.
const held = (button, act) => {
  let timer = 0;
  let pressed = false;
  const begin = () => { pressed = true; button.classList.add("held"); timer = setTimeout(() => { end(); act(); }, HOLD_MILLISECONDS); };
  const end = () => { clearTimeout(timer); timer = 0; button.classList.remove("held"); };
  button.addEventListener("pointerdown", begin);
  for (const name of ["pointerup", "pointerleave", "pointercancel", "blur", "keyup"]) button.addEventListener(name, end);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => { if ([" ", "Enter"].includes(event.key)) { event.preventDefault(); if (!event.repeat) begin(); } });
  button.addEventListener("click", async () => { const wasPressed = pressed; pressed = false; if (!wasPressed && await confirmed("This cannot be undone. Approve it?")) act(); });
};

const card = (one) => {
  const section = make("article", { class: "question", "aria-labelledby": `q-${one.id}` });
  const answer = async (given) => {
    section.querySelectorAll("button").forEach((button) => (button.disabled = true));
    try {
      const outcome = await ask(`/runs/${one.run}/questions/${one.id}`, { seen: one.seen, ...given });
      say(outcome.counted ? { approve: "Approved: it runs now.", reject: "Rejected: the agent is told.", edit: "The rules were changed; the action is judged by them." }[given.answer] : `It did not count: ${outcome.why}`);
    } catch (error) { say(error.message); }
    await inbox.news();
  };
  const reason = make("input", { id: `why-${one.id}`, maxlength: 1000, autocomplete: "off" });
  const yes = make("button", { class: "yes" }, make("span", {}, one.irreversible ? "Hold to approve" : "Approve"));
  if (one.irreversible) held(yes, () => answer({ answer: "approve" }));
  else yes.addEventListener("click", () => answer({ answer: "approve" }));
  const rules = make("textarea", { "aria-label": "The rules", spellcheck: "false" });
  rules.value = one.specification;
  const left = make("span", { class: "left", "data-until": Date.now() + one.seconds_left * 1000 });
  section.append(
    make("p", { class: "label" }, `Step ${one.step} in ${one.where} · `, left),
    make("h2", { id: `q-${one.id}` }, one.wants[0].toUpperCase() + one.wants.slice(1)),
    one.first.length ? make("ul", { class: "first" }, one.first.map((line) => make("li", {}, line))) : "",
    make("h3", {}, "You asked for"), make("p", { class: "asked" }, one.instruction || "(no instruction)"),
    make("h3", {}, "This does, whatever the agent says"),
    ...(one.does.length ? one.does.map((does) => make("div", { class: "consequence" + (does.details.every((detail) => detail.known) ? "" : " unknown") },
      make("p", {}, make("b", {}, does.kind[0].toUpperCase() + does.kind.slice(1)), make("span", { class: "quiet" }, ` ${does.what}${does.irreversible ? ", cannot be undone" : ""}`)),
      make("dl", {}, does.details.flatMap((detail) => [make("dt", {}, detail.name), make("dd", { class: detail.known ? null : "bad" }, detail.value)]))))
      : [make("p", { class: "quiet" }, "No model of the app says that it commits anything.")]),
    one.reasons.length ? make("h3", {}, "Why you are asked") : "",
    make("ul", { class: "reasons" }, one.reasons.map((line) => make("li", {}, line))),
    one.agent_says.length ? make("h3", {}, "The agent says (nobody has verified it)") : "",
    make("ul", { class: "claims" }, one.agent_says.map((line) => make("li", {}, line))),
    one.changes.length ? make("details", { open: wide() && !one.does.length }, make("summary", {}, "What would change"), make("dl", { class: "updates" }, one.changes.flatMap((change) => [make("dt", {}, change.what + (change.goes ? " goes" : "")), make("dd", {}, Object.entries(change.values).map(([name, value]) => make("span", {}, `${name} `, make("b", {}, value))))]))) : "",
    one.has_picture ? make("details", { open: wide() }, make("summary", {}, "The screen"), make("img", { class: "shot", alt: "The screen before this action", src: `/api/runs/${one.run}/questions/${one.id}/picture` })) : "",
    one.alive ? make("div", { class: "answers" },
      make("div", { class: "reason" }, make("label", { for: `why-${one.id}` }, "If you reject it, why (the agent is told)"), reason),
      make("button", { class: "no", onclick: () => answer({ answer: "reject", note: reason.value }) }, "Reject"), yes)
      : make("p", { class: "bad" }, "The program that asked does not run any more; nothing of it runs."),
    one.alive ? make("details", {}, make("summary", {}, "The rules are wrong"), rules,
      make("button", { onclick: () => answer({ answer: "edit", specification: rules.value }) }, "Judge it by these rules")) : "");
  return section;
};

const inbox = {
  async draw() {
    content.replaceChildren(make("h1", { class: "skip" }, "Inbox"), make("div", { class: "inbox" }));
    await this.news();
  },
  // A card that somebody is reading or writing in stays as it is; it goes when its question is gone.
  async news() {
    const list = content.querySelector(".inbox");
    if (!list) return;
    const told = await ask("/questions");
    const keys = new Set(told.map((one) => `${one.id}-${one.seen}-${one.alive}`));
    for (const node of [...list.children]) if (!keys.has(node.dataset.key)) node.remove();
    const there = new Set([...list.children].map((node) => node.dataset.key));
    for (const one of told) {
      const key = `${one.id}-${one.seen}-${one.alive}`;
      if (there.has(key)) continue;
      const made = card(one);
      made.dataset.key = key;
      list.append(made);
    }
    if (!list.children.length) list.append(Object.assign(make("p", { class: "nothing" }, "Nothing waits for you."), {}));
  },
};

// One run: its screens, step by step, while it goes on or afterwards.
const one_run = {
  name: "", step: null, told: null,
  async draw(name, step) {
    Object.assign(this, { name, step: step ? Number(step) : null, told: null });
    content.replaceChildren(make("div", { class: "run" }, make("div", { class: "head" }), make("nav", { class: "steps", "aria-label": "Steps" }, make("ol")), make("div", { class: "at" })));
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
      run.questions.length ? make("p", { class: "callout" }, "It waits for your answer.", make("a", { href: "#/inbox" }, "Open the inbox →")) : "");
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

let view = wall;
const route = async () => {
  const [, name = "", ...rest] = location.hash.split("/");
  view = name === "inbox" ? inbox : name === "run" ? one_run : wall;
  document.querySelectorAll("[data-view]").forEach((link) => (link.dataset.view === (view === inbox ? "inbox" : "wall") ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current")));
  try {
    if (view === one_run && one_run.name === decodeURIComponent(rest[0] ?? "") && content.querySelector(".run")) { one_run.step = rest[1] ? Number(rest[1]) : null; await one_run.news([one_run.name]); }
    else { await view.draw(...rest.map(decodeURIComponent)); scrollTo(0, 0); }
  } catch (error) { content.replaceChildren(make("p", { class: "nothing" }, error.message)); }
};

const count = async () => {
  const waiting = (await ask("/runs?limit=1")).waiting;
  badge.textContent = waiting;
  badge.hidden = !waiting;
  document.title = waiting ? `(${waiting}) Handrail` : "Handrail";
};

// News are taken one after another, and what comes meanwhile is taken together.
let waiting = new Set();
let taking = false;
const take = async () => {
  if (taking) return;
  taking = true;
  while (waiting.size) {
    const names = [...waiting];
    waiting = new Set();
    await Promise.allSettled([view.news(names), count()]);
  }
  taking = false;
};

const listen = () => {
  const source = new EventSource("/api/events");
  let broken = false;
  source.onopen = () => { offline.hidden = true; if (broken) { broken = false; route(); count(); } };
  source.onerror = () => { offline.hidden = false; broken = true; };
  source.onmessage = (event) => { JSON.parse(event.data).runs.forEach((name) => waiting.add(name)); take(); };
};

setInterval(() => document.querySelectorAll("[data-until]").forEach((left) => {
  const seconds = Math.max(0, Math.round((Number(left.dataset.until) - Date.now()) / 1000));
  left.textContent = seconds ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} left` : "no time left: it is a no";
  left.classList.toggle("soon", seconds < 60);
}), 500);

addEventListener("hashchange", route);
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, textarea")) return;
  if (view === one_run && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    const steps = one_run.told?.steps ?? [];
    const at = steps.findIndex((step) => step.step === (one_run.step ?? steps.at(-1)?.step));
    const to = steps[at + (event.key === "ArrowLeft" ? -1 : 1)];
    if (to) location.hash = `#/run/${one_run.name}/${to.step}`;
  }
  if (event.key === "i") location.hash = "#/inbox";
  if (event.key === "w") location.hash = "#/";
});
route();
count().catch(() => {});
listen();
