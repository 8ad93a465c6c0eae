"""What a form is: how the values of one type stand in JSON, and what to say of a value that does not fit."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeAlias

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
Schema: TypeAlias = dict[str, Any]
Definitions: TypeAlias = dict[str, Schema]


class CodecError(Exception):
    """What does not fit, with its place, which grows on the way up. Stays inside the forms."""

    def __init__(self, found: str) -> None:
        super().__init__(found)
        self.found = found
        self.place: list[str] = []

    def __str__(self) -> str:
        return f"{'.'.join(reversed(self.place)) or 'it'}: {self.found}"


@dataclass(frozen=True, slots=True)
class Codec:
    """How the values of one type stand in JSON: written and read again, or `CodecError`, and as a schema.

    The JSON Schema adds the records that it speaks of to the definitions.
    """

    write: Callable[[Any], Json]
    read: Callable[[Json], Any]
    schema: Callable[[Definitions], Schema]


def expected(what: str, found: object) -> CodecError:
    """What should stand there, and what does."""
    return CodecError(f"{what} belongs here, not {told(found)}")


def told(found: object) -> str:
    """What kind of thing was found; never the thing, which may be a secret."""
    match found:
        case None:
            return "null"
        case bool():
            return "true" if found else "false"
        case int() | float() | Decimal():
            return "a number"
        case str():
            return "a text"
        case list() | tuple():
            return "a list"
        case Mapping():
            return "an object"
        case _:
            return f"a {type(found).__name__}"
