"""What a decision rested on. A driver reads it again in the same breath as it acts, and refuses if it is otherwise."""

from collections.abc import Callable
from dataclasses import dataclass, field

from handrail.device.action import Action
from handrail.device.screen import Screen

__all__ = ["OTHERWISE", "Precondition", "RestingAction", "precondition_of"]


@dataclass(frozen=True, slots=True)
class Precondition:
    """The screen that a decision was taken on, and a digest of all that it rested on, to be taken again elsewhere.

    `read` is pure, and may raise on a screen that it cannot make sense of: then the precondition does not hold.
    """

    screen: Screen
    read: Callable[[Screen], str] = field(compare=False, repr=False)

    def holds(self, later: Screen) -> bool:
        """Whether the decision rests on the same on a later screen. Costs a comparison where nothing changed."""
        if later == self.screen:
            return True
        try:
            return self.read(later) == self.read(self.screen)
        except Exception:  # what cannot be read again is not the same
            return False


OTHERWISE = "what the decision rested on has changed"
"""Why a driver touched nothing where a precondition does not hold."""


@dataclass(frozen=True, slots=True)
class RestingAction(Action):
    """An action that carries its precondition, for wrappers around a driver that do not pass `on` along."""

    on: Precondition | None = field(default=None, compare=False, repr=False)


def precondition_of(action: Action, on: Precondition | None) -> Precondition | None:
    """What a driver checks just before it touches: what it was given, or what the action carries."""
    return on or (action.on if isinstance(action, RestingAction) else None)
