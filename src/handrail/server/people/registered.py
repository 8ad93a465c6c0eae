"""Access for who is registered: keys and cookies as the database has them, remembered for a moment.

What is revoked by this process counts at once, what another process revokes after `REMEMBERED_SECONDS`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, insert, select, update

from handrail.error import Misuse
from handrail.server.access import Access
from handrail.server.people.people import RegisteredPeople
from handrail.server.people.person import Person, Role, Scope, of_cookie, scopes_of
from handrail.server.people.secret import digest, new_secret
from handrail.server.people.tables import COOKIES, INVITATIONS, KEYS, USERS

REMEMBERED_SECONDS = 2.0
ENTERED_SECONDS = 7 * 24 * 3600.0
"""How long a browser is let in without a new invitation or login."""

_MOST_REMEMBERED = 10_000


@dataclass(slots=True)
class Registered(Access):
    """Who is in the database may enter. Nobody enters with a key: it is for programs."""

    people: RegisteredPeople
    _known: dict[str, tuple[Person, float]] = field(default_factory=dict)

    async def by_key(self, key: str) -> Person | None:
        """Who has this key; their role may since have become too low for some of its scopes."""
        return await self._remembered(digest(key), self._key)

    async def by_cookie(self, cookie: str) -> Person | None:
        """Who entered with an invitation or a login."""
        return await self._remembered(digest(cookie), self._cookie)

    async def admits_app(self, key: str) -> bool:
        """Whether an app that brings this key may take part."""
        known = await self.by_key(key)
        return known is not None and Scope.APP in known.scopes

    async def enter(self, key: str) -> str | None:  # noqa: ARG002
        """Nobody enters with a key where there are users."""
        return None

    async def leave(self, cookie: str) -> None:
        """Forget a cookie, here and in every other process."""
        await self.people.store.write(lambda c: c.execute(delete(COOKIES).where(COOKIES.c.digest == digest(cookie))))
        self.forget()

    async def enter_invited(self, invitation: str) -> str | None:
        """A cookie for whoever brought an invitation, which is good once."""

        def change(connection: Connection) -> str | None:
            gone = delete(INVITATIONS).where(INVITATIONS.c.digest == digest(invitation)).returning(INVITATIONS)
            found = connection.execute(gone).first()
            if found is None or found.expires_ms <= self.people.now_ms:
                return None
            return self.let_in(connection, found.user, "by invitation")

        return await self.people.store.write(change)

    async def enter_known(self, subject: str, email: str | None) -> str | None:
        """A cookie for whom the identity provider vouches: by subject, or the first time by a verified address."""

        def change(connection: Connection) -> str | None:
            row = connection.execute(select(USERS.c.name).where(USERS.c.subject == subject)).first()
            if row is None and email is not None:
                named = (USERS.c.email == email.casefold()) & USERS.c.subject.is_(None)
                row = connection.execute(select(USERS.c.name).where(named)).first()
                if row is not None:
                    connection.execute(update(USERS).where(USERS.c.name == row.name).values(subject=subject))
            return self.let_in(connection, row.name, "by login") if row is not None else None

        return await self.people.store.write(change)

    def let_in(self, connection: Connection, user: str, how: str) -> str:
        """A cookie for this user."""
        cookie, now = new_secret(), self.people.now_ms
        self.people.audit.note(user, "user let in", user, how)
        connection.execute(delete(COOKIES).where(COOKIES.c.expires_ms <= now))
        expires = now + int(ENTERED_SECONDS * 1000)
        connection.execute(insert(COOKIES).values(digest=digest(cookie), user=user, entered_ms=now, expires_ms=expires))
        return cookie

    def forget(self) -> None:
        """Ask the database again about everybody."""
        self._known.clear()

    async def _remembered(
        self, asked: str, find: Callable[[Connection, str], tuple[Person, int | None] | None]
    ) -> Person | None:
        now = self.people.seconds()
        kept = self._known.get(asked)
        if kept is not None and now < kept[1]:
            return kept[0]
        found = await self.people.store.read(lambda connection: find(connection, asked))
        if found is None:
            self._known.pop(asked, None)
            return None
        person, expires_ms = found
        if expires_ms is not None and expires_ms <= now * 1000:
            return None
        if len(self._known) >= _MOST_REMEMBERED:
            self.forget()
        until = now + REMEMBERED_SECONDS
        self._known[asked] = (person, until if expires_ms is None else min(until, expires_ms / 1000))
        return person

    def _key(self, connection: Connection, asked: str) -> tuple[Person, int | None] | None:
        joined = select(KEYS, USERS.c.role).join(USERS).where(KEYS.c.digest == asked)
        row = connection.execute(joined).first()
        if row is None:
            return None
        role = Role(row.role)
        scopes = frozenset(Scope(word) for word in row.scopes.split())
        person = _person(row.user, role, scopes, scopes_of(role), f"key:{row.id}")
        return (person, row.expires_ms) if person is not None else None

    def _cookie(self, connection: Connection, asked: str) -> tuple[Person, int | None] | None:
        joined = select(COOKIES, USERS.c.role).join(USERS).where(COOKIES.c.digest == asked)
        row = connection.execute(joined).first()
        if row is None:
            return None
        role = Role(row.role)
        return Person(row.user, role, of_cookie(role), f"cookie:{asked[:12]}"), row.expires_ms


def _person(name: str, role: Role, scopes: frozenset[Scope], may: frozenset[Scope], credential: str) -> Person | None:
    """Whom a key stands for, with what their role still allows; nobody where the database says what cannot be."""
    try:
        whole = Person(name, role, scopes, credential)
    except Misuse:
        return None
    return Person(name, role, whole.scopes & may, credential) if whole.scopes & may else None
