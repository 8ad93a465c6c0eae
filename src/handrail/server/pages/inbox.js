import { ask, capital, content, make, say, wide } from "./page.js";

const HOLD_MILLISECONDS = 1200;

// The inbox: what waits for a person.
const confirmed = (words) => new Promise((settle) => {
  const box = make("dialog", {}, make("p", {}, words), make("div", {},
    make("button", { onclick: () => box.close("no") }, "Back"), make("button", { class: "yes", onclick: () => box.close("yes") }, make("span", {}, "Approve"))));
  box.addEventListener("close", () => { box.remove(); settle(box.returnValue === "yes"); });
  document.body.append(box);
  box.showModal();
});

// Held down for as long as the bar takes; a click without a press, as from a screen reader, is asked about once more.
const held = (button, title, act) => {
  let timer = 0;
  let pressed = false;
  const begin = () => { pressed = true; button.classList.add("held"); timer = setTimeout(() => { end(); act(); }, HOLD_MILLISECONDS); };
  const end = () => { clearTimeout(timer); timer = 0; button.classList.remove("held"); };
  button.addEventListener("pointerdown", begin);
  for (const name of ["pointerup", "pointerleave", "pointercancel", "blur", "keyup"]) button.addEventListener(name, end);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => { if ([" ", "Enter"].includes(event.key)) { event.preventDefault(); if (!event.repeat) begin(); } });
  button.addEventListener("click", async () => { const wasPressed = pressed; pressed = false; if (!wasPressed && await confirmed(`${capital(title)}: this cannot be undone. Approve it?`)) act(); });
};

// The second line of a card: by which action it is done, of what sort it is, and where.
const gist = (one) => capital([...(one.title === one.wants ? [one.instruction] : [one.wants, one.does[0]?.kind]), one.where].filter(Boolean).join(" · "));

// A card is a heading that opens and closes what stands below it. One at most is open, so that there is one pair of
// buttons; the heading that was touched stays where it is, whatever closes above it.
const unfold = (section, open) => {
  const top = section.getBoundingClientRect().top;
  for (const each of content.querySelectorAll(".question")) {
    each.querySelector(".fold").setAttribute("aria-expanded", String(open && each === section));
    each.querySelector(".body").hidden = !(open && each === section);
  }
  scrollBy(0, section.getBoundingClientRect().top - top);
};

// What stays of a card in its place, so that nothing slides under the thumb that has just touched it.
const leave = (section, became) => {
  const left = make("p", { class: "settled", id: section.id, "data-answering": became, tabindex: "-1" }, `${became ?? "Not asked any more"}: ${section.dataset.title}`);
  const had = section.contains(document.activeElement);
  section.replaceWith(left);
  if (had || became) left.focus({ preventScroll: true });
};

const card = (one) => {
  const section = make("article", { class: "question", id: one.id, "aria-labelledby": `q-${one.id}`, "data-title": one.title });
  const answer = async (given) => {
    const buttons = [...section.querySelectorAll("button")].filter((button) => !button.matches(".fold"));
    section.dataset.answering = given.answer;
    buttons.forEach((button) => (button.disabled = true));
    try {
      const outcome = await ask(`/runs/${one.run}/questions/${one.id}`, { seen: one.seen, ...given });
      say(outcome.counted ? { approve: "Approved: it runs now.", reject: "Rejected: the agent is told.", edit: "The rules were changed; the action is judged by them." }[given.answer] : `It did not count: ${outcome.why}`);
      if (outcome.counted) leave(section, { approve: "Approved", reject: "Rejected", edit: "Judged by other rules" }[given.answer]);
    } catch (error) { say(error.message); }
    delete section.dataset.answering;
    buttons.forEach((button) => (button.disabled = false));
    await view.news();
  };
  const reason = make("input", { id: `why-${one.id}`, maxlength: 1000, autocomplete: "off" });
  const yes = make("button", { class: "yes" }, make("span", {}, make("b", {}, one.irreversible ? "Hold to approve" : "Approve"), " ", make("small", {}, one.title)));
  if (one.irreversible) held(yes, one.title, () => answer({ answer: "approve" }));
  else yes.addEventListener("click", () => answer({ answer: "approve" }));
  const rules = make("textarea", { "aria-label": "The rules", spellcheck: "false" });
  rules.value = one.specification;
  const left = make("span", { class: "left", "data-until": Date.now() + one.seconds_left * 1000 });
  const body = make("div", { class: "body", id: `b-${one.id}`, hidden: true });
  const fold = make("button", { class: "fold", "aria-expanded": "false", "aria-controls": `b-${one.id}`, onclick: () => unfold(section, body.hidden) },
    make("span", { id: `q-${one.id}` }, capital(one.title)), make("span", { class: "gist" }, gist(one)));
  section.append(make("h2", {}, fold), left, body);
  body.append(...[
    one.first.length ? make("ul", { class: "first" }, one.first.map((line) => make("li", {}, line))) : "",
    make("h3", {}, "You asked for"), make("p", { class: "asked" }, one.instruction || "(no instruction)"),
    make("h3", {}, "This does, whatever the agent says"),
    ...(one.does.length ? one.does.map((does) => make("div", { class: "consequence" + (does.details.every((detail) => detail.known) ? "" : " unknown") },
      make("p", {}, make("b", {}, capital(does.kind)), make("span", { class: "quiet" }, ` ${does.what}${does.irreversible ? ", cannot be undone" : ""}`)),
      make("dl", {}, does.details.flatMap((detail) => [make("dt", {}, detail.name), make("dd", { class: detail.known ? null : "bad" }, detail.value)]))))
      : [make("p", { class: "quiet" }, one.changes.length
        ? `As the models of the app know it, it commits nothing yet; it prepares: ${[...new Set(one.changes.map((change) => change.what + (change.goes ? " (goes away)" : "")))].join(", ")}.`
        : "No model of the app says that it commits anything.")]),
    one.reasons.length ? make("h3", {}, "Why you are asked") : "",
    make("ul", { class: "reasons" }, one.reasons.map((line) => make("li", {}, line))),
    one.agent_says.length ? make("h3", {}, "The agent says (nobody has verified it)") : "",
    make("ul", { class: "claims" }, one.agent_says.map((line) => make("li", {}, line))),
    one.changes.length ? make("details", { open: wide() && !one.does.length }, make("summary", {}, "What would change"), make("dl", { class: "updates" }, one.changes.flatMap((change) => [make("dt", {}, change.what + (change.goes ? " goes" : "")), make("dd", {}, Object.entries(change.values).map(([name, value]) => make("span", {}, `${name} `, make("b", {}, value))))]))) : "",
    one.has_picture ? make("details", { open: wide() }, make("summary", {}, "The screen"), make("img", { class: "shot", alt: "The screen before this action", src: `/api/runs/${one.run}/questions/${one.id}/picture` })) : "",
    one.alive ? make("div", { class: "answers" },
      make("div", { class: "reason" }, make("label", { for: `why-${one.id}` }, "If you reject it, why (the agent is told)"), reason),
      make("button", { class: "no", onclick: () => answer({ answer: "reject", note: reason.value }) }, make("b", {}, "Reject"), " ", make("small", {}, one.title)), yes)
      : make("p", { class: "bad" }, "The program that asked does not run any more; nothing of it runs."),
    make("p", { class: "label" }, make("a", { class: "back", href: `#/run/${one.run}/${one.step}` }, `Step ${one.step} of its run`)),
    one.alive ? make("details", {}, make("summary", {}, "The rules are wrong"), rules,
      make("button", { onclick: () => answer({ answer: "edit", specification: rules.value }) }, "Judge it by these rules")) : "",
  ].filter(Boolean));
  return section;
};

export const view = {
  // With a question, it is the one that is open, and in sight.
  async draw(question = "") {
    content.replaceChildren(make("h1", { class: "skip" }, "Inbox"), make("p", { class: "progress nothing", role: "status" }, "Looking for what waits for you …"), make("div", { class: "inbox", "aria-busy": "true" }));
    await this.news();
    if (!question) return false;
    const section = document.getElementById(question);
    if (!section) {
      say("That question does not wait any more.");
      return false;
    }
    unfold(section, true);
    section.scrollIntoView({ block: "start" });
    section.querySelector(".fold").focus({ preventScroll: true });
    return true;
  },
  // A card that somebody is reading or writing in stays as it is; a line stays of it when its question is gone. The first
  // is open where nothing stood here before; no other opens by itself.
  async news() {
    const list = content.querySelector(".inbox");
    if (!list) return;
    const told = await ask("/questions");
    const isFirst = !list.children.length;
    const waits = new Set(told.map((one) => one.id));
    for (const node of list.querySelectorAll(".question")) if (!waits.has(node.id) && !node.dataset.answering) leave(node);
    for (const one of told) {
      const key = `${one.id}-${one.seen}-${one.alive}`, before = document.getElementById(one.id);
      if (before?.dataset.key === key || before?.dataset.answering) continue;
      const made = card(one);
      made.dataset.key = key;
      if (before) before.replaceWith(made);
      else list.append(made);
    }
    const cards = list.querySelectorAll(".question");
    if (isFirst && cards.length) unfold(cards[0], true);
    list.removeAttribute("aria-busy");
    content.querySelector(".progress").textContent = cards.length ? "" : "Nothing waits for you.";
  },
};

