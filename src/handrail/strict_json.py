"""JSON as Handrail reads it: numbers exact, names unique, nothing that JSON does not have.

Python's reader makes `0.1` a float, lets the last of two equal names win and accepts NaN. Each of these would make a
verdict depend on something nobody wrote.
"""

import json
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from handrail.error import UnreadableInput

LARGEST_FILE = 64 * 1024 * 1024


def read_json_file(path: Path) -> Any:
    """The document in a file; raises `UnreadableInput` with the place of the trouble."""
    return read_json(read_bytes(path), str(path))


def read_bytes(path: Path) -> bytes:
    """The content of a file that is not unreasonably large."""
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise UnreadableInput(f"{path}: the file has {size:,} bytes; at most {LARGEST_FILE:,} are read")
        return path.read_bytes()
    except OSError as error:
        raise UnreadableInput(f"{path}: {error.strerror or error}") from error


def read_json(content: bytes | str, name: str = "JSON", *, exact: bool = True) -> Any:
    """The document in a text; `name` is what messages call it.

    Every number is a `Decimal`, or with `exact=False` what Python makes of it.
    """
    text = content if isinstance(content, str) else decode(content, name)
    numbers: dict[str, Any] = {"parse_float": _number, "parse_int": _number} if exact else {}
    try:
        return json.loads(
            text.removeprefix("\ufeff"), parse_constant=_refuse_constant, object_pairs_hook=_unique, **numbers
        )
    except json.JSONDecodeError as error:
        raise UnreadableInput(f"{name}:{error.lineno}:{error.colno}: {error.msg}; this is not JSON") from error
    except (_NotExact, ValueError) as error:  # an integer of thousands of digits is a ValueError
        raise UnreadableInput(f"{name}: {error}") from error
    except RecursionError as error:
        raise UnreadableInput(f"{name}: objects and lists are nested too deeply") from error


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
