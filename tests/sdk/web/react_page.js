// A React app, whose handlers hang on React's root and not on the elements.
import { createElement, useState } from "react";
import { createRoot } from "react-dom/client";

window.ran = [];

function App() {
  const [on, setOn] = useState(false);
  const [days, setDays] = useState("Once");
  return createElement(
    "section",
    null,
    createElement("button", { id: "reserve", onClick: () => window.ran.push("reserve") }, "Reserve"),
    createElement("input", { id: "box", type: "checkbox", checked: on, onChange: (event) => { window.ran.push(`box ${event.target.checked}`); setOn(event.target.checked); } }),
    createElement("select", { id: "days", value: days, onChange: (event) => { window.ran.push(`days ${event.target.value}`); setDays(event.target.value); } },
      ...["Once", "Daily"].map((one) => createElement("option", { key: one }, one))),
    createElement("form", { id: "form", onSubmit: (event) => { event.preventDefault(); window.ran.push("form"); } }, createElement("button", { id: "send" }, "Send")),
  );
}

createRoot(document.getElementById("root")).render(createElement(App));
