/** React Native's own components, their handlers guarded. Everything else about them is as ever. */

import { createElement, type ReactElement } from "react";
import { Pressable, type PressableProps, Switch, type SwitchProps, TextInput, type TextInputProps } from "react-native";
import { type Guarded, useGuarded } from "./hooks.js";

type Named = { readonly label?: string };

function named(label: string | undefined, accessibilityLabel: string | undefined): { target?: string } {
  const target = label ?? accessibilityLabel;
  return target === undefined ? {} : { target };
}

/** A `Pressable` of which `onPress` and `onLongPress` wait for their verdicts. */
export function GuardedPressable(props: PressableProps & Guarded<[unknown]> & Named): ReactElement {
  const { expect, commits, kind, irreversible, label, onPress, onLongPress, ...rest } = props;
  const guarded = { expect, ...optional({ commits, kind, irreversible }) };
  const called = named(label, rest.accessibilityLabel);
  const press = useGuarded((_: unknown) => ({ kind: "click" as const, ...called }), guarded, onPress as ((event: unknown) => void) | undefined);
  const hold = useGuarded((_: unknown) => ({ kind: "long_click" as const, ...called }), guarded, onLongPress as ((event: unknown) => void) | undefined);
  return createElement(Pressable, { ...rest, onPress: press, ...(onLongPress == null ? {} : { onLongPress: hold }) } as PressableProps);
}

/** A `Switch` that keeps its value until the verdict: React Native shows `value`, and that changes only in the handler. */
export function GuardedSwitch(props: SwitchProps & Guarded<[boolean]> & Named): ReactElement {
  const { expect, commits, kind, irreversible, label, onValueChange, ...rest } = props;
  const called = named(label, rest.accessibilityLabel);
  const guarded = { expect, ...optional({ commits, kind, irreversible }) };
  const change = useGuarded((checked: boolean) => ({ kind: "check", checked, ...called }), guarded, onValueChange as ((value: boolean) => void) | undefined);
  return createElement(Switch, { ...rest, onValueChange: change } as SwitchProps);
}

interface Submitted {
  readonly nativeEvent: { readonly text: string };
}

/** A `TextInput` of which `onSubmitEditing` waits for its verdict; what is being typed goes on as ever. */
export function GuardedTextInput(props: TextInputProps & Guarded<[Submitted]> & Named): ReactElement {
  const { expect, commits, kind, irreversible, label, onSubmitEditing, ...rest } = props;
  const called = named(label, rest.accessibilityLabel);
  const guarded = { expect, ...optional({ commits, kind, irreversible }) };
  const submit = useGuarded(
    (event: Submitted) => ({ kind: "submit", text: event.nativeEvent.text, ...called }),
    guarded,
    onSubmitEditing as ((event: Submitted) => void) | undefined,
  );
  return createElement(TextInput, { ...rest, onSubmitEditing: submit } as TextInputProps);
}

/** Without the members that are not given. */
function optional<Given extends object>(given: Given): { [Name in keyof Given]?: Exclude<Given[Name], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Given]?: Exclude<Given[Name], undefined>;
  };
}
