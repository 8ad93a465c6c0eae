"""What the 32 tools of @mobilenext/mobile-mcp 1.0.4 do to an Android phone.

Source: its lib/server.js, and what mobilecli 1.0.9 was seen to send. What reaches the phone's shell without quotation
marks (addresses, packages) is let through only where it means nothing to a shell; what is made of several steps is
judged step by step.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from handrail.device.action import Action, ActionType
from handrail.guard.policy.texts import is_package
from handrail.integrations.mcp.listed_elements import read_listed, still_there
from handrail.integrations.meaning import NotUnderstood, Reads
from handrail.integrations.tools.argument import UnclearArgument, flag, pixels, words
from handrail.integrations.tools.tool_call import ActingCall, ListedElement, Meaning, References, ToolCall, Unpacked
from handrail.integrations.tools.typed_text import standing_in_field

_READING = frozenset({
    "mobile_list_available_devices", "mobile_list_remote_devices", "mobile_list_apps", "mobile_get_foreground_app",
    "mobile_get_screen_size", "mobile_list_elements_on_screen", "mobile_take_screenshot", "mobile_get_orientation",
    "mobile_list_crashes", "mobile_get_crash",
})  # fmt: skip
_CLICK, _TYPE, _PRESS = "mobile_click_on_screen_at_coordinates", "mobile_type_keys", "mobile_press_button"
_LIST, _BATCH = "mobile_list_elements_on_screen", "mobile_batch_commands"

_ON_THIS_COMPUTER = "it writes a file on this computer, and not on the phone"
_ELSEWHERE = "it changes what is used in the cloud, or who is logged in there"
_BESIDE = "it changes how the phone behaves, and no rule speaks of that"
_BEYOND: Mapping[str, str] = {
    "mobile_save_screenshot": _ON_THIS_COMPUTER,
    "mobile_start_screen_recording": _ON_THIS_COMPUTER,
    "mobile_stop_screen_recording": _ON_THIS_COMPUTER,
    "mobile_login_to_cloud_provider": _ELSEWHERE,
    "mobile_allocate_remote_device": _ELSEWHERE,
    "mobile_release_remote_device": _ELSEWHERE,
    "mobile_set_orientation": _BESIDE,
    "mobile_set_location": _BESIDE,
}

_BUTTONS: Mapping[str, ActionType] = {"BACK": "back", "HOME": "home", "ENTER": "enter", "APP_SWITCH": "recents"}
_KEYS = frozenset(
    ("VOLUME_UP", "VOLUME_DOWN", "POWER", "DPAD_CENTER", "DPAD_UP", "DPAD_DOWN", "DPAD_LEFT", "DPAD_RIGHT")
)
_WAYS: Mapping[str, tuple[int, int]] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_DISTANCE_PIXELS = 400
_LONG_PRESS_MS, _LONGEST_PRESS_MS = 500, 10_000
_MEANS_NOTHING_TO_A_SHELL = re.compile(r"https?://[A-Za-z0-9._~:/?#@%+,=-]+")
_FAILED = ". Please fix the issue and try again."


@dataclass(frozen=True, slots=True)
class MobileMcp:
    """The profile of mobile-mcp."""

    def meaning(self, call: ToolCall, seen: References) -> Meaning:
        """What a call does to the phone that is seen."""
        if call.name in _READING:
            return Reads()
        if call.name in _BEYOND:
            return NotUnderstood(_BEYOND[call.name])
        read = _READERS.get(call.name)
        if read is None:
            return NotUnderstood("no tool of mobile-mcp 1.0.4 is called so")
        if call.arguments.get("device") != seen.serial:
            return NotUnderstood(f"only the phone `{seen.serial}` is guarded; no other one is touched")
        try:
            return read(call.arguments, seen)
        except UnclearArgument as why:
            return NotUnderstood(str(why))

    def listed(self, call: ToolCall, answer: str, serial: str) -> Mapping[str, ListedElement] | None:
        """The elements that the agent was told."""
        return read_listed(answer) if call.name == _LIST and call.arguments.get("device") == serial else None

    def has_failed(self, answer: str) -> bool:
        """It marks what an agent can mend as no error."""
        return answer.endswith(_FAILED)


def _click(arguments: Mapping[str, Any], seen: References) -> Meaning:
    ref = arguments.get("ref")
    if ref is None:
        x, y = pixels(arguments, "x"), pixels(arguments, "y")
        return ActingCall(Action("click", point=(x, y)), _call(_CLICK, seen, x=x, y=y))
    listed = seen.listed.get(ref) if isinstance(ref, str) else None
    point = still_there(listed, seen.screen) if listed is not None else None
    if listed is None or point is None:
        return NotUnderstood(
            f"what was listed as `{ref}` is not there (any more); call {_LIST} again and take a reference from it"
        )
    action = Action("click", target=listed.words or None, point=point)
    return ActingCall(action, _call(_CLICK, seen, x=point[0], y=point[1]))


def _double_tap(arguments: Mapping[str, Any], seen: References) -> Meaning:
    """Two taps one after another, as mobilecli does it: between them the screen may have become another one."""
    tap = _call(_CLICK, seen, x=pixels(arguments, "x"), y=pixels(arguments, "y"))
    return Unpacked((tap, tap))


def _long_press(arguments: Mapping[str, Any], seen: References) -> Meaning:
    x, y = pixels(arguments, "x"), pixels(arguments, "y")
    held = pixels(arguments, "duration") if "duration" in arguments else _LONG_PRESS_MS
    if not _LONG_PRESS_MS <= held <= _LONGEST_PRESS_MS:
        raise UnclearArgument(
            f"a press of {held} ms may be a tap; `duration` is {_LONG_PRESS_MS} to {_LONGEST_PRESS_MS}"
        )
    call = _call("mobile_long_press_on_screen_at_coordinates", seen, x=x, y=y, duration=held)
    return ActingCall(Action("long_click", point=(x, y)), call)


def _swipe(arguments: Mapping[str, Any], seen: References) -> Meaning:
    direction = words(arguments, "direction")
    if direction not in _WAYS:
        raise UnclearArgument(f"`direction` is {direction!r:.60}; it is {', '.join(_WAYS)}")
    across, down = _WAYS[direction]
    if arguments.get("x") is not None and arguments.get("y") is not None:
        x, y = pixels(arguments, "x"), pixels(arguments, "y")
        given = pixels(arguments, "distance") if arguments.get("distance") is not None else 0
        distance = given or _DISTANCE_PIXELS
    else:  # through the middle of the screen, half of the way to each side
        distance = _DISTANCE_PIXELS
        x = seen.screen.width_pixels // 2 - across * distance // 2
        y = seen.screen.height_pixels // 2 - down * distance // 2
    end = (x + across * distance, y + down * distance)
    call = _call("mobile_swipe_on_screen", seen, direction=direction, x=x, y=y, distance=distance)
    return ActingCall(Action("swipe", point=(x, y), to=end), call)


def _type_keys(arguments: Mapping[str, Any], seen: References) -> Meaning:
    """It adds to what stands in the field with the focus; the enter key is a step of its own."""
    text = words(arguments, "text")
    if "%s" in text:
        raise UnclearArgument("the phone types a blank for %s, so the text would be another one")
    call = _call(_TYPE, seen, text=text, submit=False)
    if flag(arguments, "submit"):
        return Unpacked((call, _call(_PRESS, seen, button="ENTER")))
    return ActingCall(Action("input", text=standing_in_field(seen.screen) + text), call)


def _press(arguments: Mapping[str, Any], seen: References) -> Meaning:
    button = words(arguments, "button")
    call = _call(_PRESS, seen, button=button)
    if button in _BUTTONS:
        return ActingCall(Action(_BUTTONS[button]), call)
    if button in _KEYS:
        return ActingCall(Action("press_key", target=button), call)
    raise UnclearArgument(f"no button {button!r:.60} is known; there are {', '.join(sorted({*_BUTTONS, *_KEYS}))}")


def _open_url(arguments: Mapping[str, Any], seen: References) -> Meaning:
    url = words(arguments, "url")
    if not _MEANS_NOTHING_TO_A_SHELL.fullmatch(url):
        raise UnclearArgument("the phone's shell would read something else into this address (it reaches it unquoted)")
    return ActingCall(Action("open_url", target=url), _call("mobile_open_url", seen, url=url))


def _on_package(tool: str, argument: str, kind: ActionType) -> Callable[[Mapping[str, Any], References], Meaning]:
    def read(arguments: Mapping[str, Any], seen: References) -> Meaning:
        name = words(arguments, argument)
        if not is_package(name):
            raise UnclearArgument(f"`{argument}` is {name!r:.60}; it is a package as com.example.clock")
        if arguments.get("locale") is not None:
            raise UnclearArgument("`locale` changes the language of the app; start it without")
        return ActingCall(Action(kind, target=name), _call(tool, seen, **{argument: name}))

    return read


def _install(arguments: Mapping[str, Any], seen: References) -> Meaning:
    path = words(arguments, "path")
    return ActingCall(Action("install", target=path), _call("mobile_install_app", seen, path=path))


def _clipboard(arguments: Mapping[str, Any], seen: References) -> Meaning:
    if arguments.get("text") is None:
        return Reads()
    text = words(arguments, "text")
    return ActingCall(Action("copy", text=text), _call("mobile_clipboard", seen, text=text))


def _logs(arguments: Mapping[str, Any], _: References) -> Meaning:
    return Reads() if arguments.get("saveTo") is None else NotUnderstood(f"with `saveTo` {_ON_THIS_COMPUTER}")


def _batch(arguments: Mapping[str, Any], seen: References) -> Meaning:
    """Whatever `stopOnError` says, it stops where a step does not run: those after it rest on it."""
    steps = arguments.get("steps")
    if not isinstance(steps, list) or not steps:
        raise UnclearArgument("`steps` is a list of steps, each with `name` and `arguments`")
    calls = [_step(step, seen) for step in steps]
    if flag(arguments, "listElementsAtEnd"):
        calls.append(_call(_LIST, seen))
    return Unpacked(tuple(calls))


def _step(step: Any, seen: References) -> ToolCall:
    if not isinstance(step, dict) or not isinstance(step.get("name"), str) or step["name"] == _BATCH:
        raise UnclearArgument("a step of a batch has the `name` of a tool, which is no batch itself")
    given = step.get("arguments", {})
    if not isinstance(given, dict):
        raise UnclearArgument(f"the `arguments` of the step `{step['name']}` are names with values")
    return ToolCall(step["name"], {"device": seen.serial, **given})


def _call(name: str, seen: References, **arguments: Any) -> ToolCall:
    return ToolCall(name, {"device": seen.serial, **arguments})


_READERS: Mapping[str, Callable[[Mapping[str, Any], References], Meaning]] = {
    _CLICK: _click,
    "mobile_double_tap_on_screen": _double_tap,
    "mobile_long_press_on_screen_at_coordinates": _long_press,
    "mobile_swipe_on_screen": _swipe,
    _TYPE: _type_keys,
    _PRESS: _press,
    "mobile_open_url": _open_url,
    "mobile_launch_app": _on_package("mobile_launch_app", "packageName", "open_app"),
    "mobile_terminate_app": _on_package("mobile_terminate_app", "packageName", "force_stop"),
    "mobile_uninstall_app": _on_package("mobile_uninstall_app", "bundle_id", "uninstall"),
    "mobile_install_app": _install,
    "mobile_clipboard": _clipboard,
    "mobile_get_device_logs": _logs,
    _BATCH: _batch,
}
