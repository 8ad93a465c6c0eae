"""An approver that says first that somebody is asked."""

from collections.abc import Callable
from dataclasses import dataclass

from handrail.guard.approval.asking import acknowledge
from handrail.guard.approval.question import Answer, Approver, Person, Question, witnessed


@dataclass(frozen=True, slots=True)
class Announcing:
    """Another approver, and who is told when it is asked."""

    approver: Approver
    asks: Callable[[Question], None]

    async def __call__(self, question: Question, /) -> Answer:
        """The person's answer."""
        return (await self.witnessed(question))[0]

    async def witnessed(self, question: Question, /) -> tuple[Answer, Person | None]:
        """The answer, and who gave it, where the other approver knows."""
        self.asks(question)
        return await witnessed(self.approver, question)

    def acknowledge(self, question: Question, taken: Answer, /) -> None:
        """Tell the other approver what became of the answer."""
        acknowledge(self.approver, question, taken)
