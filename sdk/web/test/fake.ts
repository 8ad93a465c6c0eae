/** A clock that a test moves, and a server that a test speaks for. */
import type { Clock, Connect, FromApp, Listener } from "./types.js";

export class FakeClock implements Clock {
  now = 0;
  private waiting: { at: number; run: () => void }[] = [];

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.now + milliseconds, run };
    this.waiting.push(timer);
    return () => {
      this.waiting = this.waiting.filter((one) => one !== timer);
    };
  }

  advance(milliseconds: number): void {
    const until = this.now + milliseconds;
    for (;;) {
      const next = this.waiting.filter((one) => one.at <= until).sort((one, other) => one.at - other.at)[0];
      if (next === undefined) break;
      this.waiting = this.waiting.filter((one) => one !== next);
      this.now = Math.max(this.now, next.at);
      next.run();
    }
    this.now = until;
  }
}

export class FakeServer {
  readonly said: FromApp[] = [];
  private listener: Listener | undefined;
  connections = 0;

  readonly connect: Connect = (listener) => {
    this.connections += 1;
    this.listener = listener;
    return {
      send: (text) => void this.said.push(JSON.parse(text) as FromApp),
      close: () => undefined,
    };
  };

  open(): void {
    this.listener?.opened();
  }

  say(message: unknown): void {
    this.listener?.said(typeof message === "string" ? message : JSON.stringify(message));
  }

  lose(): void {
    this.listener?.closed();
  }

  welcome(): void {
    this.open();
    this.say({ type: "welcome", protocol: "handrail.app/1", connection: "c-1", verdict_seconds: 5, ask_seconds: 300 });
  }

  control(on: boolean, session = "s-1"): void {
    this.say({ type: "control", on, session, task: "a task", why: "it is over" });
  }

  of<Type extends FromApp["type"]>(type: Type): Extract<FromApp, { type: Type }>[] {
    return this.said.filter((one): one is Extract<FromApp, { type: Type }> => one.type === type);
  }
}
