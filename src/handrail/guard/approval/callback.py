"""People who are asked by the program itself, in whatever way it has: a function, synchronous or not."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from inspect import isawaitable
from typing import TypeAlias

from handrail.guard.approval.person import Person
from handrail.guard.approval.question import Answer, Approved, Approver, Edited, Question, Rejected, Unanswered

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
