"""Values in JSON files that know where they stand: every complaint names the file, the line and the place."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from handrail.error import UnreadableInput
from handrail.strict_json import decode, read_bytes, read_json

_BLANK = " \t\r\n"

Step: TypeAlias = str | int
"""One step into a document: the name of a field, or the number of an item."""


@dataclass(frozen=True, slots=True)
class Document:
    """The text of a file, for messages that point into it."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Node:
    """A value in a document, with the way to it."""

    document: Document
    value: Any
    way: tuple[Step, ...] = ()

    def fail(self, found: str) -> NoReturn:
        """Raise `UnreadableInput` with the file, the line and the place of this value."""
        line, column = _position(self.document.text, self.way)
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.way).lstrip(".")
        raise UnreadableInput(f"{self.document.name}:{line}:{column}: {place + ': ' if place else ''}{found}")

    def fields(self, *needed: str) -> dict[str, "Node"]:
        """The fields of an object; those in `needed` must be there."""
        if not isinstance(self.value, dict):
            self.fail(f"{_kind(self.value)} where an object was expected")
        for name in needed:
            if name not in self.value:
                self.fail(f"the field `{name}` is missing")
        return {name: Node(self.document, value, (*self.way, name)) for name, value in self.value.items()}

    def field(self, name: str) -> "Node":
        """One field of an object, which must be there."""
        if not isinstance(self.value, dict) or name not in self.value:
            return self.fields(name)[name]
        return Node(self.document, self.value[name], (*self.way, name))

    def items(self) -> Iterator["Node"]:
        """The items of a list."""
        if not isinstance(self.value, list):
            self.fail(f"{_kind(self.value)} where a list was expected")
        return (Node(self.document, value, (*self.way, number)) for number, value in enumerate(self.value))

    def text(self) -> str:
        """The value as text."""
        if not isinstance(self.value, str):
            self.fail(f"{_kind(self.value)} where text was expected")
        return self.value

    def whole(self, least: int = 0) -> int:
        """The value as a whole number that is not below `least`."""
        if type(self.value) is not int:
            self.fail(f"{_kind(self.value)} where a whole number was expected")
        if self.value < least:
            self.fail(f"{self.value} is too small; the least is {least}")
        return self.value

    def flag(self) -> bool:
        """The value as true or false."""
        if not isinstance(self.value, bool):
            self.fail(f"{_kind(self.value)} where true or false was expected")
        return self.value


def read_document(path: Path) -> Node:
    """The document in a file; raises `UnreadableInput` with the place of the trouble."""
    return parse_document(read_bytes(path), str(path))


def parse_document(content: bytes, name: str) -> Node:
    """The document in some bytes; `name` is what messages call it."""
    text = decode(content, name).removeprefix("\ufeff")
    return Node(Document(name, text), read_json(text, name, exact=False))


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {value}"[:60]
        case str():
            return f'the text "{value[:40]}"'
        case list():
            return "a list"
    return "an object"


def _position(text: str, way: tuple[Step, ...]) -> tuple[int, int]:
    """Line and column of a value; read again only when there is something to complain about."""
    at = _skip(text, 0)
    for step in way:
        at = _enter(text, at, step)
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _enter(text: str, at: int, step: Step) -> int:
    """From the start of an object or a list to the start of one of its values."""
    decoder = json.JSONDecoder()
    at, number = _skip(text, at + 1), 0
    while True:
        name: Step = number
        if isinstance(step, str):
            name, at = decoder.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        if name == step:
            return at
        _, at = decoder.raw_decode(text, at)
        at, number = _skip(text, _skip(text, at) + 1), number + 1


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BLANK:
        at += 1
    return at
