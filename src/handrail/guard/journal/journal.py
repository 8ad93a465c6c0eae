"""Writing a journal: one writer, whole lines, and an end to everything after the first line that could not be written.

A line is given to the operating system in one piece, so it survives the end of the process; a durable one also the loss
of power. Files are readable by their owner alone. Format: docs/journal.md.
"""

import errno
import fcntl
import hashlib
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from handrail.error import HandrailError, Misuse, UnreadableInput
from handrail.guard.journal.codec import Json, tag_of
from handrail.guard.journal.entry import Considered, Decided, Saw
from handrail.guard.journal.line import GENESIS, KINDS, seal
from handrail.guard.journal.reading import (
    JOURNAL_FILE,
    LONGEST_LINE_BYTES,
    PICTURES,
    Reading,
    picture_file,
    read_journal,
)
from handrail.guard.journal.redaction.redactor import Redactor
from handrail.guard.progress_note import ProgressNote

_OWNER_ONLY_FILE = 0o600
_OWNER_ONLY_FOLDER = 0o700
_UNFINISHED = ".unfinished"


LONGEST_WRITTEN_BYTES = LONGEST_LINE_BYTES // 4
"""Of one line: well below what every reader takes."""


class JournalFailed(HandrailError):
    """An entry could not be put on record. Nothing may be executed that would have followed from it."""


class Writer(Protocol):
    """Makes JSON of an entry, without what nobody may read in it; a `Redactor` for the entries of a run."""

    def write(self, record: object, *, typed: str = "") -> dict[str, Json]:
        """The entry as JSON."""
        ...

    def go_on_after(self, written: str) -> None:
        """Take note of what stands in the journal already."""
        ...


class Journal:
    """The record of one session, open for writing. Made by `create` or `resume`; one writer at a time.

    `set_aside` is the file that took what was left of a line that was cut off, if `resume` found one. `head` is the
    hash of the last line, `entries` the number of lines.
    """

    def __init__(self, folder: Path, descriptor: int, redactor: Writer, entries: int, head: str, size: int) -> None:
        """For `create` and `resume`."""
        self.folder = folder
        self.entries = entries
        self.head = head
        self.set_aside: Path | None = None
        self._descriptor: int | None = descriptor
        self._redactor = redactor
        self._size = size
        self._failed: str | None = None
        self._progress: ProgressNote | None = None
        self._folder_made = _identity(folder.stat())
        self._written = _identity(os.fstat(descriptor))  # nobody else gets that number while the file is open
        self._places = str(folder / JOURNAL_FILE), str(folder)  # as texts: a `Path` takes longer than the look

    @classmethod
    def create(cls, folder: Path | str, *, redactor: Writer | None = None) -> Self:
        """A new journal in a folder, which is made if it is not there. Raises `Misuse` if it has a journal already.

        What a session left that was killed before its first entry is none.
        """
        folder = Path(folder)
        file = folder / JOURNAL_FILE
        try:
            folder.mkdir(_OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
            descriptor = _open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        except (OSError, ValueError) as error:  # ValueError: a NUL in the path
            why = getattr(error, "strerror", None) or error
            raise JournalFailed(f"{str(file)[:200]}: {why}; name a folder that can be written") from error
        try:
            _lock(descriptor, file)
            _demand_no_entry(descriptor, file)
            for made in (folder, folder.parent):
                _sync(made)
            return cls(folder, descriptor, redactor or Redactor(), 0, GENESIS, 0)
        except BaseException:
            os.close(descriptor)
            raise

    @classmethod
    def resume(
        cls,
        folder: Path | str,
        *,
        redactor: Writer | None = None,
        kinds: Mapping[str, type] = KINDS,
        demand: Callable[[Reading], object] = lambda _: None,
    ) -> Self:
        """Go on with a journal whose session was interrupted. What is left of a line that was cut off is set aside.

        `demand` is given what stands in it when nobody else can write it and nothing is touched yet, and raises what
        speaks against it.

        Raises `UnreadableInput` if there is none, `Misuse` if another process writes it, `JournalFailed` if it is
        broken: then it is evidence, and nothing is added.
        """
        folder = Path(folder)
        file = folder / JOURNAL_FILE
        try:
            descriptor = _open(file, os.O_WRONLY | os.O_APPEND)
        except (FileNotFoundError, ValueError):  # ValueError: a NUL in the path
            raise UnreadableInput(
                f"{str(folder)[:200]}: there is no {JOURNAL_FILE}; name the folder of a journal"
            ) from None
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG:
                raise UnreadableInput(
                    f"{str(folder)[:200]}…: {error.strerror}; name the folder of a journal"
                ) from error
            raise JournalFailed(f"{file}: {error.strerror or error}") from error
        try:
            _lock(descriptor, file)
            reading = read_journal(file, kinds)
            demand(reading)
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

    def append(self, entry: object, *, durable: bool = False) -> str:
        """Put an entry, one of the journal's kinds, on record and return its hash.

        `durable`: it and all before it are on the disk on return.

        Raises `JournalFailed` if it could not be written, and from then on always; `Misuse` for an entry that could
        not be read again, of which nothing is written.
        """
        descriptor = self._writable()
        self.demand_intact()
        raw = self._redactor.write(self._without_what_was_said(entry), typed=_typed_in_secret(entry))
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
            self._attempt(lambda: os.fsync(descriptor), "an entry could not be brought to the disk")
        return found

    def _without_what_was_said(self, entry: object) -> object:
        """How far the task has come is told at each step, and most of a line; where it is as before, it is left out."""
        if not isinstance(entry, Decided | Saw):
            return entry
        if entry.progress == self._progress:
            return replace(entry, progress=None)
        self._progress = entry.progress
        return entry

    def demand_intact(self) -> None:
        """Raise `JournalFailed` if what is written here is not what stands under the journal's name, and is whole.

        Whoever deletes, moves, replaces or shortens a journal would otherwise have actions run off the record. Asked
        before each entry; ask again before what takes effect. Costs two looks at the file system.
        """
        self._writable()
        why = self._why_not_intact()
        if why:
            self._failed = f"{self.folder}: {why}"
            raise JournalFailed(f"{self._failed}; nothing more is put on record")

    def _why_not_intact(self) -> str:
        try:
            there, folder = map(os.stat, self._places)
        except OSError as error:
            return f"the journal is not there any more: {error.strerror or error}"
        if _identity(folder) != self._folder_made:
            return "another folder stands where the journal was"
        if _identity(there) != self._written:
            return "another file stands where the journal was"
        if there.st_size != self._size:
            return f"the journal has {there.st_size:,} bytes, and {self._size:,} were written"
        return ""

    def picture(self, png: bytes) -> str:
        """Keep a screenshot and return its name, the SHA-256 of its content. Raises `JournalFailed`.

        It is on the disk when this returns, so before any line that names it: no loss of power makes a line name what
        is not there.
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
                os.fsync(descriptor)
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
                    if os.fstat(self._descriptor).st_size > self._size:
                        os.ftruncate(self._descriptor, self._size)
            if isinstance(error, OSError):
                raise JournalFailed(self._failed) from error
            raise

    def _keep(self, png: bytes, name: str) -> None:
        file = picture_file(self.folder, name)
        if file.exists() and file.read_bytes() == png:
            return
        if not file.parent.is_dir():
            file.parent.mkdir(_OWNER_ONLY_FOLDER)
            _sync(self.folder)
        unfinished = file.with_suffix(_UNFINISHED)
        descriptor = _open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        try:
            _write_all(descriptor, png)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        unfinished.rename(file)
        _sync(file.parent)


def _typed_in_secret(entry: object) -> str:
    if not isinstance(entry, Considered) or not entry.hides_text:
        return ""
    return entry.decision_input.proposal.action.text or ""


def _open(file: Path, flags: int) -> int:
    return os.open(file, flags | os.O_CLOEXEC, _OWNER_ONLY_FILE)


def _lock(descriptor: int, file: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise Misuse(f"{file}: another session writes this journal; wait for its end, or name a new folder") from error


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _demand_no_entry(descriptor: int, file: Path) -> None:
    """Take over what a session left that was killed before its first entry was whole; raise for any other journal."""
    if not os.fstat(descriptor).st_size:
        return
    reading = read_journal(file)
    if reading.lines or reading.fault is None or not reading.fault.cut_off:
        raise Misuse(f"{file}: there is a journal already; name a new folder, or resume the session")
    _set_aside(file, descriptor, 0, 1)


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
