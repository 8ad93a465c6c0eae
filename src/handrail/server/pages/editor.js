// A text with numbered lines, and what a checker says about it in its place: underlined there, and in words below.
import { make, ticked } from "./page.js";

const RESTS_MILLISECONDS = 350;
const FEWEST_LINES = 6;
let editors = 0;

// `check` is asked about the text whenever the typing rests, and gives {line, column, length, level, found, help}.
export const editor = (label, text, check) => {
  const id = `editor-${(editors += 1)}`;
  const numbers = make("pre", { class: "numbers", "aria-hidden": "true" });
  const marks = make("pre", { class: "marks", "aria-hidden": "true" });
  const area = make("textarea", { "aria-label": label, "aria-describedby": `${id}-said`, wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
  const said = make("ol", { class: "messages", id: `${id}-said` });
  const state = make("p", { class: "checked quiet", role: "status" });
  let messages = [];
  let turn = 0;

  const lines = () => area.value.split("\n");
  // Columns count characters, and what the browser counts are halves of some.
  const place = (message) => {
    const all = lines();
    const line = Math.min(message.line, all.length) - 1;
    const before = all.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0);
    const characters = Array.from(all[line]);
    const from = Math.min(message.column - 1, characters.length);
    const start = characters.slice(0, from).join("").length;
    return { line, start, end: start + characters.slice(from, from + message.length).join("").length, before };
  };

  const draw = () => {
    const all = lines();
    const placed = messages.map((message) => ({ ...place(message), level: message.level }));
    numbers.replaceChildren(...all.map((_, at) => {
      const worst = placed.some((one) => one.line === at && one.level === "error") ? "error" : placed.some((one) => one.line === at) ? "warning" : null;
      return make("span", { class: worst }, `${at + 1}\n`);
    }));
    marks.replaceChildren(...all.flatMap((line, at) => {
      const parts = [];
      let done = 0;
      for (const one of placed.filter((each) => each.line === at).sort((a, b) => a.start - b.start)) {
        if (one.start < done) continue;
        const end = Math.max(one.end, one.start + 1);
        parts.push(line.slice(done, one.start), make("u", { class: one.level }, line.slice(one.start, end) || " "));
        done = end;
      }
      return [...parts, line.slice(done) + "\n"];
    }));
    area.style.height = marks.style.height = numbers.style.height = `calc(${Math.max(FEWEST_LINES, all.length)} * 1.5em + 2.4em)`;
    scrolled();
  };
  const scrolled = () => { marks.scrollLeft = area.scrollLeft; };

  const show = (found) => {
    messages = found;
    said.replaceChildren(...messages.map((message) => make("li", { class: message.level }, make("button", {
      onclick: () => {
        const { before, start, end } = place(message);
        area.focus();
        area.setSelectionRange(before + start, before + end);
      },
    }, make("b", {}, `Line ${message.line}, column ${message.column}`), " ", ticked(message.found), " ", message.help && make("span", { class: "quiet" }, ticked(message.help))))));
    const errors = messages.filter((message) => message.level === "error").length;
    area.setAttribute("aria-invalid", String(errors > 0));
    state.textContent = errors ? `${errors === 1 ? "One thing is" : `${errors} things are`} wrong with it.` : messages.length ? "It can be used; look at what is noted." : "Nothing is wrong with it.";
    draw();
  };

  const ask = async () => {
    const mine = (turn += 1);
    try {
      const found = await check(area.value);
      if (mine === turn) show(found);
    } catch (error) { if (mine === turn) state.textContent = error.message; }
  };

  let typing = 0;
  area.addEventListener("input", () => { draw(); clearTimeout(typing); typing = setTimeout(ask, RESTS_MILLISECONDS); });
  area.addEventListener("scroll", scrolled, { passive: true });
  const node = make("div", { class: "editing" }, make("div", { class: "editor" }, numbers, make("div", { class: "paper" }, marks, area)), state, said);
  const set = (value) => { area.value = value; messages = []; draw(); return ask(); };
  set(text);
  return { node, set, get text() { return area.value; } };
};

// A file of what was written, for the browser to keep.
export const download = (name, text, type) => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
};
