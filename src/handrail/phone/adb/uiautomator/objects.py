"""Remote calls about elements: whether they are there, what they are, their text; scrolling to them."""

import asyncio
from collections.abc import Callable
from typing import Any

from handrail.device.element import Bounds, Element
from handrail.phone.adb.handset import Handset
from handrail.phone.adb.uiautomator.selector import Found, below, find_all, name_of


def found(handset: Handset, wanted: Any) -> Found:
    """The first element that a selector means; raises `ObjectNotFound`."""
    matching = find_all(handset.phone.screen(), wanted)
    if not matching:
        raise ObjectNotFound(str(wanted)[:500])
    return matching[0]


def exist(handset: Handset, parameters: list[Any]) -> bool:
    """Whether there is such an element."""
    return bool(find_all(handset.phone.screen(), selector(parameters)))


def count(handset: Handset, parameters: list[Any]) -> int:
    """How many there are."""
    return len(find_all(handset.phone.screen(), selector(parameters)))


def info(handset: Handset, parameters: list[Any]) -> dict[str, Any]:
    """What an element is."""
    return _info(found(handset, selector(parameters))[1])


def info_of_all(handset: Handset, parameters: list[Any]) -> list[dict[str, Any]]:
    """What each of them is."""
    return [_info(element) for _, element in find_all(handset.phone.screen(), selector(parameters))]


def _info(element: Element) -> dict[str, Any]:
    return {
        "bounds": _bounds(element.bounds),
        "visibleBounds": _bounds(element.bounds),
        "childCount": len(element.children),
        "className": element.class_name,
        "contentDescription": element.description,
        "packageName": element.package,
        "resourceName": element.resource_id,
        "text": element.text,
        "checkable": element.checkable,
        "checked": element.checked,
        "clickable": element.clickable,
        "enabled": element.enabled,
        "focusable": element.focusable,
        "focused": element.focused,
        "longClickable": element.long_clickable,
        "scrollable": element.scrollable,
        "selected": element.selected,
    }


def _bounds(bounds: Bounds) -> dict[str, int]:
    return {"left": bounds.left, "top": bounds.top, "right": bounds.right, "bottom": bounds.bottom}


def get_text(handset: Handset, parameters: list[Any]) -> str:
    """The text of an element."""
    return found(handset, selector(parameters))[1].text


def set_text(handset: Handset, parameters: list[Any]) -> bool:
    """Replace the text of a field; False if it is none."""
    path, _ = found(handset, selector(parameters))
    return handset.phone.set_text(path, text(parameters, 1))


def clear_text(handset: Handset, parameters: list[Any]) -> bool:
    """Empty a field."""
    path, _ = found(handset, selector(parameters))
    return handset.phone.set_text(path, "")


async def wait_for_exists(handset: Handset, parameters: list[Any]) -> bool:
    """Wait until there is such an element, for so many milliseconds."""
    return await _wait(handset, parameters, there=True)


async def wait_until_gone(handset: Handset, parameters: list[Any]) -> bool:
    """Wait until there is no such element, for so many milliseconds."""
    return await _wait(handset, parameters, there=False)


_POLL_S = 0.02


async def _wait(handset: Handset, parameters: list[Any], *, there: bool) -> bool:
    """Look, let a moment pass on both clocks, look again: other clients and the phone's own time may change it."""
    rounds = int(max(number(parameters, 1), 0) / 1000 / _POLL_S)
    for _ in range(rounds):
        if exist(handset, parameters) is there:
            return True
        await asyncio.sleep(_POLL_S)
        handset.phone.advance(_POLL_S)
    return exist(handset, parameters) is there


def child_by_text(handset: Handset, parameters: list[Any]) -> str:
    """The child of a kind in which a text stands, as a name for later calls."""
    wanted = text(parameters, 2)
    return _child(handset, parameters, lambda element: element.text == wanted)


def child_by_description(handset: Handset, parameters: list[Any]) -> str:
    """The child of a kind in which a description stands, as a name for later calls."""
    wanted = text(parameters, 2)
    return _child(handset, parameters, lambda element: element.description == wanted)


def child_by_instance(handset: Handset, parameters: list[Any]) -> str:
    """The n-th child of a kind, as a name for later calls."""
    children = _children(handset, parameters)
    place = number(parameters, 2)
    if not 0 <= place < len(children):
        raise ObjectNotFound(f"instance {place} of {str(selector(parameters, 1))[:500]}")
    return name_of(children[place][0])


def _children(handset: Handset, parameters: list[Any]) -> list[Found]:
    screen = handset.phone.screen()
    base = found(handset, selector(parameters))[0]
    kind = selector(parameters, 1)
    if not isinstance(kind, dict):
        raise BadParameters("parameter 2 is not a selector")
    under = {path for path, _ in below(screen, base)}
    return [(path, element) for path, element in find_all(screen, kind) if path in under]


def _child(handset: Handset, parameters: list[Any], matches: Callable[[Element], bool]) -> str:
    for path, element in _children(handset, parameters):
        if any(matches(inner) for _, inner in element.walk()):
            return name_of(path)
    raise ObjectNotFound(str(selector(parameters, 1))[:500])


# Scrolling: swipes over a list until something shows or nothing moves any more


_SWIPE_MS = 500
_MOST_SWIPES = 100


def scroll_forward(handset: Handset, parameters: list[Any]) -> bool:
    """Show what comes next; whether anything moved."""
    return _swipe(handset, selector(parameters), vertical=flag(parameters, 1), onwards=True)


def scroll_backward(handset: Handset, parameters: list[Any]) -> bool:
    """Show what came before; whether anything moved."""
    return _swipe(handset, selector(parameters), vertical=flag(parameters, 1), onwards=False)


def scroll_to_end(handset: Handset, parameters: list[Any]) -> bool:
    """Scroll on until nothing moves."""
    return _until_still(handset, parameters, onwards=True)


def scroll_to_beginning(handset: Handset, parameters: list[Any]) -> bool:
    """Scroll back until nothing moves."""
    return _until_still(handset, parameters, onwards=False)


def scroll_to(handset: Handset, parameters: list[Any]) -> bool:
    """Scroll from the beginning until an element shows; whether it does."""
    target, vertical = selector(parameters, 1), flag(parameters, 2)
    if find_all(handset.phone.screen(), target):
        return True
    _until_still(handset, [selector(parameters), vertical, _MOST_SWIPES], onwards=False)
    for _ in range(_MOST_SWIPES):
        if find_all(handset.phone.screen(), target):
            return True
        if not _swipe(handset, selector(parameters), vertical=vertical, onwards=True):
            break
    return bool(find_all(handset.phone.screen(), target))


def _until_still(handset: Handset, parameters: list[Any], *, onwards: bool) -> bool:
    limit = min(number(parameters, 2), _MOST_SWIPES) if len(parameters) > 2 else _MOST_SWIPES
    for _ in range(limit):
        if not _swipe(handset, selector(parameters), vertical=flag(parameters, 1), onwards=onwards):
            return True
    return False


def _swipe(handset: Handset, wanted: Any, *, vertical: bool, onwards: bool) -> bool:
    bounds = found(handset, wanted)[1].bounds
    x, y = bounds.center
    before = handset.phone.screen()
    if vertical:
        margin = (bounds.bottom - bounds.top) // 10
        start, end = bounds.bottom - margin, bounds.top + margin
        start, end = (start, end) if onwards else (end, start)
        handset.input_injector.move(x, start, x, end, _SWIPE_MS)
    else:
        margin = (bounds.right - bounds.left) // 10
        start, end = bounds.right - margin, bounds.left + margin
        start, end = (start, end) if onwards else (end, start)
        handset.input_injector.move(start, y, end, y, _SWIPE_MS)
    return handset.phone.screen() != before


# Parameters: they come from outside, so each is looked at


class BadParameters(Exception):
    """A clause about what is wrong with the parameters of a call."""


class ObjectNotFound(Exception):
    """No element is what the selector says; the message shows it."""


def number(parameters: list[Any], place: int) -> int:
    """A parameter as a whole number; coordinates come as floats."""
    value = parameters[place] if place < len(parameters) else None
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        raise BadParameters(f"parameter {place + 1} is not a number")
    return int(value)


def text(parameters: list[Any], place: int) -> str:
    """A parameter as text."""
    value = optional_text(parameters, place)
    if value is None:
        raise BadParameters(f"parameter {place + 1} is missing")
    return value


def optional_text(parameters: list[Any], place: int) -> str | None:
    """A parameter as text, or None where it is left out."""
    value = parameters[place] if place < len(parameters) else None
    if value is not None and not isinstance(value, str):
        raise BadParameters(f"parameter {place + 1} is not a text")
    return value


def flag(parameters: list[Any], place: int) -> bool:
    """A parameter as yes or no; missing is no."""
    return place < len(parameters) and parameters[place] is True


def selector(parameters: list[Any], place: int = 0) -> Any:
    """A parameter that selects an element."""
    if place >= len(parameters):
        raise BadParameters(f"parameter {place + 1} is not a selector")
    return parameters[place]
