"""Which process decides in a session: one at a time, for a while, and in the order in which they came.

`StoreLeases` are those of several processes on one database; `OneProcess` is for a server that is the only one over its
folder. The lock on a journal is a second fence: while a process has it, no other writes there, whatever a lease says.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from handrail.server.store import Store
from handrail.server.store.leases import Lease, Taken, acquire, release, renew_all

__all__ = ["LEASE_SECONDS", "Lease", "Leases", "OneProcess", "StoreLeases", "Taken"]

LEASE_SECONDS = 2.0
"""How long a process that was killed keeps its sessions from the others, at most."""

RENEWALS = 5
"""In the time of a lease: all but one may come to nothing, by a slow database or a process that is held up."""


class Leases(Protocol):
    """Who keeps the leases of all processes."""

    async def acquire(self, name: str, owner: str, seconds: float) -> Lease | Taken:
        """Take what nobody has, or whose lease has run out."""
        ...

    async def renew(self, leases: Sequence[Lease], seconds: float) -> frozenset[str]:
        """Keep these for so long from now; the names of those that are lost."""
        ...

    async def release(self, lease: Lease) -> None:
        """Give one back, so that nobody need wait."""
        ...


@dataclass(frozen=True, slots=True)
class StoreLeases:
    """The leases of sessions in a database; all that a process has are renewed together."""

    store: Store

    async def acquire(self, name: str, owner: str, seconds: float) -> Lease | Taken:
        """Take what nobody has, or whose lease has run out."""
        return await self.store.write(lambda connection: acquire(connection, name, owner, seconds))

    async def renew(self, leases: Sequence[Lease], seconds: float) -> frozenset[str]:
        """Keep these for so long from now; the names of those that are lost."""
        return await self.store.write(lambda connection: renew_all(connection, leases, seconds))

    async def release(self, lease: Lease) -> None:
        """Give one back, so that nobody need wait."""
        await self.store.write(lambda connection: release(connection, lease))


@dataclass(slots=True)
class OneProcess:
    """Leases where nobody else could want one; they do not end."""

    _epochs: dict[str, int] = field(default_factory=dict)

    async def acquire(self, name: str, owner: str, seconds: float) -> Lease | Taken:  # noqa: ARG002 - they do not end
        """It is always had."""
        self._epochs[name] = self._epochs.get(name, 0) + 1
        return Lease(name, owner, self._epochs[name], expires_ms=0)

    async def renew(self, leases: Sequence[Lease], seconds: float) -> frozenset[str]:  # noqa: ARG002 - as above
        """None is ever lost."""
        return frozenset()

    async def release(self, lease: Lease) -> None:
        """Nobody waits for it."""
        self._epochs.pop(lease.name, None)
