"""A proposal that comes again is decided once: by its key, what it said, and what was answered.

The answer is what a client was told, so it is kept as it was. Everything is written under the lease of the session.
"""

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from sqlalchemy import ColumnElement, Connection, bindparam, delete, select, update
from sqlalchemy.sql.dml import ReturningInsert

from handrail.server.store.dialect import insert_or_conflict, now_ms
from handrail.server.store.leases import Lease, demand
from handrail.server.store.store import Store
from handrail.server.store.tables import PROPOSALS


@dataclass(frozen=True, slots=True)
class Begun:
    """Decide it now. `resumed`: an owner before began and did not answer; what it did is in the journal."""

    resumed: bool = False


@dataclass(frozen=True, slots=True)
class Deciding:
    """This owner is at it already."""


@dataclass(frozen=True, slots=True)
class AlreadyAnswered:
    """It was decided; this was the answer."""

    answer: str


@dataclass(frozen=True, slots=True)
class Differs:
    """Under this key something else was proposed before."""


Standing: TypeAlias = Begun | Deciding | AlreadyAnswered | Differs


@dataclass(frozen=True, slots=True)
class StoredProposals:
    """The proposals of all sessions. `key` is what the client calls one, `digest` stands for all that it said."""

    store: Store

    async def begin(self, lease: Lease, key: str, digest: str) -> Standing:
        """How a proposal stands; a new one is begun with this. Raises `LeaseLost`."""
        return await self.store.write(lambda connection: begin(connection, lease, key, digest))

    async def answer(self, lease: Lease, key: str, answer: str) -> None:
        """Keep what is about to be answered. Raises `LeaseLost`: then it must not be answered."""
        await self.store.write(lambda connection: answer_begun(connection, lease, key, answer))

    async def find(self, session: str, key: str) -> str | None:
        """What was answered, for one that was."""
        asked = select(PROPOSALS.c.answer).where(PROPOSALS.c.session == session, PROPOSALS.c.id == key)
        return await self.store.read(lambda connection: connection.execute(asked).scalar_one_or_none())

    async def forget(self, session: str) -> None:
        """Of a session that was deleted."""
        gone = delete(PROPOSALS).where(PROPOSALS.c.session == session)
        await self.store.write(lambda connection: connection.execute(gone))


_ANSWER = update(PROPOSALS).where(
    PROPOSALS.c.session == bindparam("its_session"), PROPOSALS.c.id == bindparam("its_id")
)


@cache
def _new(dialect: str) -> ReturningInsert[str]:
    """Made once for each kind of database: it is done for every proposal."""
    new = insert_or_conflict(dialect, PROPOSALS).values(at_ms=now_ms())
    return new.on_conflict_do_nothing().returning(PROPOSALS.c.id)


def begin(connection: Connection, lease: Lease, key: str, digest: str) -> Standing:
    """As `StoredProposals.begin`, within a transaction that writes."""
    demand(connection, lease)
    values = {"session": lease.name, "id": key, "digest": digest, "epoch": lease.epoch}
    if connection.execute(_new(connection.dialect.name), values).first() is not None:
        return Begun()
    known = connection.execute(select(PROPOSALS).where(*_is(lease, key)).with_for_update()).one()
    if known.digest != digest:
        return Differs()
    if known.answer is not None:
        return AlreadyAnswered(known.answer)
    if known.epoch == lease.epoch:
        return Deciding()
    connection.execute(update(PROPOSALS).where(*_is(lease, key)).values(epoch=lease.epoch))
    return Begun(resumed=True)


def answer_begun(connection: Connection, lease: Lease, key: str, answer: str) -> None:
    """As `StoredProposals.answer`, within a transaction that writes."""
    demand(connection, lease)
    connection.execute(_ANSWER, {"its_session": lease.name, "its_id": key, "answer": answer})


def _is(lease: Lease, key: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return PROPOSALS.c.session == lease.name, PROPOSALS.c.id == key
