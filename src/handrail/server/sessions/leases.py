"""Which process decides in a session: one at a time, for a while, and in the order in which they came.

What is asked of whoever keeps the leases; `OneProcess` is for a server that is the only one over its folder. The lock
on a journal is the second fence: while a process has it, no other writes there, whatever a lease says.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from handrail.error import HandrailError

LEASE_SECONDS = 3.0
"""How long a process that was killed keeps its sessions from the others."""


class LeaseLost(HandrailError):
    """Another process has the session now; nothing more may be decided here."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to decide in a session. `epoch` is higher than that of all before it."""

    name: str
    owner: str
    epoch: int
    expires_ms: int = 0


@dataclass(frozen=True, slots=True)
class Taken:
    """Somebody else has it, for so long yet unless they renew it. `owner` is the address at which they answer."""

    owner: str
    seconds_left: float


class Leases(Protocol):
    """Who keeps the leases of all processes."""

    async def acquire(self, name: str, owner: str, seconds: float) -> Lease | Taken:
        """Take what nobody has, or whose lease has run out."""
        ...

    async def renew(self, leases: Sequence[Lease], seconds: float) -> tuple[str, ...]:
        """Keep these for so long from now; the names of those that are lost."""
        ...

    async def release(self, lease: Lease) -> None:
        """Give one back."""
        ...


@dataclass(slots=True)
class OneProcess:
    """Leases where nobody else could want one."""

    _epochs: dict[str, int] = field(default_factory=dict)

    async def acquire(self, name: str, owner: str, seconds: float) -> Lease | Taken:  # noqa: ARG002 - it has no end
        """It is always had."""
        self._epochs[name] = self._epochs.get(name, 0) + 1
        return Lease(name, owner, self._epochs[name])

    async def renew(self, leases: Sequence[Lease], seconds: float) -> tuple[str, ...]:  # noqa: ARG002 - as above
        """None is ever lost."""
        return ()

    async def release(self, lease: Lease) -> None:
        """Nobody waits for it."""
        self._epochs.pop(lease.name, None)
