"""Which view receives which event when an action is carried out, and what else the gesture triggers.

The one answer that guard, app models and drivers share: a guard judges the events that are told here, and a driver
touches the point that is told here. A pure function of the action and the screen, so both get the same answer as long
as the screen is the same; a driver asks again on the screen that it read just before it touches.
"""

from dataclasses import dataclass
from typing import TypeAlias, assert_never
from unicodedata import normalize

from handrail.device import key_code
from handrail.device.action import Action, Point
from handrail.device.device import Refused, StaleScreen
from handrail.device.element import Element, Path
from handrail.device.screen import (
    Gone,
    InPlace,
    Moved,
    Screen,
    breaks_lines,
    focus_of,
    is_editable,
    relocate,
    takes_all_touches,
)
from handrail.device.touch import (
    Way,
    element_at,
    finger_way,
    innermost_at,
    is_short,
    swept,
    taker_at,
    taker_of,
    takes_touches,
    touch_point,
)

__all__ = ["Event", "Received", "Reception", "Unclear", "package_at", "receive", "scrollable"]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happens to a view, or to the phone where `path` is None.

    `kind` is a type of action. `package` is the app that receives it: that of the element or of what it stands in, or
    the app in front; empty where nobody says. `text` is what will stand in the field after an `input`, the package,
    address or words of the other kinds, the name of a key; None where there is none or nobody can say it.
    """

    kind: str
    path: Path | None
    package: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Received:
    """What happens, in order; nothing where a view is switched off or nothing is to be done.

    `path` is the view that the action is about, `point` where a finger goes down (None where none does), `to` where it
    goes up elsewhere.
    """

    events: tuple[Event, ...]
    path: Path | None = None
    point: Point | None = None
    to: Point | None = None


@dataclass(frozen=True, slots=True)
class Unclear:
    """Nobody can say who receives it: a person decides. What a driver needs is here all the same."""

    reason: str
    path: Path | None = None
    point: Point | None = None
    to: Point | None = None


Reception: TypeAlias = Received | Unclear | StaleScreen | Refused

_WITH_WORDS = {
    "open_app": "package", "open_url": "address", "install": "file", "uninstall": "package", "clear_data": "package",
    "force_stop": "package",
}  # fmt: skip
"""What each of these names as its target."""

_KEYS = {
    key_code.BACK: "back",
    key_code.ESCAPE: "back",
    key_code.HOME: "home",
    key_code.APP_SWITCH: "recents",
    key_code.NOTIFICATION: "notifications",
}
_CLICKING = (key_code.ENTER, key_code.NUMPAD_ENTER, key_code.DPAD_CENTER)


def receive(action: Action, screen: Screen) -> Reception:
    """Say what an action does to whom on a screen. Pure; linear in the tree."""
    path: Path | None = None
    if action.element is not None:
        found = _found_again(action, screen)
        if not isinstance(found, tuple):
            return found
        path = found
    match action.type:
        case "click" | "long_click" | "double_tap":
            return _touch(action, screen, path)
        case "input":
            return _type(action, screen, path)
        case "scroll" | "swipe" | "drag":
            return _move(action, screen, path)
        case "pinch":
            return _pinch(screen, path)
        case "back" | "home" | "recents" | "notifications":
            return Received((_to_phone(action.type, screen),))
        case "enter":
            return _press(key_code.ENTER, "ENTER", screen)
        case "press_key":
            code = key_code.key_code(action.target or "")
            if code is None:
                return Refused(f"no key is called `{action.target or ''}`; they are called as in KEYCODE_ENTER")
            return _press(code, action.target or "", screen)
        case "open_app" | "open_url" | "install" | "uninstall" | "clear_data" | "force_stop":
            if not action.target:
                return Refused(f"`{action.type}` names no {_WITH_WORDS[action.type]}")
            return Received((_to_phone(action.type, screen, action.target),))
        case "share" | "copy":
            if action.text is None:
                return Refused(f"`{action.type}` says no text")
            return Received((_to_phone(action.type, screen, action.text),))
        case "paste":
            return _paste(action, screen)
        case "wait" | "finish":
            return Received(())
    return Refused(f"there is no action `{action.type}`")


def package_at(screen: Screen, path: Path) -> str:
    """Whose view it is: its own package, else that of what it stands in, up to the window; empty if none says so."""
    for depth in range(len(path), 0, -1):
        if package := element_at(screen.windows, path[:depth]).package:
            return package
    return ""


# Touches


def _touch(action: Action, screen: Screen, path: Path | None) -> Reception:
    if path is None:
        return _touch_at(action, screen, action.point)
    if covered := _covered(screen, path):
        return covered
    point = touch_point(screen.windows, path)
    if point is None:
        return _OVER
    return Received(_touched(action.type, screen, taker_of(screen.windows, path)), path, point)


def _touch_at(action: Action, screen: Screen, point: Point | None) -> Reception:
    if point is None:
        return Refused(f"`{action.type}` names no element of the screen and no point")
    found = _there(screen, point)
    if found is None:
        return Unclear(f"nothing is known of what a touch at {point[0]}, {point[1]} reaches", None, point)
    return Received(_touched(action.type, screen, found), found, point)


def _touched(kind: str, screen: Screen, taker: Path) -> tuple[Event, ...]:
    """What a touch does to the view that takes it."""
    element = element_at(screen.windows, taker)
    if not element.enabled:
        return ()
    if kind == "long_click" and element.clickable and not element.long_clickable:
        kind = "click"  # when the finger goes up again
    event = _to_view(kind, screen, taker)
    if kind == "double_tap" and takes_touches(element):
        click = _to_view("click", screen, taker)
        return click, click, event
    return (event,)


def _covered(screen: Screen, path: Path) -> Refused | None:
    """A dialog of the app in front takes every touch, also beside it."""
    above = range(path[0] + 1, len(screen.windows))
    if any(takes_all_touches(screen, number) for number in above):
        return Refused("a dialog lies over it; answer the dialog first")
    return None


def _there(screen: Screen, point: Point) -> Path | None:
    """Who takes a touch at a point; None where a window has nothing there, or a dialog is beside it."""
    place = innermost_at(screen.windows, point)
    if place is None or _covered(screen, place) is not None:
        return None
    taker = taker_at(screen.windows, point)
    return taker if taker is not None else place if len(place) > 1 else None


_OVER = Refused("something lies over all of the element, so a touch would be taken by that")


# Typing and keys


def _type(action: Action, screen: Screen, path: Path | None) -> Reception:
    text = action.text
    if text is None:
        return Refused("`input` says no text")
    if breaks_lines(text):
        return Refused("a line break is the enter key; type the text without it, and press `enter` by itself")
    focus = focus_of(screen)
    if path is None and action.point is not None:
        path = _there(screen, action.point)
        if path is None:
            return Refused("there is no text field at that point")
    if path is None:
        return _type_on(screen, focus, text)
    element = element_at(screen.windows, path)
    if not is_editable(element):
        return Refused("the element is not a text field that can be typed into")
    if not element.enabled:
        return Refused("the text field is switched off")
    if covered := _covered(screen, path):
        return covered
    if _looks_empty(text, element):
        return _LOOKS_EMPTY
    typed = _to_view("input", screen, path, text)
    if path == focus:
        return Received((typed,), path)
    point = touch_point(screen.windows, path)
    if point is None:
        return _OVER
    if taker_of(screen.windows, path) != path:
        return Refused("a touch on the text field goes to what it stands in; touch that first")
    return Received((_to_view("click", screen, path), typed), path, point)


def _type_on(screen: Screen, focus: Path | None, text: str | None) -> Reception:
    """Into the field with the focus, in place of what stands there."""
    field = element_at(screen.windows, focus) if focus is not None else None
    if focus is None or field is None or not is_editable(field):
        return Refused("no text field has the focus; name the field to type into")
    if text is not None and _looks_empty(text, field):
        return _LOOKS_EMPTY
    return Received((_to_view("input", screen, focus, text),), focus)


def _looks_empty(text: str, field: Element) -> bool:
    """Whether nobody could tell a field with this text from an empty one: the hint stands where the text does."""
    return bool(field.hint) and _read_by_people(text) == _read_by_people(field.hint)


def _read_by_people(text: str) -> str:
    return " ".join(normalize("NFKC", text).casefold().split())


def _may_look_empty(code: int, field: Element) -> bool:
    """The same of a key, wherever the cursor is: by one character more or less, or by what is cut out."""
    if not field.hint or _looks_empty(field.text, field):
        return False
    now, hint = _read_by_people(field.text), _read_by_people(field.hint)
    if code == key_code.CUT:
        return True
    if key_code.typed_by(code):
        return now in _with_one_less(hint)
    return code in (key_code.DELETE, key_code.FORWARD_DELETE) and hint in _with_one_less(now)


def _with_one_less(text: str) -> set[str]:
    return {_read_by_people(text[:place] + text[place + 1 :]) for place in range(len(text))}


_LOOKS_EMPTY = Refused("the text is the hint of the field, so nobody could tell what was typed from an empty field")


def _paste(action: Action, screen: Screen) -> Reception:
    found = _type_on(screen, focus_of(screen), action.text)
    if isinstance(found, Received) and action.text is None:
        return Unclear(_ON_THE_CLIPBOARD, found.path)
    return found


_ON_THE_CLIPBOARD = "what lies on the clipboard is not known, and a line break in it is the enter key"


def _press(code: int, name: str, screen: Screen) -> Reception:
    if code in _KEYS:
        return Received((_to_phone(_KEYS[code], screen),))
    if code in key_code.FOR_NO_VIEW:
        return Received((_to_phone("press_key", screen, name),))
    if not key_code.goes_to_focus(code):
        return Unclear("the system hands the key to an app of its choice")
    focus = focus_of(screen)
    if focus is None:
        return Unclear("no view is known to have the focus, so nobody can say where the key goes")
    element = element_at(screen.windows, focus)
    if not element.enabled:
        return Received((), focus)
    if is_editable(element):
        if code == key_code.PASTE:
            return Unclear(_ON_THE_CLIPBOARD, focus)
        if _may_look_empty(code, element):
            return _LOOKS_EMPTY
        return Received((_pressed_in(code, name, screen, focus),), focus)
    if element.clickable and code in (*_CLICKING, key_code.SPACE):
        return Received((_to_view("click", screen, focus),), focus)
    if code in _CLICKING:
        return Received((_to_view("enter", screen, focus),), focus)
    return Received((_to_view("press_key", screen, focus, name),), focus)


def _pressed_in(code: int, name: str, screen: Screen, focus: Path) -> Event:
    """What a key does to a text field. What stands there then nobody can say: the cursor may be anywhere."""
    if code in _CLICKING:
        return _to_view("enter", screen, focus)
    changes = key_code.typed_by(code) or code in (
        key_code.DELETE, key_code.FORWARD_DELETE, key_code.CUT, key_code.PASTE,
    )  # fmt: skip
    return _to_view("input", screen, focus) if changes else _to_view("press_key", screen, focus, name)


# Moving fingers


def _move(action: Action, screen: Screen, path: Path | None) -> Reception:
    if path is not None and (covered := _covered(screen, path)):
        return covered
    way = finger_way(action, screen, path)
    if isinstance(way, Refused):
        return way
    start, end = way
    place = innermost_at(screen.windows, start)
    if path is not None and (place is None or place[0] != path[0]):
        return _OVER
    if edge := swept(way, screen):
        if edge == "unclear":
            return Unclear("at the edge of the screen the finger may be the system's", path, start, end)
        return Received((_to_phone(edge, screen),), path, start, end)
    if place is None or _covered(screen, place) is not None:
        return Unclear("nothing is known of what the finger starts on", path, start, end)
    return Received(_moved(action, screen, path, place, way), path, start, end)


def _moved(action: Action, screen: Screen, named: Path | None, place: Path, way: Way) -> tuple[Event, ...]:
    """What a finger's way does: to what it starts on, to what scrolls around that, and as a touch if it is short."""
    taker = taker_of(screen.windows, place)
    paths = dict.fromkeys(path for path in (scrollable(screen, place), named and scrollable(screen, named)) if path)
    events = [_to_view("scroll", screen, path) for path in paths]
    if action.type != "scroll":
        events.insert(0, _to_view(action.type, screen, taker))
    elif not events:
        events = [_to_view("scroll", screen, named or place)]
    if action.type == "scroll" and action.direction in ("left", "right"):
        events.append(_to_view("swipe", screen, taker))  # a row may go with it
    if action.type == "drag" and element_at(screen.windows, taker).long_clickable:
        events += _touched("long_click", screen, taker)  # what a drag begins with
    if is_short(way):
        events += _touched("click", screen, taker)
    return tuple(events)


def scrollable(screen: Screen, path: Path) -> Path | None:
    """The nearest around an element that scrolls."""
    around = (path[:depth] for depth in range(len(path), 0, -1))
    return next((path for path in around if element_at(screen.windows, path).scrollable), None)


def _pinch(screen: Screen, path: Path | None) -> Reception:
    if path is None:
        return Refused("`pinch` names no element of the screen")
    return _covered(screen, path) or Received((_to_view("pinch", screen, path),), path)


# Where everything goes


def _to_view(kind: str, screen: Screen, path: Path, text: str | None = None) -> Event:
    return Event(kind, path, package_at(screen, path), text)


def _to_phone(kind: str, screen: Screen, text: str | None = None) -> Event:
    return Event(kind, None, screen.package, text)


def _found_again(action: Action, screen: Screen) -> Path | StaleScreen | Refused:
    """The place of the element that an action names, if it is still there and can be seen."""
    identity = action.element
    assert identity is not None
    name = f"`{identity.text or identity.description or identity.resource_id or identity.class_name}`"
    found = relocate(identity, screen)
    match found:
        case InPlace(element):
            if element.bounds.is_empty:
                return Refused(f"nothing of {name} can be seen, so it cannot be touched")
            return identity.path
        case Moved(now):
            return StaleScreen(f"{name} stands somewhere else now", screen, now)
        case Gone(_, candidates):
            why = f"{candidates} elements look like it" if candidates else "nothing looks like it"
            return StaleScreen(f"{name} is not there any more; {why}", screen)
        case _:
            assert_never(found)
