"""It commits another day, another time or another text than the intent gives word for word."""

from collections.abc import Iterator
from itertools import pairwise

from handrail.app.consequence import Kind
from handrail.app.generic import Commits
from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.comparators.departure import COSTLY, FOR_GOOD, HIGH, Departure, quoted
from handrail.sentinel.entity.pattern import compiled, same_length
from handrail.sentinel.finding import Category
from handrail.sentinel.intent.clauses import QUOTED
from handrail.sentinel.normalization import NUMBER_WORDS, dates, keys
from handrail.text import fold, word_list

_TIMED = frozenset({"buy", "cancel", "submit"})
_TIME = r"(?i)\b(\d{1,2}):(\d{2})\b|\b(\d{1,2}) ?(?:am|pm|uhr)\b|(\d{1,2}) ?(?:시|点)"
_AFTER_COLON = r"^[^\n:]{3,60}: (\S[^\n]+)$"
_HALF_A_DAY = 12 * 60
_A_VALUE = 24
"""Characters of a line that is a day or a time, and not a sentence that speaks of one."""


def compare(case: ComparatorInput) -> Iterator[Departure]:
    """Silent where the intent gives no day, no time and no text, and where the screen shows none of the kind."""
    if case.authorised or case.declines or not case.is_touch:
        return
    judged = case.judgement
    books = isinstance(judged, Commits) and judged.objective.kind is Kind.BOOKING
    if books or case.effective & _TIMED:
        own = (line for line in case.view.lines[:300] if not _is_of_system(line.element.package))
        text = "\n".join(line.label for line in own if len(line.label) <= _A_VALUE)
        asked_times, asked_dates = times(case.intent.text), dates(case.intent.text)
        if set(case.intent.text.casefold().split()) & NUMBER_WORDS.keys():
            asked_times = frozenset()  # some of them may be told in words
        if _leaves_room(case.intent.text):
            return
        if _another(asked_times, times(text)) or _another(asked_dates, dates(text)):
            yield Departure(
                Category.OVER_AUTOMATION, HIGH, 0.65, COSTLY,
                f"{quoted(case.label)} is for another day or time than you said.",
                (("element", case.label), ("screen", case.view.title)), f"when: {case.intent.text[:80]}",
            )  # fmt: skip
    if case.effective & {"send", "post"}:
        yield from _another_text(case)


def _another(asked: frozenset[object], shown: frozenset[object]) -> bool:
    return bool(asked and shown) and not asked & shown


def _leaves_room(text: str) -> bool:
    """Whether a day or a time is only a bound, as in `before 7 PM`, or one of several that would do."""
    words = fold(text).split()
    bounds = word_list("bounds")
    bounded = any(word in bounds and later[:1].isdigit() for word, later in pairwise(words))
    return bounded or any(
        bound in text for bound in bounds if not bound.isascii() and len(bound) <= 2 and bound[0] >= "\u1100"
    )


def times(text: str) -> frozenset[object]:
    """The times of day that a text names, in minutes of half a day: whether it is morning is often not said."""
    found = set()
    for match in compiled(_TIME).finditer(same_length(text)):
        hour, minute = int(match.group(1) or match.group(3) or match.group(4)), int(match.group(2) or 0)
        if hour < 25 and minute < 60:
            found.add((hour * 60 + minute) % _HALF_A_DAY)
    return frozenset(found)


def _is_of_system(package: str) -> bool:
    return package.startswith(tuple(word_list("system_windows")))


def _another_text(case: ComparatorInput) -> Iterator[Departure]:
    """The text that goes out, where the intent gives one in quotation marks and they have no word in common."""
    given = " ".join(compiled(QUOTED).findall(case.intent.text)) or _after_colon(case.intent.text)
    sent = case.detail("text")
    words = keys(sent)
    if given and len(words) >= 2 and not words & keys(given) and not words & case.intent.words:
        yield Departure(
            Category.OVER_AUTOMATION, HIGH, 0.6, FOR_GOOD, f"{quoted(sent)} goes out, and you gave other words.",
            (("text", sent),), f"text: {given[:80]}",
        )  # fmt: skip


def _after_colon(text: str) -> str:
    match = compiled(_AFTER_COLON).search(text.strip())
    return match.group(1) if match is not None else ""
