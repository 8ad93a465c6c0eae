"""A backup made to runs and a database again: all of it, or nothing, in places where nothing is yet."""

import gzip
import json
import os
import shutil
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from sqlalchemy import Connection, MetaData, Table, delete, func, insert, inspect, select, text

from handrail.error import Misuse, UnreadableInput
from handrail.server.store.backup import FIRST, FORMAT, LAST, RUNS, TABLES, Backup
from handrail.server.store.migrations.runner import migrate
from handrail.server.store.store import STORE_FILE, open_store
from handrail.server.store.stored_value import read_value

_OWNER_ONLY_FILE, _OWNER_ONLY_FOLDER = 0o600, 0o700
_AT_A_TIME = 500


@dataclass(slots=True)
class _Unpacked:
    """A backup in a folder beside the one that it becomes."""

    folder: Path
    tables: Path
    told: dict[str, Any] = field(default_factory=dict)
    files: int = 0


def restore(backup: Path, root: Path, store: str = "") -> Backup:
    """Make the folder of runs and fill the database at a URL, or one in the folder. Nothing may be there yet.

    Raises `Misuse` where something is, `UnreadableInput` for a file that is no whole backup, `StoreFailed`.
    """
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise Misuse(f"{root}: there is something already; name a folder that is new or empty")
    made = root.with_name(f"{root.name}.restoring")
    if made.exists():
        raise Misuse(f"{made}: a restoration was cut short; remove it and begin again")
    made.mkdir(_OWNER_ONLY_FOLDER, parents=True)
    unpacked = _Unpacked(made, made / ".tables")
    try:
        _unpack(backup, unpacked)
        opened = open_store(store or made / STORE_FILE, migrating=lambda connection: _fill(connection, unpacked))
        opened.close()
        shutil.rmtree(unpacked.tables)
        if root.exists():
            root.rmdir()
        made.rename(root)
    except BaseException:
        shutil.rmtree(made)
        raise
    return Backup(unpacked.told["rows"], unpacked.files)


def _unpack(backup: Path, into: _Unpacked) -> None:
    try:
        with gzip.open(backup) as packed, tarfile.open(fileobj=packed, mode="r|") as archive:
            for member in archive:
                content = archive.extractfile(member)
                if content is None:
                    raise UnreadableInput(f"{backup}: {member.name[:80]!r} is no file")
                _take(member.name, content.read, into)
    except (OSError, EOFError, tarfile.TarError) as error:
        raise UnreadableInput(f"{backup}: {error}; name a file that `handrail backup` wrote") from error
    if into.told.get("format") != FORMAT:
        raise UnreadableInput(f"{backup}: this is no {FORMAT}; name a file that `handrail backup` wrote")
    if into.told.get("files") != into.files:
        raise UnreadableInput(f"{backup}: the file is not whole; its end is missing")


def _take(name: str, read: Callable[[], bytes], into: _Unpacked) -> None:
    path = PurePosixPath(name)
    if name in (FIRST, LAST):
        into.told |= json.loads(read())
    elif path.is_absolute() or ".." in path.parts or path.parts[0] not in (RUNS, TABLES) or len(path.parts) < 2:
        raise UnreadableInput(f"{name[:80]!r} is no place in a backup")
    else:
        is_of_runs = path.parts[0] == RUNS
        file = (into.folder if is_of_runs else into.tables).joinpath(*path.parts[1:])
        file.parent.mkdir(_OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ONLY_FILE), "wb") as written:
            written.write(read())
        into.files += is_of_runs


def _fill(connection: Connection, unpacked: _Unpacked) -> None:
    """Tables as the backup had them, its rows, and then what has been declared since."""
    if inspect(connection).get_table_names():
        raise Misuse("there are tables in the database already; name one that is empty with --store")
    versions = [row["version_num"] for row in _rows(unpacked.tables / "alembic_version.jsonl")]
    for version in versions:
        migrate(connection, version)
    there = MetaData()
    there.reflect(connection)
    ours = [table for table in there.sorted_tables if table.name != "alembic_version"]
    for table in reversed(ours):
        connection.execute(delete(table))  # what the migrations put there
    for table in ours:
        rows = [*_rows(unpacked.tables / f"{table.name}.jsonl")]
        for begins in range(0, len(rows), _AT_A_TIME):
            connection.execute(insert(table), rows[begins : begins + _AT_A_TIME])
        _count_on(connection, table)
    migrate(connection)


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    with file.open("rb") as lines:
        for line in lines:
            yield {name: read_value(raw) for name, raw in json.loads(line).items()}


def _count_on(connection: Connection, table: Table) -> None:
    """Where PostgreSQL gives numbers, the next one comes after those that were restored."""
    if connection.dialect.name != "postgresql":
        return
    for column in table.primary_key:
        sequence = connection.execute(
            text("SELECT pg_get_serial_sequence(:table, :column)"), {"table": f'"{table.name}"', "column": column.name}
        ).scalar_one()
        if sequence is not None:
            connection.execute(select(func.setval(sequence, func.max(column))))
