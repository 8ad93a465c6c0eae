"""The values that an instruction gives in so many words: quotations, numbers, times of day, days. No model is asked.

This is a second pair of eyes on a draft and no encoder: it finds what stands there literally and nothing else.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from typing import TypeAlias

from handrail.encoder.offline.tokens import ValueKind, tokens
from handrail.encoder.offline.values import mentions
from handrail.text.calendar_names import MONTH_OF
from handrail.text.weekday_sets import weekday_sets


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words in quotation marks, without them and without the punctuation at their end."""

    text: str


@dataclass(frozen=True, slots=True)
class Number:
    """A number in digits."""

    number: Decimal


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time; two readings where the half of the day was not said."""

    readings: tuple[time, ...]


@dataclass(frozen=True, slots=True)
class Day:
    """A day; `days` in all the years and readings that it can mean near the clock."""

    days: tuple[date, ...]


@dataclass(frozen=True, slots=True)
class Weekdays:
    """Days of the week, Monday being 0: those of `weekdays`, `Monday to Friday` or `on Friday`."""

    days: frozenset[int]


Meaning: TypeAlias = Quotation | Number | TimeOfDay | Day | Weekdays


@dataclass(frozen=True, slots=True)
class InstructionValue:
    """A value that the instruction gives, with its words and where they stand."""

    meaning: Meaning
    words: str
    start: int
    end: int


_NEAR_DAYS = {"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1}


@dataclass(frozen=True, slots=True)
class _Patterns:
    quotation: re.Pattern[str]
    clock: re.Pattern[str]
    named_time: re.Pattern[str]
    iso_day: re.Pattern[str]
    month_day: re.Pattern[str]
    day_month: re.Pattern[str]
    near_day: re.Pattern[str]
    number: re.Pattern[str]
    list_mark: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    month = "|".join(sorted(MONTH_OF, key=len, reverse=True))
    ordinal = r"([0-9]{1,2})(?:st|nd|rd|th)?"
    plain = re.IGNORECASE
    # A single quote opens after a space and closes before one, which an apostrophe does not.
    single = r"""(?<![^\s("“])['‘]((?:[^'‘’"“”]|(?<=\w)['’](?=\w)){1,300})['’](?![^\s.,;:!?)"”])"""
    with_half = r"(?<![\w.:])([0-9]{1,2})(?:[:.]([0-9]{2}))?\s*([ap])(?:\.\s?m\.|m\b)"
    without_half = r"(?<![\w.:])([0-9]{1,2}):([0-9]{2})\b"
    grouped = r"(?<![\w.,:])[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?(?!\w)"
    ungrouped = (
        r"(?<![\w.,:])[0-9]{1,15}(?:\.[0-9]{1,15})?(?=$|[^0-9\w]|[a-z]{1,3}\b)"  # `5km` and `3rd`; `4chan` is a name
    )
    return _Patterns(
        re.compile(rf"“([^\"“”]{{1,300}})”|\"([^\"“”]{{1,300}})\"|{single}"),
        re.compile(f"{with_half}|{without_half}", plain),
        re.compile(r"\b(noon|midday|midnight)\b", plain),
        re.compile(r"\b([0-9]{4})-([0-9]{2})-([0-9]{2})\b"),
        re.compile(rf"\b({month})\.?\s+{ordinal}(?:,?\s+([0-9]{{4}}))?\b", plain),
        re.compile(rf"\b{ordinal}(?:\s+of)?\s+({month})\b(?:,?\s+([0-9]{{4}}))?", plain),
        re.compile(r"\b(today|tonight|tomorrow|yesterday)\b", plain),
        re.compile(f"{grouped}|{ungrouped}", plain),
        re.compile(r"(?:(?<=^)|(?<=\s))([0-9]{1,2})[.)](?=\s)"),
    )


def instruction_values(instruction: str, now: datetime) -> tuple[InstructionValue, ...]:
    """Every literal value, in the order of the text; none overlaps another."""
    found: list[InstructionValue] = []
    taken = _list_marks(instruction)
    for read in (_quotations, _days, _weekdays, _times, _numbers):
        for value in read(instruction, now):
            if not any(value.start < end and start < value.end for start, end in taken):
                found.append(value)
                taken.append((value.start, value.end))
    return tuple(sorted(found, key=lambda value: value.start))


def _list_marks(instruction: str) -> list[tuple[int, int]]:
    """`1.` and `2.` before the items of a list are no numbers of the task."""
    marks = list(_patterns().list_mark.finditer(instruction))
    numbers = [int(mark[1]) for mark in marks]
    return [mark.span() for mark in marks] if {1, 2} <= set(numbers) else []


def _quotations(instruction: str, _now: datetime) -> Iterator[InstructionValue]:
    for match in _patterns().quotation.finditer(instruction):
        inside = next(group for group in match.groups() if group is not None)
        text = inside.strip(" \t\n.,;:!?'‘’\"“”")
        if text:
            yield InstructionValue(Quotation(text), text, match.start(), match.end())


def _days(instruction: str, now: datetime) -> Iterator[InstructionValue]:
    patterns = _patterns()
    for match in patterns.iso_day.finditer(instruction):
        yield from _day_at(match, _calendar_days(int(match[2]), int(match[3]), match[1], now))
    for match in patterns.month_day.finditer(instruction):
        yield from _day_at(match, _calendar_days(MONTH_OF[match[1].lower()] + 1, int(match[2]), match[3], now))
    for match in patterns.day_month.finditer(instruction):
        yield from _day_at(match, _calendar_days(MONTH_OF[match[2].lower()] + 1, int(match[1]), match[3], now))
    for match in patterns.near_day.finditer(instruction):
        yield from _day_at(match, (now.date() + timedelta(_NEAR_DAYS[match[1].lower()]),))


def _weekdays(instruction: str, _now: datetime) -> Iterator[InstructionValue]:
    for found in weekday_sets(instruction):
        yield InstructionValue(Weekdays(found.days), instruction[found.start : found.end], found.start, found.end)


def _day_at(match: re.Match[str], days: tuple[date, ...]) -> Iterator[InstructionValue]:
    if days:
        yield InstructionValue(Day(days), match[0], match.start(), match.end())


def _calendar_days(month: int, day: int, year: str | None, now: datetime) -> tuple[date, ...]:
    years = (int(year),) if year else (now.year - 1, now.year, now.year + 1)
    days = []
    for candidate in years:
        try:
            days.append(date(candidate, month, day))
        except ValueError:
            continue
    return tuple(days)


def _times(instruction: str, now: datetime) -> Iterator[InstructionValue]:
    patterns = _patterns()
    for match in patterns.clock.finditer(instruction):
        readings = _readings(match)
        if readings:
            yield InstructionValue(TimeOfDay(readings), match[0], match.start(), match.end())
    words = tokens(instruction)
    for said in mentions(words, now, instruction):
        if said.kind is ValueKind.TIME and isinstance(said.value, time):
            start, end = words[said.first].start, words[said.last - 1].end
            if not patterns.clock.search(instruction, start, end):
                readings = (said.value,) if said.also is None else (said.value, said.also)
                yield InstructionValue(TimeOfDay(readings), instruction[start:end], start, end)
    for match in patterns.named_time.finditer(instruction):
        readings = (time(0),) if match[1].lower() == "midnight" else (time(12),)
        yield InstructionValue(TimeOfDay(readings), match[0], match.start(), match.end())


def _readings(match: re.Match[str]) -> tuple[time, ...]:
    if match[3]:
        hour, minute = int(match[1]), int(match[2] or 0)
        if not 1 <= hour <= 12 or minute > 59:
            return ()
        return (time(hour % 12 + (12 if match[3] in "pP" else 0), minute),)
    hour, minute = int(match[4]), int(match[5])
    if hour > 23 or minute > 59:
        return ()
    return (time(hour, minute), time(hour + 12, minute)) if 1 <= hour < 12 else (time(hour, minute),)


def _numbers(instruction: str, _now: datetime) -> Iterator[InstructionValue]:
    for match in _patterns().number.finditer(instruction):
        yield InstructionValue(Number(Decimal(match[0].replace(",", ""))), match[0], match.start(), match.end())
