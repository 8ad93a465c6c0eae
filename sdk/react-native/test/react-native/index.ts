/** What the tests need of React Native: components that show nothing and hand their properties on. The package itself brings a phone. */
import { createElement, type ReactElement } from "react";

export interface PressableProps {
  readonly onPress?: ((event: unknown) => void) | null;
  readonly onLongPress?: ((event: unknown) => void) | null;
  readonly accessibilityLabel?: string;
}
export interface SwitchProps {
  readonly value?: boolean;
  readonly onValueChange?: ((value: boolean) => void) | null;
  readonly accessibilityLabel?: string;
}
export interface TextInputProps {
  readonly value?: string;
  readonly onSubmitEditing?: ((event: { nativeEvent: { text: string } }) => void) | null;
  readonly accessibilityLabel?: string;
}

export const Pressable = (props: PressableProps): ReactElement => createElement("pressable", props as object);
export const Switch = (props: SwitchProps): ReactElement => createElement("switch", props as object);
export const TextInput = (props: TextInputProps): ReactElement => createElement("text-input", props as object);
