"""A control room with users in a database, and what each of them comes with."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from handrail.server.fleet import Fleet
from handrail.server.people.audit import Audit
from handrail.server.people.limits import Limit, Rate, RateLimits
from handrail.server.people.people import RegisteredPeople
from handrail.server.people.person import Role, Scope
from handrail.server.people.registered import Registered
from handrail.server.room import Room
from handrail.server.store import open_store
from server.served import Answered, Served, serving

OFTEN = Rate(1e9, 1e9)


@dataclass(slots=True)
class Clock:
    """Time as the test says."""

    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def unlimited() -> RateLimits:
    """For tests that ask the same server very often."""
    return RateLimits(*(Limit(OFTEN, lambda: 0.0) for _ in range(3)))


@contextmanager
def registered_room(runs: Path, **room: Any) -> Iterator[tuple[Room, RegisteredPeople]]:
    """The room, and its users; `ann` is an admin."""
    store = open_store(runs / "store.sqlite3")
    clock = Clock()
    people = RegisteredPeople(store, Audit(runs, clock), clock)
    try:
        people.add("ann", Role.ADMIN, by="test")
        made = Room(Fleet(runs), Registered(people), every_seconds=0.02, limits=unlimited(), people=people)
        yield replace(made, **room), people
    finally:
        store.close()


@dataclass(frozen=True, slots=True)
class Office:
    """A server with its users, and ways to come in."""

    server: Served
    people: RegisteredPeople
    clock: Clock
    browsers: dict[str, str] = field(default_factory=dict)

    def browser(self, name: str, role: Role | None = None) -> dict[str, str]:
        """What the browser of a user sends, who is registered first where a role is named."""
        if name not in self.browsers:
            if role is not None:
                invitation = self.people.add(name, role, by="test")
            else:
                invitation = self.people.invite(name, by="test")
            self.browsers[name] = self.accept(invitation).headers["set-cookie"].partition(";")[0]
        return self.browsers_of(name)

    def browsers_of(self, name: str) -> dict[str, str]:
        """What the browser sends that was let in before, whatever became of its user."""
        return {"Cookie": self.browsers[name], "Origin": self.server.address}

    def accept(self, invitation: str, origin: str | None = None) -> Answered:
        """Press the button of an invitation."""
        return self.server.form("/invited", {"invitation": invitation}, origin or self.server.address)

    def key(self, user: str, *scopes: Scope, **given: Any) -> str:
        """A new key of a user."""
        return self.people.add_key(user, frozenset(scopes), by="test", **given)[1]


@contextmanager
def office(runs: Path, **room: Any) -> Iterator[Office]:
    """A server with users, until this is left."""
    with registered_room(runs, **room) as (made, people), serving(made) as server:
        assert isinstance(people.seconds, Clock)
        yield Office(server, people, people.seconds)
