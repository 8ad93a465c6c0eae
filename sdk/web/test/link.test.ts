import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Link } from "../src/link.js";
import { FakeClock, FakeServer } from "./fake.js";

function connected(): { link: Link; server: FakeServer; clock: FakeClock } {
  const clock = new FakeClock();
  const server = new FakeServer();
  const link = new Link({ app: "com.example.restaurants", sdk: "test", connect: server.connect, clock });
  link.define([{ name: "Alarm", variables: [{ name: "label", type: "Text", is_key: true }, { name: "on", type: "Boolean" }] }], []);
  link.connect();
  server.welcome();
  return { link, server, clock };
}

test("without an agent in control a handler runs at once, and nobody is asked", () => {
  const { link, server } = connected();
  let ran = 0;
  link.propose({ kind: "click" }, { updates: [], commits: ["Reserve"] }, { run: () => void ran++ });
  assert.equal(ran, 1);
  assert.deepEqual(server.of("propose"), []);
});

test("what was reported before there was a connection is told when there is one, the newest of each row", () => {
  const { link, server, clock } = connected();
  server.lose();
  link.report([{ state: "Alarm", set: { label: "Work", on: true } }, { state: "Alarm", set: { label: "Gym", on: true } }]);
  link.report([{ state: "Alarm", set: { label: "Work", on: false } }, { state: "Alarm", delete: { label: "Gym" } }]);
  clock.advance(500);
  server.welcome();
  assert.deepEqual(server.of("report").map((one) => one.updates), [[{ state: "Alarm", set: { label: "Work", on: false } }]]);
});

test("a handler that fails is told as one that nobody knows the end of, and its error is the app's", () => {
  const { link, server } = connected();
  server.control(true);
  link.propose({ kind: "click" }, { updates: [] }, { run: () => { throw new Error("of the app's"); } });
  assert.throws(() => server.say({ type: "verdict", id: "e-1", decision: "allow", reasons: [], feedback: "" }), /of the app's/);
  assert.deepEqual(server.of("outcome").map((one) => one.ran), [null]);
});

test("a server that refuses the greeting is not asked again", () => {
  const clock = new FakeClock();
  const server = new FakeServer();
  const link = new Link({ app: "a", sdk: "test", connect: server.connect, clock });
  link.connect();
  server.open();
  server.say({ type: "error", code: "unauthorized", message: "a key is needed", fatal: true });
  clock.advance(3_600_000);
  assert.equal(server.connections, 1);
});

test("a server that speaks only the published protocol is told of, and leaves the app alone", () => {
  const server = new FakeServer();
  const logged: string[] = [];
  const link = new Link({ app: "a", sdk: "test", connect: server.connect, clock: new FakeClock(), log: (message) => logged.push(message) });
  link.connect();
  server.open();
  server.say({ Agent_Control: true });
  assert.match(logged.join(), /only the published VeriSafe protocol/);
  assert.equal(link.inControl, false);
});

/** What may happen, in any order: docs/app-protocol.md. */
type Happening =
  | { readonly do: "event"; readonly commits: boolean }
  | { readonly do: "verdict"; readonly event: number; readonly decision: "allow" | "warn" | "block" | "ask" }
  | { readonly do: "error"; readonly event: number }
  | { readonly do: "noise"; readonly text: string }
  | { readonly do: "control"; readonly on: boolean; readonly session: string }
  | { readonly do: "time"; readonly milliseconds: number }
  | { readonly do: "lose" | "connect" | "release" };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("event" as const), commits: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("verdict" as const),
      event: fc.integer({ min: 1, max: 12 }),
      decision: fc.constantFrom("allow" as const, "warn" as const, "block" as const, "ask" as const),
    }),
  },
  fc.record({ do: fc.constant("error" as const), event: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ do: fc.constant("noise" as const), text: fc.oneof(fc.string(), fc.json()) }),
  fc.record({ do: fc.constant("control" as const), on: fc.boolean(), session: fc.constantFrom("s-1", "s-2") }),
  fc.record({ do: fc.constant("time" as const), milliseconds: fc.constantFrom(1, 4_999, 5_000, 300_000) }),
  fc.record({ do: fc.constantFrom("lose" as const, "connect" as const, "release" as const) }),
);

interface Tried {
  readonly commits: boolean;
  readonly asked: boolean;
  ran: number;
  held: number;
}

test("in any order of events, verdicts, losses and late or repeated messages a handler runs once where it was allowed, and never where it was not", () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 60 }), (schedule) => {
      const { link, server, clock } = connected();
      const tried: Tried[] = []; // of those that were asked about, number n has the identifier e-n
      const asked: Tried[] = [];
      const allowed = new Set<number>();
      const ended = new Set<number>(); // no verdict can come for these any more
      const endAll = (): void => asked.forEach((_, index) => ended.add(index));
      for (const next of schedule) {
        switch (next.do) {
          case "event": {
            const one: Tried = { commits: next.commits, asked: link.inControl, ran: 0, held: 0 };
            tried.push(one);
            if (one.asked) asked.push(one);
            const expectation = next.commits ? { updates: [], commits: ["Reserve"] } : { updates: [] };
            link.propose({ kind: "click" }, expectation, { run: () => void one.ran++, held: () => void one.held++ });
            if (!one.asked) assert.equal(one.ran, 1, "the person's own touch runs at once");
            break;
          }
          case "verdict": {
            const index = next.event - 1;
            const one = asked[index];
            const open = one !== undefined && one.ran + one.held === 0;
            server.say({ type: "verdict", id: `e-${next.event}`, decision: next.decision, reasons: [], feedback: "" });
            if (open && next.decision === "allow") allowed.add(index);
            break;
          }
          case "error":
            server.say({ type: "error", code: "bad_update", message: "no", about: `e-${next.event}`, fatal: false });
            break;
          case "noise":
            server.say(next.text);
            break;
          case "control":
            server.control(next.on, next.session);
            break;
          case "time":
            clock.advance(next.milliseconds);
            break;
          case "lose":
            server.lose();
            endAll();
            assert.equal(link.inControl, false, "a lost connection ends control");
            break;
          case "connect":
            clock.advance(30_000);
            server.welcome();
            break;
          case "release":
            link.release("enough");
            assert.equal(link.inControl, false);
            break;
        }
        tried.forEach((one) => assert.ok(one.ran + one.held <= 1, "decided once"));
        asked.forEach((one, index) => {
          if (one.commits && one.ran > 0) assert.ok(allowed.has(index), "what commits runs on its own verdict only");
          if (allowed.has(index)) assert.equal(one.ran, 1, "what is allowed runs once");
          if (ended.has(index)) assert.equal(one.ran + one.held, 1, "nothing waits for ever");
        });
      }
      clock.advance(400_000);
      for (const one of tried) assert.equal(one.ran + one.held, 1, "in the end everything is decided");
    }),
    { numRuns: Number(process.env["HANDRAIL_SCHEDULES"] ?? 10_000) },
  );
});
