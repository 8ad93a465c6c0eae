"""Files of JSON Lines that are only added to, and that survive a program killed in the middle of a line.

A line counts once its line end is written. What stands after the last line end was being written when the program was
killed: a reader leaves it out and says so, a writer takes it away before it adds a line.
"""

from dataclasses import dataclass
from io import SEEK_END
from pathlib import Path
from typing import BinaryIO

from handrail.error import UnreadableInput
from handrail.strict_json import decode, read_bytes

LARGEST = 1024 * 1024 * 1024
"""What was bought from models is read again however much it became."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The whole lines of a file, and the `torn` rest after the last line end."""

    whole: tuple[str, ...] = ()
    torn: str = ""


def read_lines(path: Path) -> Lines:
    """What a file holds; raises `UnreadableInput` where it cannot be read."""
    whole, end, torn = read_bytes(path, LARGEST).rpartition(b"\n")
    lines = decode(whole, str(path)).split("\n") if end else []
    return Lines(tuple(lines), torn.decode("utf-8", "replace"))


def read_own_lines(path: Path, begins: str) -> Lines:
    """What is in a file that we are to add to; nothing if there is no such file yet.

    `begins` is how each of our lines begins. A torn rest that does not begin so was not written by us: then the file
    is something else, and is refused rather than cut.
    """
    if not path.exists():
        return Lines()
    lines = read_lines(path)
    if not (lines.torn.startswith(begins) or begins.startswith(lines.torn)):
        raise UnreadableInput(f"{path}: this is another kind of file (it does not end in a line of ours)")
    return lines


def add_line(path: Path, line: str) -> None:
    """Adds one whole line, in place of a torn rest if there is one."""
    with path.open("a+b") as file:
        _cut_torn(file)
        file.write(f"{line}\n".encode())


def _cut_torn(file: BinaryIO) -> None:
    size = end = file.seek(0, SEEK_END)
    while end and _byte_before(file, end) != b"\n":
        end -= 1
    if end != size:
        file.truncate(end)


def _byte_before(file: BinaryIO, end: int) -> bytes:
    file.seek(end - 1)
    return file.read(1)
