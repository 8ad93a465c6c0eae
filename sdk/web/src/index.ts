/**
 * A web app that takes part: its handlers wait for a verdict while an agent is in control, and are untouched otherwise.
 *
 *     const handrail = new Handrail({ app: "com.example.restaurants", url: "ws://127.0.0.1:8770/app" });
 *     const form = handrail.state("ReserveInfo", { date: date(), time: time(), people: number() }, "the reservation form");
 *     handrail.guard("#reserve", () => form.set({ date: day.value, time: hour.value, people: Number(guests.value) }),
 *                    { commits: "Reserve", kind: "record", irreversible: true });
 *     handrail.connect();
 */

import { attributeGuard, commitmentsOf } from "./attributes.js";
import { Declaration, type DeclaredState } from "./declaration.js";
import { type Expect, type GuardOptions, Guards, type On } from "./guards.js";
import { Interception, type InterceptionOptions } from "./interception.js";
import { Link, type LinkOptions } from "./link.js";
import type { State, Update } from "./messages.js";
import { type Connect, webSocket } from "./transport.js";
import { Watch } from "./watch.js";

export * from "./core.js";
export type { Expect, GuardOptions, On } from "./guards.js";

export interface HandrailOptions extends Pick<LinkOptions, "app" | "name" | "token" | "clock" | "controlled" | "decided"> {
  /** The server's WebSocket, such as `ws://127.0.0.1:8770/app`. */
  readonly url?: string;
  /** Another way to the server, in place of `url`. */
  readonly connect?: Connect;
  /** What becomes of a touch for which neither the app nor an attribute speaks: by default policy decides. */
  readonly unguarded?: InterceptionOptions["unguarded"];
  readonly log?: (message: string) => void;
}

const SDK = "web 0.1.0";

/** Guards of code, and those that attributes say. */
class PageGuards extends Guards {
  constructor(private readonly states: () => readonly State[]) {
    super();
  }

  override of(element: Element, on: On, key?: string): ReturnType<Guards["of"]> {
    return super.of(element, on, key) ?? attributeGuard(element, on, this.states());
  }
}

export class Handrail {
  private readonly declaration = new Declaration();
  private readonly guards = new PageGuards(() => this.declaration.states);
  private readonly link: Link;
  private readonly watch: Watch;
  private readonly interception: Interception;

  constructor(options: HandrailOptions) {
    const log = options.log ?? ((message: string) => console.warn(`handrail: ${message}`));
    const connect = options.connect ?? (options.url === undefined ? undefined : webSocket(options.url));
    if (connect === undefined) throw new TypeError("a server is needed: `url`, such as ws://127.0.0.1:8770/app");
    this.link = new Link({
      ...options,
      sdk: SDK,
      connect,
      log,
      controlled: (on, task) => {
        this.controlled(on);
        options.controlled?.(on, task);
      },
    });
    this.watch = new Watch(() => this.declaration.states, (updates) => this.link.report(updates), log);
    this.interception = new Interception(this.link, this.guards, {
      unguarded: options.unguarded ?? "propose",
      log,
      before: () => this.watch.look(),
    });
  }

  /** Whether an agent is in control. */
  get inControl(): boolean {
    return this.link.inControl;
  }

  state: Declaration["state"] = (name, variables, description) => this.declaration.state(name, variables, description);

  /** States as the server's own files declare them. */
  declare(states: readonly State[]): void {
    this.declaration.states.push(...states);
  }

  /** Say what the handlers of an element, or of all that a selector finds whenever it is touched, are about to change. */
  guard(target: string | Element, expect: Expect, options: GuardOptions = {}): void {
    const commits = options.commits === undefined ? [] : typeof options.commits === "string" ? [options.commits] : options.commits;
    for (const name of commits) {
      const { kind, irreversible } = options;
      this.declaration.commitment({ name, ...(kind === undefined ? {} : { kind }), irreversible: irreversible ?? false });
    }
    this.guards.add(target, { ...options, expect });
  }

  /** Say what has changed, such as what a server answered. */
  report(...updates: readonly Update[]): void {
    this.link.report(updates);
  }

  connect(): void {
    for (const one of commitmentsOf(document)) this.declaration.commitment(one);
    this.link.define(this.declaration.states, this.declaration.commitments);
    this.link.connect();
  }

  /** The person's way out: the agent loses control now. */
  release(why = "the person took over"): void {
    this.link.release(why);
  }

  disconnect(): void {
    this.link.disconnect();
  }

  private controlled(on: boolean): void {
    if (on) {
      this.interception.begin();
      this.watch.begin();
    } else {
      this.interception.end();
      this.watch.end();
    }
  }
}

export type { DeclaredState };
