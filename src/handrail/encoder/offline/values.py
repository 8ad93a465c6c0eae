"""Typed values that an instruction names: times, dates, durations, money, numbers, ordinals, names, quoted texts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import zip_longest

from handrail.encoder.offline.grammar import grammar
from handrail.encoder.offline.tokens import Token, ValueKind, ValueMention, lower_at, matches_at
from handrail.language.operators import Operator
from handrail.text.calendar_names import MONTH_OF, WEEKDAY_OF
from handrail.text.weekday_sets import weekday_sets

ENDS_NAME = frozenset(
    (
        *("and", "with", "in", "on", "at", "for", "to", "then", "by", "that", "which", "using", "from", "inside"),
        *("into", "within", "under"),
    )
)


def mentions(words: Sequence[Token], now: datetime, text: str) -> tuple[ValueMention, ...]:
    """Every value that the words of a text name, left to right; where readings overlap, the first."""
    return tuple(_in_ranges(words, list(_mentions(words, now, text))))


def _mentions(words: Sequence[Token], now: datetime, text: str) -> Iterator[ValueMention]:
    position = 0
    while position < len(words):
        found = _quotation_at(words, position, text) or _reminder_at(words, position, now, text)
        found = found or _told_at(words, position, text) or _named_at(words, position, text)
        found = found or _days_at(words, position, text) or _mention_at(words, position, now)
        if found is None:
            position += 1
            continue
        compared = _with_comparison(words, found)
        yield compared
        position = max(compared.last, position + 1)


def _in_ranges(words: Sequence[Token], found: Sequence[ValueMention]) -> Iterator[ValueMention]:
    """`3:15` of `3:15 to 4 pm` is in the half of the day that is said of its end."""
    for mention, following in zip_longest(found, found[1:]):
        between = [word.lower for word in words[mention.last : following.first]] if following is not None else []
        begins = isinstance(mention.value, time) or _may_be_hour(mention)
        if following is not None and isinstance(following.value, time) and begins and between in _TO_THE_END:
            hour = mention.value if isinstance(mention.value, time) else time(int(str(mention.value)))
            yield replace(mention, kind=ValueKind.TIME, value=_before(hour, following), also=None, assumption=None)
        else:
            yield mention


def _may_be_hour(mention: ValueMention) -> bool:
    plain = mention.kind is ValueKind.NUMBER and not mention.unit
    return (
        plain and isinstance(mention.value, Decimal) and 0 < mention.value <= 12 and mention.value == int(mention.value)
    )


_TO_THE_END = (["to"], ["-"], ["–"], ["until"], ["till"])


def _before(start: time, end: ValueMention) -> time:
    """A time without a half of the day as the last one before another."""
    later = start.replace(hour=start.hour % 12 + 12)
    return later if end.also is None and isinstance(end.value, time) and later < end.value else start


def _days_at(words: Sequence[Token], position: int, text: str) -> ValueMention | None:
    """Several days of the week: `weekdays`, `Monday to Friday`."""
    found = next(
        (weekday_set for weekday_set in weekday_sets(text[words[position].start :]) if weekday_set.start == 0), None
    )
    if found is None or len(found.days) == 1 or words[position].is_quoted:
        return None
    end = words[position].start + found.end
    last = next((place for place, word in enumerate(words) if word.start >= end), len(words))
    return ValueMention(ValueKind.DAYS, text[words[position].start : end], position, last)


def _quotation_at(words: Sequence[Token], position: int, text: str) -> ValueMention | None:
    quote = words[position].quote
    if not quote:
        return None
    last = position
    while last < len(words) and words[last].quote == quote:
        last += 1
    return ValueMention(ValueKind.TEXT, text[words[position].start : words[last - 1].end], position, last)


def _named_at(words: Sequence[Token], position: int, text: str) -> ValueMention | None:
    """`shopping list` of `a note called shopping list`."""
    before = lower_at(words, position - 1)
    if words[position].kind == "mark" or not (before in grammar().named or _follows_naming(words, position)):
        return None
    last = position
    while last < len(words) and words[last].kind != "mark" and words[last].lower not in ENDS_NAME:
        last += 1
    if last == position:
        return None
    return ValueMention(ValueKind.TEXT, text[words[position].start : words[last - 1].end], position, last)


def _follows_naming(words: Sequence[Token], position: int) -> bool:
    return lower_at(words, position - 1) in ("it", "this") and lower_at(words, position - 2) in grammar().naming


def _reminder_at(words: Sequence[Token], position: int, now: datetime, text: str) -> ValueMention | None:
    """`water the plants` of `remind me to water the plants tomorrow`."""
    if not all(matches_at(words, position - 3 + n, (word,)) for n, word in enumerate(("remind", "me", "to"))):
        return None
    last = position
    while last < len(words) and words[last].kind != "mark" and not _ends_reminder(words, last, now):
        last += 1
    if last == position:
        return None
    return ValueMention(ValueKind.TEXT, text[words[position].start : words[last - 1].end], position, last)


def _told_at(words: Sequence[Token], position: int, text: str) -> ValueMention | None:
    """`I am late` of `tell Bob that I am late`, and without `that` where somebody begins to speak."""
    says_that = lower_at(words, position - 1) == "that"
    name = position - (2 if says_that else 1)
    if not (says_that or lower_at(words, position) in _SPEAKERS) or name < 1:
        return None
    first = name
    while first > 1 and words[first].is_capitalised and words[first - 1].is_capitalised:
        first -= 1
    given = words[first].is_capitalised or words[first].lower in _PEOPLE or words[first].kind in ("handle", "code")
    if not given or lower_at(words, first - 1) not in grammar().telling:
        return None
    last = position
    while (
        last < len(words)
        and words[last].text not in ".!?;"
        and not _says_more(words, last)
        and not _goes_on(words, last)
    ):
        last += 1
    said = text[words[position].start : words[last - 1].end]
    return ValueMention(ValueKind.TEXT, said, position, last, is_told=True)


def _goes_on(words: Sequence[Token], position: int) -> bool:
    """Whether another command follows: `, and then delete`."""
    after = position
    while words[after].text == "," or lower_at(words, after) in ("and", "then"):
        after += 1
        if after == len(words):
            return False
    return after > position + 1 and lower_at(words, after) in grammar().verbs


def _says_more(words: Sequence[Token], position: int) -> bool:
    """Whether a comma ends what is told: `, subject Sick leave`."""
    after = words[position + 1 : position + 3]
    if words[position].text != "," or len(after) < 2:
        return False
    return after[0].kind == "word" and not after[0].is_capitalised and (after[1].is_capitalised or after[1].is_quoted)


_SPEAKERS = frozenset(("i", "i'm", "i'll", "i've", "we", "we're", "we'll"))
_PEOPLE = frozenset(("him", "her", "them", "mum", "mom", "dad", "everyone", "everybody"))


def _ends_reminder(words: Sequence[Token], position: int, now: datetime) -> bool:
    offset = 1 if words[position].lower in ("at", "on", "by", "before", "after") else 0
    found = _mention_at(words, position + offset, now) if position + offset < len(words) else None
    return found is not None and found.kind in (ValueKind.TIME, ValueKind.DATE)


def _mention_at(words: Sequence[Token], position: int, now: datetime) -> ValueMention | None:
    token = words[position]
    if token.kind in ("handle", "code"):
        return ValueMention(ValueKind.NAME, token.text, position, position + 1)
    return (
        _time_at(words, position)
        or _date_at(words, position, now)
        or _ordinal_at(words, position)
        or _number_at(words, position)
    )


# Times of day and days as they are said.


_PARTS = {"morning": "am", "afternoon": "pm", "evening": "pm", "night": "pm", "tonight": "pm"}


def _time_at(words: Sequence[Token], position: int) -> ValueMention | None:
    """A time of day at a position."""
    lower = lower_at(words, position)
    if lower in ("noon", "midday"):
        return ValueMention(ValueKind.TIME, time(12), position, position + 1)
    if lower == "midnight":
        return ValueMention(ValueKind.TIME, time(0), position, position + 1)
    spoken = _spoken_time(words, position)
    if spoken is not None:
        hour, minute, last = spoken
    elif words[position].kind == "clock":
        numbers = [int(part) for part in re.split(r"[:.]", lower)]
        hour, minute, last = numbers[0], numbers[1], position + 1
    elif _small_number(lower) is not None and (
        _half_of_day(words, position + 1)
        or matches_at(words, position + 1, ("o'clock",))
        or _part_of_day(words, position + 1)
    ):
        hour, minute, last = _small_number(lower) or 0, 0, position + 1
        if matches_at(words, last, ("o'clock",)):
            last += 1
    else:
        return None
    return _with_half(words, position, hour, minute, last)


def _part_of_day(words: Sequence[Token], position: int) -> bool:
    """Whether `in the evening`, `at night` or `tonight` stands there."""
    phrases = (("in", "the"), ("at",), *([()] if lower_at(words, position - 2) == "at" else []))
    return any(
        matches_at(words, position, phrase) and lower_at(words, position + len(phrase)) in _PARTS for phrase in phrases
    )


def _with_half(words: Sequence[Token], first: int, hour: int, minute: int, last: int) -> ValueMention | None:
    assumption = also = None
    half = _half_of_day(words, last)
    part = next((p for n in (1, 2, 3) if (p := _PARTS.get(lower_at(words, last + n - 1)))), None)
    if half is not None:
        last += half[1]
        hour = hour % 12 + (12 if half[0] == "pm" else 0)
    elif part is not None and 1 <= hour <= 12:
        while lower_at(words, last) in ("in", "at", "the", "this", "tomorrow", "on") and lower_at(words, last) != "":
            if lower_at(words, last) == "tomorrow":
                break
            last += 1
        if lower_at(words, last) in _PARTS:
            last += 1
        hour = hour % 12 + (12 if part == "pm" else 0)
    elif 1 <= hour <= 12 and words[first].kind != "clock":
        also = time((hour + 12) % 24, minute) if hour < 12 else time(0, minute)
        assumption = "whether in the morning or in the evening was not said"
    if hour > 23 or minute > 59:
        return None
    return ValueMention(ValueKind.TIME, time(hour, minute), first, last, assumption=assumption, also=also)


def _spoken_time(words: Sequence[Token], position: int) -> tuple[int, int, int] | None:
    """`half past seven`, `quarter to 8`, `ten past six`."""
    lower = lower_at(words, position)
    link = lower_at(words, position + 1)
    minutes = {"half": 30, "quarter": 15}.get(lower) or _small_number(lower)
    hour = _small_number(lower_at(words, position + 2))
    if minutes is None or hour is None or link not in ("past", "to") or not 1 <= hour <= 12:
        return None
    if link == "to" and lower not in ("quarter",):
        return None
    return (hour, minutes, position + 3) if link == "past" else ((hour - 1) % 12 or 12, 60 - minutes, position + 3)


def _half_of_day(words: Sequence[Token], position: int) -> tuple[str, int] | None:
    lower = lower_at(words, position)
    if lower in ("am", "pm"):
        return lower, 1
    if lower in ("a", "p") and lower_at(words, position + 1) == "." and lower_at(words, position + 2) == "m":
        return lower + "m", 4 if lower_at(words, position + 3) == "." else 3
    return None


def _small_number(lower: str) -> int | None:
    if lower.isdecimal() and len(lower) < 3:
        return int(lower)
    number = grammar().numbers.get(lower)
    return int(number) if number is not None and number == int(number) else None


def _date_at(words: Sequence[Token], position: int, now: datetime) -> ValueMention | None:
    """A day at a position, by the clock of the session."""
    lower, today = lower_at(words, position), now.date()
    simple = {"today": 0, "tomorrow": 1, "yesterday": -1}.get(lower)
    if simple is not None:
        return ValueMention(ValueKind.DATE, simple, position, position + 1)
    if lower == "tonight":
        return ValueMention(ValueKind.DATE, 0, position, position + 1, assumption="'tonight' read as today")
    if matches_at(words, position, ("the", "day", "after", "tomorrow")):
        return ValueMention(ValueKind.DATE, 2, position, position + 4)
    if words[position].kind == "iso":
        try:
            return ValueMention(ValueKind.DATE, date.fromisoformat(lower), position, position + 1)
        except ValueError:
            return None
    if lower == "in" and lower_at(words, position + 2) in ("day", "days", "week", "weeks"):
        number = _small_number(lower_at(words, position + 1))
        if number is not None:
            days = number * (7 if "week" in lower_at(words, position + 2) else 1)
            return ValueMention(ValueKind.DATE, days, position, position + 3)
    return _weekday_at(words, position, today) or _month_at(words, position, today)


def _weekday_at(words: Sequence[Token], position: int, today: date) -> ValueMention | None:
    first = position
    following = 0
    if lower_at(words, position) in ("next", "this", "coming"):
        following = lower_at(words, position) == "next"
        position += 1
    weekday = WEEKDAY_OF.get(lower_at(words, position))
    if weekday is None:
        return None
    days = (weekday - today.weekday()) % 7
    if days == 0 and following:
        days = 7
    day = today + timedelta(days)
    written = words[position].text
    return ValueMention(ValueKind.DATE, days, first, position + 1, assumption=f"'{written}' read as {day.isoformat()}")


def _month_at(words: Sequence[Token], position: int, today: date) -> ValueMention | None:
    month, day, last = _month(lower_at(words, position)), _day(lower_at(words, position + 1)), position + 2
    if (
        month is not None
        and day is None
        and _day(lower_at(words, position + 2))
        and lower_at(words, position + 1) == "the"
    ):
        day, last = _day(lower_at(words, position + 2)), position + 3
    if month is None:
        day, after = _day(lower_at(words, position)), position + 1
        after += lower_at(words, after) in ("st", "nd", "rd", "th")
        after += lower_at(words, after) == "of"
        month, last = _month(lower_at(words, after)), after + 1
    elif lower_at(words, last) in ("st", "nd", "rd", "th"):
        last += 1
    if month is None or day is None:
        return None
    year, assumption = today.year, None
    offset = 1 if lower_at(words, last) == "," else 0
    if re.fullmatch(r"(19|20)\d\d", lower_at(words, last + offset)):
        year, last = int(lower_at(words, last + offset)), last + offset + 1
    try:
        found = date(year, month, day)
        if found < today and str(year) not in " ".join(word.text for word in words[position:last]):
            found = date(year + 1, month, day)
    except ValueError:
        return None
    written = " ".join(word.text for word in words[position:last])
    if str(found.year) not in written:
        assumption = f"'{written}' read as {found.isoformat()}"
    return ValueMention(ValueKind.DATE, found, position, last, assumption=assumption)


def _month(lower: str) -> int | None:
    place = MONTH_OF.get(lower)
    return None if place is None else place + 1


def _day(lower: str) -> int | None:
    match = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", lower)
    day = int(match[1]) if match else grammar().ordinals.get(lower)
    return day if day is not None and 1 <= day <= 31 else None


# Numbers with their units, and ordinals.


_CURRENCY = {"$": "dollar", "€": "euro", "£": "pound", "₩": "won", "¥": "yen"}
_MONEY = frozenset(_CURRENCY.values())
_DURATION = frozenset(["second", "minute", "hour", "day", "week", "month", "year"])


def _ordinal_at(words: Sequence[Token], position: int) -> ValueMention | None:
    """`the third` at a position."""
    lower, follower = lower_at(words, position), lower_at(words, position + 1)
    if words[position].kind == "number" and follower in ("st", "nd", "rd", "th"):
        return ValueMention(ValueKind.ORDINAL, Decimal(lower), position, position + 2)
    number = grammar().ordinals.get(lower)
    if number is None or not follower.isalpha() or lower_at(words, position - 1) in ("at",):
        return None
    if lower == "second" and lower_at(words, position - 1).isdigit():
        return None
    return ValueMention(ValueKind.ORDINAL, Decimal(number), position, position + 1)


def _number_at(words: Sequence[Token], position: int) -> ValueMention | None:
    """A number at a position, with its unit or currency."""
    first, unit = position, ""
    if words[position].text in _CURRENCY:
        unit = _CURRENCY[words[position].text]
        position += 1
    if position >= len(words):
        return None
    value, last = _with_half_more(words, *_number(words, position))
    if value is None and not unit:
        value, last = _half_of(words, position)
    if value is None:
        return None
    if not unit:
        following = last + 1 if lower_at(words, last) == "-" else last
        unit = grammar().units.get(lower_at(words, following), "")
        if unit and lower_at(words, following) != "a":
            last = following + 1
    kind = ValueKind.MONEY if unit in _MONEY else ValueKind.DURATION if unit in _DURATION else ValueKind.NUMBER
    return ValueMention(kind, value, first, last, unit=unit)


def _with_half_more(words: Sequence[Token], value: Decimal | None, last: int) -> tuple[Decimal | None, int]:
    """`one and a half`."""
    more = value is not None and matches_at(words, last, ("and", "a", "half"))
    return (value + Decimal("0.5"), last + 3) if more and value is not None else (value, last)


def _half_of(words: Sequence[Token], position: int) -> tuple[Decimal | None, int]:
    """`half` of `half an hour`, where an amount follows."""
    article = lower_at(words, position + 1) in ("a", "an")
    if lower_at(words, position) != "half" or not article or lower_at(words, position + 2) not in grammar().units:
        return None, position
    return Decimal("0.5"), position + 2


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
    counts = lower_at(words, position + 1) in grammar().units or matches_at(words, position + 1, ("and", "a", "half"))
    if lower == "one" and not counts:
        return None, position
    last = position + 1
    if lower_at(words, last) == "hundred":
        total, last = total * 100, last + 1
    elif total in (20, 30, 40, 50, 60, 70, 80, 90):
        follower = grammar().numbers.get(lower_at(words, last))
        if follower is not None and 1 <= follower <= 9:
            total, last = total + Decimal(str(follower)), last + 1
    return total, last


# The comparison that stands before or after a value: `at least 4`, `4 or more`, `before 7 PM`.


_BEFORE: tuple[tuple[tuple[str, ...], Operator], ...] = (
    (("at", "least"), Operator.GREATER_OR_EQUAL),
    (("no", "less", "than"), Operator.GREATER_OR_EQUAL),
    (("no", "fewer", "than"), Operator.GREATER_OR_EQUAL),
    (("a", "minimum", "of"), Operator.GREATER_OR_EQUAL),
    (("minimum",), Operator.GREATER_OR_EQUAL),
    (("at", "most"), Operator.LESS_OR_EQUAL),
    (("no", "more", "than"), Operator.LESS_OR_EQUAL),
    (("not", "more", "than"), Operator.LESS_OR_EQUAL),
    (("no", "later", "than"), Operator.LESS_OR_EQUAL),
    (("no", "earlier", "than"), Operator.GREATER_OR_EQUAL),
    (("a", "maximum", "of"), Operator.LESS_OR_EQUAL),
    (("maximum",), Operator.LESS_OR_EQUAL),
    (("up", "to"), Operator.LESS_OR_EQUAL),
    (("within",), Operator.LESS_OR_EQUAL),
    (("more", "than"), Operator.GREATER),
    (("greater", "than"), Operator.GREATER),
    (("higher", "than"), Operator.GREATER),
    (("longer", "than"), Operator.GREATER),
    (("later", "than"), Operator.GREATER),
    (("over",), Operator.GREATER),
    (("above",), Operator.GREATER),
    (("exceeding",), Operator.GREATER),
    (("less", "than"), Operator.LESS),
    (("fewer", "than"), Operator.LESS),
    (("lower", "than"), Operator.LESS),
    (("shorter", "than"), Operator.LESS),
    (("cheaper", "than"), Operator.LESS),
    (("earlier", "than"), Operator.LESS),
    (("under",), Operator.LESS),
    (("below",), Operator.LESS),
)
_BEFORE_MOMENTS: tuple[tuple[tuple[str, ...], Operator], ...] = (
    (("before",), Operator.LESS),
    (("until",), Operator.LESS_OR_EQUAL),
    (("by",), Operator.LESS_OR_EQUAL),
    (("after",), Operator.GREATER),
    (("since",), Operator.GREATER_OR_EQUAL),
)
_UP = frozenset(["more", "higher", "above", "over", "up", "greater", "later", "longer"])
_DOWN = frozenset(["less", "lower", "below", "under", "fewer", "earlier", "shorter"])


def _with_comparison(words: Sequence[Token], found: ValueMention) -> ValueMention:
    """The mention with the comparison that stands before or after it."""
    if found.kind in (ValueKind.TEXT, ValueKind.NAME, ValueKind.ORDINAL):
        return found
    tables = _BEFORE + (_BEFORE_MOMENTS if found.kind in (ValueKind.TIME, ValueKind.DATE) else ())
    for phrase, operator in tables:
        if found.first >= len(phrase) and matches_at(words, found.first - len(phrase), phrase):
            return replace(found, operator=operator, first=found.first - len(phrase))
    if lower_at(words, found.last) in ("or", "and") or lower_at(words, found.last) == "+":
        word = lower_at(words, found.last + 1)
        if lower_at(words, found.last) == "+":
            return replace(found, operator=Operator.GREATER_OR_EQUAL, last=found.last + 1)
        if word in _UP:
            return replace(found, operator=Operator.GREATER_OR_EQUAL, last=found.last + 2)
        if word in _DOWN:
            return replace(found, operator=Operator.LESS_OR_EQUAL, last=found.last + 2)
    return found
