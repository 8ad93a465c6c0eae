"""Writing a journal: one writer, whole lines, and an end to everything after the first line that could not be written.

A line is given to the operating system in one piece, so it survives the end of the process; a durable one also the loss
of power. Files are readable by their owner alone. Format: docs/journal.md.
"""

import fcntl
import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from handrail.error import HandrailError, Misuse, UnreadableInput
from handrail.guard.journal.entry import Considered, Entry
from handrail.guard.journal.form import tag_of
from handrail.guard.journal.line import GENESIS, seal
from handrail.guard.journal.reading import JOURNAL_FILE, LONGEST_LINE_BYTES, PICTURES, picture_file, read_journal
from handrail.guard.journal.redactor import Redactor

_OWNER_ONLY_FILE = 0o600
_OWNER_ONLY_FOLDER = 0o700
_UNFINISHED = ".unfinished"


LONGEST_WRITTEN_BYTES = LONGEST_LINE_BYTES // 4
"""Of one line: well below what every reader takes."""


class JournalFailed(HandrailError):
    """An entry could not be put on record. Nothing may be executed that would have followed from it."""


class Journal:
    """The record of one session, open for writing. Made by `create` or `resume`; one writer at a time.

    `set_aside` is the file that took what was left of a line that was cut off, if `resume` found one. `head` is the
    hash of the last line, `entries` the number of lines.
    """

    def __init__(self, folder: Path, descriptor: int, redactor: Redactor, entries: int, head: str, size: int) -> None:
        """For `create` and `resume`."""
        self.folder = folder
        self.entries = entries
        self.head = head
        self.set_aside: Path | None = None
        self._descriptor: int | None = descriptor
        self._redactor = redactor
        self._size = size
        self._failed: str | None = None
        self._not_synced: list[Path] = []

    @classmethod
    def create(cls, folder: Path | str, *, redactor: Redactor | None = None) -> Self:
        """A new journal in a folder, which is made if it is not there. Raises `Misuse` if it has a journal already."""
        folder = Path(folder)
        file = folder / JOURNAL_FILE
        try:
            folder.mkdir(_OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
            descriptor = _open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL)
        except FileExistsError:
            raise Misuse(f"{file}: there is a journal already; name a new folder, or resume the session") from None
        except OSError as error:
            raise JournalFailed(f"{file}: {error.strerror or error}; name a folder that can be written") from error
        try:
            _lock(descriptor, file)
            for made in (folder, folder.parent):
                _sync(made)
        except BaseException:
            os.close(descriptor)
            raise
        return cls(folder, descriptor, redactor or Redactor(), 0, GENESIS, 0)

    @classmethod
    def resume(cls, folder: Path | str, *, redactor: Redactor | None = None) -> Self:
        """Go on with a journal whose session was interrupted. What is left of a line that was cut off is set aside.

        Raises `UnreadableInput` if there is none, `Misuse` if another process writes it, `JournalFailed` if it is
        broken: then it is evidence, and nothing is added.
        """
        folder = Path(folder)
        file = folder / JOURNAL_FILE
        try:
            descriptor = _open(file, os.O_WRONLY | os.O_APPEND)
        except FileNotFoundError:
            raise UnreadableInput(f"{folder}: there is no {JOURNAL_FILE}; name the folder of a journal") from None
        except OSError as error:
            raise JournalFailed(f"{file}: {error.strerror or error}") from error
        try:
            _lock(descriptor, file)
            reading = read_journal(file)
            fault = reading.fault
            if fault is not None and not fault.cut_off:
                raise JournalFailed(f"{file}:{fault.line}: {fault.why}; a broken journal is not written to")
            made = redactor or Redactor()
            with file.open("rb") as lines:
                for line in lines:
                    made.go_on_after(line.decode("utf-8", "replace"))
            journal = cls(folder, descriptor, made, len(reading.lines), reading.head, reading.valid_bytes)
            if fault is not None:
                journal.set_aside = _set_aside(file, descriptor, reading.valid_bytes, fault.line)
            _remove_unfinished(folder / PICTURES)
        except BaseException:
            os.close(descriptor)
            raise
        return journal

    def append(self, entry: Entry, *, durable: bool = False) -> str:
        """Put an entry on record and return its hash. `durable`: it and all before it are on the disk on return.

        Raises `JournalFailed` if it could not be written, and from then on always; `Misuse` for an entry that could
        not be read again, of which nothing is written.
        """
        descriptor = self._writable()
        raw = self._redactor.write(entry, typed=_typed_in_secret(entry))
        line, found = seal(tag_of(type(entry)), raw, self.entries + 1, self.head)
        if len(line) > LONGEST_WRITTEN_BYTES:
            raise Misuse(
                f"a journal takes entries of at most {LONGEST_WRITTEN_BYTES:,} bytes, and this has {len(line):,}"
            )
        self._attempt(lambda: _write_all(descriptor, line), "an entry could not be written")
        self.entries += 1
        self.head = found
        self._size += len(line)
        if durable:
            self._attempt(lambda: self._sync_all(descriptor), "an entry could not be brought to the disk")
        return found

    def picture(self, png: bytes) -> str:
        """Keep a screenshot and return its name, the SHA-256 of its content. It is on the disk with the next durable
        entry. Raises `JournalFailed`.
        """
        self._writable()
        name = hashlib.sha256(png).hexdigest()
        self._attempt(lambda: self._keep(png, name), "a screenshot could not be written")
        return name

    def close(self) -> None:
        """Bring everything to the disk, and let others write. A second time nothing happens."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is None:
            return
        try:
            if self._failed is None:
                self._sync_all(descriptor)
        except OSError as error:
            raise JournalFailed(f"{self.folder}: the journal could not be brought to the disk: {error}") from error
        finally:
            os.close(descriptor)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _writable(self) -> int:
        if self._failed is not None:
            raise JournalFailed(f"{self._failed}; nothing more is put on record after that")
        if self._descriptor is None:
            raise Misuse(f"the journal in {self.folder} is closed")
        return self._descriptor

    def _attempt(self, write: Callable[[], None], what: str) -> None:
        try:
            write()
        except BaseException as error:  # also an interrupt: nobody knows how much of the line was written
            self._failed = f"{self.folder}: {what}: {getattr(error, 'strerror', None) or repr(error)}"
            if self._descriptor is not None:
                with suppress(OSError):
                    os.ftruncate(self._descriptor, self._size)
            if isinstance(error, OSError):
                raise JournalFailed(self._failed) from error
            raise

    def _keep(self, png: bytes, name: str) -> None:
        file = picture_file(self.folder, name)
        if file.exists() and file.stat().st_size == len(png):
            return
        file.parent.mkdir(_OWNER_ONLY_FOLDER, exist_ok=True)
        unfinished = file.with_suffix(_UNFINISHED)
        descriptor = _open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        try:
            _write_all(descriptor, png)
        finally:
            os.close(descriptor)
        unfinished.rename(file)
        self._not_synced.append(file)

    def _sync_all(self, descriptor: int) -> None:
        for file in self._not_synced:
            _sync(file)
        if self._not_synced:
            _sync(self.folder / PICTURES)
            _sync(self.folder)
            self._not_synced = []
        os.fsync(descriptor)


def _typed_in_secret(entry: Entry) -> str:
    if not isinstance(entry, Considered) or not entry.hides_text:
        return ""
    return entry.consideration.proposal.action.text or ""


def _open(file: Path, flags: int) -> int:
    return os.open(file, flags | os.O_CLOEXEC, _OWNER_ONLY_FILE)


def _lock(descriptor: int, file: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise Misuse(f"{file}: another session writes this journal; wait for its end, or name a new folder") from error


def _write_all(descriptor: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _set_aside(file: Path, descriptor: int, valid_bytes: int, line: int) -> Path:
    """Keep what was left of a line in a file of its own, and only then cut it off."""
    with file.open("rb") as opened:
        opened.seek(valid_bytes)
        left = opened.read()
    number = 1
    while (aside := file.with_name(f"line-{line}-cut-off-{number}")).exists():
        number += 1
    kept = _open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        _write_all(kept, left)
        os.fsync(kept)
    finally:
        os.close(kept)
    os.ftruncate(descriptor, valid_bytes)
    os.fsync(descriptor)
    _sync(file.parent)
    return aside


def _remove_unfinished(pictures: Path) -> None:
    for unfinished in pictures.glob(f"*{_UNFINISHED}"):
        unfinished.unlink()
