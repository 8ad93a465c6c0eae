/**
 * The connection of an app with the server, and who is in control of the app.
 *
 * While nobody is, nothing is asked and nothing is held. While an agent is, a handler runs only on a verdict for its own
 * event, once; without a verdict in time, or without a connection, what commits does not run and the rest does.
 */

import { type Clock, wallClock } from "./clock.js";
import {
  type Commitment,
  type Decision,
  type Event,
  type Expectation,
  type FromApp,
  type FromServer,
  PROTOCOL,
  readMessage,
  type State,
  type Update,
} from "./messages.js";
import type { Connect, Transport } from "./transport.js";

/** Why a handler did not run. */
export interface Held {
  readonly decision: Exclude<Decision, "allow"> | "no answer" | "control ended";
  readonly reasons: readonly string[];
  readonly feedback: string;
}

/** What is to happen after the decision. Exactly one of the two is called, once. */
export interface Handler {
  /** The app's own handler. */
  run(): void;
  /** It is not to run. */
  held?(held: Held): void;
}

export interface LinkOptions {
  /** The app's identifier, as rules and models know it. */
  readonly app: string;
  readonly name?: string;
  readonly sdk: string;
  readonly token?: string;
  readonly connect: Connect;
  readonly clock?: Clock;
  /** Whether a lost connection is sought again without a further `connect`; it is unless told otherwise. */
  readonly reconnects?: boolean;
  /** Told what the server says is wrong with what the app said. */
  readonly log?: (message: string) => void;
  /** Told when an agent takes or loses control; `task` is what the agent is to do. */
  readonly controlled?: (on: boolean, task: string) => void;
  /** Told what was decided, in words for the agent. */
  readonly decided?: (event: Event, decision: Decision | Held["decision"], feedback: string) => void;
}

interface Pending {
  readonly event: Event;
  /** Without a verdict it does not run. */
  readonly closed: boolean;
  readonly handler: Handler;
  asked: boolean;
  cancel: () => void;
}

const FIRST_RETRY_MILLISECONDS = 500;
const LAST_RETRY_MILLISECONDS = 30_000;
/** More than the server takes at once is not proposed: what it would not judge must not wait for it. */
const MOST_PENDING = 64;

const ONLY_PUBLISHED =
  "the server speaks only the published VeriSafe protocol, whose verdicts name no event; nothing is guarded, and the app is its user's";

/** Its messages have no type; an agent's control is the first that it sends. */
function isPublished(text: string): boolean {
  return text.includes('"Agent_Control"') || text.includes('"Action_Verified"');
}

export class Link {
  private transport: Transport | undefined;
  private welcomed = false;
  private session: string | undefined;
  /** The session that was in control when the connection was lost: another server may go on with it. */
  private left: string | undefined;
  private waitsForVerdict = 5_000;
  private waitsForPerson = 300_000;
  private readonly pending = new Map<string, Pending>();
  private readonly shown = new Map<string, Update>();
  private states: readonly State[] = [];
  private commitments: readonly Commitment[] = [];
  private ended = true;
  private retryAfter = FIRST_RETRY_MILLISECONDS;
  private cancelRetry = (): void => undefined;
  private numbered = 0;
  private connections = 0;
  private readonly clock: Clock;

  constructor(private readonly options: LinkOptions) {
    this.clock = options.clock ?? wallClock;
  }

  /** Whether an agent is in control, and so whether events have to be asked about. */
  get inControl(): boolean {
    return this.session !== undefined;
  }

  /** What the app declares; the whole of it, each time. */
  define(states: readonly State[], commitments: readonly Commitment[]): void {
    this.states = states;
    this.commitments = commitments;
    if (this.welcomed) this.send({ type: "define", states, commitments });
  }

  /** Connect, and again after each loss, until `disconnect`. */
  connect(): void {
    if (!this.ended) return;
    this.ended = false;
    this.open();
  }

  disconnect(): void {
    this.ended = true;
    this.cancelRetry();
    this.transport?.close();
    this.lost();
    this.left = undefined;
  }

  /** Say what has changed, whoever changed it. What is said without a connection is said when there is one. */
  report(updates: readonly Update[]): void {
    for (const update of updates) this.remember(update);
    if (this.welcomed && updates.length > 0) this.send({ type: "report", updates });
  }

  /** The person's way out: control ends now, whatever the server thinks of it. */
  release(why: string): void {
    this.left = undefined;
    const session = this.session;
    if (session === undefined) return;
    this.send({ type: "release", session, why });
    const held: Held = { decision: "control ended", reasons: [why], feedback: "" };
    for (const id of [...this.pending.keys()]) this.settle(id, held); // stop means stop
    this.endControl(why);
  }

  /** Ask whether an event's handler may run. Without an agent in control it runs at once. */
  propose(event: Event, expectation: Expectation, handler: Handler): void {
    const session = this.session;
    if (session === undefined) {
      handler.run();
      return;
    }
    const { commits, irreversible, unknown } = expectation;
    const closed = (commits?.length ?? 0) > 0 || irreversible === true || unknown === true;
    if (this.pending.size >= MOST_PENDING) {
      handler.held?.({ decision: "block", reasons: ["too many events wait for an answer"], feedback: "" });
      return;
    }
    const id = `e-${++this.numbered}`;
    const waiting: Pending = { event, closed, handler, asked: false, cancel: () => undefined };
    this.pending.set(id, waiting);
    waiting.cancel = this.clock.after(this.waitsForVerdict, () => this.unanswered(id));
    this.send({ type: "propose", id, session, event, ...expectation });
  }

  private open(): void {
    // A connection that was given up goes on talking for a while; only the newest is listened to.
    const mine = ++this.connections;
    const listening = (act: () => void): void => {
      if (mine === this.connections) act();
    };
    this.transport = this.options.connect({
      opened: () => listening(() => this.greet()),
      said: (text) => listening(() => this.receive(text)),
      closed: () => listening(() => this.lost()),
    });
  }

  private greet(): void {
    const { app, name, sdk, token } = this.options;
    const brought = { ...(token === undefined ? {} : { token }), ...(this.left === undefined ? {} : { session: this.left }) };
    this.send({ type: "hello", protocol: PROTOCOL, app, name: name ?? app, sdk, ...brought });
  }

  private receive(text: string): void {
    const said = readMessage(text);
    if (said === undefined) {
      this.options.log?.(isPublished(text) ? ONLY_PUBLISHED : `the server said what is no message: ${text.slice(0, 120)}`);
      return;
    }
    if (said.type === "welcome") this.welcome(said);
    else if (said.type === "error") this.refused(said);
    else if (!this.welcomed) return;
    else if (said.type === "control") this.control(said);
    else if (said.type === "verdict") this.verdict(said);
    else if (said.type === "ping") this.send({ type: "pong" });
    else if (said.type === "noted") for (const one of said.refused ?? []) this.options.log?.(one.reason);
  }

  private welcome(said: Extract<FromServer, { type: "welcome" }>): void {
    this.welcomed = true;
    this.retryAfter = FIRST_RETRY_MILLISECONDS;
    this.waitsForVerdict = said.verdict_seconds * 1000;
    this.waitsForPerson = said.ask_seconds * 1000;
    this.send({ type: "define", states: this.states, commitments: this.commitments });
    if (this.shown.size > 0) this.send({ type: "report", updates: [...this.shown.values()] });
  }

  private refused(said: Extract<FromServer, { type: "error" }>): void {
    this.options.log?.(`${said.code}: ${said.message}`);
    if (said.about !== undefined) this.settle(said.about, { decision: "block", reasons: [said.message], feedback: said.message });
    if (said.fatal) {
      this.ended = true; // the same words would be refused again
      this.transport?.close();
      this.lost();
    }
  }

  private control(said: Extract<FromServer, { type: "control" }>): void {
    if (said.on) {
      if (this.session !== undefined && this.session !== said.session) this.endControl("another session began");
      const begins = this.session === undefined;
      this.session = said.session;
      this.left = undefined;
      if (begins) this.options.controlled?.(true, said.task ?? "");
    } else if (this.session === said.session) {
      this.endControl(said.why ?? "the session is over");
    }
    this.send({ type: "controlled", session: said.session, on: said.on });
  }

  private verdict(said: Extract<FromServer, { type: "verdict" }>): void {
    const waiting = this.pending.get(said.id);
    if (waiting === undefined) return; // used up, or never asked for
    const reasons = Array.isArray(said.reasons) ? said.reasons : [];
    const feedback = typeof said.feedback === "string" ? said.feedback : "";
    if (said.decision === "allow") this.settle(said.id, "allow", feedback);
    else if (said.decision === "warn") this.settle(said.id, { decision: "warn", reasons, feedback });
    else if (said.decision !== "ask") this.settle(said.id, { decision: "block", reasons, feedback }); // what is not known is no yes
    else if (!waiting.asked) {
      waiting.asked = true;
      waiting.cancel();
      waiting.cancel = this.clock.after(this.waitsForPerson, () => this.unanswered(said.id));
      this.options.decided?.(waiting.event, "ask", feedback);
    }
  }

  private unanswered(id: string): void {
    this.withoutVerdict(id, { decision: "no answer", reasons: ["no answer came in time"], feedback: "" });
  }

  /** What commits does not run without a verdict, nor what a person was asked about; the rest does. */
  private withoutVerdict(id: string, held: Held): void {
    const waiting = this.pending.get(id);
    if (waiting === undefined) return;
    const harmless = !waiting.closed && !waiting.asked;
    this.settle(id, harmless ? "allow" : held);
    if (!harmless) this.send({ type: "outcome", id, ran: false, updates: [] });
  }

  private settle(id: string, decision: "allow" | Held, feedback = ""): void {
    const waiting = this.pending.get(id);
    if (waiting === undefined) return;
    this.pending.delete(id);
    waiting.cancel();
    if (decision !== "allow") {
      waiting.handler.held?.(decision);
      this.options.decided?.(waiting.event, decision.decision, decision.feedback);
      return;
    }
    let ran: boolean | null = null;
    try {
      waiting.handler.run();
      ran = true;
    } finally {
      this.send({ type: "outcome", id, ran, updates: [] });
      this.options.decided?.(waiting.event, "allow", feedback);
    }
  }

  private endControl(why: string): void {
    this.session = undefined;
    const held: Held = { decision: "control ended", reasons: [why], feedback: "" };
    for (const id of [...this.pending.keys()]) this.withoutVerdict(id, held);
    this.options.controlled?.(false, "");
  }

  private lost(): void {
    this.connections += 1;
    this.transport = undefined;
    this.welcomed = false;
    if (this.session !== undefined) {
      this.left = this.session;
      this.endControl("the connection was lost");
    }
    if (this.options.reconnects === false) this.ended = true;
    if (this.ended) return;
    this.cancelRetry = this.clock.after(this.retryAfter, () => this.open());
    this.retryAfter = Math.min(this.retryAfter * 2, LAST_RETRY_MILLISECONDS);
  }

  /** The newest of each row, so that a connection that comes later starts with what is so now. */
  private remember(update: Update): void {
    const keys = this.states.find((state) => state.name === update.state)?.variables.filter((one) => one.is_key) ?? [];
    const values = "set" in update ? update.set : update.delete;
    const row = JSON.stringify([update.state, ...keys.map((one) => values[one.name] ?? null)]);
    if ("delete" in update) {
      this.shown.delete(row);
      return;
    }
    const before = this.shown.get(row);
    this.shown.set(row, before !== undefined && "set" in before ? { ...update, set: { ...before.set, ...update.set } } : update);
  }

  private send(message: FromApp): void {
    if (this.transport === undefined) return;
    if (!this.welcomed && message.type !== "hello") return;
    this.transport.send(JSON.stringify(message));
  }
}
