"""What an agent may do to a phone."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from handrail.device.element import ElementIdentity

__all__ = ["Action", "ActionType", "Direction", "Point"]

ActionType: TypeAlias = Literal[
    "click", "long_click", "double_tap", "input", "scroll", "swipe", "drag", "pinch",
    "back", "home", "recents", "notifications", "enter", "press_key",
    "open_app", "open_url", "share", "install", "uninstall", "clear_data", "force_stop", "copy", "paste",
    "wait", "finish",
]  # fmt: skip
Direction: TypeAlias = Literal["up", "down", "left", "right"]
Point: TypeAlias = tuple[int, int]
"""A place on the screen in pixels, from the left and from the top."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action: on which element, with which text or direction where that applies.

    `target` is how the agent or a task file calls the element, and what the action is about where that is no element:
    the key (`press_key`), the address (`open_url`), the package (`open_app`, `uninstall`, `clear_data`, `force_stop`),
    the file (`install`). `element` pins an element down. A driver executes only what is pinned, or needs no element.
    `input` and `paste` replace what stands in the field that is named or has the focus. `scroll` names the direction
    in which the content is looked through: `down` shows what is further down; `swipe` names that of the finger.
    `point` is where a finger goes down that names no element, and `to` where a `swipe` or a `drag` ends. `copy` puts
    `text` on the clipboard, `share` hands it to the share sheet.
    """

    type: ActionType
    target: str | None = None
    text: str | None = None
    direction: str | None = None
    element: ElementIdentity | None = None
    point: Point | None = None
    to: Point | None = None
