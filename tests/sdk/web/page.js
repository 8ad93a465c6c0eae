// The app of the page: each handler notes that it ran. The test speaks for the server through `window.server`.
import { Handrail, number, oneOf, text, time } from "./handrail.js";

const ran = (window.ran = []);
const note = (what) => () => ran.push(what);
const by = (id) => document.getElementById(id);

class ShadowButton extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = "<button>In the shadow</button>";
    root.querySelector("button").addEventListener("click", note("shadow"));
  }
}
customElements.define("shadow-button", ShadowButton);

for (const id of ["reserve", "by-attribute", "nobody", "harmless", "words", "link"]) by(id).addEventListener("click", note(id));
by("box").addEventListener("change", (event) => ran.push(`box ${event.target.checked}`));
by("days").addEventListener("input", (event) => ran.push(`days input ${event.target.value}`));
by("days").addEventListener("change", (event) => ran.push(`days ${event.target.value}`));
by("time").addEventListener("change", (event) => ran.push(`time ${event.target.value}`));
for (const id of ["form", "plain-form"]) {
  by(id).addEventListener("submit", (event) => {
    event.preventDefault();
    ran.push(`${id} by ${event.submitter?.id}`);
  });
}
by("long").addEventListener("contextmenu", note("long"));
by("keys").addEventListener("keydown", (event) => ran.push(`key ${event.key}`));
by("early").addEventListener("pointerdown", note("early"));

const server = (window.server = { said: [], listener: undefined });
const handrail = (window.handrail = new Handrail({
  app: "com.example.everything",
  log: (message) => (window.logged ??= []).push(message),
  connect: (listener) => {
    server.listener = listener;
    return { send: (said) => server.said.push(JSON.parse(said)), close: () => undefined };
  },
}));
const form = handrail.state("ReserveInfo", { time: time(), people: number() }, "the form");
const settings = handrail.state("Settings", { remind: text(), days: oneOf("Once", "Daily") });

handrail.guard("#reserve", () => form.set({ time: by("time").value, people: Number(by("people").value) }), {
  commits: "Reserve",
  irreversible: true,
});
handrail.guard("#box", (box) => settings.set({ remind: String(box.checked) }));
handrail.guard("#days", (list) => settings.set({ days: list.value }));
handrail.guard("#time", (field) => form.set({ time: field.value }));
handrail.guard("#form", () => [], { commits: "SendNote" });
handrail.guard("#long", () => [], { on: "long_click" });
handrail.guard("#keys", () => [], { on: "keydown", key: "Enter", commits: "Enter" });
handrail.guard("#early", () => [], { on: "pointerdown" });
handrail.guard("#words", () => {
  throw new Error("it cannot be worked out");
});

const say = (message) => server.listener.said(JSON.stringify(message));
server.control = (on) => say({ type: "control", on, session: "s-1", task: "a task" });
server.verdict = (id, decision) => say({ type: "verdict", id, decision, reasons: [], feedback: "" });
server.proposed = () => server.said.filter((one) => one.type === "propose");

handrail.connect();
queueMicrotask(() => {
  server.listener.opened();
  say({ type: "welcome", protocol: "handrail.app/1", connection: "c-1", verdict_seconds: 5, ask_seconds: 300 });
  document.body.dataset.ready = "yes";
});
