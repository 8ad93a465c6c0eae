"""What an action is, in words: one clause for every card, journal and report.

Said is what a driver would do. So a key, an app or an address is named by what the action carries, an element by what
the screen says of it, and never by a name that the agent gave to it: a row without a text of its own by the words in
it, a field by its name and not by what stands in it.
"""

from collections.abc import Callable
from typing import TypeAlias, assert_never

from handrail.device.action import Action, Point
from handrail.device.element import Element, ElementIdentity, identify, in_order
from handrail.device.screen import Screen
from handrail.language.verbalize import printable, quoted

Quote: TypeAlias = Callable[[str], str]
"""Puts a text from outside into quotation marks that nothing in it can end."""

_LONGEST_NAME = 160
_MOST_WORDS = 2
"""Of the texts in a row: the first is what it is called, the second tells it from another that is called so."""
_ON_PACKAGES = {
    "open_app": "open the app",
    "install": "install the app",
    "uninstall": "remove the app",
    "clear_data": "erase all data of the app",
    "force_stop": "stop the app",
}


def action_words(action: Action, quote: Quote = quoted, called: str = "") -> str:
    """`tap "Send"`: what the action does, as a clause without a subject; `called` is as `called_on` says it."""
    place = quote(called) if called and action.element is not None else _place(action, quote)
    match action.type:
        case "click":
            return f"tap {place}"
        case "long_click":
            return f"press and hold {place}"
        case "double_tap":
            return f"tap twice on {place}"
        case "input":
            return f"type {quote(action.text or '')} into {place if _is_placed(action) else 'the field in use'}"
        case "scroll":
            return f"scroll {_direction(action)}{_within(action, place)}"
        case "swipe":
            return f"swipe {_way(action, place)}"
        case "drag":
            return f"drag {_way(action, place)}"
        case "pinch":
            return f"pinch {_direction(action, '')}{_within(action, place)}".replace("  ", " ").rstrip()
        case "back":
            return "go back"
        case "home":
            return "go to the home screen"
        case "recents":
            return "show the recent apps"
        case "notifications":
            return "pull down the notifications"
        case "enter":
            return "press enter"
        case "press_key":
            return f"press the key {_named(action, quote)}"
        case "open_app" | "install" | "uninstall" | "clear_data" | "force_stop":
            return f"{_ON_PACKAGES[action.type]} {_named(action, quote)}"
        case "open_url":
            return f"open the address {_named(action, quote)}"
        case "share":
            return f"share {quote(action.text or '')}"
        case "copy":
            return f"put {quote(action.text or '')} on the clipboard"
        case "paste":
            what = "what is on the clipboard" if action.text is None else quote(action.text)
            return f"paste {what} into {place if _is_placed(action) else 'the field in use'}"
        case "wait":
            return "wait"
        case "finish":
            return f"end the task and say {quote(action.text)}" if action.text else "end the task"
        case _:
            assert_never(action.type)


def called_on(screen: Screen, action: Action) -> str:
    """What a screen calls the element of an action where its own text does not: a field, or a row of several texts.

    Empty where the element's own text or description is its name, and where there is none.
    """
    place = action.element.path if action.element is not None else ()
    element = screen.at(place)
    if element is None or identify(place, element) != action.element:
        return ""
    if element.hint or action.type in ("input", "paste"):
        return element.hint or element.description
    return "" if element.label else " · ".join(_words_in(element)[:_MOST_WORDS])


def _words_in(element: Element) -> list[str]:
    found = (inner.label.strip() for inner in in_order(element.children) if not inner.password)
    return list(dict.fromkeys(label for label in found if label))


def element_words(element: ElementIdentity, quote: Quote = quoted) -> str:
    """An element by its text on the screen, or by its identifier."""
    text = element.text or element.description
    if text:
        return quote(text)
    short = element.resource_id.rpartition("/")[2] or element.class_name.rpartition(".")[2]
    return f"the unnamed element {printable(short, _LONGEST_NAME) or 'without a name'}"


def _place(action: Action, quote: Quote) -> str:
    if action.element is not None:
        return element_words(action.element, quote)
    return _at(action.point) if action.point is not None else "the screen"


def _is_placed(action: Action) -> bool:
    return action.element is not None or action.point is not None


def _within(action: Action, place: str) -> str:
    return f" in {place}" if action.element is not None else f" at {place}" if action.point is not None else ""


def _way(action: Action, place: str) -> str:
    start = f"from {place}" if _is_placed(action) else ""
    end = f"to {_at(action.to)}" if action.to is not None else _direction(action)
    return " ".join(part for part in (start, end) if part)


def _at(point: Point) -> str:
    return f"the point {point[0]}, {point[1]}"


def _direction(action: Action, otherwise: str = "down") -> str:
    return printable(action.direction or otherwise, 20)


def _named(action: Action, quote: Quote) -> str:
    """What a key, an app or an address is: only the action itself says so, whatever element is named with it."""
    return quote(action.target) if action.target else "that it does not name"
