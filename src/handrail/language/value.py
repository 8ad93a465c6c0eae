"""The six types a variable can have, and the Python value that stands for each.

| type | Python | compared as |
|---|---|---|
| Text, Enum | `str` | normal form |
| Number | `Decimal` | exact decimal |
| Boolean | `bool` | itself |
| Date | `datetime.date` | itself |
| Time | `datetime.time`, whole seconds, no zone | itself |
"""

import re
from collections.abc import Mapping
from datetime import date, time
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import TypeAlias

from handrail.language.normal_form import normal_form


class Type(StrEnum):
    """The type of a declared variable."""

    TEXT = "Text"
    NUMBER = "Number"
    BOOLEAN = "Boolean"
    ENUM = "Enum"
    DATE = "Date"
    TIME = "Time"

    @property
    def is_textual(self) -> bool:
        """Text and Enum count as one type wherever two values meet (docs/language.md)."""
        return self is Type.TEXT or self is Type.ENUM

    @property
    def is_ordered(self) -> bool:
        """Whether `<`, `<=`, `>` and `>=` mean something."""
        return self is Type.NUMBER or self is Type.DATE or self is Type.TIME


def with_article(variable_type: Type) -> str:
    """`a Text`, `an Enum`."""
    return f"{'an' if variable_type is Type.ENUM else 'a'} {variable_type}"


Value: TypeAlias = str | Decimal | bool | date | time

PYTHON_TYPES: Mapping[Type, type[Value]] = {
    Type.TEXT: str,
    Type.NUMBER: Decimal,
    Type.BOOLEAN: bool,
    Type.ENUM: str,
    Type.DATE: date,
    Type.TIME: time,
}
"""Exactly these classes: a `bool` is no number here and a `datetime` no date."""

LONGEST_NUMBER = 1_000
"""Digits before or after the point. Nothing on a phone comes near; without a limit `1e999999999` is a weapon."""

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ISO_TIME = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?")
_TIME = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?:\s*([AaPp])[Mm])?")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def comparable(value: Value) -> Value:
    """The form of a value in which equality is Python's own."""
    return normal_form(value) if isinstance(value, str) else value


def read_date(text: str) -> date | None:
    """A day written `YYYY-MM-DD`, or None."""
    if _DATE.fullmatch(text) is None:  # `fromisoformat` alone would take weeks, too
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def read_time(text: str) -> time | None:
    """A time of day written `9:00`, `19:00:30` or `7:00 PM` (12:00 AM is midnight), or None."""
    if _ISO_TIME.fullmatch(text):  # as most times are written; the library reads it four times as fast
        return time.fromisoformat(text)
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    hour, minute, second, half = int(match[1]), int(match[2]), int(match[3] or 0), match[4]
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half in "Pp" else 0)
    if hour > 23 or minute > 59 or second > 59:
        return None
    return time(hour, minute, second)


def read_number(text: str) -> Decimal | None:
    """A number written as JSON writes it, kept exactly, or None (also when it is absurdly long)."""
    if len(text) > 2 * LONGEST_NUMBER + 20 or not _NUMBER.fullmatch(text):
        return None
    try:
        number = Decimal(text)
    except InvalidOperation:  # an exponent beyond what decimals hold
        return None
    return number if is_of_sane_length(number) else None


def is_of_sane_length(number: Decimal) -> bool:
    """Whether the number is finite and has at most `LONGEST_NUMBER` digits on either side of the point."""
    if not number.is_finite() or number.adjusted() >= LONGEST_NUMBER:
        return False
    exponent = number.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= -LONGEST_NUMBER


def show_value(value: Value) -> str:
    """The value as a person reads it, without quotes: `7.5`, `true`, `2025-07-17`, `09:00`."""
    match value:
        case bool():
            return "true" if value else "false"
        case Decimal():
            return show_number(value)
        case date():
            return value.isoformat()
        case time():
            return value.isoformat("minutes" if value.second == 0 else "seconds")
        case str():
            return value


def show_number(number: Decimal) -> str:
    """The shortest JSON spelling that reads back as the same number."""
    if number == 0:
        return "0"
    sign, digits, exponent = number.as_tuple()
    assert isinstance(exponent, int)  # numbers are finite
    text = "".join(map(str, digits)).lstrip("0")
    stripped = text.rstrip("0")
    exponent += len(text) - len(stripped)
    if 0 <= exponent <= 15:
        body = stripped + "0" * exponent
    elif -15 <= exponent < 0:
        padded = stripped.rjust(-exponent + 1, "0")
        body = f"{padded[:exponent]}.{padded[exponent:]}"
    else:
        body = f"{stripped}e{exponent}"
    return f"-{body}" if sign else body
