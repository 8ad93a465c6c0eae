/** Guards for those who write no code: what `data-handrail-*` attributes say. */

import { type Expect, type Guards, type On, usual } from "./guards.js";
import type { Commitment, State, Update } from "./messages.js";
import { readRow } from "./shown.js";

const SELECTOR = "[data-handrail-commits]";

/** What the page says it commits, as declared in its attributes. */
export function commitmentsOf(root: ParentNode): Commitment[] {
  return [...root.querySelectorAll(SELECTOR)].flatMap((element) =>
    names(element, "data-handrail-commits").map((name) => ({
      name,
      ...(element.hasAttribute("data-handrail-kind") ? { kind: element.getAttribute("data-handrail-kind") ?? "" } : {}),
      irreversible: element.hasAttribute("data-handrail-irreversible"),
    })),
  );
}

/** Speak for an element with these attributes whenever it is touched, so that what is added later is spoken for as well. */
export function attributeGuard(element: Element, on: On, states: readonly State[]): ReturnType<Guards["of"]> {
  if (!element.hasAttribute("data-handrail-commits")) return undefined;
  const wanted = (element.getAttribute("data-handrail-on") as On | null) ?? usual(element);
  if (wanted !== on) return undefined;
  return {
    expect: expectRows(states),
    commits: names(element, "data-handrail-commits"),
    irreversible: element.hasAttribute("data-handrail-irreversible"),
    ...(element.hasAttribute("data-handrail-kind") ? { kind: element.getAttribute("data-handrail-kind") ?? "" } : {}),
  };
}

/** The rows that go with it: those named by `data-handrail-with`, else the one it stands in. Raises where one cannot be read. */
function expectRows(states: readonly State[]): Expect {
  return (element) => {
    const named = names(element, "data-handrail-with");
    const selector = named.map((name) => `[data-handrail-state="${CSS.escape(name)}"]`).join(",");
    const around = element.closest("[data-handrail-state]");
    const containers = named.length > 0 ? [...document.querySelectorAll(selector)] : around === null ? [] : [around];
    const read = containers.map((one) => readRow(one, states));
    const unread = read.flatMap((one) => one.unread);
    if (unread.length > 0) throw new Error(unread.join("; "));
    if (containers.length === 0) throw new Error("it stands in no `data-handrail-state`, and `data-handrail-with` names none");
    return read.flatMap((one) => one.updates) as Update[];
  };
}

function names(element: Element, attribute: string): string[] {
  return (element.getAttribute(attribute) ?? "").split(/\s+/).filter((one) => one !== "");
}
