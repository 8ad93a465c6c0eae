"""A value that an instruction names, and the words that name it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from enum import StrEnum

from handrail.encoder.offline.tokens import Token
from handrail.language.operators import Operator


class Kind(StrEnum):
    """What sort of value was named."""

    TEXT = "text"
    NAME = "name"
    NUMBER = "number"
    DURATION = "duration"
    MONEY = "money"
    ORDINAL = "ordinal"
    TIME = "time"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class Mention:
    """A value and the tokens, from `first` up to `last` (excluded), that name it, its comparison included.

    `value` is a text, a Decimal, a time, or for a date the number of days from today or the date itself.
    """

    kind: Kind
    value: str | Decimal | time | date | int
    first: int
    last: int
    operator: Operator = Operator.EQUAL
    unit: str = ""
    assumption: str | None = None

    def covers(self, position: int) -> bool:
        """Whether the token at a position is part of it."""
        return self.first <= position < self.last


def lower_at(words: Sequence[Token], position: int) -> str:
    """The word at a position in lower case; empty outside of the text and for quoted words."""
    return words[position].lower if 0 <= position < len(words) and not words[position].is_quoted else ""


def matches_at(words: Sequence[Token], position: int, phrase: Sequence[str]) -> bool:
    """Whether the words of a phrase stand at a position."""
    return all(lower_at(words, position + offset) == word for offset, word in enumerate(phrase))
