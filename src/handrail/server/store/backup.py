"""One file with everything: the database as it was at one moment, and the runs, whose journals only grow.

The database is read first, in one transaction, and the journals after it, so that they say at least what it does; what
they say more is put into the index when a server starts on what was restored. Guards and servers go on meanwhile.
"""

import gzip
import io
import json
import os
import tarfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from sqlalchemy import Connection, MetaData, Table, select, text

from handrail.error import Misuse
from handrail.guard.approval.queue import PENDING
from handrail.guard.journal.reading import JOURNAL_FILE
from handrail.server.store.removal import ASIDE
from handrail.server.store.store import STORE_FILE, Store
from handrail.server.store.stored_value import write_value

FORMAT = "handrail.backup/1"
FIRST, LAST = "handrail-backup.json", "complete.json"
TABLES, RUNS = "tables", "runs"
_OWNER_ONLY = 0o600
_QUICK = 3


@dataclass(frozen=True, slots=True)
class Backup:
    """What is in a file: rows of tables, and files of runs."""

    rows: int
    files: int


def back_up(root: Path, store: Store, to: Path, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Backup:
    """Write the file, which is its owner's alone. Raises `Misuse` where there is one, or it cannot be written."""
    part = to.with_name(f"{to.name}.part")
    try:
        if to.exists():
            raise Misuse(f"{to}: there is a file already; name a new one")
        descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ONLY)
    except OSError as error:
        raise Misuse(f"{part}: {error.strerror}; name a file in a folder that can be written") from error
    try:
        with os.fdopen(descriptor, "wb") as file:
            with (
                gzip.GzipFile(fileobj=file, mode="wb", compresslevel=_QUICK, mtime=0) as packed,
                tarfile.open(fileobj=packed, mode="w|", format=tarfile.PAX_FORMAT) as archive,
            ):
                done = _write(root, store, archive, clock().isoformat())
            file.flush()
            os.fsync(file.fileno())
        part.rename(to)
    finally:
        part.unlink(missing_ok=True)
    return done


def _write(root: Path, store: Store, archive: tarfile.TarFile, at: str) -> Backup:
    _add(archive, FIRST, json.dumps({"format": FORMAT, "at": at}).encode())
    rows = store.read_now(lambda connection: _write_tables(connection, archive))
    files = 0
    for name, content in _files(root):
        _add(archive, f"{RUNS}/{name}", content)
        files += 1
    _add(archive, LAST, json.dumps({"rows": rows, "files": files}).encode())
    return Backup(rows, files)


def _write_tables(connection: Connection, archive: tarfile.TarFile) -> int:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
    there = MetaData()
    there.reflect(connection)
    number = 0
    for table in there.sorted_tables:
        with TemporaryFile() as lines:
            number += _write_rows(connection, table, lines)
            size = lines.tell()
            lines.seek(0)
            archive.addfile(_member(f"{TABLES}/{table.name}.jsonl", size), lines)
    return number


def _write_rows(connection: Connection, table: Table, lines: IO[bytes]) -> int:
    number = 0
    for row in connection.execute(select(table)).mappings():
        written = {name: write_value(value) for name, value in row.items()}
        lines.write(json.dumps(written, ensure_ascii=True).encode() + b"\n")
        number += 1
    return number


def _files(root: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of the runs but the database and what waits for an answer; of each journal its whole lines."""
    journals: list[Path] = []
    others: list[Path] = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(folder for folder in folders if folder not in (PENDING, ASIDE))
        for name in sorted(files):
            if not (name.startswith(STORE_FILE) or (Path(folder) / name).is_symlink()):
                (journals if name == JOURNAL_FILE else others).append(Path(folder) / name)
    for file in (*journals, *others):  # a picture is there before the line that names it
        with suppress(FileNotFoundError):  # of a run that was deleted in this moment
            content = file.read_bytes()
            whole = content[: content.rfind(b"\n") + 1] if file.name == JOURNAL_FILE else content
            yield str(file.relative_to(root)), whole


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    archive.addfile(_member(name, len(content)), io.BytesIO(content))


def _member(name: str, size: int) -> tarfile.TarInfo:
    member: Any = tarfile.TarInfo(name)
    member.size, member.mode = size, _OWNER_ONLY
    made: tarfile.TarInfo = member
    return made
