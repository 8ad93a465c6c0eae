"""Telling those who answered what their answer counted for: only the guard knows, when it is through with it."""

from contextlib import suppress
from typing import Protocol, runtime_checkable

from handrail.guard.approval.question import Answer, Approver, Question


@runtime_checkable
class Acknowledging(Protocol):
    """An approver that tells people what became of their answer."""

    def acknowledge(self, question: Question, taken: Answer, /) -> None:
        """`taken` is what the guard goes by: another answer than the given one, or `Unanswered` with the reason."""
        ...


def acknowledge(approver: Approver, question: Question, taken: Answer) -> None:
    """Tell the channel, if it wants to know. A channel that breaks here changes nothing of what was taken."""
    if isinstance(approver, Acknowledging):
        with suppress(Exception):
            approver.acknowledge(question, taken)
