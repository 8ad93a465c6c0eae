"""A process that answers the proposals of one session whenever it has its lease."""

import asyncio
from multiprocessing.connection import Connection as Pipe

from sqlalchemy import Connection, func, select

from handrail.server.store import open_store
from handrail.server.store.leases import LeaseLost, StoredLeases, Taken
from handrail.server.store.proposals import Begun, StoredProposals
from handrail.server.store.tables import PROPOSALS

HELD_SECONDS = 0.1


def _next(connection: Connection) -> str:
    answered = select(func.count()).where(PROPOSALS.c.answer.is_not(None))
    return f"{connection.execute(answered).scalar_one():06}"


async def _contend(url: str, owner: str, says: "Pipe[str, str]") -> None:
    store = open_store(url)
    leases, proposals = StoredLeases(store), StoredProposals(store)
    while True:
        lease = await leases.acquire("session", owner, HELD_SECONDS)
        if isinstance(lease, Taken):
            await asyncio.sleep(lease.seconds_left)
            continue
        try:
            while True:
                key = await store.read(_next)
                standing = await proposals.begin(lease, key, "digest")
                assert isinstance(standing, Begun), standing
                await proposals.answer(lease, key, f"{key} by {lease.epoch}")
                says.send(key)
                lease = await leases.renew(lease, HELD_SECONDS)
        except LeaseLost:
            continue


def contend(url: str, owner: str, says: "Pipe[str, str]") -> None:
    """Until killed."""
    asyncio.run(_contend(url, owner, says))
