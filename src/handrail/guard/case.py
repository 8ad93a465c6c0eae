"""What a session has in hand while it decides: the screen, and the considered action."""

from dataclasses import dataclass

from handrail.device.screen import Screen
from handrail.guard.consideration import Consideration, ScreenNote
from handrail.guard.decision import Decision


@dataclass(frozen=True, slots=True)
class View:
    """The screen as it was last seen, with its note."""

    screen: Screen
    note: ScreenNote


@dataclass(frozen=True, slots=True)
class Case:
    """A considered action with the policy's decision about it, and whether it commits anything."""

    consideration: Consideration
    digest: str
    proposed: Decision
    committing: bool
