"""The words of an instruction with their places, quoted texts as one token each; and the values that words can name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from enum import StrEnum
from functools import cache

from handrail.language.operators import Operator
from handrail.language.similarity.objections.lexicon import base_form
from handrail.text.word_forms import root, singular

_QUOTED = (
    r"[“\"]['‘]?(?P<double>[^“”\"]+?)['’]?[”\"]",
    r"(?<!\w)['‘](?P<single>(?:[^'‘’]|(?<=\w)['’](?=\w)|['’](?=\s\w+\s\w*['’](?!\w)))+?)['’](?!\w)",
    r"[«„](?P<other>[^«»„“]+)[»“]",
)
_WORDS = (
    r"(?P<clock>\d{1,2}[:.]\d{2}(?::\d{2})?(?=\s*[ap]\.?m\b)|\d{1,2}:\d{2}(?::\d{2})?)",
    r"(?P<iso>\d{4}-\d{2}-\d{2})",
    r"(?P<handle>(?<![\w/])[A-Za-z]/\w+(?![\w/])|[#@]\w[\w.]*\w|[\w.+-]+@[\w-]+\.[\w.]+\w|https?://\S+\w"
    r"|\w[\w-]*(?:\.[\w-]+)*\.[a-z][a-z0-9]{1,4}\b)",
    r"(?P<code>\+?\d{3,}(?:-\d{3,})+|\+\d{1,3}(?:[ -]?\d{2,})+|\b\d{3,4} \d{4,}\b"
    r"|\b(?=\w*[A-Za-z])(?=\w*\d)(?!\d+[A-Za-z]+\b)\w{5,})",
    r"(?P<number>\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?=(?:am|pm|st|nd|rd|th|km|kg|k|mi|mins?|h|hrs?|s|secs?|gb|mb)?\b)",
    r"(?P<word>\w+(?:['’]\w+)?)",
    r"(?P<mark>[^\w\s])",
)
_TRAILING = ",.;:"
_NESTED = "'‘’\"“”"


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or mark. `quote` numbers the quotation that it stands in, from 1; 0 outside of any."""

    text: str
    kind: str
    start: int
    end: int
    quote: int = 0

    @property
    def lower(self) -> str:
        """The text in lower case, without a possessive."""
        lowered = self.text.lower().replace("’", "'")
        return lowered.removesuffix("'s") if self.kind == "word" else lowered

    @property
    def is_quoted(self) -> bool:
        """Whether it stood in quotation marks."""
        return self.quote > 0

    @property
    def is_capitalised(self) -> bool:
        """Whether it begins with a capital letter."""
        return self.text[:1].isupper()


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text, in order; quotation marks are none."""
    found: list[Token] = []
    position = quotes = 0
    for match in _quotations().finditer(text):
        kind = match.lastgroup or "double"
        first, last = match.span(kind)
        while last > first and text[last - 1] in _TRAILING + _NESTED + " ":
            last -= 1
        while first < last and text[first] in _NESTED:
            first += 1
        found += _words(text, position, match.start(), 0)
        if first < last:
            quotes += 1
            found += _words(text, first, last, quotes)
        position = match.end()
        end = _sentence_end(text, last, position)
        found += [end] if end is not None else []
    return (*found, *_words(text, position, len(text), 0))


def _sentence_end(text: str, first: int, last: int) -> Token | None:
    """The full stop that stands inside of the closing quotation marks, where a sentence begins after them."""
    at = next((place for place in range(first, last) if text[place] in ".!?"), None)
    goes_on = not text[last:].lstrip(_NESTED + " ")[:1].isupper()
    return None if at is None or goes_on else Token(text[at], "mark", at, at + 1)


def _words(text: str, first: int, last: int, quote: int) -> list[Token]:
    matches = _pattern().finditer(text, first, last)
    return [Token(match[0], match.lastgroup or "mark", *match.span(), quote) for match in matches]


@cache
def _quotations() -> re.Pattern[str]:
    return re.compile("|".join(_QUOTED))


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(_WORDS))


@dataclass(frozen=True, slots=True)
class WordForms:
    """A word in the forms by which it is compared: as written, its base form, its root."""

    surface: str
    base: str
    root: str


@cache
def form(word: str) -> WordForms:
    """The forms of one word."""
    surface = singular(word.lower().replace("-", "").replace("’", "'").replace("'", ""))
    base = base_form(surface)
    return WordForms(surface, base, root(base))


# A value that an instruction names, and the words that name it.


class ValueKind(StrEnum):
    """What sort of value was named."""

    TEXT = "text"
    NAME = "name"
    NUMBER = "number"
    DURATION = "duration"
    MONEY = "money"
    ORDINAL = "ordinal"
    TIME = "time"
    DATE = "date"
    DAYS = "days"


@dataclass(frozen=True, slots=True)
class ValueMention:
    """A value and the tokens, from `first` up to `last` (excluded), that name it, its comparison included.

    `value` is a text, a Decimal, a time, for a date the number of days from today or the date itself, for several days
    of the week the words that name them. `is_told`: a text that somebody is to be told. `also`: the same time in the
    other half of the day, where neither was said. `is_plain`: a name that only its capital letters show.
    """

    kind: ValueKind
    value: str | Decimal | time | date | int
    first: int
    last: int
    operator: Operator = Operator.EQUAL
    unit: str = ""
    assumption: str | None = None
    is_told: bool = False
    also: time | None = None
    is_plain: bool = False

    def covers(self, position: int) -> bool:
        """Whether the token at a position is part of it."""
        return self.first <= position < self.last


def lower_at(words: Sequence[Token], position: int) -> str:
    """The word at a position in lower case; empty outside of the text and for quoted words."""
    return words[position].lower if 0 <= position < len(words) and not words[position].is_quoted else ""


def matches_at(words: Sequence[Token], position: int, phrase: Sequence[str]) -> bool:
    """Whether the words of a phrase stand at a position."""
    return all(lower_at(words, position + offset) == word for offset, word in enumerate(phrase))
