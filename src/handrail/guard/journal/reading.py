"""Reading a journal: everything up to the first line that is wrong, and what is wrong with it.

A journal whose last line was cut off is what a killed process or a power failure leaves: valid up to the line before.
Anything else that is wrong means that somebody or something changed the file.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from handrail.error import UnreadableInput
from handrail.guard.consideration import ScreenNote
from handrail.guard.journal.entry import Considered, Entry, Opened, Saw
from handrail.guard.journal.line import GENESIS, Line, fault_of, is_cut_off, read_line
from handrail.strict_json import open_file

JOURNAL_FILE = "journal.jsonl"
PICTURES = "pictures"
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
    """Nothing was changed: so many entries, of which the last has this hash."""

    entries: int
    head: str


@dataclass(frozen=True, slots=True)
class CutOff:
    """Nothing was changed, but the process ended while it wrote the line; the entries before it are whole."""

    entries: int
    head: str
    line: int
    why: str


@dataclass(frozen=True, slots=True)
class Broken:
    """From this line on the journal proves nothing."""

    line: int
    why: str


Verification: TypeAlias = Verified | CutOff | Broken


def journal_file(path: Path) -> Path:
    """The file of a journal that is named by its folder or by the file itself."""
    return path / JOURNAL_FILE if path.is_dir() else path


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


def read_journal(path: Path | str) -> Reading:
    """The entries of a journal, up to the first fault. Raises `UnreadableInput` if there is no such file."""
    file = journal_file(Path(path))
    return _walk(file)


def verify(path: Path | str) -> Verification:
    """Check every line and every screenshot. Raises `UnreadableInput` if there is no such file."""
    reading = read_journal(path)
    fault = reading.fault
    if fault is not None and not fault.cut_off:
        return Broken(fault.line, fault.why)
    known: dict[str, bool] = {}
    for line in reading.lines:
        for name in pictures_of(line.entry):
            if name not in known:
                known[name] = reading.picture(name) is not None
            if not known[name]:
                return Broken(line.n, f"its screenshot {name[:12]}… is missing or was changed")
    if fault is not None:
        return CutOff(len(reading.lines), reading.head, fault.line, fault.why)
    return Verified(len(reading.lines), reading.head)


def holds_head(path: Path | str, head: str) -> bool:
    """Whether an unbroken line has this hash: then nothing is missing that was there when it was noted."""
    return any(line.hash == head for line in read_journal(path).lines)


def pictures_of(entry: Entry) -> tuple[str, ...]:
    """The screenshots that an entry names."""
    match entry:
        case Opened() | Saw():
            return _picture(entry.screen)
        case Considered():
            return _picture(entry.consideration.screen)
        case _:
            return ()


def _picture(screen: ScreenNote) -> tuple[str, ...]:
    return (screen.picture,) if screen.picture is not None else ()


def _walk(file: Path) -> Reading:
    lines: list[Line] = []
    fault: Fault | None = None
    valid_bytes, previous = 0, GENESIS
    try:
        for n, content in enumerate(_raw_lines(file), 1):
            if not content.endswith(b"\n"):
                fault = _cut_off(content, n)
                break
            why = fault_of(content[:-1], n, previous)
            if why is not None:
                fault = Fault(n, why)
                break
            line = read_line(content[:-1], f"{file}:{n}")
            lines.append(line)
            previous = line.hash
            valid_bytes += len(content)
    except UnreadableInput as error:
        fault = Fault(len(lines) + 1, str(error))
    except OSError as error:
        raise UnreadableInput(f"{file}: {error.strerror or error}; name the folder of a journal or its file") from error
    return Reading(file, tuple(lines), fault, valid_bytes)


def _raw_lines(file: Path) -> Iterator[bytes]:
    with open_file(file) as opened:
        while content := opened.readline(LONGEST_LINE_BYTES):
            yield content


def _cut_off(content: bytes, n: int) -> Fault:
    if len(content) >= LONGEST_LINE_BYTES:
        return Fault(n, f"it has more than {LONGEST_LINE_BYTES:,} bytes, which no line of a journal has")
    if is_cut_off(content):
        return Fault(n, "it was cut off while it was written; every line before it is whole", cut_off=True)
    return Fault(n, "it does not end where it should; the line was changed after it was written")
