"""Numbers, times and dates as screens show them: `$1,234.50`, `7:00 AM`, `Mon, Mar 2`. The whole text, or nothing.

Every character must be understood. A part of `€5k`, `2–5 March` or `until 21:00` looks like a value, and the app means
another one; digits of other scripts are digits to an app and none to a reader of ASCII. What stands around a value a
model says with a pattern, and what stands behind a number with its `units`. What could be meant in two ways is not read
either: a wrong amount is worse than none. Month and day names are English; a day without a year is the one nearest to
`now`, and without `now` it is not read.
"""

import re
from collections.abc import Collection, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache

from handrail.language.value import read_date, read_time
from handrail.text.calendar_names import MONTH_OF, WEEKDAY_OF

_MOST_TEXTS = 1_024
"""Of which it is kept what they are: what one screen shows, the next shows again."""

LONGEST_PART = 15
"""Digits before or behind the point. An app cuts off what is longer, and nobody has seen where."""


class NumberFormat(StrEnum):
    """How an app writes thousands and decimals."""

    POINT = "1,234.56"
    COMMA = "1.234,56"


_SPACE = "[ \u00a0\u202f]"  # screens put narrow ones before AM, PM and units


def _number_pattern(group: str, point: str) -> re.Pattern[str]:
    grouped = rf"[1-9][0-9]{{0,2}}(?P<group>{group})[0-9]{{3}}(?:(?P=group)[0-9]{{3}})*"
    whole = rf"(?P<whole>{grouped}|[0-9]{{1,{LONGEST_PART}}})"
    decimals = rf"(?:{point}(?P<decimals>[0-9]{{1,{LONGEST_PART}}}))?"
    currency = "[$\u20ac\u00a3\u00a5]"
    before, behind = rf"(?P<before>{currency}{_SPACE}?)?", rf"(?P<behind>{_SPACE}?{currency})?"
    return re.compile(rf"(?P<sign>[-\u2212]{_SPACE}?)?{before}{whole}{decimals}{behind}(?P<unit>[^0-9]*)")


_NUMBERS: Mapping[NumberFormat, re.Pattern[str]] = {
    NumberFormat.POINT: _number_pattern("[,'\u2019\u00a0\u202f]", r"\."),
    NumberFormat.COMMA: _number_pattern("[.'\u2019\u00a0\u202f]", ","),
}
_TIME = re.compile(
    rf"(?P<hour>[0-9]{{1,2}})(?::(?P<minute>[0-9]{{2}})(?::(?P<second>[0-9]{{2}}))?)?"
    rf"(?:{_SPACE}?(?P<half>[ap])(?:m|\.m\.))?",
    re.ASCII | re.IGNORECASE,
)
_OFFSETS = {"today": 0, "tomorrow": 1, "yesterday": -1}
_RELATIVE = rf"(?P<relative>{'|'.join(_OFFSETS)})"
_NAME = r"[a-z]{3,9}"
_WEEKDAY = rf"(?P<weekday>{_NAME})\.?"
_MONTH = rf"(?P<month>{_NAME})\.?"
_DAY = r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,?[ ](?P<year>[0-9]{4}))?"
_CALENDAR = (r"(?P<iso>[0-9]{4}-[0-9]{2}-[0-9]{2})", rf"{_MONTH} {_DAY}{_YEAR}", rf"{_DAY}\.? {_MONTH}{_YEAR}")
_DATES = tuple(
    re.compile(rf"(?:{_RELATIVE},? )?(?:{_WEEKDAY},? )?{calendar}", re.ASCII | re.IGNORECASE) for calendar in _CALENDAR
)
_ONLY_RELATIVE = re.compile(rf"{_RELATIVE}(?:,? {_WEEKDAY})?", re.ASCII | re.IGNORECASE)


def shown_number(text: str, written: NumberFormat = NumberFormat.POINT, units: Collection[str] = ()) -> Decimal | None:
    """The number that a text is, with its sign, a currency sign on one side of it, or one of the units behind it.

    Leading zeros are not understood, but for the two digits of a clock. Nor is `1.234`, which is a thousand and more in
    the one half of the world and one and a bit in the other, whatever the app says that it writes.
    """
    return _shown_number(text, written, frozenset(units))


@lru_cache(_MOST_TEXTS)
def _shown_number(text: str, written: NumberFormat, units: frozenset[str]) -> Decimal | None:
    match = _NUMBERS[written].fullmatch(text.strip())
    if match is None or (match["before"] and match["behind"]):
        return None
    unit = match["unit"].strip()
    if unit and (match["before"] or match["behind"] or unit not in units):
        return None
    whole, decimals = match["whole"], match["decimals"] or ""
    if whole.startswith("0") and len(whole) > 1 and (len(whole) > 2 or decimals):
        return None
    if len(decimals) == 3 and not match["group"] and len(whole) <= 3 and whole != "0":
        return None
    digits = whole.replace(match["group"] or " ", "")
    if len(digits) > LONGEST_PART:
        return None
    number = Decimal(f"{digits}.{decimals}" if decimals else digits)
    return -number if match["sign"] else number


@lru_cache(_MOST_TEXTS)
def shown_time(text: str) -> time | None:
    """The time of day that a text is: `9:00`, `19:00:30`, `7:00 PM`, `7 PM`."""
    match = _TIME.fullmatch(text.strip())
    if match is None or not (match["minute"] or match["half"]):
        return None
    half = f" {match['half']}M" if match["half"] else ""
    return read_time(f"{match['hour']}:{match['minute'] or '00'}:{match['second'] or '00'}{half}")


def shown_date(text: str, now: datetime | None = None) -> date | None:
    """The day that a text is: ISO, `Mar 2`, `2 March 2026`, `Mon, Mar 2`, `Today`, `Tomorrow, Mar 3`.

    A weekday, a `Tomorrow` and a date that do not agree are not understood.
    """
    return _shown_day(text, now.date() if now is not None else None)


@lru_cache(_MOST_TEXTS)
def _shown_day(text: str, today: date | None) -> date | None:
    plain = " ".join(text.split())
    for pattern in _DATES:
        match = pattern.fullmatch(plain)
        if match is not None:
            found = read_date(match["iso"]) if "iso" in pattern.groupindex else _named_day(match, today)
            return found if found is not None and _agrees(match, found, today) else None
    match = _ONLY_RELATIVE.fullmatch(plain)
    if match is None or today is None:
        return None
    try:
        found = today + timedelta(days=_OFFSETS[match["relative"].lower()])
    except OverflowError:
        return None
    return found if _agrees(match, found, today) else None


def _agrees(match: re.Match[str], found: date, today: date | None) -> bool:
    """Whether what else the text says of the day is true of it."""
    if match["relative"] and (today is None or (found - today).days != _OFFSETS[match["relative"].lower()]):
        return False
    return not match["weekday"] or WEEKDAY_OF.get(match["weekday"].lower()) == found.weekday()


def _named_day(match: re.Match[str], today: date | None) -> date | None:
    place, day = MONTH_OF.get(match["month"].lower()), int(match["day"])
    if place is None:
        return None
    if match["year"]:
        return _day(int(match["year"]), place + 1, day)
    if today is None:
        return None
    near = [_day(today.year + offset, place + 1, day) for offset in (-1, 0, 1)]
    return min((day for day in near if day is not None), key=lambda day: abs(day - today), default=None)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
