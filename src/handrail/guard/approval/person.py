"""Who answered, as far as anybody but the person says so: what a channel knows of it by itself.

The name in an answer is what somebody typed. A person is known by a key that only they have, by the operating system's
user whose terminal it is, or because the program that runs the guard names them.
"""

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from handrail.guard.approval.question import Answer, Approver, Question
from handrail.guard.spelling import look_alike

KnownBy: TypeAlias = Literal["key", "program", "system user"]


@dataclass(frozen=True, slots=True)
class Person:
    """A person, and what makes it sure that it is this one."""

    known_by: KnownBy
    name: str


@runtime_checkable
class Witness(Protocol):
    """An approver that knows who answers it."""

    async def witnessed(self, question: Question, /) -> tuple[Answer, Person | None]:
        """The answer, and who gave it; None where that is not known."""
        ...


async def witnessed(approver: Approver, question: Question) -> tuple[Answer, Person | None]:
    """The answer of any approver, and who gave it, if the approver knows."""
    if isinstance(approver, Witness):
        return await approver.witnessed(question)
    return await approver(question), None


def why_not_two(one: Person | None, other: Person | None) -> str:
    """Why two answers may be those of a single person; empty where they are of two."""
    if one is None or other is None:
        return "a channel does not know who answers it; a name that was typed is no proof"
    if (one.known_by == "system user") != (other.known_by == "system user"):
        return f"{one.name} is known by {one.known_by} and {other.name} by {other.known_by}, and both may be one person"
    if look_alike(one.name, other.name):
        return f"both answers are from {one.name}"
    return ""
