"""From the policy's decision and a person's answer to the final decision."""

from typing import assert_never

from handrail.guard.approval.question import Answer, Approved, Edited, Rejected, Unanswered
from handrail.guard.decision import Allow, Block, Decision, Reason, Source, reasons_of


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
