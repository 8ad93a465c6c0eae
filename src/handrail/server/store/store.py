"""A database by URL: one code path for SQLite and PostgreSQL, in threads, every use of it one transaction."""

import asyncio
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    InterfaceError,
    InternalError,
    NoSuchModuleError,
    OperationalError,
)
from sqlalchemy.exc import TimeoutError as SqlTimeout

from handrail.error import HandrailError, Misuse
from handrail.server.store.migrations.runner import migrate

Result = TypeVar("Result")

STORE_FILE = ".store.sqlite3"
"""The database of a folder of runs where no other is named."""

_DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
_WRITES = "handrail_writes"
_OWNER_ONLY = 0o600
_CONNECTIONS = 8


class StoreFailed(HandrailError):
    """The database could not be reached, or is none of ours."""


@dataclass(frozen=True, slots=True)
class Store:
    """An open database. `read` and `write` run a function of a connection in a thread, in one transaction.

    What `write` changes is kept if the function returns, and only then; one that writes sees what all before it wrote.
    On SQLite writers take turns, also those of other processes. Nothing keeps a result of a connection for later.
    """

    engine: Engine
    _threads: ThreadPoolExecutor
    _turn: AbstractContextManager[object]

    async def read(self, ask: Callable[[Connection], Result]) -> Result:
        """What the function finds."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self.read_now, ask)

    async def write(self, change: Callable[[Connection], Result]) -> Result:
        """What the function returns, its changes kept."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self.write_now, change)

    def read_now(self, ask: Callable[[Connection], Result]) -> Result:
        """As `read`, in this thread."""
        with _answering(), self.engine.begin() as connection:
            return ask(connection)

    def write_now(self, change: Callable[[Connection], Result]) -> Result:
        """As `write`, in this thread."""
        with self._turn, _answering(), self.engine.execution_options(**{_WRITES: True}).begin() as connection:
            return change(connection)

    def close(self) -> None:
        """Wait for what is being done, and let go of the database."""
        self._threads.shutdown()
        self.engine.dispose()


@contextmanager
def _answering() -> Iterator[None]:
    try:
        yield
    except (OperationalError, InterfaceError, InternalError, SqlTimeout) as error:
        why = str(getattr(error, "orig", None) or error).strip()
        raise StoreFailed(f"the database does not answer as it should: {why}") from error


def open_store(url: str | Path, migrating: Callable[[Connection], None] | None = migrate) -> Store:
    """The database at a URL or in a file: `sqlite:///PATH` or `postgresql://USER@HOST/NAME`.

    It is brought up to date by `migrating`, unless it is only looked at.

    Raises `Misuse` for a URL that names neither, `StoreFailed` where it cannot be reached.
    """
    parsed = _parsed(url)
    if parsed.get_backend_name() == "sqlite":
        engine = _sqlite(parsed)
    else:
        engine = create_engine(parsed, pool_size=_CONNECTIONS, max_overflow=0, pool_pre_ping=True)
    turn = Lock() if engine.dialect.name == "sqlite" else nullcontext()  # it would try again and again, asleep between
    store = Store(engine, ThreadPoolExecutor(_CONNECTIONS, "store"), turn)
    try:
        if migrating is not None:
            store.write_now(migrating)
        else:
            store.read_now(lambda connection: connection.execute(text("SELECT 1")))
    except (DBAPIError, StoreFailed) as error:
        store.close()
        why = error.orig if isinstance(error, DBAPIError) else error
        raise StoreFailed(f"{parsed.render_as_string()}: {str(why).strip()}; name another with --store") from error
    except BaseException:
        store.close()
        raise
    return store


def _parsed(url: str | Path) -> URL:
    if isinstance(url, Path):
        return URL.create(_DRIVERS["sqlite"], database=str(url))
    try:
        parsed = make_url(url)
        parsed = parsed.set(drivername=_DRIVERS[parsed.drivername])
    except (ArgumentError, NoSuchModuleError, KeyError):
        raise Misuse(
            f"{url[:200]}: this is no database that can be used; name sqlite:///PATH or postgresql://USER@HOST/NAME"
        ) from None
    if parsed.get_backend_name() == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise Misuse("sqlite: a database in memory belongs to one connection; name a file, as in sqlite:///PATH")
    return parsed


def _sqlite(url: URL) -> Engine:
    assert url.database is not None
    with suppress(FileExistsError):  # what SQLite makes beside it has the same owner and rights
        os.close(os.open(url.database, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ONLY))
    engine = create_engine(url, pool_size=_CONNECTIONS, max_overflow=0, connect_args={"timeout": 30})
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver would begin transactions late, and none for changes of tables
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _on_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
