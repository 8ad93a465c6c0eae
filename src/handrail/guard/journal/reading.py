"""Reading a journal: everything up to the first line that is wrong, and what is wrong with it.

A journal whose last line was cut off is what a killed process or a power failure leaves: valid up to the line before.
Anything else that is wrong means that somebody or something changed the file.
"""

import hashlib
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from handrail.error import UnreadableInput
from handrail.guard.decision import ScreenNote
from handrail.guard.journal.entry import Considered, Entry, Opened, Saw
from handrail.guard.journal.line import GENESIS, KINDS, Line, fault_of, is_cut_off, read_line
from handrail.strict_json import open_file

JOURNAL_FILE = "journal.jsonl"
PICTURES = "pictures"
PictureSource: TypeAlias = Callable[[str], bytes | None]
"""Screenshots by hash that were moved out of a journal's folder; what it gives is checked as a file is."""

LONGEST_LINE_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and on which line, from 1. `cut_off`: nothing but the end of the last line is missing."""

    line: int
    why: str
    cut_off: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """The lines up to the first fault. `valid_bytes` of the file are those lines."""

    path: Path
    lines: tuple[Line, ...]
    fault: Fault | None
    valid_bytes: int

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What the lines say."""
        return tuple(line.entry for line in self.lines)

    @property
    def head(self) -> str:
        """The hash of the last line; who has noted it somewhere else notices when lines are missing at the end."""
        return self.lines[-1].hash if self.lines else GENESIS

    def picture(self, name: str) -> bytes | None:
        """A kept screenshot by its hash, as PNG; None if it is not there or not what it was."""
        return read_picture(self.path.parent, name)


@dataclass(frozen=True, slots=True)
class Verified:
    """Nothing was changed: so many entries, of which the last has this hash.

    `unnamed` are files among the screenshots that no entry names: of a line that an interruption took, or put there by
    somebody. They are no part of the record.
    """

    entries: int
    head: str
    unnamed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CutOff:
    """Nothing was changed, but the process ended while it wrote the line; the entries before it are whole."""

    entries: int
    head: str
    line: int
    why: str
    unnamed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Broken:
    """From this line on the journal proves nothing."""

    line: int
    why: str


Verification: TypeAlias = Verified | CutOff | Broken


def journal_file(path: Path) -> Path:
    """The file of a journal that is named by its folder or by the file itself. Raises `UnreadableInput`."""
    try:
        file = path / JOURNAL_FILE if path.is_dir() else path
        if file.exists() and not file.is_file():
            raise UnreadableInput(f"{path}: this is no file; name the folder of a journal or its file")
    except (OSError, ValueError) as error:  # a path may be too long, or have a NUL in it
        raise UnreadableInput(f"{str(path)[:200]}: {getattr(error, 'strerror', None) or error}") from error
    return file


def picture_file(folder: Path, name: str) -> Path:
    """Where a screenshot stands that an entry names."""
    return folder / PICTURES / f"{name}.png"


def read_picture(folder: Path, name: str) -> bytes | None:
    """The screenshot with this hash; None if it is not there or not what it was."""
    try:
        png = picture_file(folder, name).read_bytes()
    except (OSError, ValueError):  # a name may be anything; what is read counts only if it has this hash
        return None
    return png if hashlib.sha256(png).hexdigest() == name else None


def read_journal(path: Path | str, kinds: Mapping[str, type] = KINDS) -> Reading:
    """The entries of a journal, up to the first fault. Raises `UnreadableInput` if there is no such file."""
    scan = Scan(path, kinds=kinds)
    lines = tuple(scan)
    return Reading(scan.path, lines, scan.fault, scan.valid_bytes)


def verify(
    path: Path | str, elsewhere: PictureSource | None = None, *, kinds: Mapping[str, type] = KINDS
) -> Verification:
    """Check every line and every screenshot, those that were moved where they are now.

    Raises `UnreadableInput` if there is no such file.
    """
    scan = Scan(path, elsewhere, kinds=kinds)
    known: dict[str, bool] = {}
    missing: Broken | None = None
    for line in scan:
        for name in pictures_of(line.entry):
            if name not in known:
                known[name] = scan.picture(name) is not None
            if not known[name] and missing is None:
                missing = Broken(line.n, f"its screenshot {name[:12]}… is missing or was changed")
    fault = scan.fault
    if fault is not None and not fault.cut_off:
        return Broken(fault.line, fault.why)
    if missing is not None:
        return missing
    if not scan.number:
        return Broken(1, "not one whole line stands in it: it is no journal, or was interrupted before its first entry")
    unnamed = _unnamed(scan.path.parent / PICTURES, known)
    if fault is not None:
        return CutOff(scan.number, scan.head, fault.line, fault.why, unnamed)
    return Verified(scan.number, scan.head, unnamed)


def _unnamed(pictures: Path, named: Container[str]) -> tuple[str, ...]:
    try:
        files = sorted(file.name for file in pictures.iterdir())
    except OSError:  # no screenshots were kept
        return ()
    return tuple(name for name in files if not (name.endswith(".png") and name[:-4] in named))


def holds_head(path: Path | str, head: str) -> bool:
    """Whether an unbroken line has this hash: then nothing is missing that was there when it was noted."""
    return any(line.hash == head for line in Scan(path))


def pictures_of(entry: Entry) -> tuple[str, ...]:
    """The screenshots that an entry names."""
    match entry:
        case Opened() | Saw():
            return _picture(entry.screen)
        case Considered():
            return _picture(entry.decision_input.screen)
        case _:
            return ()


def _picture(screen: ScreenNote) -> tuple[str, ...]:
    return (screen.picture,) if screen.picture is not None else ()


class Scan:
    """The lines of a journal one after the other, none of them kept: a journal may be longer than the memory.

    `fault`, `head`, `number` and `valid_bytes` are what they are after the lines that were taken. Asked again it goes
    on with what was written since. `kinds` are the types of entries by name, those of a run unless others are given.
    Raises `UnreadableInput` if there is no such file.
    """

    def __init__(
        self, path: Path | str, elsewhere: PictureSource | None = None, *, kinds: Mapping[str, type] = KINDS
    ) -> None:
        self.path = journal_file(Path(path))
        self._elsewhere = elsewhere
        self.kinds = kinds
        self.fault: Fault | None = None
        self.head = GENESIS
        self.number = 0
        self.valid_bytes = 0

    def __iter__(self) -> Iterator[Line]:
        """What each line says."""
        for content, line in self.with_bytes():
            del content
            yield line

    def with_bytes(self) -> Iterator[tuple[bytes, Line]]:
        """Each line as it stands in the file, without its line break, and what it says."""
        self.fault = None
        try:
            for content in _raw_lines(self.path, self.valid_bytes):
                line = self._line(content)
                if line is None:
                    return
                self.number, self.head = line.n, line.hash
                self.valid_bytes += len(content)
                yield content[:-1], line
        except (OSError, ValueError) as error:  # ValueError: a NUL in the path
            why = getattr(error, "strerror", None) or error
            raise UnreadableInput(f"{self.path}: {why}; name the folder of a journal or its file") from error

    def picture(self, name: str) -> bytes | None:
        """A kept screenshot by its hash, as PNG; None if it is not there or not what it was."""
        png = read_picture(self.path.parent, name)
        if png is None and self._elsewhere is not None:
            moved = self._elsewhere(name)
            return moved if moved is not None and hashlib.sha256(moved).hexdigest() == name else None
        return png

    def _line(self, content: bytes) -> Line | None:
        n = self.number + 1
        if not content.endswith(b"\n") or b"\0" in content:
            self.fault = _cut_off(content, n, self.head)
            return None
        why = fault_of(content[:-1], n, self.head)
        if why is not None:
            self.fault = Fault(n, why)
            return None
        try:
            return read_line(content[:-1], f"{self.path}:{n}", self.kinds)
        except UnreadableInput as error:
            self.fault = Fault(n, str(error))
            return None


def _raw_lines(file: Path, after_bytes: int) -> Iterator[bytes]:
    with open_file(file) as opened:
        opened.seek(after_bytes)
        while content := opened.readline(LONGEST_LINE_BYTES):
            yield content


def _cut_off(content: bytes, n: int, previous: str) -> Fault:
    if len(content) >= LONGEST_LINE_BYTES:
        return Fault(n, f"it has more than {LONGEST_LINE_BYTES:,} bytes, which no line of a journal has")
    if is_cut_off(content, n, previous):
        return Fault(n, "it was cut off while it was written; every line before it is whole", cut_off=True)
    return Fault(n, "it does not end where it should; the line was changed after it was written")
