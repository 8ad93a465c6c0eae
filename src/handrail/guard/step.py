"""What became of one proposed action, and how long the guard waits for anybody."""

from dataclasses import dataclass

from handrail.guard.decision import Decision
from handrail.guard.decision_input import DecisionInput


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long the guard waits, in seconds, before a wait counts as a failure."""

    device_seconds: float = 30.0
    detector_seconds: float = 30.0
    approval_seconds: float = 300.0


@dataclass(frozen=True, slots=True)
class Step:
    """What became of one proposed action.

    `proposed` is the decision before anybody was asked, `decision` the final one. `outcome` is what the device said:
    `executed`, `stale`, `refused`, `lost`, or empty where it was not asked; an accepted `finish` is `finished`.
    `feedback` is for the agent.
    """

    number: int
    proposed: Decision
    decision: Decision
    outcome: str
    feedback: str
    decision_input: DecisionInput | None

    @property
    def executed(self) -> bool:
        """Whether the action ran."""
        return self.outcome == "executed"
