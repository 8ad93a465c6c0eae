/** The dialogues that every SDK is held to: sdk/conformance. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Link } from "../src/link.js";
import type { Commitment, Event, Expectation, State, Update } from "../src/messages.js";
import { FakeClock, FakeServer } from "./fake.js";

interface Control {
  readonly name: string;
  readonly from: unknown;
  readonly to: unknown;
}
interface Played extends Partial<Expectation> {
  readonly event: Event;
  readonly control?: Control;
  readonly fails?: boolean;
}
type Json = Readonly<Record<string, unknown>>;
interface Step {
  readonly at: number;
  readonly connect?: true;
  readonly lose?: true;
  readonly receive?: Json;
  readonly receive_text?: string;
  readonly event?: string;
  readonly pass?: true;
  readonly report?: readonly Update[];
  readonly release?: string;
  readonly sends: readonly Json[];
  readonly runs: readonly string[];
  readonly values?: Json;
}
interface Conformance {
  readonly app: { readonly app: string; readonly name: string; readonly states: readonly State[]; readonly commitments: readonly Commitment[] };
  readonly events: Readonly<Record<string, Played>>;
  readonly dialogues: readonly { readonly name: string; readonly steps: readonly Step[] }[];
}

const file = new URL("../../conformance/client.json", import.meta.url);
const conformance = JSON.parse(readFileSync(file, "utf8")) as Conformance;

/** One app with the SDK in it, and what came of each step. */
class Dialogue {
  private readonly clock = new FakeClock();
  private readonly server = new FakeServer();
  private readonly link: Link;
  private readonly ids = new Map<string, string>();
  private readonly values: Record<string, unknown> = {};
  private readonly ran: string[] = [];

  constructor() {
    const { app, name, states, commitments } = conformance.app;
    // The dialogues say when there is a new connection, so the SDK's own waiting for one is not of this clock.
    this.link = new Link({ app, name, sdk: "test", connect: this.server.connect, clock: this.clock, reconnects: false });
    this.link.define(states, commitments);
    for (const { control } of Object.values(conformance.events)) if (control !== undefined) this.values[control.name] ??= control.from;
  }

  play(step: Step): void {
    this.server.said.length = 0;
    this.ran.length = 0;
    const until = step.at * 1000;
    if (step.pass) this.clock.advance(until - this.clock.now);
    else this.clock.now = until;
    this.do(step);
    assert.deepEqual(this.ran, step.runs);
    if (step.values !== undefined) assert.deepEqual({ ...this.values, ...step.values }, this.values);
    assert.equal(this.server.said.length, step.sends.length, JSON.stringify(this.server.said));
    step.sends.forEach((wanted, index) => this.compare(this.server.said[index] as unknown as Json, wanted));
  }

  private do(step: Step): void {
    if (step.connect) {
      this.link.connect();
      this.server.open();
    } else if (step.lose) this.server.lose();
    else if (step.receive !== undefined) this.failing(() => this.server.say(this.withIds(step.receive)));
    else if (step.receive_text !== undefined) this.server.say(step.receive_text);
    else if (step.event !== undefined) this.happen(step.event);
    else if (step.report !== undefined) this.link.report(step.report);
    else if (step.release !== undefined) this.link.release(step.release);
  }

  /** An error of the app's own handler is the app's: it goes on to whoever hears of those. */
  private failing(act: () => void): void {
    try {
      act();
    } catch (error) {
      assert.equal((error as Error).message, "of the app's");
    }
  }

  private happen(name: string): void {
    const { event, control, fails, updates = [], ...expectation } = conformance.events[name]!;
    const asked = this.link.inControl;
    if (control !== undefined) this.values[control.name] = asked ? control.from : control.to;
    this.failing(() =>
      this.link.propose(event, { updates, ...expectation }, {
        run: () => {
          if (control !== undefined) this.values[control.name] = control.to;
          this.ran.push(name);
          if (fails) throw new Error("of the app's");
        },
      }),
    );
  }

  private compare(said: Json, wanted: Json): void {
    for (const [member, value] of Object.entries(wanted)) {
      if (typeof value === "string" && value.startsWith("$")) {
        const id = said[member] as string;
        if (!this.ids.has(value)) assert.ok(![...this.ids.values()].includes(id), "an id is new for each event");
        if (!this.ids.has(value)) this.ids.set(value, id);
        assert.equal(id, this.ids.get(value));
      } else assert.deepEqual(plain(said[member]), plain(value), `${String(wanted["type"])}.${member}`);
    }
  }

  private withIds(message: unknown): unknown {
    return JSON.parse(JSON.stringify(message), (_, value: unknown) => (typeof value === "string" ? (this.ids.get(value) ?? value) : value));
  }
}

/** What is left out, empty, false or unknown is the same. */
function plain(value: unknown): unknown {
  if (value === undefined || value === false || value === "unknown") return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(plain);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)] as const).filter(([, one]) => one !== null));
  }
  return value;
}

for (const { name, steps } of conformance.dialogues) {
  test(`conformance: ${name}`, () => {
    const dialogue = new Dialogue();
    steps.forEach((step, index) => {
      try {
        dialogue.play(step);
      } catch (error) {
        throw new Error(`step ${index + 1}: ${(error as Error).message}`, { cause: error });
      }
    });
  });
}
