"""The phone's files: flat, owned, dated by the phone's own clock.

Contents are either bytes, a value that is written out only when somebody reads it (an app's own data), or a filler of
a given size, so that a phone full of files costs little: apps write their data at nearly every touch, and nobody reads
it at most of them. Paths are absolute; `/data/data` and `/sdcard` are names of `/data/user/0` and
`/storage/emulated/0` on a real phone, here they are the places themselves.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from hashlib import blake2b
from typing import Any, NamedTuple, TypeAlias

from handrail.error import HandrailError

ROOT_UID = 0


class FileProblem(HandrailError):
    """A path that is not there, is there already, or is of the other kind; the message names it."""


class FileSystem:
    """All files of a phone. Raises `FileProblem`."""

    def __init__(self, now_ms: Callable[[], int], uid_of: Callable[[str], int], changed: Callable[[str], None]) -> None:
        self._now_ms, self._uid_of, self._changed = now_ms, uid_of, changed
        self._entries: dict[str, Entry] = {"/": Entry(None, "root", ROOT_UID, stat.S_IFDIR | 0o755, now_ms())}
        self._children: Mapping[str, Sequence[str]] | None = None

    def exists(self, path: str) -> bool:
        """Whether there is a file or folder."""
        return normal_path(path) in self._entries

    def read(self, path: str) -> bytes:
        """The content of a file."""
        entry = self._entry(path)
        if entry.content is None:
            raise FileProblem(f"{path}: is a directory; list it instead")
        return bytes_of(entry.content)

    def content(self, path: str) -> Content | None:
        """The content of a file as it is kept, not yet written out; None for a folder or where there is nothing."""
        entry = self._entries.get(path)
        return None if entry is None else entry.content

    def write(
        self,
        path: str,
        content: Content,
        *,
        package: str | None = None,
        mode: int = 0o660,
        modified_ms: int | None = None,
    ) -> None:
        """Create or replace a file; missing folders are made. A replaced file keeps its owner unless one is named."""
        path = normal_path(path)
        before = self._entries.get(path)
        if before is not None and before.content is None:
            raise FileProblem(f"{path}: is a directory; write to a file in it")
        if before is None:
            self._make_folders(path, package)
            self._children = None
        owner = package or (before.package if before else self._owner_of_place(path))
        kind = before.mode if before else stat.S_IFREG | mode & 0o7777
        when = self._now_ms() if modified_ms is None else modified_ms
        self._entries[path] = Entry(content, owner, self._uid_of(owner), kind, when)
        self._changed(path)

    def append(self, path: str, content: bytes) -> None:
        """Add to a file that is there, or start it."""
        before = self.read(path) if self.exists(path) else b""
        self.write(path, before + content)

    def delete(self, path: str, *, recursive: bool = False) -> None:
        """Delete a file, or a folder: an empty one, or with all that is in it."""
        path = normal_path(path)
        entry = self._entry(path)
        if path == "/":
            raise FileProblem("/: is the root; delete what is in it")
        if entry.content is None:
            below = [other for other in self._entries if other.startswith(path + "/")]
            if below and not recursive:
                raise FileProblem(f"{path}: directory not empty; delete what is in it first")
            for other in below:
                del self._entries[other]
        del self._entries[path]
        self._children = None
        self._changed(path)

    def mkdir(self, path: str, *, package: str | None = None, mode: int = 0o771) -> None:
        """Make a folder and those above it; nothing happens if it is there."""
        path = normal_path(path)
        before = self._entries.get(path)
        if before is not None:
            if before.content is not None:
                raise FileProblem(f"{path}: is a file; choose another name for the directory")
            return
        self._make_folders(path, package)
        owner = package or self._owner_of_place(path)
        self._entries[path] = Entry(None, owner, self._uid_of(owner), stat.S_IFDIR | mode & 0o7777, self._now_ms())
        self._children = None
        self._changed(path)

    def rename(self, before: str, after: str) -> None:
        """Move a file, or a folder with all that is in it; a file in its way is replaced."""
        before, after = normal_path(before), normal_path(after)
        entry = self._entry(before)
        in_the_way = self._entries.get(after)
        if after == before:
            return
        if before == "/" or after.startswith(before + "/"):
            raise FileProblem(f"{after}: lies inside {before}; choose a place outside of it")
        if in_the_way is not None and (in_the_way.content is None or entry.content is None):
            raise FileProblem(f"{after}: is in the way; delete it first")
        self._make_folders(after, entry.package)
        moved = [path for path in self._entries if path == before or path.startswith(before + "/")]
        for path in moved:
            self._entries[after + path[len(before) :]] = self._entries.pop(path)
        self._children = None
        self._changed(before)
        self._changed(after)

    def copy(self, before: str, after: str) -> None:
        """Copy a file, or a folder with all that is in it; contents that nobody read yet stay unwritten."""
        before, after = normal_path(before), normal_path(after)
        entry = self._entry(before)
        if entry.content is not None:
            self.write(after, entry.content)
            return
        if (after + "/").startswith(before.rstrip("/") + "/"):
            raise FileProblem(f"{after}: lies inside {before}; choose a place outside of it")
        below = [(path, found.content) for path, found in self._entries.items() if path.startswith(before + "/")]
        self.mkdir(after)
        for path, content in sorted(below, key=lambda pair: pair[0]):
            if content is None:
                self.mkdir(after + path[len(before) :])
            else:
                self.write(after + path[len(before) :], content)

    def chmod(self, path: str, mode: int) -> None:
        """Change the permission bits."""
        entry = self._entry(path)
        self._entries[normal_path(path)] = entry._replace(mode=stat.S_IFMT(entry.mode) | mode & 0o7777)

    def touch(self, path: str, modified_ms: int) -> None:
        """Change the time of the last modification."""
        entry = self._entry(path)
        self._entries[normal_path(path)] = entry._replace(modified_ms=modified_ms)

    def stat(self, path: str) -> Stat | None:
        """What is known of a file or folder; None if there is none."""
        path = normal_path(path)
        entry = self._entries.get(path)
        return None if entry is None else _stat_of(path, entry)

    def list(self, path: str) -> tuple[str, ...]:
        """The names in a folder, sorted."""
        path = normal_path(path)
        if self._entry(path).content is not None:
            raise FileProblem(f"{path}: not a directory; read it instead")
        if self._children is None:
            self._children = _index(self._entries)
        return tuple(sorted(self._children.get(path, ())))

    def walk(self, root: str = "/") -> Iterator[Stat]:
        """The folder and everything below it, each folder before what is in it, sorted by path."""
        root = normal_path(root)
        below = "/" if root == "/" else root + "/"
        for path in sorted(path for path in self._entries if path == root or path.startswith(below)):
            yield _stat_of(path, self._entries[path])

    def entries(self) -> Mapping[str, Entry]:
        """A copy of all there is, for snapshots and traces; costs a few microseconds."""
        return dict(self._entries)

    def restore(self, entries: Mapping[str, Entry]) -> None:
        """Be exactly what a copy says."""
        self._entries, self._children = dict(entries), None

    def _entry(self, path: str) -> Entry:
        entry = self._entries.get(normal_path(path))
        if entry is None:
            raise FileProblem(f"{path}: no such file or directory")
        return entry

    def _make_folders(self, path: str, package: str | None) -> None:
        folder = path.rpartition("/")[0] or "/"
        entry = self._entries.get(folder)
        if entry is None:
            self.mkdir(folder, package=package)
        elif entry.content is not None:
            raise FileProblem(f"{folder}: not a directory; choose another place")

    def _owner_of_place(self, path: str) -> str:
        """Files belong to whom their folder belongs, as far as it is there."""
        folder = path
        while folder:
            folder = folder.rpartition("/")[0]
            entry = self._entries.get(folder or "/")
            if entry is not None:
                return entry.package
        return "root"


def _index(entries: Mapping[str, Entry]) -> dict[str, list[str]]:
    """The names in each folder."""
    children: dict[str, list[str]] = {}
    for path in entries:
        folder, _, name = path.rpartition("/")
        if name:
            children.setdefault(folder or "/", []).append(name)
    return children


# What a file holds


@dataclass(frozen=True, slots=True)
class Filler:
    """Content of a size, made of seeded noise only when it is read."""

    size: int
    seed: str

    def to_bytes(self) -> bytes:
        """The content."""
        block = blake2b(self.seed.encode()).digest()
        return (block * (self.size // len(block) + 1))[: self.size]


SQLITE_HEADER = b"SQLite format 3\x00"


class Stored:
    """A frozen value and how it is written: with the header of a database, or as plain text."""

    __slots__ = ("_bytes", "database", "value")

    def __init__(self, value: object, *, database: bool) -> None:
        self.value, self.database = value, database
        self._bytes: bytes | None = None

    def to_bytes(self) -> bytes:
        """The value as JSON, behind the header where it is a database. Written once."""
        if self._bytes is None:
            text = json.dumps(as_json(self.value), ensure_ascii=False, indent=1).encode()
            self._bytes = SQLITE_HEADER + text if self.database else text
        return self._bytes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stored) and (self.database, self.value) == (other.database, other.value)

    def __hash__(self) -> int:
        return hash((self.database, self.value))


def as_json(value: object) -> Any:
    """A frozen value as JSON can hold it."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Enum() | Decimal():
            return str(value)
        case datetime() | date() | time():
            return value.isoformat()
        case tuple() | list():
            return [as_json(item) for item in value]
        case frozenset() | set():
            return sorted(as_json(item) for item in value)
        case _ if is_dataclass(value):
            return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
        case _:
            return repr(value)


Content: TypeAlias = bytes | Stored | Filler


def bytes_of(content: Content) -> bytes:
    """The content written out."""
    return content if isinstance(content, bytes) else content.to_bytes()


def _size_of(content: Content) -> int:
    """How long the content is."""
    return content.size if isinstance(content, Filler) else len(bytes_of(content))


# What is known of a file


class Entry(NamedTuple):
    """One file, or a folder where there is no content."""

    content: Content | None
    package: str
    uid: int
    mode: int
    modified_ms: int


@dataclass(frozen=True, slots=True)
class Stat:
    """What `stat` says. `mode` includes the kind of file; times are milliseconds since 1970."""

    path: str
    package: str
    uid: int
    mode: int
    size_bytes: int
    modified_ms: int

    @property
    def is_directory(self) -> bool:
        """Whether it holds other files."""
        return stat.S_ISDIR(self.mode)


def _stat_of(path: str, entry: Entry) -> Stat:
    """What is known of an entry."""
    size = 4096 if entry.content is None else _size_of(entry.content)
    return Stat(path, entry.package, entry.uid, entry.mode, size, entry.modified_ms)


def normal_path(path: str) -> str:
    """The path without doubled slashes, dots, and a slash at the end; the common aliases are resolved."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    cleaned = "/" + "/".join(parts)
    for alias, place in _ALIASES:
        if cleaned == alias or cleaned.startswith(alias + "/"):
            return place + cleaned[len(alias) :]
    return cleaned


_ALIASES = (("/storage/emulated/0", "/sdcard"), ("/storage/self/primary", "/sdcard"), ("/data/user/0", "/data/data"))
