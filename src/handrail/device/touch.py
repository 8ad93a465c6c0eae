"""Who takes a touch, and the way of a finger over the screen.

A touch goes to the nearest element around that can be touched, at a point where nothing lies over it. An agent names
what it sees, often the words inside a button. Windows are bottom to top, and the last one that contains a point takes
the touch; inside a window what was drawn last does. Where nothing around can be touched the element itself is taken at
its word, since some toolkits say so of nothing; then nothing may be drawn over it at all.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from handrail.device.action import Action, Point
from handrail.device.device import Refused
from handrail.device.element import Bounds, Element, Path
from handrail.device.screen import Screen, takes_all_touches

_FINEST = 8


Way: TypeAlias = tuple[Point, Point]
"""From where to where, in pixels."""

_SLOP_PIXELS = 48
"""A finger that goes less far may be taken for a touch: Android's 8 dp on the densest screens, and to spare."""

_OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}


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
    return _topmost_at(windows, point, touchable=True)


def innermost_at(windows: Sequence[Element], point: tuple[int, int]) -> Path | None:
    """The innermost element at a point, of two at one place the one that was drawn last; None beside all windows."""
    return _topmost_at(windows, point, touchable=False)


def _topmost_at(windows: Sequence[Element], point: tuple[int, int], *, touchable: bool) -> Path | None:
    for number in range(len(windows) - 1, -1, -1):
        if windows[number].bounds.contains(*point):
            return _innermost(windows[number], (number,), point, touchable=touchable)
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
    """The element has the point in it."""
    children, (x, y) = element.children, point
    for number in range(len(children) - 1, -1, -1):
        bounds = children[number].bounds
        if bounds.left <= x < bounds.right and bounds.top <= y < bounds.bottom:  # `contains`, which is asked too often
            found = _innermost(children[number], (*path, number), point, touchable=touchable)
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


def finger_way(action: Action, screen: Screen, path: Path | None) -> Way | Refused:
    """Where the finger goes for a scroll, a swipe or a drag.

    A scroll goes through the middle of what scrolls: `down` shows what is further down, so the finger goes up. A swipe
    goes where its direction says, or to `to`, as a drag does.
    """
    if action.type == "scroll":
        return _through(action.type, action.direction, _scrolled(screen, path), screen)
    start = action.point if path is None else touch_point(screen.windows, path)
    if start is None:
        if path is not None:
            return Refused("something lies over all of the element, so a finger would start on that")
        if action.type == "drag" or action.direction is None:
            return Refused(f"`{action.type}` names neither an element nor a point to start at")
    if action.to is not None and start is not None:
        return start, action.to
    if action.type == "drag":
        return Refused("`drag` does not say where to; it ends at a point")
    bounds = _scrolled(screen, None) if path is None else element_at(screen.windows, path).bounds
    way = _through(action.type, _OPPOSITE.get(action.direction or ""), bounds, screen)
    if isinstance(way, Refused) or start is None:
        return way
    (x1, y1), (x2, y2) = way
    return start, (start[0] + x2 - x1, start[1] + y2 - y1)


def is_short(way: Way) -> bool:
    """Whether a phone may take it for a touch."""
    (x1, y1), (x2, y2) = way
    return max(abs(x2 - x1), abs(y2 - y1)) < _SLOP_PIXELS


def swept(way: Way, screen: Screen) -> str:
    """What the system takes a way for that starts at an edge of the screen; empty if it does not, `unclear` if it may.

    From the top down the notification shade comes, from the bottom up the home screen; from the sides some phones go
    back and others do not.
    """
    (x1, y1), (x2, y2) = way
    edge = screen.height_pixels // 24
    down, across = y2 - y1, x2 - x1
    if y1 < edge and down > abs(across):
        return "notifications"
    if y1 >= screen.height_pixels - edge // 2 and -down > abs(across):
        return "home"
    if y1 >= screen.height_pixels - edge and -down > abs(across):
        return "unclear"
    side = screen.width_pixels // 27
    inwards = (x1 < side and across > 0) or (x1 >= screen.width_pixels - side and across < 0)
    return "unclear" if inwards and abs(across) > abs(down) else ""


def _scrolled(screen: Screen, path: Path | None) -> Bounds:
    """What a scroll goes through: what scrolls around an element, else the element; else the window in front."""
    if path is not None:
        around = [element_at(screen.windows, path[:depth]) for depth in range(len(path), 0, -1)]
        return next((element for element in around if element.scrollable), around[0]).bounds
    for number in range(len(screen.windows) - 1, -1, -1):
        if takes_all_touches(screen, number):
            return screen.windows[number].bounds
    return Bounds(0, 0, screen.width_pixels, screen.height_pixels)


def _clear_of_edges(bounds: Bounds, screen: Screen) -> Bounds:
    """What of a rectangle is clear of the edges, where gestures of the system start."""
    up, side = screen.height_pixels // 24 + 1, screen.width_pixels // 27 + 1
    return Bounds(
        max(bounds.left, side),
        max(bounds.top, up),
        min(bounds.right, screen.width_pixels - side),
        min(bounds.bottom, screen.height_pixels - up),
    )


def _through(kind: str, direction: str | None, bounds: Bounds, screen: Screen) -> Way | Refused:
    """A way through the middle of a rectangle, or of what of it is clear of the edges if it would start at one."""
    if direction not in _OPPOSITE:
        return Refused(f"`{kind}` has the direction `{direction or ''}`; it is up, down, left or right")
    way = _within(bounds, direction)
    if not swept(way, screen):
        return way
    clear = _clear_of_edges(bounds, screen)
    return (
        Refused("it lies at the edge of the screen, where a finger is the system's")
        if clear.is_empty
        else _within(clear, direction)
    )


def _within(bounds: Bounds, direction: str) -> Way:
    x, y = bounds.center
    across, down = (bounds.right - bounds.left) * 3 // 10, (bounds.bottom - bounds.top) * 3 // 10
    match direction:
        case "down":
            return (x, y + down), (x, y - down)
        case "up":
            return (x, y - down), (x, y + down)
        case "right":
            return (x + across, y), (x - across, y)
    return (x - across, y), (x + across, y)
