/** An app's declaration and its one connection. */

import {
  type Commitment,
  type Connect,
  Declaration,
  Link,
  type LinkOptions,
  type State,
  type Update,
  webSocket,
} from "@handrail/web/core";

export interface AppOptions extends Pick<LinkOptions, "app" | "name" | "token" | "clock" | "decided" | "log"> {
  /** The server's WebSocket, such as `ws://127.0.0.1:8770/app`; over USB `adb reverse tcp:8770 tcp:8770` brings it to the phone. */
  readonly url?: string;
  /** Another way to the server, in place of `url`. */
  readonly connect?: Connect;
}

/** What an app declares, and whether an agent is in control of it. Components are given it by `HandrailProvider`. */
export class HandrailApp {
  private readonly declaration = new Declaration();
  private readonly listeners = new Set<() => void>();
  readonly link: Link;

  constructor(options: AppOptions) {
    const connect = options.connect ?? (options.url === undefined ? undefined : webSocket(options.url));
    if (connect === undefined) throw new TypeError("a server is needed: `url`, such as ws://127.0.0.1:8770/app");
    this.link = new Link({
      ...options,
      sdk: "react-native 0.1.0",
      connect,
      controlled: () => this.listeners.forEach((listener) => listener()),
    });
  }

  state: Declaration["state"] = (name, variables, description) => this.declaration.state(name, variables, description);

  commitment(one: Commitment): void {
    this.declaration.commitment(one);
  }

  /** Connect, with what is declared by now. */
  connect(): void {
    this.link.define(this.declaration.states, this.declaration.commitments);
    this.link.connect();
  }

  disconnect(): void {
    this.link.disconnect();
  }

  report(...updates: readonly Update[]): void {
    this.link.report(updates);
  }

  /** The person's way out: the agent loses control now. */
  release(why = "the person took over"): void {
    this.link.release(why);
  }

  get states(): readonly State[] {
    return this.declaration.states;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}
