"""Numbers with their units, and ordinals."""

from collections.abc import Sequence
from decimal import Decimal

from handrail.encoder.offline.grammar import grammar
from handrail.encoder.offline.mention import Kind, Mention, lower_at
from handrail.encoder.offline.tokens import Token

_CURRENCY = {"$": "dollar", "€": "euro", "£": "pound", "₩": "won", "¥": "yen"}
_MONEY = frozenset(_CURRENCY.values())
_DURATION = frozenset(["second", "minute", "hour", "day", "week", "month", "year"])


def ordinal_at(words: Sequence[Token], position: int) -> Mention | None:
    """`the third` at a position."""
    lower, follower = lower_at(words, position), lower_at(words, position + 1)
    if words[position].kind == "number" and follower in ("st", "nd", "rd", "th"):
        return Mention(Kind.ORDINAL, Decimal(lower), position, position + 2)
    number = grammar().ordinals.get(lower)
    if number is None or not follower.isalpha() or lower_at(words, position - 1) in ("at",):
        return None
    if lower == "second" and lower_at(words, position - 1).isdigit():
        return None
    return Mention(Kind.ORDINAL, Decimal(number), position, position + 1)


def number_at(words: Sequence[Token], position: int) -> Mention | None:
    """A number at a position, with its unit or currency."""
    first, unit = position, ""
    if words[position].text in _CURRENCY:
        unit = _CURRENCY[words[position].text]
        position += 1
    if position >= len(words):
        return None
    value, last = _number(words, position)
    if value is None:
        return None
    if not unit:
        following = last + 1 if lower_at(words, last) == "-" else last
        unit = grammar().units.get(lower_at(words, following), "")
        if unit and lower_at(words, following) != "a":
            last = following + 1
    kind = Kind.MONEY if unit in _MONEY else Kind.DURATION if unit in _DURATION else Kind.NUMBER
    return Mention(kind, value, first, last, unit=unit)


def _number(words: Sequence[Token], position: int) -> tuple[Decimal | None, int]:
    token = words[position]
    if token.kind == "number":
        value = Decimal(token.text.replace(",", ""))
        last = position + 1
        if lower_at(words, last) in ("thousand", "k", "million"):
            value *= {"thousand": 1000, "k": 1000, "million": 1000000}[lower_at(words, last)]
            last += 1
        if lower_at(words, position - 1) == "-" and position and words[position - 1].end == token.start:
            before = words[position - 2] if position > 1 else None
            if before is None or before.end < words[position - 1].start:
                value = -value
        return value, last
    lower = token.lower
    if token.kind != "word" or (lower in ("half", "both", "one") and not lower_at(words, position + 1).isalpha()):
        return None, position
    if lower in ("both", "half"):
        return None, position
    parts = lower.split("-")
    numbers = [grammar().numbers.get(part) for part in parts]
    if any(number is None for number in numbers):
        return None, position
    total = sum((Decimal(str(number)) for number in numbers), Decimal(0))
    if lower == "one" and lower_at(words, position + 1) not in grammar().units:
        return None, position
    last = position + 1
    if lower_at(words, last) == "hundred":
        total, last = total * 100, last + 1
    elif total in (20, 30, 40, 50, 60, 70, 80, 90):
        follower = grammar().numbers.get(lower_at(words, last))
        if follower is not None and 1 <= follower <= 9:
            total, last = total + Decimal(str(follower)), last + 1
    return total, last
