"""Where to touch an element so that it, and nothing drawn over it or inside it, takes the touch."""

from collections.abc import Iterator, Sequence

from handrail.device.element import Bounds, Element, Path

_FINEST = 8


def touch_point(windows: Sequence[Element], path: Path) -> tuple[int, int] | None:
    """A point of the element at `path` that is not covered: its centre if possible; None if there is none.

    `windows` are bottom to top, and the last one that contains a point takes the touch. An element that does not
    take touches passes them on to the nearest one around it that does.
    """
    element = windows[path[0]]
    taker = path[:1] if _touchable(element) else ()
    for depth, number in enumerate(path[1:], start=2):
        element = element.children[number]
        taker = path[:depth] if _touchable(element) else taker
    for point in _points(element.bounds):
        found = _taker(windows, point)
        if found is not None and found[0] == path[0] and found in (taker, path[:1]):
            return point
    return None


def _taker(windows: Sequence[Element], point: tuple[int, int]) -> Path | None:
    for number in range(len(windows) - 1, -1, -1):
        if windows[number].bounds.contains(*point):
            return _innermost(windows[number], (number,), point) or (number,)
    return None


def _innermost(element: Element, path: Path, point: tuple[int, int]) -> Path | None:
    """The innermost element there that takes touches; of two at one place the one that was drawn last."""
    if not element.bounds.contains(*point):
        return None
    for number in range(len(element.children) - 1, -1, -1):
        found = _innermost(element.children[number], (*path, number), point)
        if found is not None:
            return found
    return path if _touchable(element) else None


def _touchable(element: Element) -> bool:
    return element.clickable or element.long_clickable


def _points(bounds: Bounds) -> Iterator[tuple[int, int]]:
    """The centre, then ever finer grids."""
    wide, high = bounds.right - bounds.left, bounds.bottom - bounds.top
    yield bounds.center
    parts = 4
    while parts <= _FINEST:
        for down in range(1, parts):
            for across in range(1, parts):
                yield bounds.left + wide * across // parts, bounds.top + high * down // parts
        parts *= 2
