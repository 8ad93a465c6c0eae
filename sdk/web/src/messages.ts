/** What goes over the wire: docs/app-protocol.md. */

export const PROTOCOL = "handrail.app/1";

export type Value = string | number | boolean | null;
export type Row = Readonly<Record<string, Value>>;

/** A change of one row: what is set in it, or the keys of the row that goes. */
export type Update = { readonly state: string; readonly set: Row } | { readonly state: string; readonly delete: Row };

export type VariableType = "Text" | "Number" | "Boolean" | "Date" | "Time" | "Enum";

export interface Variable {
  readonly name: string;
  readonly type: VariableType;
  readonly is_key?: boolean;
  readonly is_set?: boolean;
  readonly is_code?: boolean;
  readonly enum_values?: readonly string[];
  readonly description?: string;
}

export interface State {
  readonly name: string;
  readonly description?: string;
  readonly variables: readonly Variable[];
}

/** Something that counts: what it is called in rules, of which kind it is, and whether it can be taken back. */
export interface Commitment {
  readonly name: string;
  readonly kind?: string;
  readonly irreversible?: boolean;
  readonly description?: string;
}

export type EventKind = "click" | "long_click" | "input" | "check" | "select" | "menu" | "tab" | "submit" | "key";

export interface Event {
  readonly kind: EventKind;
  readonly target?: string;
  readonly text?: string;
  readonly checked?: boolean;
}

/** What a handler is about to change, worked out when its event happens. */
export interface Expectation {
  readonly updates: readonly Update[];
  readonly commits?: readonly string[];
  readonly kind?: string;
  readonly irreversible?: boolean;
  /** The app does not speak for what was touched: nobody knows what it does. */
  readonly unknown?: boolean;
}

export type Decision = "allow" | "warn" | "block" | "ask";

export type FromServer =
  | { readonly type: "welcome"; readonly connection: string; readonly verdict_seconds: number; readonly ask_seconds: number }
  | { readonly type: "defined"; readonly states: number }
  | { readonly type: "control"; readonly on: boolean; readonly session: string; readonly task?: string; readonly why?: string }
  | {
      readonly type: "verdict";
      readonly id: string;
      readonly decision: Decision;
      readonly reasons: readonly string[];
      readonly feedback: string;
    }
  | { readonly type: "noted"; readonly id?: string; readonly refused: readonly { readonly index: number; readonly reason: string }[] }
  | { readonly type: "error"; readonly code: string; readonly message: string; readonly about?: string; readonly fatal: boolean }
  | { readonly type: "ping" }
  | { readonly type: "pong" };

export type FromApp =
  | { readonly type: "hello"; readonly protocol: string; readonly app: string; readonly name: string; readonly sdk: string; readonly token?: string; readonly session?: string }
  | { readonly type: "define"; readonly states: readonly State[]; readonly commitments: readonly Commitment[] }
  | { readonly type: "controlled"; readonly session: string; readonly on: boolean }
  | { readonly type: "release"; readonly session: string; readonly why: string }
  | ({ readonly type: "propose"; readonly id: string; readonly session: string; readonly event: Event } & Expectation)
  | { readonly type: "outcome"; readonly id: string; readonly ran: boolean | null; readonly updates: readonly Update[] }
  | { readonly type: "pong" }
  | { readonly type: "report"; readonly id?: string; readonly updates: readonly Update[] };

/** What the server said, or nothing where that cannot be read: an app must not fall over what comes from outside. */
export function readMessage(text: string): FromServer | undefined {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isRecord(said) && isMessage(said) ? (said as unknown as FromServer) : undefined;
}

function isMessage(said: Record<string, unknown>): boolean {
  switch (said["type"]) {
    case "welcome":
      return isSeconds(said["verdict_seconds"]) && isSeconds(said["ask_seconds"]);
    case "control":
      return typeof said["on"] === "boolean" && typeof said["session"] === "string";
    case "verdict":
      return typeof said["id"] === "string" && typeof said["decision"] === "string";
    case "error":
      return typeof said["code"] === "string";
    case "defined":
    case "noted":
    case "ping":
    case "pong":
      return true;
    default:
      return false;
  }
}

function isSeconds(said: unknown): boolean {
  return typeof said === "number" && said > 0 && Number.isFinite(said);
}

function isRecord(said: unknown): said is Record<string, unknown> {
  return typeof said === "object" && said !== null && !Array.isArray(said);
}
