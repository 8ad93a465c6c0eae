// What this package uses of React Native's types, so that it is built here without it; not published.
declare module "react-native" {
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
  type Component<Props> = (props: Props) => import("react").ReactElement;
  export const Pressable: Component<PressableProps>;
  export const Switch: Component<SwitchProps>;
  export const TextInput: Component<TextInputProps>;
}
