/** A React Native app that takes part: docs/sdk-react-native.md. */
export { boolean, date, key, number, oneOf, text, time } from "@handrail/web/core";
export type { DeclaredState, Update } from "@handrail/web/core";
export { type AppOptions, HandrailApp } from "./app.js";
export { GuardedPressable, GuardedSwitch, GuardedTextInput } from "./components.js";
export { type Guarded, HandrailProvider, useAgentState, useGuarded, useHandrail, useInControl } from "./hooks.js";
