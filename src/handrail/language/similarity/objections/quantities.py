"""The quantities among the tokens of a text: numbers in figures and words with their unit, times of day, ordinals.

A quantity is written in one way, whatever the text wrote: `7 pm` and `19:00` are both `19:00`. What could be one of two
times (`7:00`, `at 7`) is `7:00?` and equals only its like.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from handrail.language.similarity.objections.lexicon import lexicon
from handrail.text.calendar_names import MONTH_OF
from handrail.text.numerals import CARDINALS, MULTIPLIERS, ORDINALS

_CURRENCIES = frozenset("$€£¥₩₹")
_FRACTIONS = {"half": "0.5"}
_MAY_BE_A_PRONOUN = ("one",)
_FIGURES = re.compile(r"-?(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?")
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit, a time of day or an ordinal, in its one form, and how many tokens it took."""

    form: str
    length: int


def quantity_at(tokens: Sequence[str], start: int) -> Quantity | None:
    """The quantity that begins at a token, if one does."""
    return _time(tokens, start) or _ordinal(tokens, start) or _amount(tokens, start) or _single_unit(tokens, start)


def _at(tokens: Sequence[str], position: int) -> str:
    return tokens[position] if 0 <= position < len(tokens) else ""


# Times of day


def _time(tokens: Sequence[str], start: int) -> Quantity | None:
    if tokens[start] in ("noon", "midday"):
        return Quantity("12:00", 1)
    if tokens[start] == "midnight":
        return Quantity("00:00", 1)
    if tokens[start] in ("half", "quarter") or _whole(tokens[start]) is not None:
        return _spoken_time(tokens, start) or _written_time(tokens, start)
    return _written_time(tokens, start)


def _written_time(tokens: Sequence[str], start: int) -> Quantity | None:
    clock = _CLOCK.fullmatch(tokens[start].replace(".", ":")) if _at(tokens, start + 1) in ("am", "pm") else None
    clock = clock or _CLOCK.fullmatch(tokens[start])
    hour = int(clock[1]) if clock else _whole(tokens[start])
    if hour is None or hour > 24:
        return None
    minutes = "".join(f":{part}" for part in clock.groups()[1:] if part) if clock else ":00"
    following = _at(tokens, start + 1)
    if following in ("am", "pm") and 1 <= hour <= 12:
        return Quantity(f"{hour % 12 + 12 * (following == 'pm'):02}{minutes}", 2)
    if following == "o'clock":
        return Quantity(_ambiguous(hour, minutes), 2)
    if clock:
        return Quantity(
            f"{hour:02}{minutes}" if hour == 12 or clock[1].startswith("0") else _ambiguous(hour, minutes), 1
        )
    at_that_time = _at(tokens, start - 1) in ("at", "@") and 1 <= hour <= 12 and following not in lexicon().units
    return Quantity(_ambiguous(hour, minutes), 1) if at_that_time and following != "%" else None


def _spoken_time(tokens: Sequence[str], start: int) -> Quantity | None:
    """`half past six`, `quarter to 7`, `ten past nine`."""
    minutes = {"half": 30, "quarter": 15}.get(tokens[start]) or _whole(tokens[start])
    relation, hour = _at(tokens, start + 1), _whole(_at(tokens, start + 2))
    if minutes is None or hour is None or not 1 <= hour <= 12 or minutes > 30:
        return None
    if relation == "past":
        return Quantity(_ambiguous(hour, f":{minutes:02}"), 3)
    if relation == "to" and tokens[start] == "quarter":  # "10 to 12" is as likely a range
        return Quantity(_ambiguous(hour - 1 or 12, f":{60 - minutes}"), 3)
    return None


def _ambiguous(hour: int, minutes: str) -> str:
    return f"{hour}{minutes}?" if 1 <= hour <= 12 else f"{hour:02}{minutes}"


def _whole(token: str) -> int | None:
    return int(token) if token.isdecimal() and len(token) <= 2 else CARDINALS.get(token)


# Ordinals


def _ordinal(tokens: Sequence[str], start: int) -> Quantity | None:
    token, following = tokens[start], _at(tokens, start + 1)
    if token.isdecimal() and following in ("st", "nd", "rd", "th"):
        return Quantity(_day_or_ordinal(tokens, int(token), start - 1, start + 2), 2)
    if _whole(token) in range(1, 32) and (_month(tokens, start - 1) or _month(tokens, start + 1)):
        return Quantity(_day_or_ordinal(tokens, _whole(token) or 0, start - 1, start + 1), 1)
    if token in ORDINALS:
        return Quantity(_day_or_ordinal(tokens, ORDINALS[token], start - 1, start + 1), 1)
    return None


def _day_or_ordinal(tokens: Sequence[str], value: int, before: int, after: int) -> str:
    """`June 5`, `5 June` and `5th of June` are one day; elsewhere `5th` is the fifth of something."""
    of = _at(tokens, after) == "of"
    return f"day {value}" if _month(tokens, before) or _month(tokens, after + of) else f"{value}th"


def _month(tokens: Sequence[str], position: int) -> bool:
    token = _at(tokens, position)
    return lexicon().same.get(token, token) in MONTH_OF


# Numbers


def _amount(tokens: Sequence[str], start: int) -> Quantity | None:
    position = start
    currency = ""
    if tokens[position] in _CURRENCIES:
        currency, position = lexicon().units[tokens[position]], position + 1
    number = _number(tokens, position)
    if number is None:
        return Quantity(currency, 1) if currency else None
    value, position = number
    unit, position = _unit(tokens, position)
    return Quantity(f"{value} {currency or unit}".strip(), position - start)


def _unit(tokens: Sequence[str], position: int) -> tuple[str, int]:
    skipped = position + 1 if _at(tokens, position) in ("an", "a", "of") else position  # half an hour
    unit = lexicon().units.get(_at(tokens, skipped))
    return (unit, skipped + 1) if unit is not None else ("", position)


def _number(tokens: Sequence[str], start: int) -> tuple[str, int] | None:
    first = _at(tokens, start)
    if first[:1].isdecimal() or first.startswith("-"):
        return _figures(tokens, start)
    if first in _FRACTIONS:
        return _FRACTIONS[first], start + 1
    if first in _MAY_BE_A_PRONOUN and _at(tokens, start - 1) in lexicon().before_the_pronoun_one:
        return None
    words = list(_number_words(tokens, start))
    return (str(_composed(words)), start + len(words)) if words else None


def _figures(tokens: Sequence[str], start: int) -> tuple[str, int]:
    figures, following = tokens[start], _at(tokens, start + 1)
    if not _FIGURES.fullmatch(figures):
        return figures, start + 1  # a version, a fraction, a date with slashes, a code: compared as written
    whole, _, fraction = figures.partition(".")
    plain = figures if fraction.strip("0") else whole  # 5.00 is 5, but 3.10 is not 3.1
    multiplier = {"k": 1000}.get(following) or MULTIPLIERS.get(following)
    if multiplier is None:
        return plain, start + 1
    product = Decimal(plain) * multiplier
    return f"{product.normalize():f}", start + 2


def _number_words(tokens: Sequence[str], start: int) -> Iterator[str]:
    """The words of one number: `two hundred fifty`, but not the two numbers of `one two`."""
    before = ""
    for token in tokens[start:]:
        value = CARDINALS.get(token)
        tens_and_ones = value is not None and value < 10 and CARDINALS.get(before, 0) >= 20
        begins_or_continues = value is not None and (not before or before in MULTIPLIERS or tens_and_ones)
        if not begins_or_continues and token not in MULTIPLIERS:
            return
        yield token
        before = token


def _composed(number: Sequence[str]) -> int:
    total = current = 0
    for word in number:
        multiplier = MULTIPLIERS.get(word)
        if multiplier is None:
            current += CARDINALS[word]
        elif multiplier < 1000:
            current = (current or 1) * multiplier
        else:
            total, current = total + (current or 1) * multiplier, 0
    return total + current


def _single_unit(tokens: Sequence[str], start: int) -> Quantity | None:
    """`an hour` is `1 hour`."""
    unit = lexicon().units.get(_at(tokens, start + 1))
    if tokens[start] in ("a", "an") and unit is not None and _at(tokens, start + 1).isalpha() and len(unit) > 2:
        return Quantity(f"1 {unit}", 2)
    return None
