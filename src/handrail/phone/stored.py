"""A value as it lies in a file: written out as JSON only when somebody reads the file.

Apps write their data at nearly every touch and nobody reads it at most of them; so the file keeps the frozen value.
"""

import json
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from typing import Any

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
