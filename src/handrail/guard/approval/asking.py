"""Putting a question to a person, taking only the answer that belongs to it, in time, and using an approval once.

Those who answered are told what their answer counted for: only the guard knows, when it is through with it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple, Protocol, TypeAlias, assert_never, runtime_checkable

from handrail.guard.approval.question import Answer, Approved, Approver, Edited, Question, Rejected, Unanswered
from handrail.language.verbalize import printable

LONGEST_NOTE = 1_000
LONGEST_NAME = 100

WaitingLimit: TypeAlias = Callable[[float], AbstractAsyncContextManager[object]]
"""Ends what is awaited inside it after so many seconds with `TimeoutError`, as `asyncio.timeout` does."""


async def ask(
    approver: Approver,
    question: Question,
    *,
    clock: Callable[[], datetime],
    at_most: WaitingLimit = asyncio.timeout,
    settle: Callable[[Answer], Awaitable[Answer]] | None = None,
) -> Answer:
    """The person's answer, or `Unanswered`: too late, a channel that broke, or an answer to something else.

    `clock` says what time it is, with or without a zone as the question does. Waits until `expires_at` and no longer.
    `settle` makes of the answer what it counts for; only then the person is told, so that what is told is what
    counted. Raises nothing but what `settle` raises, and the cancellation of whoever waits.
    """
    taken: Answer = Unanswered("the guard stopped before it had taken an answer")
    try:
        answer = await _heard(approver, question, clock, at_most)
        taken = await settle(answer) if settle is not None else answer
    finally:
        acknowledge(approver, question, taken)
    return taken


async def _heard(
    approver: Approver, question: Question, clock: Callable[[], datetime], at_most: WaitingLimit
) -> Answer:
    try:
        left = seconds_left(question, clock())
        if left <= 0:
            return Unanswered("the question had expired before it could be asked")
        async with at_most(left):
            answer = await approver(question)
        if seconds_left(question, clock()) <= 0:
            return Unanswered("the answer came after the question had expired")
        return belonging(answer, question)
    except TimeoutError:
        return Unanswered("nobody answered in time")
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        return Unanswered("the question was given up by its channel")
    except Exception as error:
        said = printable(str(error), 200) or type(error).__name__
        return Unanswered(f"the question could not be asked: {said}")


def belonging(answer: Answer, question: Question) -> Answer:
    """The answer, if it is one and speaks of this question and of what it showed; names and notes made plain."""
    match answer:
        case Approved(digest, by, number):
            if digest != question.digest:
                return Unanswered("the approval is for another action than the one that was shown")
            if number not in ("", question.identifier):
                return Unanswered("the approval was given to another question")
            return Approved(digest, printable(by, LONGEST_NAME), question.identifier)
        case Rejected(by, note):
            return Rejected(printable(by, LONGEST_NAME), printable(note, LONGEST_NOTE))
        case Edited(by):
            return replace(answer, by=printable(by, LONGEST_NAME))
        case Unanswered(reason):
            return Unanswered(printable(reason, LONGEST_NOTE))
        case _:
            assert_never(answer)


def seconds_left(question: Question, now: datetime) -> float:
    """How long the question still stands; nothing or less when it has expired."""
    return (question.expires_at - now).total_seconds()


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
