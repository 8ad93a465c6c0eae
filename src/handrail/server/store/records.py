"""What the server keeps beside the journals, put together: the index, the log of anchors, leases and pictures."""

import os
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, and_, exists, or_, select

from handrail.guard.journal.anchor import Anchor, AnchorKind
from handrail.guard.journal.anchor_signature import load_signer
from handrail.server.followed_run import RunState
from handrail.server.store.anchor_log import AnchorLog
from handrail.server.store.leases import StoredLeases
from handrail.server.store.pictures import Pictures, open_pictures
from handrail.server.store.removal import RunRemoval
from handrail.server.store.run_index import RunIndex
from handrail.server.store.run_record import ENDED
from handrail.server.store.store import STORE_FILE, Store, open_store
from handrail.server.store.tables import ANCHORS, RUNS

KEY_FILE = ".anchor-key"
"""The private key of the log of anchors, in the folder of the runs."""

BY = "handrail serve"
_AT_A_TIME = 1_000
_OVER = (*ENDED, RunState.INTERRUPTED, RunState.DAMAGED)


@dataclass(frozen=True, slots=True)
class Keeping:
    """How long runs are kept that are over, and where their pictures go. None: for ever."""

    delete_after: timedelta | None = None
    move_pictures_after: timedelta | None = None
    pictures: str = ""


@dataclass(frozen=True, slots=True)
class Records:
    """All of it for one folder of runs. `owner` is this process among those that share the store."""

    store: Store
    index: RunIndex
    log: AnchorLog
    leases: StoredLeases
    removal: RunRemoval
    keeping: Keeping
    owner: str

    @property
    def pictures(self) -> Pictures | None:
        """Where pictures of archived runs are."""
        return self.removal.pictures

    async def anchor_due(self, *, also_going_on: bool) -> int:
        """Note the heads that are not noted yet, of runs that have ended and perhaps of others; how many."""
        return await self.store.write(lambda connection: self._anchor_due(connection, also_going_on))

    async def over_since(self, age: timedelta) -> tuple[str, ...]:
        """The runs that are over and of which nothing was heard for so long, the oldest first."""
        moment_ms = round((self.log.clock() - age).timestamp() * 1000)
        return tuple(indexed.name for indexed in await self.index.last_before(moment_ms, _OVER))

    def _anchor_due(self, connection: Connection, also_going_on: bool) -> int:
        has_ended = RUNS.c.state.in_(ENDED)
        noted = exists().where(
            ANCHORS.c.run == RUNS.c.name,
            ANCHORS.c.head == RUNS.c.head,
            or_(ANCHORS.c.kind == AnchorKind.END, and_(~has_ended, ANCHORS.c.kind == AnchorKind.HEAD)),
        )
        due = select(RUNS.c.name, RUNS.c.head, RUNS.c.entries, RUNS.c.state).where(~noted)
        due = due.where(RUNS.c.state != RunState.DAMAGED if also_going_on else has_ended)
        rows = connection.execute(due.order_by(RUNS.c.last_ms, RUNS.c.name).limit(_AT_A_TIME)).all()
        at = self.log.clock().isoformat()
        self.log.add_within(
            connection,
            [
                Anchor(AnchorKind.END if state in ENDED else AnchorKind.HEAD, name, entries, head, at, BY)
                for name, head, entries, state in rows
            ],
        )
        return len(rows)


def open_records(
    root: Path,
    store: Store | None = None,
    keeping: Keeping = Keeping(),
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Records:
    """The records of a folder of runs, in a store, or else in a database of its own there.

    The folder is made if it is not there. Raises `StoreFailed`, `Misuse`, `UnreadableInput`.
    """
    root.mkdir(0o700, parents=True, exist_ok=True)
    opened = store or open_store(root / STORE_FILE)
    try:
        log = AnchorLog(opened, load_signer(root / KEY_FILE), clock)
        removal = RunRemoval(root, log, open_pictures(keeping.pictures) if keeping.pictures else None)
        removal.finish()
    except BaseException:
        if store is None:
            opened.close()
        raise
    owner = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(8)}"
    return Records(opened, RunIndex(opened), log, StoredLeases(opened), removal, keeping, owner)
