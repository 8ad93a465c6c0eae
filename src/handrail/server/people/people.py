"""The users of a server in its database: added, given roles and keys, invited, and removed, each act on record.

What a function changes it changes in one transaction, in which the act is put on record first: nothing is done about
people that the audit journal does not say. The functions wait for the database; a server calls them in a thread.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from handrail.error import Misuse
from handrail.server.people.audit import Audit
from handrail.server.people.person import Role, Scope, demand_scopes
from handrail.server.people.secret import INVITATION, KEY, digest, new_secret
from handrail.server.people.tables import COOKIES, INVITATIONS, KEYS, USERS
from handrail.server.store import Store

INVITED_SECONDS = 24 * 3600.0
"""How long an invitation stands."""

LONGEST_LABEL = 100
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")
_EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s]{1,190}")


@dataclass(frozen=True, slots=True)
class User:
    """Somebody with a name and a role. `email` is by which the identity provider knows them, where there is one."""

    name: str
    role: Role
    email: str | None
    added_ms: int


@dataclass(frozen=True, slots=True)
class Key:
    """A key as it is known after it was shown: everything but the key itself."""

    id: str
    user: str
    label: str
    scopes: frozenset[Scope]
    added_ms: int
    expires_ms: int | None


@dataclass(frozen=True, slots=True)
class RegisteredPeople:
    """Who is registered. `seconds` is the system's clock."""

    store: Store
    audit: Audit
    seconds: Callable[[], float]

    @property
    def now_ms(self) -> int:
        """The time as the database keeps it."""
        return int(self.seconds() * 1000)

    def any(self) -> bool:
        """Whether there is anybody: then the server lets in who is registered, and nobody else."""
        return self.store.read_now(lambda c: c.execute(select(USERS.c.name).limit(1)).first() is not None)

    def users(self) -> list[User]:
        """All of them by name."""
        rows = self.store.read_now(lambda c: c.execute(select(USERS).order_by(USERS.c.name)).all())
        return [_user(row) for row in rows]

    def add(self, name: str, role: Role, *, email: str | None = None, by: str) -> str:
        """Register somebody, and return what is in their invitation."""
        if not _NAME.fullmatch(name):
            raise Misuse(f"a user is called by small letters, digits, `.`, `_` and `-`; {name[:80]!r} is not")
        if email is not None and not _EMAIL.fullmatch(email):
            raise Misuse(f"{email[:80]!r} is no address of mail")
        email = email.casefold() if email is not None else None

        def change(connection: Connection) -> str:
            if connection.execute(select(USERS.c.name).where(USERS.c.name == name)).first():
                raise Misuse(f"there is a user {name} already; `handrail serve users role` changes what they may")
            if email and connection.execute(select(USERS.c.name).where(USERS.c.email == email)).first():
                raise Misuse("another user has that address of mail; each needs their own")
            self.audit.note(by, "user added", name, f"{role}{f', {email}' if email else ''}")
            connection.execute(insert(USERS).values(name=name, role=role, email=email, added_ms=self.now_ms))
            return self._invite(connection, name)

        return self.store.write_now(change)

    def invite(self, name: str, *, by: str) -> str:
        """Another invitation, for a browser that was not let in yet. Those before it end."""

        def change(connection: Connection) -> str:
            _found(connection, name)
            self.audit.note(by, "user invited", name)
            return self._invite(connection, name)

        return self.store.write_now(change)

    def give_role(self, name: str, role: Role, *, by: str) -> None:
        """Trust somebody with more or with less; keys that take more than they may now are good for nothing."""

        def change(connection: Connection) -> None:
            user = _found(connection, name)
            if user.role is Role.ADMIN and role is not Role.ADMIN:
                _demand_another_admin(connection, name)
            self.audit.note(by, "role given", name, f"{role}, was {user.role}")
            connection.execute(update(USERS).where(USERS.c.name == name).values(role=role))

        self.store.write_now(change)

    def remove(self, name: str, *, by: str) -> None:
        """Forget somebody with their keys, cookies and invitations."""

        def change(connection: Connection) -> None:
            if _found(connection, name).role is Role.ADMIN:
                _demand_another_admin(connection, name)
            self.audit.note(by, "user removed", name)
            connection.execute(delete(USERS).where(USERS.c.name == name))

        self.store.write_now(change)

    def sign_out(self, name: str, *, by: str) -> None:
        """Forget every browser that somebody was let in with."""

        def change(connection: Connection) -> None:
            _found(connection, name)
            self.audit.note(by, "user signed out", name)
            for table in (COOKIES, INVITATIONS):
                connection.execute(delete(table).where(table.c.user == name))

        self.store.write_now(change)

    def all_keys(self) -> list[Key]:
        """All keys, by user and age."""
        rows = self.store.read_now(lambda c: c.execute(select(KEYS).order_by(KEYS.c.user, KEYS.c.added_ms)).all())
        return [_key(row) for row in rows]

    def add_key(
        self, user: str, scopes: frozenset[Scope], *, label: str = "", days: float | None = None, by: str
    ) -> tuple[Key, str]:
        """A key of a user, and the secret itself, which nobody can be told again.

        Raises `Misuse` for scopes that their role does not have, that are not of one kind, or that are of another kind
        than those of the keys that they have: whose key works has none that answers.
        """
        if len(label) > LONGEST_LABEL or not label.isprintable():
            raise Misuse(f"a key's label has at most {LONGEST_LABEL} characters that can be printed")
        if days is not None and not 0 < days <= 3660:
            raise Misuse("a key is good for more than 0 and at most 3660 days")

        def change(connection: Connection) -> tuple[Key, str]:
            demand_scopes(scopes, _found(connection, user).role)
            self._demand_same_kind(connection, user, scopes)
            secret, now = new_secret(KEY), self.now_ms
            expires = now + int(days * 86_400_000) if days is not None else None
            made = Key(digest(secret)[:12], user, label, scopes, now, expires)
            self.audit.note(by, "key added", user, f"{made.id} {' '.join(sorted(scopes))}")
            connection.execute(
                insert(KEYS).values(
                    id=made.id,
                    user=user,
                    label=label,
                    scopes=" ".join(sorted(scopes)),
                    digest=digest(secret),
                    added_ms=now,
                    expires_ms=expires,
                )
            )
            return made, secret

        return self.store.write_now(change)

    def revoke_key(self, identifier: str, *, by: str) -> None:
        """Forget a key."""

        def change(connection: Connection) -> None:
            found = connection.execute(select(KEYS.c.user).where(KEYS.c.id == identifier)).first()
            if found is None:
                raise Misuse(f"there is no key {identifier[:80]!r}; `handrail serve keys list` tells them")
            self.audit.note(by, "key revoked", found.user, identifier)
            connection.execute(delete(KEYS).where(KEYS.c.id == identifier))

        self.store.write_now(change)

    def _invite(self, connection: Connection, name: str) -> str:
        secret = new_secret(INVITATION)
        connection.execute(delete(INVITATIONS).where(INVITATIONS.c.user == name))
        expires = self.now_ms + int(INVITED_SECONDS * 1000)
        connection.execute(insert(INVITATIONS).values(digest=digest(secret), user=name, expires_ms=expires))
        return secret

    def _demand_same_kind(self, connection: Connection, user: str, scopes: frozenset[Scope]) -> None:
        """An agent that found all keys of one user could otherwise answer itself."""
        for row in connection.execute(select(KEYS).where(KEYS.c.user == user)):
            key = _key(row)
            if key.expires_ms is not None and key.expires_ms <= self.now_ms:
                continue
            try:
                demand_scopes(key.scopes | scopes, Role.ADMIN)
            except Misuse as error:
                raise Misuse(f"{user} has the key {key.id}: {error}, for a user of its own") from None


def _found(connection: Connection, name: str) -> User:
    row = connection.execute(select(USERS).where(USERS.c.name == name)).first()
    if row is None:
        raise Misuse(f"there is no user {name[:80]!r}; `handrail serve users list` tells them")
    return _user(row)


def _demand_another_admin(connection: Connection, name: str) -> None:
    others = select(func.count()).select_from(USERS).where(USERS.c.role == Role.ADMIN, USERS.c.name != name)
    if not connection.execute(others).scalar_one():
        raise Misuse(f"{name} is the only admin, and nobody could manage people any more; make another one first")


def _user(row: Row[Any]) -> User:
    return User(row.name, Role(row.role), row.email, row.added_ms)


def _key(row: Row[Any]) -> Key:
    scopes = frozenset(Scope(word) for word in row.scopes.split())
    return Key(row.id, row.user, row.label, scopes, row.added_ms, row.expires_ms)
