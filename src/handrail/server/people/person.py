"""Who is at the other end, and what they may: a person who looks and answers, or an agent's program that works.

Nobody is both. A `Person` with scopes of both kinds cannot be made, so no key, cookie or row of a database gives an
agent the right to answer what it is itself asked about.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from handrail.error import Misuse


class Role(StrEnum):
    """What somebody is trusted with; each may all that those before it may."""

    VIEWER = "viewer"
    APPROVER = "approver"
    OPERATOR = "operator"
    ADMIN = "admin"

    def reaches(self, other: "Role") -> bool:
        """Whether it is that one or a higher one."""
        order = list(Role)
        return order.index(self) >= order.index(other)


class Scope(StrEnum):
    """What a key or a cookie is for."""

    READ = "read"
    """See runs, questions and findings."""
    ANSWER = "answer"
    """Answer questions, say which findings are right, and accept rules."""
    ADMIN = "admin"
    """Manage people, keys, and where notifications go."""
    SESSION = "session"
    """Open sessions, and act in those that were opened with the same key."""
    APP = "app"
    """Be an app that takes part, or the program that connects one."""


OF_PEOPLE = frozenset({Scope.READ, Scope.ANSWER, Scope.ADMIN})
OF_AGENTS = frozenset({Scope.SESSION, Scope.APP})

_TAKES = {
    Scope.READ: Role.VIEWER,
    Scope.ANSWER: Role.APPROVER,
    Scope.SESSION: Role.OPERATOR,
    Scope.APP: Role.OPERATOR,
    Scope.ADMIN: Role.ADMIN,
}


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks. `credential` says by which key or cookie: what a program opens belongs to the key that opened it.

    Raises `Misuse` for scopes that nobody may have together.
    """

    name: str
    role: Role
    scopes: frozenset[Scope]
    credential: str

    def __post_init__(self) -> None:
        demand_one_kind(self.scopes)

    @property
    def is_agent(self) -> bool:
        """Whether it is an agent's program, which sees what is its own and nothing else."""
        return bool(self.scopes & OF_AGENTS)

    def sees(self, owner: str) -> bool:
        """Whether they may see what was opened by `owner`, which is a credential."""
        return Scope.READ in self.scopes or (self.is_agent and self.credential == owner)


def demand_one_kind(scopes: Iterable[Scope]) -> None:
    """Raise `Misuse` where scopes of people and of agents come together."""
    both = frozenset(scopes)
    people, agents = sorted(both & OF_PEOPLE), sorted(both & OF_AGENTS)
    if people and agents:
        raise Misuse(
            f"`{agents[0]}` is for agents and `{people[0]}` for people; who works cannot also watch over the work, "
            "so make a key for each"
        )


def scopes_of(role: Role) -> frozenset[Scope]:
    """The scopes that keys of somebody with this role may have, some of them together."""
    return frozenset(scope for scope, least in _TAKES.items() if role.reaches(least))


def of_cookie(role: Role) -> frozenset[Scope]:
    """What somebody with this role may at a browser."""
    return scopes_of(role) & OF_PEOPLE


def demand_scopes(scopes: frozenset[Scope], role: Role) -> None:
    """Raise `Misuse` where somebody with this role cannot have a key with these scopes."""
    if not scopes:
        raise Misuse(f"a key is for something; name {', '.join(Scope)}")
    demand_one_kind(scopes)
    for scope in sorted(scopes - scopes_of(role)):
        raise Misuse(f"a key for `{scope}` takes the role {_TAKES[scope]}, and this user is {role}")
