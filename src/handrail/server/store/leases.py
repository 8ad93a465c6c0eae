"""Who may write: one owner at a time, for a while, and in the order in which they came.

Each owner has a lease with an epoch that is higher than all before it. A write states its lease and is refused once
there is a higher epoch, so that an owner that was thought dead, and wakes, changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select, update

from handrail.error import HandrailError
from handrail.server.store.dialect import insert_or_conflict, now_ms
from handrail.server.store.store import Store
from handrail.server.store.tables import LEASES

_NOBODY = ""
_AT_ONCE = 1_000
_NEWEST = (  # made once: it is asked before every write
    select(LEASES.c.name)
    .where(LEASES.c.name == bindparam("lease"), LEASES.c.epoch == bindparam("at"), LEASES.c.owner == bindparam("by"))
    .with_for_update(read=True)
)


class LeaseLost(HandrailError):
    """Another owner has taken over, or the lease was given back: nothing was changed, and nothing may be."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write what `name` names, until it ends by the clock of the database, in milliseconds."""

    name: str
    owner: str
    epoch: int
    expires_ms: int


@dataclass(frozen=True, slots=True)
class Taken:
    """Somebody has it, for so long yet. It may be the one who asks: an owner renews, and does not acquire again."""

    owner: str
    seconds_left: float


@dataclass(frozen=True, slots=True)
class StoredLeases:
    """The leases of a store. Owners are told apart by their name, which no two processes may share."""

    store: Store

    async def acquire(self, name: str, owner: str, seconds: float) -> Lease | Taken:
        """Take what nobody has, or whose lease has run out."""
        return await self.store.write(lambda connection: acquire(connection, name, owner, seconds))

    async def renew(self, lease: Lease, seconds: float) -> Lease:
        """Keep it for so long from now. Raises `LeaseLost`; one that has run out and that nobody took is still had."""
        return await self.store.write(lambda connection: renew(connection, lease, seconds))

    async def release(self, lease: Lease) -> None:
        """Give it back, so that another owner need not wait. One that was lost is nothing to give back."""
        await self.store.write(lambda connection: release(connection, lease))

    async def held_by(self, owner: str) -> tuple[Lease, ...]:
        """All that an owner has."""
        asked = select(LEASES).where(LEASES.c.owner == owner, LEASES.c.expires_ms > now_ms())
        return tuple(Lease(*row) for row in await self.store.read(lambda connection: connection.execute(asked).all()))


def acquire(connection: Connection, name: str, owner: str, seconds: float) -> Lease | Taken:
    """As `StoredLeases.acquire`, within a transaction that writes."""
    first = insert_or_conflict(connection.dialect.name, LEASES).values(name=name, owner=_NOBODY, epoch=0, expires_ms=0)
    connection.execute(first.on_conflict_do_nothing())
    taken = connection.execute(
        update(LEASES)
        .where(LEASES.c.name == name, LEASES.c.expires_ms <= now_ms())
        .values(owner=owner, epoch=LEASES.c.epoch + 1, expires_ms=now_ms() + _ms(seconds))
        .returning(LEASES)
    ).one_or_none()
    if taken is not None:
        return Lease(*taken)
    has, left_ms = connection.execute(
        select(LEASES.c.owner, LEASES.c.expires_ms - now_ms()).where(LEASES.c.name == name)
    ).one()
    return Taken(has, max(0, left_ms) / 1000)


def renew(connection: Connection, lease: Lease, seconds: float) -> Lease:
    """As `StoredLeases.renew`, within a transaction that writes."""
    kept = connection.execute(
        update(LEASES)
        .where(LEASES.c.name == lease.name, LEASES.c.epoch == lease.epoch, LEASES.c.owner == lease.owner)
        .values(expires_ms=now_ms() + _ms(seconds))
        .returning(LEASES)
    ).one_or_none()
    if kept is None:
        raise _lost(lease)
    return Lease(*kept)


def renew_all(connection: Connection, leases: Sequence[Lease], seconds: float) -> frozenset[str]:
    """Renew those of one owner, many in a statement, as they are many; the names of those that are lost."""
    kept = set[tuple[str, int]]()
    for first in range(0, len(leases), _AT_ONCE):
        batch = leases[first : first + _AT_ONCE]
        of_owner = LEASES.c.name.in_([lease.name for lease in batch]), LEASES.c.owner == batch[0].owner
        renewed = update(LEASES).where(*of_owner).values(expires_ms=now_ms() + _ms(seconds))
        kept |= {(name, epoch) for name, epoch in connection.execute(renewed.returning(LEASES.c.name, LEASES.c.epoch))}
    return frozenset(lease.name for lease in leases if (lease.name, lease.epoch) not in kept)


def release(connection: Connection, lease: Lease) -> None:
    """As `StoredLeases.release`, within a transaction that writes."""
    connection.execute(
        update(LEASES)
        .where(LEASES.c.name == lease.name, LEASES.c.epoch == lease.epoch)
        .values(owner=_NOBODY, expires_ms=0)
    )


def demand(connection: Connection, lease: Lease) -> None:
    """Raise `LeaseLost` unless the lease is the newest. Until this transaction ends nobody takes over."""
    if connection.execute(_NEWEST, {"lease": lease.name, "by": lease.owner, "at": lease.epoch}).first() is None:
        raise _lost(lease)


def _lost(lease: Lease) -> LeaseLost:
    return LeaseLost(f"{lease.name}: the lease of {lease.owner} is over; ask who has it now")


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
