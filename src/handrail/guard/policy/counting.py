"""How many people a value names. What cannot be counted counts as too many."""

import re
from decimal import Decimal
from math import inf
from unicodedata import normalize

from handrail.app.update import Raw

_COUNTABLE = 10**9
_BETWEEN_NAMES = re.compile(r"[,;\n،؛、・|/&+]|\band\b")


def parts_of(text: str) -> tuple[str, ...]:
    """What stands between commas, semicolons and `and`."""
    parts = (part.strip() for part in _BETWEEN_NAMES.split(normalize("NFKC", text).casefold()))
    return tuple(part for part in parts if part)


def names_in(value: Raw) -> float:
    """How many names a value holds. A number is how many there are; the unknown is beyond counting."""
    match value:
        case str():
            return len(parts_of(value))
        case list() | tuple() | set() | frozenset():
            return sum(names_in(one) for one in value)
        case bool() | None:
            return inf
        case int() | float() | Decimal():
            number = Decimal(value)
            return float(number) if number.is_finite() and number < _COUNTABLE else inf
        case _:
            return inf
