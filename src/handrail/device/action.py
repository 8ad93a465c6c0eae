"""What an agent may do to a phone."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from handrail.device.element import ElementIdentity

ActionType: TypeAlias = Literal[
    "click", "long_click", "input", "scroll", "back", "home", "enter", "open_app", "wait", "finish"
]
Direction: TypeAlias = Literal["up", "down", "left", "right"]


@dataclass(frozen=True, slots=True)
class Action:
    """One action: on which element, with which text or direction where that applies.

    `target` is how the agent or a task file calls the element or the app; `element` pins it down. A driver executes
    only what is pinned, or needs no element. `scroll` names the direction in which the content is looked through:
    `down` shows what is further down.
    """

    type: ActionType
    target: str | None = None
    text: str | None = None
    direction: str | None = None
    element: ElementIdentity | None = None
