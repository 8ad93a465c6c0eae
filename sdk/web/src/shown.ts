/**
 * What a page shows, read from `data-handrail-state` and `data-handrail-variable`, as updates.
 *
 * A container with the first is a row of that state; an element within it with the second is a variable of the row.
 */

import type { Row, State, Update, Value, VariableType } from "./messages.js";

export interface Read {
  readonly updates: readonly Update[];
  /** What could not be read, and why. */
  readonly unread: readonly string[];
}

/** The row that a container shows. */
export function readRow(container: Element, states: readonly State[]): Read {
  const name = container.getAttribute("data-handrail-state") ?? "";
  const state = states.find((one) => one.name === name);
  if (state === undefined) return { updates: [], unread: [`no state \`${name}\` is declared; declared are ${states.map((one) => one.name).join(", ") || "none"}`] };
  const row: Record<string, Value> = {};
  const unread: string[] = [];
  for (const element of [container, ...container.querySelectorAll("[data-handrail-variable]")]) {
    const variable = element.getAttribute("data-handrail-variable");
    if (variable === null || nearest(element) !== container) continue;
    const type = state.variables.find((one) => one.name === variable)?.type;
    const value = type === undefined ? undefined : valueOf(element, type);
    if (type === undefined) unread.push(`state \`${name}\` has no variable \`${variable}\``);
    else if (value === undefined) unread.push(`\`${variable}\` of \`${name}\` is a ${type}, and the page shows "${shownBy(element).slice(0, 40)}"`);
    else if (value !== null) row[variable] = value;
  }
  const keyed = state.variables.filter((one) => one.is_key).every((one) => row[one.name] !== undefined);
  if (!keyed) return { updates: [], unread: [...unread, `a row of \`${name}\` does not show its key`] };
  return { updates: [{ state: name, set: row }], unread };
}

/** Every row that the page shows. */
export function readPage(root: ParentNode, states: readonly State[]): Read {
  const read = [...root.querySelectorAll("[data-handrail-state]")].map((one) => readRow(one, states));
  return { updates: read.flatMap((one) => one.updates), unread: read.flatMap((one) => one.unread) };
}

/** The row's name among all: its state, and its keys. */
export function rowKey(update: Update, states: readonly State[]): string {
  return JSON.stringify([update.state, keysOf(update, states)]);
}

export function keysOf(update: Update, states: readonly State[]): Row {
  const values = "set" in update ? update.set : update.delete;
  const keys = states.find((one) => one.name === update.state)?.variables.filter((one) => one.is_key) ?? [];
  return Object.fromEntries(keys.map((one) => [one.name, values[one.name] ?? null]));
}

function nearest(element: Element): Element | null {
  return element.closest("[data-handrail-state]");
}

function shownBy(element: Element): string {
  const given = element.getAttribute("data-handrail-value");
  if (given !== null) return given;
  if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio")) return String(element.checked);
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) return element.value.trim();
  return element.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

/** Nothing shown is `null`; `undefined` is what the type does not take. The server reads dates and times, and refuses the rest. */
function valueOf(element: Element, type: VariableType): Value | undefined {
  const shown = shownBy(element);
  if (shown === "") return null;
  if (type === "Number") return /^[-+]?\d+(\.\d+)?$/.test(shown) ? Number(shown) : undefined;
  if (type === "Boolean") return shown === "true" ? true : shown === "false" ? false : undefined;
  return shown;
}
