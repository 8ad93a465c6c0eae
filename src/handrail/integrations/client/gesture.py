"""What fingers, keys and typing mean, however a client calls them."""

import math
from collections.abc import Mapping

from handrail.device import key_code
from handrail.device.action import Action, ActionType, Point
from handrail.device.element import Bounds, identify
from handrail.device.screen import Screen, is_editable
from handrail.guard.policy.texts import is_package
from handrail.integrations.meaning import Acts, Moves, NotUnderstood, TypesMore

LONG_PRESS_MS = 500
"""From here on a finger that stays is held on any phone; below 300 ms it is a touch, and between nobody knows."""
_LONGEST_TAP_MS, _LONGEST_PRESS_MS = 300, 10_000
_STILL_PIXELS = 24
"""A finger that moves no further may stay where it is, for a phone."""
_SLOP_PIXELS = 48
"""A finger that has moved further is no press any more, on any phone."""

_KEYS: Mapping[int, ActionType] = {
    key_code.BACK: "back",
    key_code.HOME: "home",
    key_code.APP_SWITCH: "recents",
    key_code.ENTER: "enter",
    key_code.NOTIFICATION: "notifications",
}
_TOO_SLOW = NotUnderstood("a finger as slow as this may press long where it starts; let it go faster")
_HOW_LONG = NotUnderstood("it does not say how long the finger takes")
NO_POINT = NotUnderstood("it names no place on the screen in whole pixels")


def pixels(value: object) -> int | None:
    """A coordinate as a phone takes it, cut to a whole number; None for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return math.trunc(value)


def point(x: object, y: object) -> Point | None:
    """A place on the screen; None where one of its numbers is none."""
    across, down = pixels(x), pixels(y)
    return None if across is None or down is None else (across, down)


def tap(at: Point | None) -> Acts | NotUnderstood:
    """A touch."""
    return NO_POINT if at is None else Acts(Action("click", point=at))


def double_tap(at: Point | None) -> Acts | NotUnderstood:
    """Two touches in one gesture."""
    return NO_POINT if at is None else Acts(Action("double_tap", point=at))


def hold(at: Point | None, milliseconds: object) -> Acts | NotUnderstood:
    """A finger that stays where it went down."""
    held_ms = pixels(milliseconds)
    if held_ms is None:
        return _HOW_LONG
    if at is None or held_ms <= _LONGEST_TAP_MS:
        return tap(at)
    if LONG_PRESS_MS <= held_ms <= _LONGEST_PRESS_MS:
        return Acts(Action("long_click", point=at))
    return NotUnderstood(
        f"a finger that stays for {held_ms} ms may be a touch or a press; "
        f"up to {_LONGEST_TAP_MS} ms it is a touch, from {LONG_PRESS_MS} to {_LONGEST_PRESS_MS} ms a press"
    )


def swipe(start: Point | None, end: Point | None, milliseconds: object) -> Acts | NotUnderstood:
    """A finger's way; where it hardly moves it is a touch, and one that is held where it takes its time."""
    if start is None or end is None:
        return NO_POINT
    took_ms = pixels(milliseconds)
    if took_ms is None:
        return _HOW_LONG
    distance = _distance(start, end)
    if distance <= _STILL_PIXELS:
        return hold(start, took_ms) if start == end or took_ms <= _LONGEST_TAP_MS else _TOO_SLOW
    if distance * _LONGEST_TAP_MS < _SLOP_PIXELS * took_ms:
        return _TOO_SLOW
    return Acts(Moves(start, end))


def drag(start: Point | None, end: Point | None) -> Acts | NotUnderstood:
    """A touch that is held and then moved."""
    if start is None or end is None:
        return NO_POINT
    if _distance(start, end) <= _SLOP_PIXELS:
        return NotUnderstood("a drag as short as this is a long press; press long instead")
    return Acts(Action("drag", point=start, to=end))


def _distance(start: Point, end: Point) -> int:
    return max(abs(end[0] - start[0]), abs(end[1] - start[1]))


def press(key: object) -> Acts | NotUnderstood:
    """A key by its number or name, as in `66`, `ENTER`, `KEYCODE_ENTER`."""
    code = key_code.key_code(str(key)) if isinstance(key, int | str) and not isinstance(key, bool) else None
    if code is None:
        return NotUnderstood(f"no key is called {key!r:.40}; they are called as in KEYCODE_ENTER")
    return Acts(Action(_KEYS[code]) if code in _KEYS else Action("press_key", target=str(code)))


def typed(text: object, *, adds: bool) -> Acts | NotUnderstood:
    """Typing into the field with the focus; `adds` where it goes after what stands there."""
    if not isinstance(text, str) or "\0" in text:
        return NotUnderstood("what is to be typed is no text")
    return Acts(TypesMore(text) if adds else Action("input", text=text))


def on_package(action: ActionType, package: object) -> Acts | NotUnderstood:
    """What is done to an app as a whole."""
    if not isinstance(package, str) or not is_package(package):
        return NotUnderstood(f"{package!r:.60} is no package; one is called as com.example.clock")
    return Acts(Action(action, target=package))


def on_field(screen: Screen, class_name: str, resource_id: str, bounds: Bounds, text: str) -> Action | NotUnderstood:
    """Putting a text into a field that a client found: the only one like it on the guard's own screen."""
    found = [
        (path, element)
        for path, element in screen.walk()
        if is_editable(element)
        and (element.class_name, element.resource_id, element.bounds) == (class_name, resource_id, bounds)
    ]
    if len(found) != 1:
        return NotUnderstood("the field is not on the screen as the guard sees it; look again")
    return Action("input", text=text, element=identify(*found[0]))
