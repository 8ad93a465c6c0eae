// The app itself: it knows nothing of agents, but for what it hands to guard.js and the bar that says that one is there.
import { guard } from "./guard.js";

const by = (id) => document.getElementById(id);
const names = ["Blue Harbor Grill", "Blue Harbor Bistro", "Red Lantern"];

for (const name of names) {
  const card = Object.assign(document.createElement("button"), { className: "restaurant", textContent: name });
  card.addEventListener("click", () => {
    by("name").textContent = name;
    by("booking").hidden = false;
  });
  by("list").append(card);
}

by("reserve").addEventListener("click", () => {
  const booking = `${by("name").textContent}, ${by("day").value} at ${by("hour").value}, ${by("people").value} people`;
  by("bookings").append(Object.assign(document.createElement("li"), { textContent: booking }));
  guarded.reserved();
});

const guarded = guard({
  server: new URLSearchParams(location.search).get("server") ?? "ws://127.0.0.1:8770/app",
  decided: (_, decision, feedback) => {
    by("told").textContent = decision === "allow" ? "" : decision === "ask" ? "Somebody is asked about this." : feedback;
  },
  controlled: (on, task) => {
    by("agent").hidden = !on;
    by("task").textContent = task;
  },
});
by("stop").addEventListener("click", () => guarded.release());
