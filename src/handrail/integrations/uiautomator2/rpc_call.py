"""What a call of uiautomator2's server on the phone means. Every gesture of its clients ends in one of these.

Coordinates are sent as the whole numbers that were judged. What takes several gestures, several fingers or an element
by its words is refused, with what does the same in single steps. Read in uiautomator2 3.7.1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from handrail.device.action import Action
from handrail.integrations.client import gesture
from handrail.integrations.client.meaning import Acts, Meaning, MeaningOnScreen, NotUnderstood, Reads

Parameters: TypeAlias = Sequence[Any]


@dataclass(frozen=True, slots=True)
class OnElement:
    """What is done to the element that a selector finds: its text is set, or it is looked through."""

    does: Literal["input", "scroll"]
    selector: Any
    text: str = ""
    direction: str = ""


@dataclass(frozen=True, slots=True)
class RpcCall:
    """What a call means, and the parameters that say just that."""

    meaning: Meaning | MeaningOnScreen | OnElement
    parameters: Any


READING = (
    "childByDescription", "childByInstance", "childByText", "clearLastToast", "clearLastTraversedText", "count",
    "deviceInfo", "dumpWindowHierarchy", "exist", "getClipboard", "getLastToast", "getLastTraversedText", "getText",
    "isScreenOn", "objInfo", "objInfoOfAllInstances", "takeScreenshot", "waitForExists", "waitForIdle", "waitUntilGone",
)  # fmt: skip
_SCROLLING_SEARCH = ("childByText", "childByDescription")
_STEP_MS = 5
_KEYS: Mapping[str, str] = {
    "home": "HOME", "back": "BACK", "left": "DPAD_LEFT", "right": "DPAD_RIGHT", "up": "DPAD_UP", "down": "DPAD_DOWN",
    "center": "DPAD_CENTER", "menu": "MENU", "search": "SEARCH", "enter": "ENTER", "delete": "DEL", "del": "DEL",
    "recent": "APP_SWITCH", "volume_up": "VOLUME_UP", "volume_down": "VOLUME_DOWN", "volume_mute": "VOLUME_MUTE",
    "camera": "CAMERA", "power": "POWER",
}  # fmt: skip
_STEP_BY_STEP = "it makes several gestures in one call; make them one by one"
_BY_PLACE = "it finds and touches in one go; touch the place with `click(x, y)`, or `d(...).click()`"
_TWO_FINGERS = "it takes two fingers"
_BEYOND: Mapping[str, str] = {
    **dict.fromkeys(("scrollTo", "scrollToBeginning", "scrollToEnd", "flingToBeginning", "flingToEnd"), _STEP_BY_STEP),
    **dict.fromkeys(("longClick", "dragTo", "clickAndWaitForNewWindow"), _BY_PLACE),
    **dict.fromkeys(("gesture", "pinchIn", "pinchOut"), _TWO_FINGERS),
    "injectInputEvent": "a finger that stays down is no whole gesture; use `click`, `long_click`, `swipe` or `drag`",
    "clearInputText": "it is not said which field it empties; use `clear_text()`",
    "pasteClipboard": "it is not said where it goes; use `send_keys(text)`",
}


def read_call(method: str, parameters: object) -> RpcCall:
    """What a call does to the phone."""
    given = list(parameters) if isinstance(parameters, list | tuple) else None
    if given is None and parameters:
        return RpcCall(NotUnderstood(f"`{method}` is given names, and it is not known what they are to it"), None)
    if method in READING:
        return _search(method, given) if method in _SCROLLING_SEARCH else RpcCall(Reads(), parameters)
    reader = _READERS.get(method)
    if reader is None:
        return RpcCall(NotUnderstood(_BEYOND.get(method, f"nobody has said what `{method}` does to the phone")), None)
    try:
        return reader(given or [])
    except (IndexError, ValueError):
        return RpcCall(NotUnderstood(f"`{method}` is not given what it takes"), None)


def _search(method: str, given: list[Any] | None) -> RpcCall:
    """They scroll to what they look for unless they are told not to."""
    if given is None or len(given) != 4 or given[3] is not False:
        return RpcCall(NotUnderstood(f"`{method}` scrolls as it looks; say `allow_scroll_search=False`"), None)
    return RpcCall(Reads(), given)


def _click(given: Parameters) -> RpcCall:
    if given and not isinstance(given[0], int | float):
        return RpcCall(NotUnderstood(_BY_PLACE), None)
    at = gesture.point(given[0], given[1])
    meaning = gesture.hold(at, given[2]) if len(given) > 2 else gesture.tap(at)
    return RpcCall(meaning, [*(at or ()), *map(gesture.pixels, given[2:3])])


def _swipe(given: Parameters) -> RpcCall:
    start, end, steps = _way(given)
    meaning = gesture.swipe(start, end, None if steps is None else steps * _STEP_MS)
    return RpcCall(meaning, [*(start or ()), *(end or ()), steps])


def _swipe_points(given: Parameters) -> RpcCall:
    points, per_point = given
    if len(points) != 4:
        return RpcCall(NotUnderstood("a finger that turns is no single way; swipe from point to point"), None)
    start, end, steps = _way([*points, per_point])
    meaning = gesture.swipe(start, end, None if steps is None else steps * _STEP_MS)
    return RpcCall(meaning, [[*(start or ()), *(end or ())], steps])


def _drag(given: Parameters) -> RpcCall:
    start, end, steps = _way(given)
    return RpcCall(gesture.drag(start, end), [*(start or ()), *(end or ()), steps])


def _way(given: Parameters) -> tuple[Any, Any, int | None]:
    from_x, from_y, to_x, to_y, steps = given
    return gesture.point(from_x, from_y), gesture.point(to_x, to_y), gesture.pixels(steps)


def _press(given: Parameters) -> RpcCall:
    (name,) = given
    key = _KEYS.get(name) if isinstance(name, str) else None
    return RpcCall(gesture.press(key) if key else NotUnderstood(f"no key is called `{name!s:.40}`"), given)


def _press_code(given: Parameters) -> RpcCall:
    (code,) = given
    return RpcCall(gesture.press(code) if isinstance(code, int) else NotUnderstood("a key code is a number"), given)


def _set_text(given: Parameters) -> RpcCall:
    selector, text = given
    if not isinstance(text, str):
        return RpcCall(NotUnderstood("what is to be typed is no text"), None)
    return RpcCall(OnElement("input", selector, text=text), given)


def _clear_text(given: Parameters) -> RpcCall:
    (selector,) = given
    return RpcCall(OnElement("input", selector), given)


def _scroll(direction: tuple[str, str]) -> Callable[[Parameters], RpcCall]:
    """`direction` is that of the content that comes up, for a list that goes down and one that goes across."""

    def read(given: Parameters) -> RpcCall:
        selector, vertical = given[0], given[1]
        if not isinstance(vertical, bool):
            raise ValueError
        return RpcCall(OnElement("scroll", selector, direction=direction[0 if vertical else 1]), given)

    return read


def _set_clipboard(given: Parameters) -> RpcCall:
    _, text = given
    if not isinstance(text, str):
        return RpcCall(NotUnderstood("what is to be put on the clipboard is no text"), None)
    return RpcCall(Acts(Action("copy", text=text)), given)


def _always(meaning: Meaning) -> Callable[[Parameters], RpcCall]:
    return lambda given: RpcCall(meaning if not given else NotUnderstood("it takes no parameters"), [])


_READERS: Mapping[str, Callable[[Parameters], RpcCall]] = {
    "click": _click,
    "swipe": _swipe,
    "swipePoints": _swipe_points,
    "drag": _drag,
    "pressKey": _press,
    "pressKeyCode": _press_code,
    "setText": _set_text,
    "clearTextField": _clear_text,
    "scrollForward": _scroll(("down", "right")),
    "flingForward": _scroll(("down", "right")),
    "scrollBackward": _scroll(("up", "left")),
    "flingBackward": _scroll(("up", "left")),
    "setClipboard": _set_clipboard,
    "openNotification": _always(Acts(Action("notifications"))),
    "wakeUp": _always(gesture.press("WAKEUP")),
    "sleep": _always(gesture.press("SLEEP")),
}
