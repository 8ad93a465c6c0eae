"""What is done now and then, by one process of all that share a store: heads are noted, old runs taken away."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from handrail.error import HandrailError
from handrail.server.store.leases import Lease, LeaseLost
from handrail.server.store.records import Records

LOOKS_EVERY_SECONDS = 5.0
HEADS_EVERY_LOOKS = 12
"""Of a run that goes on, about once a minute; of one that has ended, at the next look."""

CLEARS_EVERY_LOOKS = 720
_LEASE = "keeper"
_LEASE_SECONDS = 30.0
_log = logging.getLogger("handrail.server")


@dataclass(slots=True)
class Keeper:
    """Keeps the records of a server. `forget` is told each run before it is deleted."""

    records: Records
    forget: Callable[[str], None]
    _lease: Lease | None = None

    async def run(self, every_seconds: float = LOOKS_EVERY_SECONDS) -> None:
        """Until cancelled."""
        look = 0
        while True:
            try:
                if await self._has_lease():
                    await self.records.anchor_due(also_going_on=look % HEADS_EVERY_LOOKS == 0)
                    if look % CLEARS_EVERY_LOOKS == 0:
                        await self.clear()
            except HandrailError:
                _log.warning("heads of journals could not be noted, or old runs not be cleared", exc_info=True)
            look += 1
            await asyncio.sleep(every_seconds)

    async def clear(self) -> None:
        """Move the pictures of runs that are old enough, and delete those that are older."""
        keeping = self.records.keeping
        if keeping.delete_after is not None:
            for name in await self.records.over_since(keeping.delete_after):
                await self._attempt(name, self._delete)
        if keeping.move_pictures_after is not None:
            for name in await self.records.over_since(keeping.move_pictures_after):
                await self._attempt(name, self.records.removal.move_pictures)

    async def leave(self) -> None:
        """Let another process do it at once."""
        if self._lease is not None:
            with suppress(HandrailError):  # then it waits until the lease has run out
                await self.records.leases.release(self._lease)

    async def _attempt(self, name: str, what: Callable[[str], object]) -> None:
        try:
            await asyncio.to_thread(what, name)
        except (HandrailError, OSError) as error:  # the others are not to wait for it
            _log.warning("run %s could not be taken away: %s", name, error)

    def _delete(self, name: str) -> None:
        self.records.removal.delete(name, "retention")
        self.forget(name)

    async def _has_lease(self) -> bool:
        leases = self.records.leases
        try:
            if self._lease is not None:
                self._lease = await leases.renew(self._lease, _LEASE_SECONDS)
                return True
        except LeaseLost:
            self._lease = None
        found = await leases.acquire(_LEASE, self.records.owner, _LEASE_SECONDS)
        self._lease = found if isinstance(found, Lease) else None
        return self._lease is not None
