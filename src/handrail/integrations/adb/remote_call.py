"""A call of uiautomator2's server, JSON-RPC inside HTTP: what it does to the phone, and the answer where it does not.

Source: the methods that the client of uiautomator2 3.7.1 calls. One that is not here does not run.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from handrail.device.action import Action, Direction, Point
from handrail.device.key_code import UIAUTOMATOR_KEYS
from handrail.error import HandrailError
from handrail.integrations.client import gesture
from handrail.integrations.meaning import Acts, Meaning, NotUnderstood, OnSelected, Reads
from handrail.strict_json import read_json

PATH = "/jsonrpc/0"
REFUSED = -32050
_STEP_MS = 5


@dataclass(frozen=True, slots=True)
class RemoteCall:
    """One call as it was read, and as it is sent on: written anew, so that the phone reads what was judged."""

    identifier: object
    method: str
    parameters: list[Any]

    @property
    def body(self) -> bytes:
        """The call as JSON."""
        return _encoded({"jsonrpc": "2.0", "id": self.identifier, "method": self.method, "params": self.parameters})

    def refusal(self, reason: str) -> bytes:
        """The answer that makes the client raise, with the reason."""
        return _refusal(self.identifier, reason)


def read_call(body: bytes) -> RemoteCall | bytes:
    """The call in a body; the refusal where it is none that could be judged."""
    try:
        document = read_json(body, "the call", exact=False)
    except HandrailError as error:
        return _refusal(None, f"Blocked. {error}")
    match document:
        case {"method": str(method), "params": None | list() as parameters, **rest} if rest.keys() <= {"jsonrpc", "id"}:
            return RemoteCall(rest.get("id"), method, in_whole_pixels(method, parameters or []))
        case {"method": str(method), **rest} if rest.keys() <= {"jsonrpc", "id", "params"} and rest.get("params") in (
            None,
            {},
        ):
            return RemoteCall(rest.get("id"), method, [])  # uiautomator2 sends an empty object for no parameters
    return _refusal(None, "Blocked. A call is one object with a method and a list of parameters.")


def in_whole_pixels(method: str, parameters: list[Any]) -> list[Any]:
    """The parameters as a phone takes them: what names places, in whole numbers."""
    if method not in _PLACES:
        return parameters
    return [
        in_whole_pixels(method, parameter)
        if isinstance(parameter, list)
        else parameter
        if (cut := gesture.pixels(parameter)) is None
        else cut
        for parameter in parameters
    ]


_PLACES = frozenset(("click", "drag", "swipe", "swipePoints"))


def _refusal(identifier: object, reason: str) -> bytes:
    error = {"code": REFUSED, "message": reason, "data": "handrail"}
    return _encoded({"jsonrpc": "2.0", "id": identifier, "error": error})


def _encoded(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode()


def call_meaning(call: RemoteCall) -> Meaning:
    """What a call does. Pure."""
    if call.method in _READING:
        return Reads()
    read = _ACTING.get(call.method)
    if read is None:
        instead = _INSTEAD.get(call.method, "")
        return NotUnderstood(f"nobody has said what `{call.method[:60]}` does to the phone{instead}")
    try:
        return read(call.parameters)
    except _Unclear as why:
        return NotUnderstood(f"`{call.method}`: {why}")


class _Unclear(Exception):
    """A clause about parameters that nobody can read."""


_READING = frozenset(
    (
        "deviceInfo", "dumpWindowHierarchy", "takeScreenshot", "exist", "count", "objInfo", "objInfoOfAllInstances",
        "getText", "waitForExists", "waitUntilGone", "childByInstance", "getClipboard", "getLastToast",
        "clearLastToast", "getLastTraversedText", "clearLastTraversedText", "isScreenOn",
    )
)  # fmt: skip
_STEP_BY_STEP = ", since it is many touches of which each may meet another screen; scroll forward or backward by one"
_INSTEAD: Mapping[str, str] = MappingProxyType(
    {
        "injectInputEvent": ", since a finger in parts is no action yet; use click, long_click, swipe or drag",
        "scrollTo": _STEP_BY_STEP,
        "scrollToBeginning": _STEP_BY_STEP,
        "scrollToEnd": _STEP_BY_STEP,
        "flingToBeginning": _STEP_BY_STEP,
        "flingToEnd": _STEP_BY_STEP,
        "dragTo": "; drag from a point to a point",
    }
)


def _click(given: list[Any]) -> Meaning:
    if len(given) == 1:
        return Acts(OnSelected("click", _selector(given, 0)))
    return gesture.hold(_point(given, 0, 2, 3), _number_at(given, 2) if len(given) == 3 else 0)


def _long_click(given: list[Any]) -> Meaning:
    _count(given, 1)
    return Acts(OnSelected("long_click", _selector(given, 0)))


def _swipe(given: list[Any]) -> Meaning:
    _count(given, 5)
    return gesture.swipe(_point(given, 0, 5), _point(given, 2, 5), _number_at(given, 4) * _STEP_MS)


def _drag(given: list[Any]) -> Meaning:
    _count(given, 5)
    _number_at(given, 4)
    return gesture.drag(_point(given, 0, 5), _point(given, 2, 5))


def _swipe_points(given: list[Any]) -> Meaning:
    """A way with corners is judged only where there are none."""
    points = given[0] if given else None
    if not isinstance(points, list) or len(points) != 4:
        raise _Unclear("of a way with corners nobody can say what it does; swipe from a point to a point")
    return gesture.swipe(_point(points, 0, 4), _point(points, 2, 4), _number_at(given, 1) * _STEP_MS)


def _press(given: list[Any]) -> Meaning:
    _count(given, 1)
    name = _text(given, 0)
    return gesture.press(UIAUTOMATOR_KEYS.get(name.lower(), ""))


def _press_code(given: list[Any]) -> Meaning:
    _count(given, 1)
    return gesture.press(int(_number_at(given, 0)))


def _set_text(given: list[Any]) -> Meaning:
    _count(given, 2)
    return Acts(OnSelected("input", _selector(given, 0), text=_text(given, 1)))


def _clear_text(given: list[Any]) -> Meaning:
    _count(given, 1)
    return Acts(OnSelected("input", _selector(given, 0), text=""))


def _scroll(onwards: bool) -> Callable[[list[Any]], Meaning]:
    def read(given: list[Any]) -> Meaning:
        vertical = given[1] if len(given) > 1 else True
        if not isinstance(vertical, bool):
            raise _Unclear("whether it is vertical is true or false")
        directions: tuple[Direction, Direction] = ("down", "up") if vertical else ("right", "left")
        return Acts(OnSelected("scroll", _selector(given, 0), direction=directions[0 if onwards else 1]))

    return read


def _set_clipboard(given: list[Any]) -> Meaning:
    _count(given, 2)
    return Acts(Action("copy", text=_text(given, 1)))


def _child_by(given: list[Any]) -> Meaning:
    """With a fourth parameter it scrolls until it finds the child."""
    scrolls = len(given) > 3 and given[3] is not False
    return NotUnderstood(f"it scrolls{_STEP_BY_STEP}") if scrolls else Reads()


def _plainly(action: Action) -> Callable[[list[Any]], Meaning]:
    return lambda _: Acts(action)


_ACTING: Mapping[str, Callable[[list[Any]], Meaning]] = MappingProxyType(
    {
        "childByDescription": _child_by,
        "childByText": _child_by,
        "clearInputText": _plainly(Action("input", text="")),
        "clearTextField": _clear_text,
        "click": _click,
        "drag": _drag,
        "flingBackward": _scroll(onwards=False),
        "flingForward": _scroll(onwards=True),
        "longClick": _long_click,
        "openNotification": _plainly(Action("notifications")),
        "pasteClipboard": _plainly(Action("paste")),
        "pressKey": _press,
        "pressKeyCode": _press_code,
        "scrollBackward": _scroll(onwards=False),
        "scrollForward": _scroll(onwards=True),
        "setClipboard": _set_clipboard,
        "setText": _set_text,
        "sleep": _plainly(Action("press_key", target="SLEEP")),
        "swipe": _swipe,
        "swipePoints": _swipe_points,
        "wakeUp": _plainly(Action("press_key", target="WAKEUP")),
    }
)


# Parameters


def _count(given: list[Any], count: int) -> None:
    if len(given) != count:
        raise _Unclear(f"it takes {count} parameters, and was given {len(given)}")


def _number_at(given: list[Any], place: int) -> float:
    value = given[place] if place < len(given) else None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 100_000:
        raise _Unclear(f"parameter {place + 1} is no number from 0 up")
    return float(value)


def _point(given: list[Any], place: int, *counts: int) -> Point:
    if len(given) not in counts:
        raise _Unclear(f"it takes {' or '.join(map(str, counts))} numbers, and was given {len(given)}")
    return int(_number_at(given, place)), int(_number_at(given, place + 1))


def _text(given: list[Any], place: int) -> str:
    value = given[place] if place < len(given) else None
    if not isinstance(value, str):
        raise _Unclear(f"parameter {place + 1} is no text")
    return value


def _selector(given: list[Any], place: int) -> Mapping[str, Any]:
    """One element by what it is; where it stands beside others, and expressions, are read otherwise by the phone."""
    value = given[place] if place < len(given) else None
    if not isinstance(value, dict) or value.get("childOrSibling") or value.get("childOrSiblingSelector"):
        raise _Unclear("an element that is acted on is named by what it is itself; touch a point otherwise")
    if not isinstance(value.get("mask"), int) or any(name.endswith("Matches") or name == "index" for name in value):
        raise _Unclear("expressions and places among others are read otherwise by the phone; name the text, or a point")
    return value
