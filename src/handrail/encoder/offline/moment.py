"""Times of day and days as they are said."""

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from handrail.encoder.offline.grammar import grammar
from handrail.encoder.offline.mention import Kind, Mention, lower_at, matches_at
from handrail.encoder.offline.tokens import Token

_PARTS = {"morning": "am", "afternoon": "pm", "evening": "pm", "night": "pm", "tonight": "pm"}


def time_at(words: Sequence[Token], position: int) -> Mention | None:
    """A time of day at a position."""
    lower = lower_at(words, position)
    if lower in ("noon", "midday"):
        return Mention(Kind.TIME, time(12), position, position + 1)
    if lower == "midnight":
        return Mention(Kind.TIME, time(0), position, position + 1)
    spoken = _spoken_time(words, position)
    if spoken is not None:
        hour, minute, last = spoken
    elif words[position].kind == "clock":
        numbers = [int(part) for part in re.split(r"[:.]", lower)]
        hour, minute, last = numbers[0], numbers[1], position + 1
    elif _small_number(lower) is not None and (
        _half_of_day(words, position + 1) or matches_at(words, position + 1, ("o'clock",))
    ):
        hour, minute, last = _small_number(lower) or 0, 0, position + 1
        if matches_at(words, last, ("o'clock",)):
            last += 1
    else:
        return None
    return _with_half(words, position, hour, minute, last)


def _with_half(words: Sequence[Token], first: int, hour: int, minute: int, last: int) -> Mention | None:
    assumption = None
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
    elif 1 <= hour < 7 and words[first].kind != "clock":
        assumption = f"{hour}:{minute:02d} without am or pm is taken in the morning"
    if hour > 23 or minute > 59:
        return None
    return Mention(Kind.TIME, time(hour, minute), first, last, assumption=assumption)


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


def date_at(words: Sequence[Token], position: int, now: datetime) -> Mention | None:
    """A day at a position, by the clock of the session."""
    lower, today = lower_at(words, position), now.date()
    simple = {"today": 0, "tomorrow": 1, "yesterday": -1}.get(lower)
    if simple is not None:
        return Mention(Kind.DATE, simple, position, position + 1)
    if lower == "tonight":
        return Mention(Kind.DATE, 0, position, position + 1, assumption="'tonight' read as today")
    if matches_at(words, position, ("the", "day", "after", "tomorrow")):
        return Mention(Kind.DATE, 2, position, position + 4)
    if words[position].kind == "iso":
        try:
            return Mention(Kind.DATE, date.fromisoformat(lower), position, position + 1)
        except ValueError:
            return None
    if lower == "in" and lower_at(words, position + 2) in ("day", "days", "week", "weeks"):
        number = _small_number(lower_at(words, position + 1))
        if number is not None:
            days = number * (7 if "week" in lower_at(words, position + 2) else 1)
            return Mention(Kind.DATE, days, position, position + 3)
    return _weekday_at(words, position, today) or _month_at(words, position, today)


def _weekday_at(words: Sequence[Token], position: int, today: date) -> Mention | None:
    first = position
    following = 0
    if lower_at(words, position) in ("next", "this", "coming"):
        following = lower_at(words, position) == "next"
        position += 1
    weekday = grammar().weekdays.get(lower_at(words, position))
    if weekday is None:
        return None
    days = (weekday - today.weekday()) % 7
    if days == 0 and following:
        days = 7
    day = today + timedelta(days)
    written = words[position].text
    return Mention(Kind.DATE, days, first, position + 1, assumption=f"'{written}' read as {day.isoformat()}")


def _month_at(words: Sequence[Token], position: int, today: date) -> Mention | None:
    months = grammar().months
    month, day, last = months.get(lower_at(words, position)), _day(lower_at(words, position + 1)), position + 2
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
        month, last = months.get(lower_at(words, after)), after + 1
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
    return Mention(Kind.DATE, found, position, last, assumption=assumption)


def _day(lower: str) -> int | None:
    match = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", lower)
    day = int(match[1]) if match else grammar().ordinals.get(lower)
    return day if day is not None and 1 <= day <= 31 else None
