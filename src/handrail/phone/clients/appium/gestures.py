"""Fingers and keys as WebDriver tells of them: pointer actions of the W3C standard, and Appium's own gestures.

Two fingers that come nearer or go apart pinch; side by side they move as one. More of them do nothing here.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from handrail.device.element import Bounds
from handrail.phone.adb.handset import Handset
from handrail.phone.clients.appium.elements import ELEMENT_KEY, Elements
from handrail.phone.clients.appium.problem import invalid

Point: TypeAlias = tuple[int, int]
Direction: TypeAlias = Literal["up", "down", "left", "right"]
_MOVE_MS = 300
_LONG_MS = 1000
_KEYS = {"\ue003": 67, "\ue004": 61, "\ue006": 66, "\ue007": 66, "\ue00c": 111, "\ue017": 112}
"""Backspace, tab, return, enter, escape, delete: the standard's code points by Android's key codes."""


def perform(handset: Handset, elements: Elements, sources: list[Any]) -> None:
    """Carry out the actions of one finger, or of the keys."""
    fingers = [source for source in sources if isinstance(source, dict) and source.get("type") == "pointer"]
    for source in sources:
        if isinstance(source, dict) and source.get("type") == "key":
            for action in _actions(source):
                if action.get("type") == "keyDown":
                    type_keys(handset, str(action.get("value", "")))
    if len(fingers) == 1:
        for start, end, held_ms in _ways(elements, fingers[0]):
            handset.input_injector.move(*start, *end, held_ms)
    elif len(fingers) == 2:
        first, second = (_ways(elements, source) for source in fingers)
        for left, other in zip(first, second, strict=False):
            handset.input_injector.two_fingers(left[:2], other[:2])


def _ways(elements: Elements, source: Mapping[str, Any]) -> Iterator[tuple[Point, Point, int]]:
    """Where a finger goes down and comes up again, and how long it stays."""
    place: Point = (0, 0)
    down: Point | None = None
    held_ms = 0
    for action in _actions(source):
        match action.get("type"):
            case "pointerMove":
                place = _moved(elements, place, action)
                held_ms += _number(action.get("duration", 0))
            case "pointerDown":
                down, held_ms = place, 0
            case "pause":
                held_ms += _number(action.get("duration", 0))
            case "pointerUp" if down is not None:
                yield down, place, held_ms
                down = None
            case "pointerCancel":
                down = None


def _moved(elements: Elements, place: Point, action: Mapping[str, Any]) -> Point:
    x, y, origin = _number(action.get("x", 0)), _number(action.get("y", 0)), action.get("origin", "viewport")
    if origin == "pointer":
        return place[0] + x, place[1] + y
    if isinstance(origin, dict):
        left, top = elements.get(str(origin.get(ELEMENT_KEY)))[1].bounds.center
        return left + x, top + y
    return x, y


def type_keys(handset: Handset, text: str) -> None:
    """Type a text in which some characters stand for keys."""
    plain = ""
    for character in text:
        if character in _KEYS:
            handset.input_injector.type_text(plain)
            handset.input_injector.key(_KEYS[character])
            plain = ""
        elif not "\ue000" <= character <= "\ue05d":
            plain += character
    if plain:
        handset.input_injector.type_text(plain)


# Appium's own gestures


def gesture(handset: Handset, elements: Elements, name: str, fields: Mapping[str, Any]) -> bool | None:
    """Carry out `click`, `long_click`, `double_click`, `drag`, `swipe`, `scroll`, `fling`, `pinch_open`, `pinch_close`.

    `scroll` and `fling` say whether there is more.
    """
    match name:
        case "click" | "double_click":
            point = _point(elements, fields, "offset")
            for _ in range(2 if name == "double_click" else 1):
                handset.input_injector.tap(*point)
        case "long_click":
            held_ms = _number(fields.get("duration") or _LONG_MS)
            handset.input_injector.hold(*_point(elements, fields, "offset"), max(held_ms, _LONG_MS))
        case "drag":
            start, end = _point(elements, fields, "start"), _viewport_point(fields.get("end"))
            handset.input_injector.move(*start, *end, _LONG_MS)
        case "pinch_open" | "pinch_close":
            percent = round(100 * min(max(float(fields.get("percent") or 1.0), 0.01), 1.0))
            handset.input_injector.pinch(_area(elements, fields), percent, apart=name == "pinch_open")
        case "swipe" | "scroll" | "fling":
            return _swept(handset, _area(elements, fields), name, fields)
    return None


def _swept(handset: Handset, area: Bounds, name: str, fields: Mapping[str, Any]) -> bool:
    """A scroll names where the content is to be seen, a swipe where the finger goes."""
    direction = str(fields.get("direction", "")).lower()
    if direction not in ("up", "down", "left", "right"):
        raise invalid(f"`direction` is up, down, left or right, not `{direction}`")
    finger = direction if name == "swipe" else _OPPOSITE[direction]
    percent = min(max(float(fields.get("percent") or 1.0), 0.0), 1.0)
    x, y = area.center
    reach_x, reach_y = int((area.right - area.left) * percent * 0.4), int((area.bottom - area.top) * percent * 0.4)
    across, along = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[finger]
    before = handset.phone.screen()
    handset.input_injector.move(
        x - across * reach_x, y - along * reach_y, x + across * reach_x, y + along * reach_y, _MOVE_MS
    )
    return handset.phone.screen() != before


_OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}


def _area(elements: Elements, fields: Mapping[str, Any]) -> Bounds:
    origin, area = fields.get("origin"), fields.get("area")
    if isinstance(origin, dict):
        return elements.get(str(origin.get(ELEMENT_KEY)))[1].bounds
    if not isinstance(area, dict):
        raise invalid("a gesture needs an element or an area")
    left, top = _number(area.get("left", 0)), _number(area.get("top", 0))
    return Bounds(left, top, left + _number(area.get("width", 0)), top + _number(area.get("height", 0)))


def _point(elements: Elements, fields: Mapping[str, Any], name: str) -> Point:
    """A point of an element, its middle where none is told, or of the screen."""
    origin, offset = fields.get("origin"), fields.get(name)
    if not isinstance(origin, dict):
        return _viewport_point(offset)
    bounds = elements.get(str(origin.get(ELEMENT_KEY)))[1].bounds
    if not isinstance(offset, dict):
        return bounds.center
    return bounds.left + _number(offset.get("x", 0)), bounds.top + _number(offset.get("y", 0))


def _viewport_point(value: Any) -> Point:
    if not isinstance(value, dict):
        raise invalid("a gesture needs an element or a point")
    return _number(value.get("x", 0)), _number(value.get("y", 0))


def _actions(source: Mapping[str, Any]) -> list[dict[str, Any]]:
    actions = source.get("actions")
    return [action for action in actions if isinstance(action, dict)] if isinstance(actions, list) else []


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        raise invalid(f"{str(value)[:100]} is not a number")
    return int(value)
