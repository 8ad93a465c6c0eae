// The test speaks for the server of a page through `window.server`.
import { Handrail } from "./handrail.js";

const server = (window.server = { said: [], unread: [], keep: true, listener: undefined });
export const handrail = (window.handrail = new Handrail({
  app: "com.example.everything",
  log: (message) => (window.logged ??= []).push(message),
  connect: (listener) => {
    server.listener = listener;
    return { send: (said) => void (server.keep ? server.said.push(JSON.parse(said)) : server.unread.push(said)), close: () => undefined };
  },
}));

const say = (message) => server.listener.said(JSON.stringify(message));
server.control = (on) => say({ type: "control", on, session: "s-1", task: "a task" });
server.verdict = (id, decision) => say({ type: "verdict", id, decision, reasons: [], feedback: "" });
server.proposed = () => server.said.filter((one) => one.type === "propose");

export function connect() {
  handrail.connect();
  queueMicrotask(() => {
    server.listener.opened();
    say({ type: "welcome", protocol: "handrail.app/1", connection: "c-1", verdict_seconds: 5, ask_seconds: 300 });
    document.body.dataset.ready = "yes";
  });
}
