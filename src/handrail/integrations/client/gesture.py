"""What fingers, keys and typing mean, however a client calls them."""

import math
from collections.abc import Mapping

from handrail.device import key_code
from handrail.device.action import Action, ActionType, Point
from handrail.device.element import Bounds, identify
from handrail.device.reception import scrollable
from handrail.device.screen import Screen, is_editable
from handrail.device.touch import element_at, innermost_at, is_short, swept
from handrail.guard.policy.texts import is_package
from handrail.integrations.client.meaning import Acts, Meaning, MeaningOnScreen, NotUnderstood
from handrail.integrations.tools.typed_text import standing_in_field

LONG_PRESS_MS = 500
"""From here on Android's own limit of a touch that is held, and what is shorter may be a touch or not."""

_KEYS: Mapping[int, ActionType] = {
    key_code.BACK: "back",
    key_code.HOME: "home",
    key_code.APP_SWITCH: "recents",
    key_code.ENTER: "enter",
    key_code.NOTIFICATION: "notifications",
}


def pixels(value: object) -> int | None:
    """A coordinate as a phone takes it, cut to a whole number; None for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return math.trunc(value)


def point(x: object, y: object) -> Point | None:
    """A place on the screen; None where one of its numbers is none."""
    across, down = pixels(x), pixels(y)
    return None if across is None or down is None else (across, down)


NO_POINT = NotUnderstood("it names no place on the screen in whole pixels")


def tap(at: Point | None) -> Meaning:
    """A touch."""
    return NO_POINT if at is None else Acts(Action("click", point=at))


def double_tap(at: Point | None) -> Meaning:
    """Two touches in one gesture."""
    return NO_POINT if at is None else Acts(Action("double_tap", point=at))


def hold(at: Point | None, milliseconds: object) -> Meaning:
    """A touch that is held."""
    if at is None:
        return NO_POINT
    held = pixels(milliseconds)
    if held is None or held < LONG_PRESS_MS:
        return NotUnderstood(f"a touch held for less than {LONG_PRESS_MS} ms may be a plain one or not")
    return Acts(Action("long_click", point=at))


def swipe(start: Point | None, end: Point | None, milliseconds: object) -> Meaning | MeaningOnScreen:
    """A finger's way; where it hardly moves it is a touch, and one that is held where it takes its time."""
    if start is None or end is None:
        return NO_POINT
    held = pixels(milliseconds)
    if held is None:
        return NotUnderstood("it does not say how long the finger takes")
    if not is_short((start, end)):
        return lambda screen: Acts(_scroll(start, end, screen) or Action("swipe", point=start, to=end))
    if held >= LONG_PRESS_MS:
        return Acts(Action("long_click", point=start))
    return Acts(Action("swipe", point=start, to=end))


def _scroll(start: Point, end: Point, screen: Screen) -> Action | None:
    """A way up or down over what scrolls looks through it, as the driver's own scrolling does by the same way."""
    across, down = end[0] - start[0], end[1] - start[1]
    place = innermost_at(screen.windows, start)
    around = scrollable(screen, place) if place is not None else None
    if around is None or 2 * abs(across) > abs(down) or swept((start, end), screen):
        return None
    element = identify(around, element_at(screen.windows, around))
    return Action("scroll", direction="down" if down < 0 else "up", element=element)


def drag(start: Point | None, end: Point | None) -> Meaning:
    """A touch that is held and then moved."""
    return NO_POINT if start is None or end is None else Acts(Action("drag", point=start, to=end))


def press(key: object) -> Meaning:
    """A key by its number or name, as in `66`, `ENTER`, `KEYCODE_ENTER`."""
    code = key_code.key_code(str(key)) if isinstance(key, int | str) and not isinstance(key, bool) else None
    if code is None:
        return NotUnderstood(f"no key is called `{key!s:.40}`")
    return Acts(Action(_KEYS[code]) if code in _KEYS else Action("press_key", target=str(code)))


def typed(text: object, *, adds: bool) -> MeaningOnScreen:
    """Typing into the field with the focus; `adds` where it goes after what stands there."""

    def on(screen: Screen) -> Meaning:
        if not isinstance(text, str) or "\0" in text:
            return NotUnderstood("what is to be typed is no text")
        return Acts(Action("input", text=(standing_in_field(screen) if adds else "") + text))

    return on


def on_package(action: ActionType, package: object) -> Meaning:
    """What is done to an app as a whole."""
    if not isinstance(package, str) or not is_package(package):
        return NotUnderstood(f"{package!r:.60} is no package as com.example.clock")
    return Acts(Action(action, target=package))


def on_field(screen: Screen, class_name: str, resource_id: str, bounds: Bounds, text: str) -> Meaning:
    """Putting a text into a field that a client found: the only one like it on the guard's own screen."""
    found = [
        (path, one)
        for path, one in screen.walk()
        if is_editable(one) and (one.class_name, one.resource_id, one.bounds) == (class_name, resource_id, bounds)
    ]
    if len(found) != 1:
        return NotUnderstood("the field is not on the screen as the guard sees it; look again")
    return Acts(Action("input", text=text, element=identify(*found[0])))
