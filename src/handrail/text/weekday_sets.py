"""Days of the week as people name them: one, several, from one to another, all working days, every day."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from handrail.text.calendar_names import WEEKDAY_OF, WEEKDAYS

EVERY_DAY: Final = frozenset(range(len(WEEKDAYS)))
WORKING_DAYS: Final = frozenset(range(5))
_NAMED: Final = {
    r"weekdays?|work(?:ing)?\s?days?": WORKING_DAYS,
    r"week-?ends?": EVERY_DAY - WORKING_DAYS,
    r"every\s?day|daily|each day|all days": EVERY_DAY,
}


@dataclass(frozen=True, slots=True)
class WeekdaySet:
    """Some days of the week, Monday being 0, and where in a text they are named."""

    days: frozenset[int]
    start: int
    end: int


def weekday_sets(text: str) -> Iterator[WeekdaySet]:
    """Every set of days that a text names, left to right: `Mon-Fri`, `Tuesdays and Thursdays`, `weekdays`."""
    for match in _sets().finditer(text):
        if match["several"]:
            yield WeekdaySet(_days(match["several"]), *match.span())
        else:
            named = next(days for pattern, days in _NAMED.items() if re.fullmatch(pattern, match[0], re.IGNORECASE))
            yield WeekdaySet(named, *match.span())


def as_weekday_set(text: str) -> frozenset[int] | None:
    """The days that a text is about if it says nothing else: `Mon, Tue`, `Every weekday`; else None."""
    found = list(weekday_sets(text))
    rest = text
    for weekday_set in reversed(found):
        rest = rest[: weekday_set.start] + rest[weekday_set.end :]
    only = found and not re.sub(r"(?i)\b(?:every|each|on|and)\b|[\W_]", "", rest)
    return frozenset[int]().union(*(weekday.days for weekday in found)) if only else None


def _days(text: str) -> frozenset[int]:
    names = [(WEEKDAY_OF[match[1].lower()], match.start()) for match in _day().finditer(text)]
    found: set[int] = set()
    for number, (day, _) in enumerate(names):
        found.add(day)
        if number + 1 < len(names):
            between = text[names[number][1] : names[number + 1][1]]
            if _until().search(between):
                last = names[number + 1][0]
                found |= {(day + step) % len(WEEKDAYS) for step in range((last - day) % len(WEEKDAYS) + 1)}
    return frozenset(found)


@cache
def _until() -> re.Pattern[str]:
    return re.compile(r"\b(?:to|through|thru|until|till)\b|[-–—]", re.IGNORECASE)


@cache
def _day() -> re.Pattern[str]:
    return re.compile(rf"\b({_any_day()})s?\b")


@cache
def _any_day() -> str:
    """Short names begin with a capital letter: `sat` and `sun` are words of their own."""
    whole = "|".join(WEEKDAYS)
    short = "|".join(sorted((name.capitalize() for name in WEEKDAY_OF if len(name) < 6), key=len, reverse=True))
    return rf"(?i:{whole})|{short}|{short.upper()}"


@cache
def _sets() -> re.Pattern[str]:
    day = rf"\b(?:{_any_day()})s?\b"
    between = r"\.?\s*(?:,?\s*(?i:and|or|&|to|through|thru|until|till)\s+(?i:every\s+|on\s+)?|[,/–—-]\s*)"
    named = "|".join(_NAMED)
    return re.compile(rf"(?P<several>{day}(?:{between}{day})*)|\b(?i:{named})\b")
