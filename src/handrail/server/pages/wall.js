// The wall: what every run does. However many there are, only the tiles in sight are in the page, and each lot of runs
// is asked for when it comes into sight.
import { ask, content, make, pictureOf, plural, questionOf, STATES } from "./page.js";

const LOT = 50;
const MOST_LOTS = 20;
const SPARE_ROWS = 2;
const TILE_REM = 15, GAP_REM = 0.9, COLUMN_REM = 20;
const RESTS_MILLISECONDS = 60;
const LISTS_EVERY_MILLISECONDS = 1000;

const tile = (run) => {
  const done = run.rules.filter((rule) => rule.achieved).length;
  const thumb = make("div", { class: "thumb", "aria-hidden": "true" });
  thumb.style.aspectRatio = `${run.width_pixels} / ${run.height_pixels}`;
  if (pictureOf(run)) thumb.style.backgroundImage = `url("${pictureOf(run)}")`;
  const href = run.state === "waiting" ? questionOf(run) : `#/run/${run.name}`;
  return make("a", { class: `tile ${run.state}`, href },
    thumb,
    make("div", {},
      make("span", { class: `state ${run.state}` }, STATES[run.state]),
      make("h2", {}, run.instruction || "(no instruction was recorded)"),
      run.last && make("p", { class: `doing ${run.last.kind}` }, run.last.action),
      run.last && run.last.reason && !["ran", "deciding"].includes(run.last.kind) && make("p", { class: "why" }, run.last.reason),
      make("p", { class: "foot" }, `${plural(run.steps, "step")} · ${run.stopped} stopped · ${done} of ${run.rules.length} done · ${run.apps[0] ?? run.device}`)));
};

const lotOf = (index) => Math.floor(index / LOT);

export const view = {
  query: "", total: 0, lots: new Map(), asked: new Set(), shown: new Map(), generation: 0, listed_at: 0, top: 0,

  async draw() {
    this.shown = new Map();
    const found = make("input", { type: "search", "aria-label": "Find runs", placeholder: "Find by instruction, app or name", value: this.query });
    let typing = 0;
    found.addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(() => { this.query = found.value; this.list().catch(() => {}); }, 200); });
    content.replaceChildren(make("h1", { class: "skip" }, "Runs"), make("div", { class: "find" }, found, make("span", { class: "quiet count", role: "status" })), make("ul", { class: "wall", role: "list", onfocusin: () => this.paint() }), make("div", { class: "rest" }, this.total ? "" : make("p", { class: "nothing", role: "status" }, "Looking for runs …")));
    this.paint();
    await this.list();
  },

  // All that is known may be old: what is in sight is asked for again, and shown until the answer is there.
  async list() {
    this.generation += 1;
    this.asked.clear();
    this.listed_at = Date.now();
    const [first] = this.sight();
    await Promise.all([...new Set([lotOf(first), ...this.missing(true)])].map((lot) => this.load(lot, true)));
  },

  async load(lot, anew = false) {
    if (this.asked.has(lot)) return;
    this.asked.add(lot);
    const generation = this.generation;
    try {
      const told = await ask(`/runs?after=${lot * LOT}&limit=${LOT}&query=${encodeURIComponent(this.query)}`);
      if (generation !== this.generation) return;
      if (anew) for (const old of this.lots.keys()) if (!this.asked.has(old)) this.lots.delete(old);
      this.lots.set(lot, told.runs);
      this.total = told.total;
      const near = lotOf(this.sight()[0]);
      for (const far of [...this.lots.keys()].sort((one, other) => Math.abs(other - near) - Math.abs(one - near)).slice(0, Math.max(0, this.lots.size - MOST_LOTS))) this.lots.delete(far);
      this.say(told);
      this.paint();
    } finally {
      if (generation === this.generation) this.asked.delete(lot);
    }
  },

  say(told) {
    const count = content.querySelector(".count");
    if (!count) return;
    count.textContent = plural(told.total, "run");
    content.querySelector(".rest").replaceChildren(
      told.total ? "" : make("p", { class: "nothing" }, this.query ? "No run matches." : told.expects || "No run yet. Start one with handrail run, or with a guard of your own."),
      ...Object.entries(told.unreadable).map(([name, why]) => make("p", { class: "bad" }, `${name}: ${why}`)));
  },

  // How the tiles lie: so many columns, each so wide, and a row so high, in pixels.
  grid(list) {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const gap = GAP_REM * rem;
    const columns = Math.max(1, Math.floor((list.clientWidth + gap) / (COLUMN_REM * rem + gap)));
    return { columns, gap, width: (list.clientWidth - (columns - 1) * gap) / columns, row: TILE_REM * rem + gap };
  },

  // From which run to which one is in sight, the last not with them.
  sight() {
    const list = content.querySelector(".wall");
    if (!list) return [0, 0];
    const { columns, row } = this.grid(list);
    const above = -list.getBoundingClientRect().top;
    const first = Math.max(0, Math.min(Math.floor(above / row) - SPARE_ROWS, Math.ceil(this.total / columns) - 1));
    return [first * columns, Math.min(this.total, (Math.ceil((above + innerHeight) / row) + SPARE_ROWS) * columns)];
  },

  missing(all = false) {
    const [first, last] = this.sight();
    const lots = [];
    for (let lot = lotOf(first); lot * LOT < last; lot += 1) if (all || !this.lots.has(lot)) lots.push(lot);
    return lots;
  },

  // What comes into sight is put there and what left it taken out, but for what has the focus and what Tab comes to next.
  paint() {
    const list = content.querySelector(".wall");
    if (!list) return;
    const { columns, gap, width, row } = this.grid(list);
    list.style.height = `${Math.max(0, Math.ceil(this.total / columns) * row - gap)}px`;
    const [first, last] = this.sight();
    const indices = new Set(Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at));
    const focused = document.activeElement?.closest(".wall > li")?.dataset.index;
    if (focused !== undefined) for (const index of [-1, 0, 1].map((by) => Number(focused) + by)) if (index >= 0 && index < this.total) indices.add(index);
    const wanted = new Map([...indices].sort((one, other) => one - other).map((index) => {
      const run = this.lots.get(lotOf(index))?.[index % LOT] ?? null;
      const key = run ? run.name : `#${index}`, before = this.shown.get(`#${index}`);
      if (run && before && !this.shown.has(key)) {  // it came: the tile that stood for it becomes its own
        this.shown.delete(`#${index}`);
        this.shown.set(key, before);
        before.node.dataset.key = key;
      }
      return [key, { index, run }];
    }));
    for (const [key, { node }] of this.shown) if (!wanted.has(key)) { node.remove(); this.shown.delete(key); }
    let after = list.firstElementChild;
    for (const [key, { index, run }] of wanted) {
      let one = this.shown.get(key);
      if (!one) this.shown.set(key, (one = { node: make("li", { "data-key": key }), run: undefined }));
      if (one.run !== run) {
        const had = one.node.contains(document.activeElement);
        one.node.replaceChildren(run ? tile(run) : make("a", { class: "tile", tabindex: "0", "aria-busy": "true", "aria-label": "One moment" }));
        one.run = run;
        if (had) one.node.firstElementChild.focus({ preventScroll: true });
      }
      one.node.dataset.index = index;
      one.node.setAttribute("aria-setsize", this.total);
      one.node.setAttribute("aria-posinset", index + 1);
      one.node.style.cssText = `left:${(index % columns) * (width + gap)}px;top:${Math.floor(index / columns) * row}px;width:${width}px`;
      if (one.node === after) after = after.nextElementSibling;
      else list.insertBefore(one.node, after);
    }
  },

  // Lots are asked for when the scrolling rests, so that dragging past thousands asks for few.
  scrolled() {
    this.top = scrollY;
    this.paint();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.missing().forEach((lot) => this.load(lot).catch(() => {})), RESTS_MILLISECONDS);
  },

  async news(names) {
    let others = false;
    for (const name of names) {
      const lot = [...this.lots.values()].find((runs) => runs.some((run) => run.name === name));
      if (!lot) { others = true; continue; }
      try {
        const run = await ask(`/runs/${name}`);
        lot[lot.findIndex((one) => one.name === name)] = run;
        this.paint();
      } catch { others = true; }
    }
    if (!others) return;
    clearTimeout(this.listing);  // runs that are not in sight may be new, or at work far below
    this.listing = setTimeout(() => { if (content.querySelector(".wall")) this.list().catch(() => {}); }, Math.max(0, this.listed_at + LISTS_EVERY_MILLISECONDS - Date.now()));
  },

  key(event) {
    if (event.key !== "/") return;
    event.preventDefault();
    content.querySelector("input").focus();
  },
};

let painting = 0;
for (const what of ["scroll", "resize"]) addEventListener(what, () => {
  cancelAnimationFrame(painting);
  painting = requestAnimationFrame(() => { if (content.querySelector(".wall")) view.scrolled(); });
}, { passive: true });
