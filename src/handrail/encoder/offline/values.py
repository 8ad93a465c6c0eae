"""Typed values that an instruction names: times, dates, durations, money, numbers, ordinals, names, quoted texts."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from handrail.encoder.offline.amount import number_at, ordinal_at
from handrail.encoder.offline.comparison import with_comparison
from handrail.encoder.offline.grammar import grammar
from handrail.encoder.offline.mention import Kind, Mention, lower_at, matches_at
from handrail.encoder.offline.moment import date_at, time_at
from handrail.encoder.offline.tokens import Token

_ENDS_NAME = frozenset(("and", "with", "in", "on", "at", "for", "to", "then", "by", "that", "which", "using", "from"))


def mentions(words: Sequence[Token], now: datetime, text: str) -> tuple[Mention, ...]:
    """Every value that the words of a text name, left to right; where readings overlap, the first."""
    return tuple(_mentions(words, now, text))


def _mentions(words: Sequence[Token], now: datetime, text: str) -> Iterator[Mention]:
    position = 0
    while position < len(words):
        found = _quotation_at(words, position, text) or _reminder_at(words, position, now, text)
        found = found or _named_at(words, position, text) or _mention_at(words, position, now)
        if found is None:
            position += 1
            continue
        compared = with_comparison(words, found)
        yield compared
        position = max(compared.last, position + 1)


def _quotation_at(words: Sequence[Token], position: int, text: str) -> Mention | None:
    quote = words[position].quote
    if not quote:
        return None
    last = position
    while last < len(words) and words[last].quote == quote:
        last += 1
    return Mention(Kind.TEXT, text[words[position].start : words[last - 1].end], position, last)


def _named_at(words: Sequence[Token], position: int, text: str) -> Mention | None:
    """`shopping list` of `a note called shopping list`."""
    if lower_at(words, position - 1) not in grammar().named or words[position].kind == "mark":
        return None
    last = position
    while last < len(words) and words[last].kind != "mark" and words[last].lower not in _ENDS_NAME:
        last += 1
    if last == position:
        return None
    return Mention(Kind.TEXT, text[words[position].start : words[last - 1].end], position, last)


def _reminder_at(words: Sequence[Token], position: int, now: datetime, text: str) -> Mention | None:
    """`water the plants` of `remind me to water the plants tomorrow`."""
    if not all(matches_at(words, position - 3 + n, (word,)) for n, word in enumerate(("remind", "me", "to"))):
        return None
    last = position
    while last < len(words) and words[last].kind != "mark" and not _ends_reminder(words, last, now):
        last += 1
    if last == position:
        return None
    return Mention(Kind.TEXT, text[words[position].start : words[last - 1].end], position, last)


def _ends_reminder(words: Sequence[Token], position: int, now: datetime) -> bool:
    offset = 1 if words[position].lower in ("at", "on", "by", "before", "after") else 0
    found = _mention_at(words, position + offset, now) if position + offset < len(words) else None
    return found is not None and found.kind in (Kind.TIME, Kind.DATE)


def _mention_at(words: Sequence[Token], position: int, now: datetime) -> Mention | None:
    token = words[position]
    if token.kind in ("handle", "code"):
        return Mention(Kind.NAME, token.text, position, position + 1)
    return (
        time_at(words, position)
        or date_at(words, position, now)
        or ordinal_at(words, position)
        or number_at(words, position)
    )
