"""Remote calls that scroll: swipes over a list until something shows or nothing moves any more."""

from typing import Any

from handrail.phone.adb.handset import Handset
from handrail.phone.adb.uiautomator.objects import found
from handrail.phone.adb.uiautomator.parameters import flag, number, selector
from handrail.phone.adb.uiautomator.selector import find_all

_SWIPE_MS = 500
_MOST_SWIPES = 100


def forward(handset: Handset, parameters: list[Any]) -> bool:
    """Show what comes next; whether anything moved."""
    return _swipe(handset, selector(parameters), vertical=flag(parameters, 1), onwards=True)


def backward(handset: Handset, parameters: list[Any]) -> bool:
    """Show what came before; whether anything moved."""
    return _swipe(handset, selector(parameters), vertical=flag(parameters, 1), onwards=False)


def to_end(handset: Handset, parameters: list[Any]) -> bool:
    """Scroll on until nothing moves."""
    return _until_still(handset, parameters, onwards=True)


def to_beginning(handset: Handset, parameters: list[Any]) -> bool:
    """Scroll back until nothing moves."""
    return _until_still(handset, parameters, onwards=False)


def to(handset: Handset, parameters: list[Any]) -> bool:
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
