// The app of the page: each handler notes that it ran.
import { number, oneOf, text, time } from "./handrail.js";
import { connect, handrail } from "./spoken.js";

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

connect();
