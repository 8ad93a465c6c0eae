"""Approvals that were used, as a value: each lets one action run, once."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from handrail.guard.approval.asking import seconds_left
from handrail.guard.approval.question import Approved, Question, Unanswered


@dataclass(frozen=True, slots=True)
class Ledger:
    """The identifiers of the questions whose approval has been used."""

    used: frozenset[str] = frozenset()

    def use(self, question: Question, approved: Approved, *, digest: str, step: int, now: datetime) -> "Used":
        """Use an approval for the action that is about to run: `digest` and `step` are that action's.

        Refused, with the reason, where it was used before, has expired, or was given for anything else than exactly
        this: another value, element, screen or step.
        """
        reason = self._refusal(question, approved, digest, step, now)
        if reason:
            return Used(self, Unanswered(reason))
        return Used(Ledger(self.used | {question.identifier}), approved)

    def _refusal(self, question: Question, approved: Approved, digest: str, step: int, now: datetime) -> str:
        if question.identifier in self.used:
            return "the approval has been used before; one approval lets one action run once"
        if approved.question not in ("", question.identifier):
            return "the approval was given to another question"
        if step != question.step:
            return f"the approval is for step {question.step}, and this is step {step}"
        if approved.digest != question.digest or digest != question.digest:
            return "the approval is for another action than the one that is about to run"
        if seconds_left(question, now) <= 0:
            return "the approval has expired"
        return ""


class Used(NamedTuple):
    """The ledger afterwards, and the approval, or why it is none."""

    ledger: Ledger
    answer: Approved | Unanswered
