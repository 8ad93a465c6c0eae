"""A question to a person about one action, what the person may answer, and who it is as far as anybody else says so.

An answer counts once, for the one action whose digest it was given for, and until it expires. The agent has no way
to the channel that brings it. The name in an answer is what somebody typed: a person is known by a key that only they
have, by the operating system's user whose terminal it is, or because the program that runs the guard names them.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from handrail.app.consequence import Consequence
from handrail.app.update import Update
from handrail.device.action import Action
from handrail.guard.decision import Circumstance, Reason
from handrail.guard.spelling import look_alike


@dataclass(frozen=True, slots=True)
class AgentSaid:
    """The agent's own words about its action: what it claims to commit, why it wants it, whether it can be undone."""

    claims: tuple[str, ...] = ()
    thought: str = ""
    irreversible: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """All that a person needs to decide. `digest` binds action, element, screen, consequences, updates and picture.

    `expires_at` is when silence becomes a no. `picture` is the screen as PNG, where one was taken. `specification` is
    the present one, as text, for those who want to change it. `consequences`, `updates`, `commits` and `unread` are
    what models of the apps say; `said` is what the agent says of its own action, and nothing in it is verified.
    `unanswered_before` counts how often the same was asked in this session without an answer. `called` is what the
    screen calls the element, where its own text is no name for it.
    """

    identifier: str
    digest: str
    step: int
    instruction: str
    action: Action
    package: str
    updates: tuple[Update, ...]
    commits: tuple[str, ...]
    reasons: tuple[Reason, ...]
    asked_at: datetime
    expires_at: datetime
    specification: str
    picture: bytes | None = None
    consequences: tuple[Consequence, ...] = ()
    circumstances: tuple[Circumstance, ...] = ()
    unread: tuple[str, ...] = ()
    said: AgentSaid = field(default_factory=AgentSaid)
    unanswered_before: int = 0
    called: str = ""


@dataclass(frozen=True, slots=True)
class Approved:
    """This action may run, once. `by` says who decided, or by which channel; `question` which question was answered.

    A channel may leave `question` empty; whoever asked fills it in.
    """

    digest: str
    by: str
    question: str = ""


@dataclass(frozen=True, slots=True)
class Rejected:
    """It may not; `note` is told to the agent."""

    by: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Edited:
    """The specification was wrong: here is another one. It is checked, journaled, and the action is judged by it."""

    by: str
    specification: str


@dataclass(frozen=True, slots=True)
class Unanswered:
    """Nobody answered in time, or nobody can; that is a no."""

    reason: str


Answer: TypeAlias = Approved | Rejected | Edited | Unanswered


class Approver(Protocol):
    """Brings a question before a person. Whatever it raises counts as no answer."""

    async def __call__(self, question: Question, /) -> Answer:
        """The person's answer; waits for it. The guard stops waiting when the question expires."""
        ...


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


def why_not_two(person: Person | None, other: Person | None) -> str:
    """Why two answers may be those of a single person; empty where they are of two."""
    if person is None or other is None:
        return "a channel does not know who answers it; a name that was typed is no proof"
    if (person.known_by == "system user") != (other.known_by == "system user"):
        return (
            f"{person.name} is known by {person.known_by} and {other.name} by {other.known_by}, and both "
            "may be one person"
        )
    if look_alike(person.name, other.name):
        return f"both answers are from {person.name}"
    return ""
