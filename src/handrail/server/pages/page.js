// What every view is made with: elements, questions to /api, and words for whoever looks.
export const content = document.querySelector("main");
const toast = document.querySelector(".toast");
const offline = document.querySelector(".offline");
export const STATES = { running: "at work", waiting: "waits for you", finished: "done, verified", stopped: "ended, not done", interrupted: "interrupted", damaged: "record damaged" };

export const make = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
};

export const ask = async (path, given) => {
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
  return response.headers.get("content-type")?.includes("json") ? response.json() : response.text();
};

let saying = 0;
export const say = (words) => {
  toast.textContent = words;
  clearTimeout(saying);
  saying = setTimeout(() => (toast.textContent = ""), 6000);
};

export const pictureOf = (run) => (run.picture ? `/api/runs/${run.name}/pictures/${run.picture}` : null);
export const questionOf = (run) => ["#/inbox", ...run.questions.slice(0, 1)].join("/");
export const capital = (words) => words[0].toUpperCase() + words.slice(1);
export const wide = () => matchMedia("(min-width: 46rem)").matches;
export const plural = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;

// A stylesheet that only some views need; it is there before they are drawn.
export const styled = (name) => new Promise((settle) => {
  const address = `/files/${name}.css`;
  if (document.querySelector(`link[href="${address}"]`)) return settle();
  document.head.append(make("link", { rel: "stylesheet", href: address, onload: settle, onerror: settle }));
});

// What stands in backticks was typed by somebody, or is to be.
export const ticked = (text) => text.split("`").map((part, at) => (at % 2 ? make("code", {}, part) : part));
