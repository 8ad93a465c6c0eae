/** Declaring what matters in an app: states with typed variables, and what its buttons commit. */

import type { Commitment, Row, State, Update, Value, Variable } from "./messages.js";

/** A variable before it has a name; `Taken` is the type of its values. */
export interface Kind<Taken extends Value> {
  readonly variable: Omit<Variable, "name">;
  /** Never there: it carries the type. */
  readonly taken?: Taken;
}

type Kinds = Readonly<Record<string, Kind<Value>>>;
type Values<Declared extends Kinds> = { readonly [Name in keyof Declared]?: Declared[Name] extends Kind<infer Taken> ? Taken | null : never };

export const text = (description?: string): Kind<string> => kind("Text", description);
export const number = (description?: string): Kind<number> => kind("Number", description);
export const boolean = (description?: string): Kind<boolean> => kind("Boolean", description);
/** As `2026-03-02`. */
export const date = (description?: string): Kind<string> => kind("Date", description);
/** As `19:00`. */
export const time = (description?: string): Kind<string> => kind("Time", description);
export const oneOf = <Option extends string>(...options: readonly Option[]): Kind<Option> => ({
  variable: { type: "Enum", enum_values: options },
});
/** The variable names its row: an update of the state says which row by it. */
export const key = <Taken extends Value>(of: Kind<Taken>): Kind<Taken> => ({ variable: { ...of.variable, is_key: true } });

function kind<Taken extends Value>(type: Variable["type"], description?: string): Kind<Taken> {
  return { variable: description === undefined ? { type } : { type, description } };
}

/** A state of the app, and the updates of it. */
export class DeclaredState<Declared extends Kinds = Kinds> {
  constructor(
    readonly name: string,
    private readonly kinds: Declared,
    private readonly description: string,
  ) {}

  get state(): State {
    const variables = Object.entries(this.kinds).map(([name, one]) => ({ name, ...one.variable }));
    return { name: this.name, description: this.description, variables };
  }

  /** Some variables of a row get these values, `null` withdraws one; the rest of the row stays as it was. */
  set(values: Values<Declared>): Update {
    return { state: this.name, set: values as Row };
  }

  /** The row with these keys goes. */
  delete(keys: Values<Declared>): Update {
    return { state: this.name, delete: keys as Row };
  }
}

/** What an app declares. */
export class Declaration {
  readonly states: State[] = [];
  readonly commitments: Commitment[] = [];

  state<Declared extends Kinds>(name: string, variables: Declared, description = ""): DeclaredState<Declared> {
    const declared = new DeclaredState(name, variables, description);
    this.states.push(declared.state);
    return declared;
  }

  /** Declare what a button commits; the name is what rules call it. Said twice, it has to be the same. */
  commitment(one: Commitment): void {
    const before = this.commitments.find((other) => other.name === one.name);
    if (before === undefined) this.commitments.push(one);
    else if (before.kind !== one.kind || before.irreversible !== one.irreversible) {
      throw new TypeError(`\`${one.name}\` is declared twice, with another kind or \`irreversible\`; give one of the two another name`);
    }
  }
}
