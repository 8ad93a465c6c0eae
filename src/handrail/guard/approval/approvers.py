"""Approvers that a program has: nobody, a function of its own, several channels of which one answers, or two people.

Nobody is for runs without people: whatever needs a person does not run. A function may be synchronous or not.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from inspect import isawaitable
from typing import TypeAlias

from handrail.guard.approval.asking import acknowledge, belonging
from handrail.guard.approval.question import (
    Answer,
    Approved,
    Approver,
    Edited,
    Person,
    Question,
    Rejected,
    Unanswered,
    why_not_two,
    witnessed,
)
from handrail.language.verbalize import printable

_NOBODY = (
    "nobody is there to ask in this run; who shall be asked is said with an approver: "
    "`approver=terminal_approver()` in Python, `--approve terminal` on the command line"
)


async def nobody(question: Question) -> Unanswered:  # noqa: ARG001 - an approver, who is asked and has nothing to say
    """No answer to any question, at once."""
    return Unanswered(_NOBODY)


Asked: TypeAlias = Callable[[Question], bool | Answer | Awaitable[bool | Answer]]
"""Gets the question; answers `True`, `False`, or an `Answer`."""


def callback(function: Asked, by: str = "callback") -> Approver:
    """An approver that calls a function. Only `True` and an `Approved` approve: `None`, a text or a 1 does not.

    A function that is not `async` runs in a thread of its own, so that the guard goes on counting the time; a thread
    that comes back too late is not listened to. `by` is who answers there, and the program vouches for it.
    """
    return _Callback(function, by)


@dataclass(frozen=True, slots=True)
class _Callback:
    """A function of the program, and whom it asks."""

    function: Asked
    by: str

    async def __call__(self, question: Question, /) -> Answer:
        if asyncio.iscoroutinefunction(self.function):
            said = await self.function(question)
        else:
            said = await asyncio.to_thread(self.function, question)
            if isawaitable(said):
                said = await said
        return _answer(said, question, self.by)

    async def witnessed(self, question: Question, /) -> tuple[Answer, Person]:
        return await self(question), Person("program", self.by)


def _answer(said: bool | Answer, question: Question, by: str) -> Answer:
    match said:
        case True:
            return Approved(question.digest, by, question.identifier)
        case False:
            return Rejected(by)
        case Approved() | Rejected() | Edited() | Unanswered():
            return said
        case _:
            return Unanswered(f"the function answered with a {type(said).__name__}; return True, False or an answer")


Told: TypeAlias = tuple[Answer, Person | None]


def first_of(*approvers: Approver) -> Approver:
    """Ask all at once; the first answer counts and the others are not asked any longer.

    Without an answer from anybody it is `Unanswered`, with all the reasons. Of answers that arrive at the same moment
    a no comes before a yes.
    """
    return _FirstOf(approvers)


def both(first: Approver, second: Approver) -> Approver:
    """Ask two people at once; both must approve, and it must be certain that they are two.

    A name in an answer is no proof: the channels have to know who answers them, as `person.py` says. One no is a no. A
    changed specification counts if both changed it in the same way.
    """
    return _Both(first, second)


@dataclass(slots=True)
class _FirstOf:
    """Asks all; remembers whose answer it took, so that the others are told that theirs did not count."""

    approvers: tuple[Approver, ...]
    _taken: dict[str, int] = field(default_factory=dict)

    async def __call__(self, question: Question, /) -> Answer:
        return (await self.witnessed(question))[0]

    async def witnessed(self, question: Question, /) -> Told:
        tasks = [asyncio.ensure_future(_told(approver, question)) for approver in self.approvers]
        waiting = set(tasks)
        silent: list[str] = []
        try:
            while waiting:
                done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                said = [number for number, task in enumerate(tasks) if task in done and _is_answer(task.result())]
                if said:
                    number = min(said, key=lambda place: isinstance(tasks[place].result()[0], Approved))
                    self._taken[question.identifier] = number
                    return tasks[number].result()
                silent += sorted(reason for task in done for reason in _silence(task.result()))
        finally:
            await _give_up(waiting)
        return Unanswered("; ".join(dict.fromkeys(silent)) or "nobody is there to ask"), None

    def acknowledge(self, question: Question, taken: Answer, /) -> None:
        """Whose answer was taken hears what became of it; the others that theirs was not the first."""
        number = self._taken.pop(question.identifier, None)
        for other, approver in enumerate(self.approvers):
            late = number is not None and other != number
            acknowledge(approver, question, Unanswered("another answer came first") if late else taken)


@dataclass(frozen=True, slots=True)
class _Both:
    """Asks two, who must be two."""

    first: Approver
    second: Approver

    async def __call__(self, question: Question, /) -> Answer:
        waiting = [asyncio.ensure_future(_told(approver, question)) for approver in (self.first, self.second)]
        try:
            evidence, other = await asyncio.gather(*waiting)
        finally:
            await _give_up(waiting)
        return _agreed(evidence, other)

    def acknowledge(self, question: Question, taken: Answer, /) -> None:
        """Both hear what became of their answers together."""
        for approver in (self.first, self.second):
            acknowledge(approver, question, taken)


def _agreed(told: Told, other: Told) -> Answer:
    match told[0], other[0]:
        case (Rejected() as no, _) | (_, Rejected() as no):
            return no
        case (Unanswered() as silent, _) | (_, Unanswered() as silent):
            return silent
        case _:
            why = why_not_two(told[1], other[1])
    if why:
        return Unanswered(f"two people have to agree: {why}")
    match told[0], other[0]:
        case (Approved(digest, by, number), Approved(same, and_by, _)) if digest == same:
            return Approved(digest, f"{by} and {and_by}", number)
        case (Edited(by, text), Edited(and_by, same)) if text == same:
            return Edited(f"{by} and {and_by}", text)
        case _:
            return Unanswered("two people have to agree, and they answered differently")


async def _told(approver: Approver, question: Question) -> Told:
    """The answer of one; a channel that breaks is silent, so that the others can still be heard."""
    try:
        answer, person = await witnessed(approver, question)
        return belonging(answer, question), person
    except Exception as error:
        said = printable(str(error), 200) or type(error).__name__
        return Unanswered(f"a channel could not be asked: {said}"), None


def _is_answer(told: Told) -> bool:
    return not isinstance(told[0], Unanswered)


def _silence(told: Told) -> tuple[str, ...]:
    return (told[0].reason,) if isinstance(told[0], Unanswered) else ()


async def _give_up(waiting: Iterable["asyncio.Future[Told]"]) -> None:
    left = [task for task in waiting if not task.done()]
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
