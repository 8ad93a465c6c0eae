"""A tree of SHA-256 hashes over a listing of files: two listings are compared where their hashes differ, nowhere else.

For those who feed raw listings, as OS-Sentinel (ACL '26), section 3.1, hashes them; it keeps one hash of all and so
knows that something changed, and never what.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from handrail.device.trace import Changed, FileEvent, FileEventKind, Part, Unchanged


@dataclass(frozen=True, slots=True)
class FileState:
    """What a listing says of a file; any difference in it is a change."""

    path: str
    size_bytes: int
    modified: str
    package: str | None = None


@dataclass(slots=True)
class HashTree:
    """A folder: its files, its folders, and the hash of both."""

    files: dict[str, FileState] = field(default_factory=dict)
    folders: dict[str, "HashTree"] = field(default_factory=dict)
    _digest: bytes = b""

    @property
    def digest(self) -> bytes:
        """The hash of everything below, computed once; a tree is not changed after it was read."""
        if not self._digest:
            content = hashlib.sha256()
            for name in sorted(self.files):
                state = self.files[name]
                line = f"f\0{name}\0{state.size_bytes}\0{state.modified}\0{state.package}\n"
                content.update(line.encode("utf-8", "surrogatepass"))
            for name in sorted(self.folders):
                content.update(f"d\0{name}\0".encode("utf-8", "surrogatepass") + self.folders[name].digest)
            self._digest = content.digest()
        return self._digest

    def walk(self) -> Iterator[FileState]:
        """Every file below, by name."""
        for name in sorted(self.files):
            yield self.files[name]
        for name in sorted(self.folders):
            yield from self.folders[name].walk()


def hash_tree(listing: Iterable[FileState]) -> HashTree:
    """The tree of a listing; linear in its length."""
    root = HashTree()
    for state in listing:
        *folders, name = state.path.strip("/").split("/")
        folder = root
        for step in folders:
            folder = folder.folders.setdefault(step, HashTree())
        folder.files[name] = state
    return root


def differences(before: HashTree, after: HashTree) -> Part[FileEvent]:
    """What changed between two listings, by name; folders whose hashes agree are not entered."""
    events = tuple(_differences(before, after))
    return Changed(events) if events else Unchanged()


def _differences(before: HashTree, after: HashTree) -> Iterator[FileEvent]:
    if before.digest == after.digest:
        return
    for name in sorted(before.files.keys() | after.files.keys()):
        old, new = before.files.get(name), after.files.get(name)
        if old == new:
            continue
        if new is None:
            assert old is not None
            yield FileEvent(FileEventKind.DELETED, old.path, old.package, old.size_bytes)
        else:
            kind = FileEventKind.CREATED if old is None else FileEventKind.MODIFIED
            yield FileEvent(kind, new.path, new.package, new.size_bytes)
    nothing = HashTree()
    for name in sorted(before.folders.keys() | after.folders.keys()):
        yield from _differences(before.folders.get(name, nothing), after.folders.get(name, nothing))
