/** Tells what a page shows whenever that changes, and what it does not show any more. */

import type { Row, State, Update } from "./messages.js";
import { keysOf, readPage, rowKey } from "./shown.js";

export class Watch {
  private readonly told = new Map<string, Update>();
  private observer: MutationObserver | undefined;
  private readonly edited = (): void => this.look();

  constructor(
    private readonly states: () => readonly State[],
    private readonly tell: (updates: readonly Update[]) => void,
    private readonly log: (message: string) => void,
  ) {}

  begin(): void {
    this.observer = new MutationObserver(() => this.look());
    this.observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    for (const type of ["input", "change"]) window.addEventListener(type, this.edited);
    this.look();
  }

  end(): void {
    this.observer?.disconnect();
    for (const type of ["input", "change"]) window.removeEventListener(type, this.edited);
    this.told.clear();
  }

  /** Look now: what changed since the last look is told before whatever comes next. */
  look(): void {
    this.observer?.takeRecords();
    const states = this.states();
    const { updates, unread } = readPage(document, states);
    for (const reason of unread) this.log(reason);
    const shown = new Map(updates.map((one) => [rowKey(one, states), one]));
    const changed: Update[] = [];
    for (const [row, update] of shown) {
      const difference = changes(this.told.get(row), update);
      if (difference !== undefined) changed.push(difference);
    }
    for (const [row, update] of this.told) if (!shown.has(row)) changed.push(gone(update, states));
    this.told.clear();
    for (const [row, update] of shown) this.told.set(row, update);
    if (changed.length > 0) this.tell(changed);
  }
}

/** What is otherwise now; a value that is not shown any more is withdrawn. */
function changes(before: Update | undefined, now: Update): Update | undefined {
  const old: Row = before !== undefined && "set" in before ? before.set : {};
  const new_: Row = "set" in now ? now.set : {};
  const names = [...new Set([...Object.keys(old), ...Object.keys(new_)])];
  if (before !== undefined && names.every((name) => old[name] === new_[name])) return undefined;
  return { state: now.state, set: Object.fromEntries(names.map((name) => [name, new_[name] ?? null])) };
}

/** A row of a table that is not shown any more may only have scrolled away: nothing is known of it, which is not that it is gone. */
function gone(update: Update, states: readonly State[]): Update {
  const keys = keysOf(update, states);
  const values = "set" in update ? update.set : {};
  return { state: update.state, set: { ...Object.fromEntries(Object.keys(values).map((name) => [name, null])), ...keys } };
}
