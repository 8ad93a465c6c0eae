"""What an agent may do to a phone."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

ActionType: TypeAlias = Literal["click", "long_click", "input", "scroll", "back", "open_app", "finish"]


@dataclass(frozen=True, slots=True)
class Action:
    """One action: on which element, with which text or direction where that applies."""

    type: ActionType
    target: str | None = None
    text: str | None = None
    direction: str | None = None
