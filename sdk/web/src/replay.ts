/**
 * What an event was about to do, done once it is allowed: for the app it is as if the event came only now.
 *
 * An event that is let through is marked, so that it is not asked about again; what it leads to is asked about by itself.
 */

export class Replays {
  private readonly released = new WeakSet<Event>();
  private releasedForm: HTMLFormElement | undefined;
  private depth = 0;

  /** Whether an event is one that was let through. A submission is let through once. */
  lets(event: Event): boolean {
    if (event.type === "submit" && this.releasedForm === event.target) {
      this.releasedForm = undefined;
      return true;
    }
    return this.released.has(event);
  }

  /** Whether what happens now is done by an event that was let through. */
  get underWay(): boolean {
    return this.depth > 0;
  }

  /** Let a copy of the event reach the target, with all that the browser does by itself after it. */
  dispatch(target: EventTarget, event: Event): void {
    const Copied = event.constructor as new (type: string, from: Event) => Event;
    const copy = new Copied(event.type, event);
    this.released.add(copy);
    this.within(() => target.dispatchEvent(copy));
  }

  submit(form: HTMLFormElement, submitter: HTMLElement | null): void {
    this.releasedForm = form;
    this.within(() => form.requestSubmit(submitter));
    this.releasedForm = undefined; // what the browser found invalid raised no event
  }

  /** Put a value into a field, and tell its listeners by these events. */
  fill(field: Field, value: string, events: readonly string[]): void {
    setValue(field, value);
    for (const type of events) {
      const event = new Event(type, { bubbles: true, composed: type === "input" });
      this.released.add(event);
      this.within(() => field.dispatchEvent(event));
    }
  }

  private within(act: () => void): void {
    this.depth += 1;
    try {
      act();
    } finally {
      this.depth -= 1;
    }
  }
}

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** By the platform's own setter: frameworks put one of their own before it, and take what comes through theirs for old. */
function setValue(field: Field, value: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
  own?.set?.call(field, value);
}

export function isField(target: unknown): target is Field {
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !isChecked(target));
}

export function isChecked(target: unknown): target is HTMLInputElement {
  return target instanceof HTMLInputElement && (target.type === "checkbox" || target.type === "radio");
}
