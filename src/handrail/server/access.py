"""Who may look and answer: whoever has a key or a cookie that this server knows, and nobody else.

A browser brings a key or an invitation once and has a cookie from then on, which no other site can make it send; a
program sends its key with every request. Where no users are kept there is one key, that of whoever started the server,
and a second one for agents, which can answer nothing.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from handrail.server.people.person import OF_AGENTS, OF_PEOPLE, Person, Role
from handrail.server.people.secret import digest, new_secret

__all__ = ["COOKIE", "Access", "Person"]

COOKIE = "handrail"


class Access(ABC):
    """How a server knows who asks."""

    @staticmethod
    def with_key(key: str, owner: str, agents_key: str = "") -> "Access":
        """One person, who has the key, and agents, who have the other one; without it there are none."""
        agents = Person("agents", Role.OPERATOR, OF_AGENTS, "key:agents")
        people = Person(owner, Role.ADMIN, OF_PEOPLE, "key:owner")
        known = {digest(key): people}
        if agents_key:
            known.setdefault(digest(agents_key), agents)
        return _OneKey(known)

    @abstractmethod
    async def by_key(self, key: str) -> Person | None:
        """Who has this key."""

    @abstractmethod
    async def by_cookie(self, cookie: str) -> Person | None:
        """Who entered and was given this cookie."""

    @abstractmethod
    async def enter(self, key: str) -> str | None:
        """A cookie for a person who brought a key; none for an agent's, or where people enter by other ways."""

    @abstractmethod
    async def leave(self, cookie: str) -> None:
        """Forget a cookie."""


@dataclass(slots=True)
class _OneKey(Access):
    """The key of whoever started the server. Cookies are forgotten when the process ends."""

    known: dict[str, Person]
    entered: dict[str, Person] = field(default_factory=dict)

    async def by_key(self, key: str) -> Person | None:
        return self.known.get(digest(key))  # digests are compared: how long it takes says nothing of the key

    async def by_cookie(self, cookie: str) -> Person | None:
        return self.entered.get(digest(cookie))

    async def enter(self, key: str) -> str | None:
        person = await self.by_key(key)
        if person is None or person.is_agent:
            return None
        cookie = new_secret()
        self.entered[digest(cookie)] = person
        return cookie

    async def leave(self, cookie: str) -> None:
        self.entered.pop(digest(cookie), None)
