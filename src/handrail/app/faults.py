"""Faults of a document, each told once: where it is and what would be right, without the names of our classes."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar

from pydantic import BaseModel, ValidationError

from handrail.error import UnreadableInput

MOST_FAULTS = 20

Place: TypeAlias = tuple[int | str, ...]
"""Where in a document: names and numbers from the top."""

Document = TypeVar("Document", bound=BaseModel)


class ShapeFault(NamedTuple):
    """One thing that does not have the shape of a document: where, pydantic's kind of fault, and what is wrong."""

    trail: Place
    kind: str
    said: str


def validated(model: type[Document], raw: Any, name: str, *, named: Callable[[Place], Place]) -> Document:
    """The document, or `UnreadableInput` with its faults; `named` turns a place into one the author recognises."""
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        lines: list[str] = []
        for fault in told(error):
            place = ".".join(str(part) for part in named(fault.trail))
            lines.append(f"{name}: {place}: {fault.said}" if place else f"{name}: {fault.said}")
        if len(lines) > MOST_FAULTS:
            lines[MOST_FAULTS:] = [f"{name}: and {len(lines) - MOST_FAULTS} more"]
        raise UnreadableInput("\n".join(lines)) from error


def told(error: ValidationError) -> list[ShapeFault]:
    """Each place that is wrong, once."""
    faults: dict[Place, ShapeFault] = {}
    for fault in error.errors():
        trail = tuple(fault["loc"])
        faults.setdefault(trail, ShapeFault(trail, fault["type"], _message(fault["msg"])))
    return list(faults.values())


def as_it_stands(place: Place) -> Place:
    """A place that needs no other name."""
    return place


def _message(text: str) -> str:
    text = re.sub(r" or instance of \w+", "", text.removeprefix("Value error, "))
    return text.replace("valid dictionary", "JSON object")


def text_or_list(raw: Any) -> Any:
    """One text as a list of it, null as an empty one; anything else as it is."""
    if raw is None:
        return []
    return [raw] if isinstance(raw, str) else raw


def entries_by_name(raw: Any) -> Any:
    """A mapping by name as a list of objects that have their `name`; anything else as it is."""
    if not isinstance(raw, Mapping):
        return raw
    return [{**body, "name": name} if isinstance(body, Mapping) else body for name, body in raw.items()]
