/** Which elements are spoken for, and what is said about them. */

import type { Update } from "./messages.js";

export type On = "click" | "long_click" | "change" | "submit" | "keydown" | "pointerdown";

export interface GuardOptions {
  /** Which event its handler is waiting for: by default `submit` for a form, `change` for a field, else `click`. */
  readonly on?: On;
  /** With `keydown`: which key, such as `Enter`. */
  readonly key?: string;
  /** What it commits, by the name that rules have for it. */
  readonly commits?: string | readonly string[];
  readonly kind?: string;
  readonly irreversible?: boolean;
}

/** What the handler is about to change, worked out at the event. */
export type Expect = (element: Element, event: Event) => Update | readonly Update[];

export interface Guard extends GuardOptions {
  readonly expect: Expect;
}

export class Guards {
  private readonly bySelector = new Map<string, Guard[]>();
  private any = "";
  private readonly byElement = new WeakMap<Element, Guard[]>();

  add(target: string | Element, guard: Guard): void {
    const known = typeof target === "string" ? this.bySelector.get(target) : this.byElement.get(target);
    if (known !== undefined) known.push(guard);
    else if (typeof target === "string") {
      this.bySelector.set(target, [guard]);
      this.any = [...this.bySelector.keys()].join(",");
    } else this.byElement.set(target, [guard]);
  }

  /** What is said about this element and this event, the element's own word before a selector's. */
  of(element: Element, on: On, key?: string): Guard | undefined {
    const own = this.byElement.get(element) ?? [];
    // Most elements on an event's way are nobody's, so all selectors are asked at once first.
    const isMatched = this.any !== "" && element.matches(this.any);
    if (!isMatched && own.length === 0) return undefined;
    const matched = [...this.bySelector].filter(([selector]) => isMatched && element.matches(selector));
    return [...own, ...matched.flatMap(([, guards]) => guards)].find((one) => (one.on ?? usual(element)) === on && (one.key === undefined || one.key === key));
  }
}

export function usual(element: Element): On {
  if (element instanceof HTMLFormElement) return "submit";
  if (element instanceof HTMLInputElement) return ["submit", "button", "image", "reset"].includes(element.type) ? "click" : "change";
  return element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement ? "change" : "click";
}
