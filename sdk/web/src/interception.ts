/**
 * The page's events, held until they are decided, for as long as an agent is in control and no longer.
 *
 * Listens on the window in the capture phase, before any listener of the app's. What touches nothing that does anything
 * passes; what nobody speaks for is proposed with nothing said about it, so that policy decides.
 */

import { elements, interactive, labelOf } from "./element.js";
import type { Guard, Guards, On } from "./guards.js";
import type { Link } from "./link.js";
import type * as messages from "./messages.js";
import { type Field, isChecked, isField, Replays } from "./replay.js";

export interface InterceptionOptions {
  /** What becomes of a touch for which nobody speaks. */
  readonly unguarded: "propose" | "pass";
  readonly log: (message: string) => void;
  /** Called before a proposal, so that what the page shows is known first. */
  readonly before: () => void;
}

const LISTENED = ["click", "contextmenu", "submit", "input", "change", "keydown", "pointerdown", "mousedown", "touchstart"] as const;
const ONS: Readonly<Record<string, On>> = { contextmenu: "long_click", mousedown: "pointerdown", touchstart: "pointerdown" };
const KINDS: Readonly<Record<On, messages.EventKind>> = {
  click: "click",
  long_click: "long_click",
  change: "input",
  submit: "submit",
  keydown: "key",
  pointerdown: "click",
};

export class Interception {
  private readonly replays = new Replays();
  /** What a field held before somebody began to change it. */
  private readonly accepted = new WeakMap<Field, string>();
  private readonly listen = (event: Event): void => this.hear(event);
  private readonly keep = (event: Event): void => {
    if (isField(event.target) && !this.accepted.has(event.target)) this.accepted.set(event.target, event.target.value);
  };

  constructor(
    private readonly link: Link,
    private readonly guards: Guards,
    private readonly options: InterceptionOptions,
  ) {}

  begin(): void {
    for (const type of LISTENED) window.addEventListener(type, this.listen, { capture: true, passive: false });
    window.addEventListener("focusin", this.keep, true);
    for (const field of document.querySelectorAll("input,select,textarea")) if (isField(field)) this.accepted.set(field, field.value);
  }

  end(): void {
    for (const type of LISTENED) window.removeEventListener(type, this.listen, true);
    window.removeEventListener("focusin", this.keep, true);
  }

  private hear(event: Event): void {
    if (this.replays.lets(event)) return;
    const path = event.composedPath();
    const on = ONS[event.type] ?? (event.type as On | "input");
    if (on === "change" && isChecked(event.target)) return; // decided at its click
    if (on === "input") {
      this.hearInput(event, path);
      return;
    }
    for (const element of elements(path)) {
      if (on === "click" && this.isLeftToItsForm(element)) return;
      const guard = this.guards.of(element, this.heardAs(element, on), (event as KeyboardEvent).key);
      if (guard !== undefined) {
        this.propose(event, element, path, guard, on);
        return;
      }
      if (element.hasAttribute("data-handrail-harmless")) return;
    }
    this.unguarded(event, path, on);
  }

  /** A choice is told by `input` and by `change`; the app hears of neither before it is allowed. Text being typed goes on. */
  private hearInput(event: Event, path: readonly EventTarget[]): void {
    const field = path[0];
    if (field instanceof HTMLSelectElement && this.guards.of(field, "change") !== undefined) event.stopImmediatePropagation();
  }

  /** A box changes by a click, and a click that is held keeps it as it was. */
  private heardAs(element: Element, on: On): On {
    return on === "click" && isChecked(element) ? "change" : on;
  }

  private isLeftToItsForm(element: Element): boolean {
    const button = element as Partial<HTMLButtonElement>;
    const submits = (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) && ["submit", "image"].includes(element.type);
    const form = button.form;
    return submits && form != null && this.guards.of(form, "submit") !== undefined && this.guards.of(element, "click") === undefined;
  }

  private unguarded(event: Event, path: readonly EventTarget[], on: On): void {
    if (this.options.unguarded === "pass" || this.replays.underWay) return;
    if (on !== "click" && on !== "long_click" && on !== "submit") return;
    const element = on === "submit" ? (event.target as Element) : interactive(path);
    if (element === undefined || isField(element)) return; // putting the cursor into a field changes nothing
    this.propose(event, element, path, undefined, on);
  }

  private propose(event: Event, element: Element, path: readonly EventTarget[], guard: Guard | undefined, on: On): void {
    let expectation: messages.Expectation;
    try {
      expectation = guard === undefined ? { updates: [], unknown: true } : expected(guard, element, event);
    } catch (error) {
      hold(event);
      this.options.log(`what "${labelOf(element)}" is about to change could not be worked out, so it does not run: ${String(error)}`);
      return;
    }
    this.options.before();
    const described = describe(event, element, on);
    const run = this.holding(event, element, path);
    this.link.propose(described, expectation, { run });
  }

  /** Keep the event from the app, and say how it is done later. */
  private holding(event: Event, element: Element, path: readonly EventTarget[]): () => void {
    hold(event);
    const target = path[0] ?? element;
    if (event.type === "submit") {
      const form = event.target as HTMLFormElement;
      const submitter = (event as SubmitEvent).submitter;
      return () => this.replays.submit(form, submitter);
    }
    if (event.type === "change" && isField(target)) {
      const value = target.value;
      this.putBack(target);
      return () => {
        this.accepted.set(target, value);
        this.replays.fill(target, value, ["input", "change"]);
      };
    }
    return () => this.replays.dispatch(target, event);
  }

  private putBack(field: Field): void {
    const before = this.accepted.get(field) ?? "";
    this.replays.fill(field, before, field instanceof HTMLSelectElement ? [] : ["input"]);
  }
}

/** What a guard says of an event now. */
function expected(guard: Guard, element: Element, event: Event): messages.Expectation {
  const { commits, kind, irreversible } = guard;
  const said = guard.expect(element, event);
  return {
    updates: Array.isArray(said) ? said : [said as messages.Update],
    ...(commits === undefined ? {} : { commits: typeof commits === "string" ? [commits] : commits }),
    ...(kind === undefined ? {} : { kind }),
    ...(irreversible === undefined ? {} : { irreversible }),
  };
}

function hold(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function describe(event: Event, element: Element, on: On): messages.Event {
  const target = labelOf(element);
  if (isChecked(element) && event.type === "click") return { kind: "check", target, checked: element.checked };
  if (element instanceof HTMLSelectElement) return { kind: "select", target, text: element.selectedOptions[0]?.text ?? "" };
  if (on === "change") return { kind: "input", target, text: (element as HTMLInputElement).value };
  if (on === "keydown") return { kind: "key", target, text: (event as KeyboardEvent).key };
  return { kind: KINDS[on], target };
}

