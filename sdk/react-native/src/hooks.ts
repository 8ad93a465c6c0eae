/** Hooks: what a component shows is told, and what its handlers are about to change is asked. */

import type { Event, Expectation, Update } from "@handrail/web/core";
import { createContext, useCallback, useContext, useEffect, useRef, useSyncExternalStore } from "react";
import type { HandrailApp } from "./app.js";

const Context = createContext<HandrailApp | undefined>(undefined);
export const HandrailProvider = Context.Provider;

export function useHandrail(): HandrailApp {
  const app = useContext(Context);
  if (app === undefined) throw new Error("this stands in no <HandrailProvider value={app}>; put one around the app");
  return app;
}

/** Whether an agent is in control, to show it to the person and to offer them `release`. */
export function useInControl(): boolean {
  const app = useHandrail();
  return useSyncExternalStore(app.subscribe, () => app.link.inControl, () => false);
}

/** Tell a row of a state whenever it is otherwise. When the component goes nothing is known of it any more. */
export function useAgentState(update: Update): void {
  const app = useHandrail();
  const said = JSON.stringify(update);
  useEffect(() => app.report(JSON.parse(said) as Update), [app, said]);
  const last = useRef(update);
  last.current = update;
  useEffect(() => () => app.report(withdrawn(last.current, app)), [app]);
}

function withdrawn(update: Update, app: HandrailApp): Update {
  const keys = app.states.find((one) => one.name === update.state)?.variables.filter((one) => one.is_key) ?? [];
  const isKey = (name: string): boolean => keys.some((one) => one.name === name);
  const values = "set" in update ? update.set : update.delete;
  return { state: update.state, set: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isKey(name) ? value : null])) };
}

export interface Guarded<Arguments extends readonly unknown[]> extends Omit<Expectation, "updates" | "commits"> {
  /** What the handler is about to change, worked out when its event happens. */
  readonly expect: (...given: Arguments) => Update | readonly Update[];
  /** What it commits, by the name that rules have for it. */
  readonly commits?: string | readonly string[];
}

/** A handler that waits for its verdict while an agent is in control. An expectation that fails lets nothing run. */
export function useGuarded<Arguments extends readonly unknown[]>(
  describe: (...given: Arguments) => Event,
  guarded: Guarded<Arguments>,
  handler: ((...given: Arguments) => void) | undefined,
): (...given: Arguments) => void {
  const app = useHandrail();
  // What is asked about is what stands there at the event, not what stood there when the component was first shown.
  const current = useRef({ describe, guarded, handler });
  current.current = { describe, guarded, handler };
  return useCallback(
    (...given: Arguments) => {
      const { describe, guarded, handler } = current.current;
      if (handler === undefined) return;
      const run = (): void => handler(...given);
      if (!app.link.inControl) {
        run();
        return;
      }
      const { expect, commits, kind, irreversible } = guarded;
      const expected = expect(...given);
      const updates: readonly Update[] = Array.isArray(expected) ? expected : [expected as Update];
      const expectation: Expectation = {
        updates,
        ...(commits === undefined ? {} : { commits: typeof commits === "string" ? [commits] : commits }),
        ...(kind === undefined ? {} : { kind }),
        ...(irreversible === undefined ? {} : { irreversible }),
      };
      app.link.propose(describe(...given), expectation, { run });
    },
    [app],
  );
}
