"""Reading the parameters of a remote call: they come from outside, so each is looked at."""

from typing import Any


class BadParameters(Exception):
    """A clause about what is wrong with the parameters of a call."""


class ObjectNotFound(Exception):
    """No element is what the selector says; the message shows it."""


def number(parameters: list[Any], place: int) -> int:
    """A parameter as a whole number; coordinates come as floats."""
    value = parameters[place] if place < len(parameters) else None
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        raise BadParameters(f"parameter {place + 1} is not a number")
    return int(value)


def text(parameters: list[Any], place: int) -> str:
    """A parameter as text."""
    value = optional_text(parameters, place)
    if value is None:
        raise BadParameters(f"parameter {place + 1} is missing")
    return value


def optional_text(parameters: list[Any], place: int) -> str | None:
    """A parameter as text, or None where it is left out."""
    value = parameters[place] if place < len(parameters) else None
    if value is not None and not isinstance(value, str):
        raise BadParameters(f"parameter {place + 1} is not a text")
    return value


def flag(parameters: list[Any], place: int) -> bool:
    """A parameter as yes or no; missing is no."""
    return place < len(parameters) and parameters[place] is True


def selector(parameters: list[Any], place: int = 0) -> Any:
    """A parameter that selects an element."""
    if place >= len(parameters):
        raise BadParameters(f"parameter {place + 1} is not a selector")
    return parameters[place]
