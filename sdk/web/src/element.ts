/** What an element is called, and whether touching it does something. */

const INTERACTIVE =
  "a[href],area[href],button,summary,option,input:not([type=hidden]),select,textarea,[contenteditable]," +
  "[role=button],[role=link],[role=menuitem],[role=tab],[role=switch],[role=checkbox],[role=option],[onclick],[tabindex]";
const MOST_CHARACTERS = 80;

/** The nearest element on an event's way that does something when it is touched. */
export function interactive(path: readonly EventTarget[]): Element | undefined {
  return elements(path).find((one) => one.matches(INTERACTIVE));
}

export function elements(path: readonly EventTarget[]): Element[] {
  return path.filter((one): one is Element => one instanceof Element);
}

/** What a person would call it. */
export function labelOf(element: Element): string {
  const field = element as Partial<HTMLInputElement>;
  const named = [
    element.getAttribute("data-handrail-label"),
    element.getAttribute("aria-label"),
    field.labels?.[0]?.textContent,
    field.type === "submit" || field.type === "button" ? field.value : "",
    element instanceof HTMLSelectElement ? "" : element.textContent,
    element.getAttribute("placeholder"),
    element.getAttribute("name"),
    element.id,
  ];
  const first = named.map((one) => one?.replace(/\s+/g, " ").trim() ?? "").find((one) => one !== "");
  return (first ?? element.localName).slice(0, MOST_CHARACTERS);
}
