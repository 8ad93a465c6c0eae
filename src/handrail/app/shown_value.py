"""Numbers, times and dates as screens show them: `$1,234.50`, `7:00 AM`, `Mon, Mar 2`. Exactly one, or none is read.

A value that could be meant in two ways is not read at all: a wrong amount is worse than none. Month and day names are
English; a day without a year is the one nearest to `now`, and without `now` it is not read.
"""

import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import StrEnum

from handrail.language.value import read_date, read_time

LONGEST_SHOWN_NUMBER = 60


class NumberFormat(StrEnum):
    """How an app writes thousands and decimals."""

    POINT = "1,234.56"
    COMMA = "1.234,56"


def _number_pattern(group: str, point: str) -> re.Pattern[str]:
    sign = r"(?P<sign>(?<![\w)])[-\u2212]\s?)?"
    digits = rf"(?P<digits>[0-9]{{1,3}}(?:{group}[0-9]{{3}})+(?![0-9])|[0-9]+)(?:{point}(?P<decimals>[0-9]+))?"
    return re.compile(rf"{sign}[$\u20ac\u00a3\u00a5]?\s?{digits}")


_NUMBERS: Mapping[NumberFormat, re.Pattern[str]] = {
    NumberFormat.POINT: _number_pattern("[,'\u2019\u00a0\u202f]", r"\."),
    NumberFormat.COMMA: _number_pattern("[.'\u2019\u00a0\u202f]", ","),
}
_TIME = re.compile(r"(?<![\w:.])([0-9]{1,2})(?::([0-9]{2})(?::([0-9]{2}))?)?(?:\s?([AaPp])\.?[Mm]\b\.?)?(?![\w:])")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?P<month>(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6})\.?"
_DAY = r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s(?P<year>[0-9]{4}))?"
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\s{_DAY}{_YEAR}(?![0-9:])")
_DAY_FIRST = re.compile(rf"\b{_DAY}\.?\s{_MONTH}{_YEAR}(?![0-9:])")
_ISO = re.compile(r"(?<![0-9-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9-])")
_RELATIVE = re.compile(r"\b(?:today|tomorrow|yesterday)\b")
_WEEKDAY = re.compile(r"\b(mon|tue|wed|thu|fri|sat|sun)(?:[a-z]{0,6})\b")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_OFFSETS = {"today": 0, "tomorrow": 1, "yesterday": -1}


def shown_number(text: str, written: NumberFormat = NumberFormat.POINT) -> Decimal | None:
    """The one number in a text, with its sign; currency signs and thousands separators are passed over."""
    found = list(_NUMBERS[written].finditer(text))
    if len(found) != 1 or len(found[0][0]) > LONGEST_SHOWN_NUMBER:
        return None
    whole = "".join(character for character in found[0]["digits"] if character.isdigit())
    decimals = found[0]["decimals"]
    number = Decimal(f"{whole}.{decimals}" if decimals else whole)
    return -number if found[0]["sign"] else number


def shown_time(text: str) -> time | None:
    """The one time of day in a text: `9:00`, `19:00:30`, `7:00 PM`, `7 PM`."""
    found = [match for match in _TIME.finditer(_plain(text)) if match[2] or match[4]]
    if len(found) != 1:
        return None
    hour, minute, second, half = found[0].groups()
    return read_time(f"{hour}:{minute or '00'}:{second or '00'}{f' {half}M' if half else ''}")


def shown_date(text: str, now: datetime | None = None) -> date | None:
    """The one day in a text: ISO, `Mar 2`, `2 March 2026`, `Mon, Mar 2`, `Today`; a weekday that disagrees voids it."""
    plain = _plain(text).casefold()
    iso = _ISO.findall(plain)
    named = [*_MONTH_FIRST.finditer(plain)] or [*_DAY_FIRST.finditer(plain)]
    relative = _RELATIVE.findall(plain)
    if len(iso) + len(named) > 1 or len(relative) > 1:
        return None
    if iso:
        found = read_date(iso[0])
    elif named:
        found = _named_day(named[0], now)
    elif relative and now is not None:
        return now.date() + timedelta(days=_OFFSETS[relative[0]])
    else:
        return None
    weekdays = _WEEKDAY.findall(plain)
    agrees = len(weekdays) != 1 or (found is not None and _WEEKDAYS[found.weekday()] == weekdays[0])
    return found if agrees else None


def _named_day(match: re.Match[str], now: datetime | None) -> date | None:
    month, day = _MONTHS.index(match["month"][:3]) + 1, int(match["day"])
    if match["year"]:
        return _day(int(match["year"]), month, day)
    if now is None:
        return None
    today = now.date()
    near = [_day(today.year + offset, month, day) for offset in (-1, 0, 1)]
    return min((one for one in near if one is not None), key=lambda one: abs(one - today), default=None)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _plain(text: str) -> str:
    """With ordinary spaces: screens put narrow ones before AM and PM."""
    return text.replace("\u202f", " ").replace("\u00a0", " ")
