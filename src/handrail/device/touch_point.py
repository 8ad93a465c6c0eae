"""Who takes a touch: the nearest element around that can be touched, at a point where nothing lies over it.

An agent names what it sees, often the words inside a button. Windows are bottom to top, and the last one that contains
a point takes the touch; inside a window what was drawn last does. Where nothing around can be touched the element
itself is taken at its word, since some toolkits say so of nothing; then nothing may be drawn over it at all.
"""

from collections.abc import Iterator, Sequence

from handrail.device.element import Bounds, Element, Path

_FINEST = 8


def taker_of(windows: Sequence[Element], path: Path) -> Path:
    """The element that takes a touch on another one: it or the nearest around it that can be touched, else itself."""
    return _around(windows, path) or path


def takes_touches(element: Element) -> bool:
    """Whether a touch ends here."""
    return element.clickable or element.long_clickable


def touch_point(windows: Sequence[Element], path: Path) -> tuple[int, int] | None:
    """A point of the element at `path` where its taker is touched: its centre if possible; None if there is none."""
    wanted = _around(windows, path)
    for point in _points(element_at(windows, path).bounds):
        if wanted is None:
            topmost = innermost_at(windows, point)
            if topmost is not None and topmost[: len(path)] == path and taker_at(windows, point) is None:
                return point
        elif taker_at(windows, point) == wanted:
            return point
    return None


def taker_at(windows: Sequence[Element], point: tuple[int, int]) -> Path | None:
    """The element that takes a touch at a point; None where nothing that can be touched is there."""
    found = innermost_at(windows, point)
    return None if found is None else _innermost(windows[found[0]], found[:1], point, touchable=True)


def innermost_at(windows: Sequence[Element], point: tuple[int, int]) -> Path | None:
    """The innermost element at a point, of two at one place the one that was drawn last; None beside all windows."""
    for number in range(len(windows) - 1, -1, -1):
        if windows[number].bounds.contains(*point):
            return _innermost(windows[number], (number,), point, touchable=False)
    return None


def element_at(windows: Sequence[Element], path: Path) -> Element:
    """The element at a path that is there."""
    element = windows[path[0]]
    for number in path[1:]:
        element = element.children[number]
    return element


def _around(windows: Sequence[Element], path: Path) -> Path | None:
    element = windows[path[0]]
    taker = path[:1] if takes_touches(element) else None
    for depth, number in enumerate(path[1:], start=2):
        element = element.children[number]
        taker = path[:depth] if takes_touches(element) else taker
    return taker


def _innermost(element: Element, path: Path, point: tuple[int, int], *, touchable: bool) -> Path | None:
    if not element.bounds.contains(*point):
        return None
    for number in range(len(element.children) - 1, -1, -1):
        found = _innermost(element.children[number], (*path, number), point, touchable=touchable)
        if found is not None:
            return found
    return path if not touchable or takes_touches(element) else None


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
