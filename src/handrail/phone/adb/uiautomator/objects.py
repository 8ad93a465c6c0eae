"""Remote calls about elements: whether they are there, what they are, their text; scrolling to them."""

import asyncio
from collections.abc import Callable
from typing import Any

from handrail.device.adb_protocol.selector import FLAGS, Found, below, find_all, name_of
from handrail.device.element import Element
from handrail.phone.adb.handset import Handset


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
    bounds = element.bounds
    edges = {"left": bounds.left, "top": bounds.top, "right": bounds.right, "bottom": bounds.bottom}
    return {
        "bounds": edges,
        "visibleBounds": edges,
        "childCount": len(element.children),
        "className": element.class_name,
        "contentDescription": element.description,
        "packageName": element.package,
        "resourceName": element.resource_id,
        "text": element.text,
    } | {name: getattr(element, attribute) for name, attribute in FLAGS.items()}


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


_POLL_S = 0.02


async def wait(handset: Handset, parameters: list[Any], *, there: bool) -> bool:
    """Wait until there is such an element, or none, for so many milliseconds.

    A moment passes between two looks, outside and on the phone: other clients and its own time may change it.
    """
    rounds = int(max(number(parameters, 1), 0) / 1000 / _POLL_S)
    for _ in range(rounds):
        if exist(handset, parameters) is there:
            return True
        await asyncio.sleep(_POLL_S)
        handset.pace.passed(_POLL_S)
    return exist(handset, parameters) is there


def child_by(words_of: Callable[[Element], str], handset: Handset, parameters: list[Any]) -> str:
    """The child of a kind in which a text or a description stands, as a name for later calls."""
    wanted = text(parameters, 2)
    for path, element in _children(handset, parameters):
        if any(words_of(inner) == wanted for _, inner in element.walk()):
            return name_of(path)
    raise ObjectNotFound(str(selector(parameters, 1))[:500])


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


# Scrolling: swipes over a list until something shows or nothing moves any more


_SWIPE_MS = 500
_MOST_SWIPES = 100


def scroll(handset: Handset, parameters: list[Any], *, onwards: bool) -> bool:
    """Show what comes next or came before; whether anything moved."""
    return _swipe(handset, selector(parameters), vertical=flag(parameters, 1), onwards=onwards)


def scroll_until_still(handset: Handset, parameters: list[Any], *, onwards: bool) -> bool:
    """Scroll on or back until nothing moves; False if it still does."""
    limit = min(number(parameters, 2), _MOST_SWIPES) if len(parameters) > 2 else _MOST_SWIPES
    return any(not scroll(handset, parameters, onwards=onwards) for _ in range(limit))


def scroll_to(handset: Handset, parameters: list[Any]) -> bool:
    """Scroll from the beginning until an element shows; whether it does."""
    target, vertical = selector(parameters, 1), flag(parameters, 2)
    if find_all(handset.phone.screen(), target):
        return True
    scroll_until_still(handset, [selector(parameters), vertical, _MOST_SWIPES], onwards=False)
    for _ in range(_MOST_SWIPES):
        if find_all(handset.phone.screen(), target):
            return True
        if not _swipe(handset, selector(parameters), vertical=vertical, onwards=True):
            break
    return bool(find_all(handset.phone.screen(), target))


def _swipe(handset: Handset, wanted: Any, *, vertical: bool, onwards: bool) -> bool:
    bounds = found(handset, wanted)[1].bounds
    x, y = bounds.center
    before = handset.phone.screen()
    first, last = (bounds.top, bounds.bottom) if vertical else (bounds.left, bounds.right)
    margin = (last - first) // 10
    start, end = (last - margin, first + margin) if onwards else (first + margin, last - margin)
    x1, y1, x2, y2 = (x, start, x, end) if vertical else (start, y, end, y)
    handset.input_injector.move(x1, y1, x2, y2, _SWIPE_MS)
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
