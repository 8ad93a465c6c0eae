/** The part that knows no page: for React Native, and for tests. */
export { type Clock, wallClock } from "./clock.js";
export { boolean, date, Declaration, type DeclaredState, key, number, oneOf, text, time } from "./declaration.js";
export { type Handler, type Held, Link, type LinkOptions } from "./link.js";
export type { Commitment, Event, Expectation, State, Update, Value } from "./messages.js";
export { type Connect, type Transport, webSocket } from "./transport.js";
