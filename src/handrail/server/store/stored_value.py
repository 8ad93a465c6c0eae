"""A value of a row as JSON, with its type where JSON has none for it."""

from base64 import b64decode, b64encode
from datetime import datetime
from typing import Any

from handrail.error import Misuse, UnreadableInput


def write_value(value: object) -> Any:
    """For a file. Raises `Misuse` for a type that no table of ours has."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case bytes():
            return {"bytes": b64encode(value).decode()}
        case datetime():
            return {"datetime": value.isoformat()}
        case _:
            raise Misuse(f"a row has a {type(value).__name__}, which a backup does not know; a newer Handrail made it")


def read_value(raw: Any) -> Any:
    """From a file. Raises `UnreadableInput`."""
    match raw:
        case None | bool() | int() | float() | str():
            return raw
        case {"bytes": str(coded)}:
            return b64decode(coded)
        case {"datetime": str(moment)}:
            return datetime.fromisoformat(moment)
        case _:
            raise UnreadableInput(f"{str(raw)[:80]} is no value of a row")
