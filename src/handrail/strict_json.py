"""JSON as Handrail reads it: numbers exact, names unique, nothing that JSON does not have.

Python's reader makes `0.1` a float, lets the last of two equal names win and accepts NaN. Each of these would make a
verdict depend on something nobody wrote.
"""

import errno
import json
import os
import re
import stat
from decimal import Decimal, InvalidOperation
from itertools import accumulate
from pathlib import Path
from typing import Any, BinaryIO

from handrail.error import UnreadableInput

LARGEST_FILE = 64 * 1024 * 1024
DEEPEST_JSON = 100

_LONGEST_SHOWN = 300
_NO_BRACKETS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[^][{}"]+', re.DOTALL)
"""A text in quotes, to the end where it is not closed; or whatever is neither a quote nor a bracket."""


def read_json_file(path: Path) -> Any:
    """The document in a file; raises `UnreadableInput` with the place of the trouble."""
    return read_json(read_bytes(path), shown_path(path))


def read_bytes(path: Path, most: int = LARGEST_FILE) -> bytes:
    """The content of a regular file of at most `most` bytes; every command reads what it is given through here.

    Raises `UnreadableInput`.
    """
    try:
        with open_file(path) as file:
            size = os.fstat(file.fileno()).st_size
            content = file.read(most + 1)
    except OSError as error:
        raise UnreadableInput(f"{shown_path(path)}: {error.strerror or error}") from error
    except ValueError as error:  # a path with a NUL in it, as a document may name one
        raise UnreadableInput(f"{shown_path(path)}: no file can be called so: {error}") from error
    if len(content) > most:
        bytes_there = max(size, len(content))
        raise UnreadableInput(f"{shown_path(path)}: the file has {bytes_there:,} bytes; at most {most:,} are read")
    return content


def open_file(path: Path) -> BinaryIO:
    """A regular file, open for reading. Raises `OSError`.

    A device or a pipe has no end, or none that comes; so it is refused before it is read, and without waiting for
    whoever might write into it.
    """
    file = open(path, "rb", opener=_without_waiting)  # noqa: SIM115 - whoever asked closes it
    kind = os.fstat(file.fileno()).st_mode
    if not stat.S_ISREG(kind):
        file.close()
        raise OSError(errno.EINVAL, f"{'a pipe' if stat.S_ISFIFO(kind) else 'a device'}, not a file; name a file")
    return file


def read_text(path: Path, most: int = LARGEST_FILE) -> str:
    """The text of such a file."""
    return decode(read_bytes(path, most), shown_path(path))


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def shown_path(path: object) -> str:
    """A path for a message: what is far too long for one is cut."""
    text = str(path)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN // 2]}…{text[-_LONGEST_SHOWN // 2 :]}"


def read_json(content: bytes | str, name: str = "JSON", *, exact: bool = True) -> Any:
    """The document in a text; `name` is what messages call it.

    Every number is a `Decimal`, or with `exact=False` what Python makes of it. Objects and lists are at most
    `DEEPEST_JSON` deep, so that whatever walks the document may call itself for each level.
    """
    text = content if isinstance(content, str) else decode(content, name)
    if _is_deep(text):
        raise UnreadableInput(
            f"{name}: objects and lists are nested too deeply; at most {DEEPEST_JSON} levels are read"
        )
    try:
        return (_EXACT if exact else _AS_PYTHON).decode(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise UnreadableInput(f"{name}:{error.lineno}:{error.colno}: {error.msg}; this is not JSON") from error
    except (_NotExact, ValueError) as error:  # an integer of thousands of digits is a ValueError
        raise UnreadableInput(f"{name}: {error}") from error


def _is_deep(text: str) -> bool:
    """Whether more brackets are open at once than documents have; what stands in quotes does not count."""
    if text.count("[") + text.count("{") <= DEEPEST_JSON:
        return False
    brackets = _NO_BRACKETS.sub("", text)
    return max(accumulate(1 if bracket in "[{" else -1 for bracket in brackets), default=0) > DEEPEST_JSON


def decode(content: bytes, name: str) -> str:
    """UTF-8 as text; raises `UnreadableInput` with the place of the first byte that is not."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UnreadableInput(
            f"{name}: byte {error.start} (line {line}) is not UTF-8; save the file as UTF-8"
        ) from error


class _NotExact(Exception):
    """Well-formed for Python and not for us."""


def _number(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise _NotExact(f"the number {text[:40]} is beyond what decimals hold") from None


def _refuse_constant(text: str) -> Any:
    raise _NotExact(f"{text} is not JSON; leave the value out, or write null for unknown")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise _NotExact(f'"{name[:80]}" stands twice in one object; give each its own name')
            seen.add(name)
    return result


_EXACT = json.JSONDecoder(
    parse_float=_number, parse_int=_number, parse_constant=_refuse_constant, object_pairs_hook=_unique
)
_AS_PYTHON = json.JSONDecoder(parse_constant=_refuse_constant, object_pairs_hook=_unique)
