"""A finger's way over the screen: where it starts and ends, and when it is the system's, or no way but a touch."""

from typing import TypeAlias

from handrail.device.action import Action, Point
from handrail.device.device import Refused
from handrail.device.element import Bounds, Path
from handrail.device.focus import takes_all_touches
from handrail.device.screen import Screen
from handrail.device.touch_point import element_at, touch_point

Way: TypeAlias = tuple[Point, Point]
"""From where to where, in pixels."""

_SLOP_PIXELS = 48
"""A finger that goes less far may be taken for a touch: Android's 8 dp on the densest screens, and to spare."""

_OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}


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
        return next((one for one in around if one.scrollable), around[0]).bounds
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
