"""What a session has in hand while it decides: the screen, and the considered action."""

from dataclasses import dataclass

from handrail.device.screen import Screen
from handrail.guard.decision import Decision
from handrail.guard.decision_input import DecisionInput, ScreenNote


@dataclass(frozen=True, slots=True)
class View:
    """The screen as it was last seen, with its note."""

    screen: Screen
    note: ScreenNote


@dataclass(frozen=True, slots=True)
class PendingAction:
    """A considered action with the policy's decision about it, and whether it commits anything."""

    decision_input: DecisionInput
    digest: str
    proposed: Decision
    committing: bool
