"""The arguments of a call, read as the server would, or not at all: what is unclear is refused before it runs."""

import math
import re
from collections.abc import Mapping
from typing import Any

_DECIMAL = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")


class UnclearArgument(Exception):
    """An argument of which nobody can say what the server would make of it; the message is a clause."""


def pixels(arguments: Mapping[str, Any], name: str) -> int:
    """A coordinate, rounded as JavaScript does. Raises `UnclearArgument`."""
    value = arguments.get(name)
    if isinstance(value, str) and _DECIMAL.fullmatch(value):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise UnclearArgument(f"`{name}` is {_told(value)}; it is a number of pixels")
    return math.floor(value + 0.5)


def text(arguments: Mapping[str, Any], name: str) -> str:
    """A text. Raises `UnclearArgument`."""
    value = arguments.get(name)
    if not isinstance(value, str) or "\0" in value:
        raise UnclearArgument(f"`{name}` is {_told(value)}; it is a text")
    return value


def words(arguments: Mapping[str, Any], name: str) -> str:
    """A text that a command line takes for one. Raises `UnclearArgument`."""
    value = text(arguments, name)
    if value.startswith("-"):
        raise UnclearArgument(f"`{name}` begins with `-`, and would be taken for an option of a command line")
    return value


def flag(arguments: Mapping[str, Any], name: str) -> bool:
    """Yes or no, no where it is not said. Raises `UnclearArgument`."""
    value = arguments.get(name, False)
    if not isinstance(value, bool):
        raise UnclearArgument(f"`{name}` is {_told(value)}; it is true or false")
    return value


def _told(value: object) -> str:
    return "missing" if value is None else f"{value!r:.60}"
