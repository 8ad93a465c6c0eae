"""Whether the server can do its work now: the database answers, the disk has room, the runs can be written."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from handrail.error import HandrailError
from handrail.server.store import Store

LEAST_FREE_BYTES = 500_000_000


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; `said` is what is wrong with it, or empty."""

    name: str
    said: str = ""

    @property
    def is_well(self) -> bool:
        """Whether nothing is wrong."""
        return not self.said


def checks(runs: Path, store: Store | None, least_free_bytes: int = LEAST_FREE_BYTES) -> Iterator[Check]:
    """All that is looked at. It waits for the disk and the database."""
    if store is not None:
        yield _database(store)
    yield _disk(runs, least_free_bytes)
    writable = runs.is_dir() and os.access(runs, os.W_OK | os.X_OK)
    yield Check("runs", "" if writable else "the folder of the runs cannot be written")


def _database(store: Store) -> Check:
    try:
        store.read_now(lambda connection: connection.execute(text("SELECT 1")).scalar_one())
    except (SQLAlchemyError, HandrailError) as error:
        return Check("database", f"it does not answer: {type(error).__name__}")
    return Check("database")


def _disk(runs: Path, least_free_bytes: int) -> Check:
    try:
        free = shutil.disk_usage(runs).free
    except OSError as error:
        return Check("disk", f"it cannot be asked: {error.strerror}")
    return Check("disk", "" if free >= least_free_bytes else f"{free / 1e9:.1f} GB are free, too little for journals")
