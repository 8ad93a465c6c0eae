import assert from "node:assert/strict";
import { test } from "node:test";
import { createElement, type ReactElement, StrictMode, useState } from "react";
import { act, create, type ReactTestRenderer } from "react-test-renderer";
import { FakeClock, FakeServer } from "../../web/test/fake.js";
import { boolean, GuardedPressable, GuardedSwitch, HandrailApp, HandrailProvider, key, number, text, useAgentState, useInControl } from "../src/index.js";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

interface Opened {
  readonly app: HandrailApp;
  readonly server: FakeServer;
  readonly clock: FakeClock;
  readonly alarm: ReturnType<typeof declare>;
}

function declare(app: HandrailApp) {
  return app.state("Alarm", { label: key(text()), on: boolean(), volume: number() }, "the list of alarms");
}

function open(): Opened {
  const server = new FakeServer();
  const clock = new FakeClock();
  const app = new HandrailApp({ app: "com.example.clock", connect: server.connect, clock });
  const alarm = declare(app);
  app.connect();
  server.welcome();
  return { app, server, clock, alarm };
}

function shown(app: HandrailApp, element: ReactElement): ReactTestRenderer {
  let renderer: ReactTestRenderer | undefined;
  act(() => void (renderer = create(createElement(HandrailProvider, { value: app }, element))));
  assert.ok(renderer);
  return renderer;
}

function Alarm({ alarm, saved }: { alarm: Opened["alarm"]; saved: (volume: number) => void }): ReactElement {
  const [on, setOn] = useState(false);
  const [volume, setVolume] = useState(1);
  useAgentState(alarm.set({ label: "Work", on, volume }));
  return createElement(
    "view",
    null,
    createElement("louder", { onPress: () => setVolume(volume + 1) }),
    createElement(GuardedSwitch, { value: on, onValueChange: setOn, label: "On", expect: (wanted) => alarm.set({ label: "Work", on: wanted }) }),
    createElement(GuardedPressable, {
      label: "Save",
      commits: "SaveAlarm",
      irreversible: true,
      expect: () => alarm.set({ label: "Work", volume }),
      onPress: () => saved(volume),
    }),
  );
}

function press(renderer: ReactTestRenderer, name: string, ...given: unknown[]): void {
  const [property] = name === "switch" ? ["onValueChange"] : ["onPress"];
  act(() => (renderer.root.findByType(name as never).props as Record<string, (...given: unknown[]) => void>)[property!]!(...given));
}

test("without an agent a press runs at once", () => {
  const { app, server, alarm } = open();
  const saved: number[] = [];
  const renderer = shown(app, createElement(Alarm, { alarm, saved: (volume) => saved.push(volume) }));
  press(renderer, "pressable");
  assert.deepEqual(saved, [1]);
  assert.deepEqual(server.of("propose"), []);
});

test("an agent's press waits for its verdict, and is asked about as things stand at the press", () => {
  const { app, server, alarm } = open();
  const saved: number[] = [];
  const renderer = shown(app, createElement(Alarm, { alarm, saved: (volume) => saved.push(volume) }));
  act(() => server.control(true));
  press(renderer, "louder");
  press(renderer, "pressable");
  assert.deepEqual(saved, []);
  assert.deepEqual(
    server.of("propose").map(({ event, updates, commits, irreversible }) => ({ event, updates, commits, irreversible })),
    [
      {
        event: { kind: "click", target: "Save" },
        updates: [{ state: "Alarm", set: { label: "Work", volume: 2 } }],
        commits: ["SaveAlarm"],
        irreversible: true,
      },
    ],
  );
  act(() => server.say({ type: "verdict", id: "e-1", decision: "allow", reasons: [], feedback: "" }));
  act(() => server.say({ type: "verdict", id: "e-1", decision: "allow", reasons: [], feedback: "" }));
  assert.deepEqual(saved, [2]);
});

test("a switch keeps its value until the verdict", () => {
  const { app, server, alarm } = open();
  const renderer = shown(app, createElement(Alarm, { alarm, saved: () => undefined }));
  act(() => server.control(true));
  press(renderer, "switch", true);
  const value = (): unknown => renderer.root.findByType("switch" as never).props.value;
  assert.equal(value(), false);
  act(() => server.say({ type: "verdict", id: "e-1", decision: "allow", reasons: [], feedback: "" }));
  assert.equal(value(), true);
  assert.deepEqual(server.of("report").at(-1)?.updates, [{ state: "Alarm", set: { label: "Work", on: true, volume: 1 } }]);
});

test("what a component shows is told, and unknown when the component goes", () => {
  const { app, server, alarm } = open();
  const renderer = shown(app, createElement(Alarm, { alarm, saved: () => undefined }));
  act(() => renderer.unmount());
  assert.deepEqual(server.of("report").map((one) => one.updates[0]), [
    { state: "Alarm", set: { label: "Work", on: false, volume: 1 } },
    { state: "Alarm", set: { label: "Work", on: null, volume: null } },
  ]);
});

test("what fails to say what it is about to change does not run", () => {
  const { app, server } = open();
  let ran = 0;
  const failing = createElement(GuardedPressable, {
    expect: () => {
      throw new Error("no form is open");
    },
    onPress: () => void ran++,
  });
  const renderer = shown(app, failing);
  act(() => server.control(true));
  assert.throws(() => press(renderer, "pressable"), /no form is open/);
  assert.equal(ran, 0);
});

test("a component can show that an agent is in control, in strict mode too", () => {
  const { app, server } = open();
  const Shown = (): ReactElement => createElement("sign", { on: useInControl() });
  const renderer = shown(app, createElement(StrictMode, null, createElement(Shown)));
  const sign = (): unknown => renderer.root.findByType("sign" as never).props.on;
  assert.equal(sign(), false);
  act(() => server.control(true));
  assert.equal(sign(), true);
  act(() => server.lose());
  assert.equal(sign(), false);
});
