export type { Clock } from "../src/clock.js";
export type { FromApp } from "../src/messages.js";
export type { Connect, Listener } from "../src/transport.js";
