"""One proposed action on its way: what the session has in hand while it decides, the answer, and what became of it."""

from dataclasses import dataclass
from typing import assert_never

from handrail.device.screen import Screen
from handrail.guard.approval.question import Answer, Approved, Edited, Rejected, Unanswered
from handrail.guard.decision import Allow, Block, Decision, DecisionInput, Reason, ScreenNote, Source, reasons_of


@dataclass(frozen=True, slots=True)
class NotedScreen:
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


def conclude(proposed: Decision, answer: Answer | None) -> Decision:
    """The final decision: a question that was not answered with a yes is a no. None where nobody was asked."""
    match answer:
        case None:
            return proposed
        case Approved(by=by):
            return Allow((*reasons_of(proposed), Reason(Source.APPROVAL, "approved", f"approved by {by}")))
        case Rejected(by, note):
            return _no(proposed, "rejected", f"rejected by {by}{f': {note}' if note else ''}")
        case Unanswered(reason):
            return _no(proposed, "unanswered", f"nobody approved it: {reason}")
        case Edited():
            return _no(proposed, "edited", "the specification was changed; propose the action again")
        case _:
            assert_never(answer)


def _no(proposed: Decision, rule: str, text: str) -> Block:
    return Block((Reason(Source.APPROVAL, rule, text), *reasons_of(proposed)))


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


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long the guard waits, in seconds, before a wait counts as a failure."""

    device_seconds: float = 30.0
    detector_seconds: float = 30.0
    approval_seconds: float = 300.0
