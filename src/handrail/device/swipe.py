"""The finger's way for a scroll: `down` shows what is further down, so the finger goes up."""

from typing import TypeAlias

from handrail.device.device import Refused
from handrail.device.element import Bounds

Swipe: TypeAlias = tuple[int, int, int, int]
"""From x, y to x, y, in pixels."""


def swipe_for(direction: str | None, bounds: Bounds) -> Swipe | Refused:
    """A swipe through the middle of a rectangle that stays clear of its edges, where gestures of the system start."""
    x, y = bounds.center
    across, down = (bounds.right - bounds.left) * 3 // 10, (bounds.bottom - bounds.top) * 3 // 10
    match direction:
        case "down":
            return x, y + down, x, y - down
        case "up":
            return x, y - down, x, y + down
        case "right":
            return x + across, y, x - across, y
        case "left":
            return x - across, y, x + across, y
    return Refused(f"`scroll` has the direction `{direction or ''}`; it is up, down, left or right")
