// The page of the control room: which view is shown, what is new, and how many questions wait. It shows what /api
// tells, and whatever it is told is shown as text.
import { ask, content, make } from "./page.js";
import { view as wall } from "./wall.js";

const LATER = { inbox: () => import("./inbox.js"), run: () => import("./run.js"), policy: () => import("./policy.js"), risks: () => import("./risks.js"), rules: () => import("./encodings.js") };
const KEYS = { w: "#/", i: "#/inbox", p: "#/policy", r: "#/risks", e: "#/rules" };
const offline = document.querySelector(".offline");
const badge = document.querySelector(".badge");

let view = wall;
let routed = 0;
const route = async () => {
  const [, name = "", ...rest] = location.hash.split("/");
  const turn = (routed += 1);
  document.querySelectorAll("[data-view]").forEach((link) => (link.dataset.view === (name in LATER && name !== "run" ? name : "wall") ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current")));
  try {
    const next = name in LATER ? (await LATER[name]()).view : wall;
    if (turn !== routed) return;
    const before = view, top = next.top ?? 0;
    view = next;
    const isPlaced = await view.draw(...rest.map(decodeURIComponent));
    if (turn === routed && !isPlaced && !(before === view && name === "run")) scrollTo(0, top);
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
    await Promise.allSettled([view.news?.(names), count()]);
  }
  taking = false;
};

const listen = () => {
  const source = new EventSource("/api/events");
  let broken = false;
  source.onopen = () => { offline.hidden = true; if (broken) { broken = false; route(); count().catch(() => {}); } };
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
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, textarea, select")) return;
  if (event.key in KEYS) location.hash = KEYS[event.key];
  else view.key?.(event);
});
route();
count().catch(() => {});
listen();
