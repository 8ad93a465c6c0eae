"""Which type the values are that were seen of one thing, and what around them is always the same.

A value is read whole or not at all, as in any model. So a type is taken only where every value seen is of it, and a
number of which the label says that it is a name or a code stays a text.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from handrail.app.shown_value import NumberFormat, shown_date, shown_number, shown_time
from handrail.language.value import Type

SEPARATORS = (" • ", " · ", " | ", " x ", " – ", " — ")
LONGEST_NUMBER_SEEN = 9
"""Digits of what is counted or paid; longer ones are mostly numbers of accounts, phones and parcels."""
_NAMES_A_CODE = re.compile(
    r"phone|mobile|iban|account|card|zip|postal|post code|pin|code|number|reference|id\b", re.IGNORECASE
)
_UNIT = re.compile(r"^[0-9][0-9.,]*\s?([^\W\d_]{1,12}|%)$")
_LABELLED = re.compile(r"^([^:]{1,40}: ?)\S.*$", re.DOTALL)
_MONEY = re.compile(r"[$€£¥]")


@dataclass(frozen=True, slots=True)
class Reading:
    """A type, and the pattern that a value stands in; empty where the text is the value."""

    type: Type
    pattern: str = ""
    unit: str = ""
    is_money: bool = False

    def of(self, place: str, attribute: str = "text") -> str:
        """As a model writes it: `number(total, "Total: {}")`."""
        pattern = f", {quoted(self.pattern)}" if self.pattern else ""
        if self.type is Type.TEXT:
            return f"{attribute}({place}{pattern})"
        inner = place if attribute == "text" else f"{attribute}({place})"
        return f"{self.type.name.lower()}({inner}{pattern})"


TEXT = Reading(Type.TEXT)


def type_of(values: Iterable[str], label: str = "", now: datetime | None = None) -> Reading:
    """The type of whole texts."""
    seen = [value for value in values if value.strip()]
    if not seen or all(len(value) > 60 for value in seen):
        return TEXT
    if all(shown_time(value) is not None for value in seen):
        return Reading(Type.TIME)
    if all(shown_date(value, now) is not None for value in seen):
        return Reading(Type.DATE)
    if all(_is_number(value, label) for value in seen):
        return Reading(Type.NUMBER, is_money=all(_MONEY.search(value) for value in seen))
    units = {match[1] for value in seen if (match := _UNIT.match(value.strip()))}
    if len(units) == 1 and all(shown_number(value, units=units) is not None for value in seen):
        return Reading(Type.NUMBER, unit=units.pop())
    return TEXT


def _is_number(value: str, label: str) -> bool:
    digits = re.sub(r"\D", "", value)
    if _NAMES_A_CODE.search(label) and not _MONEY.search(value):
        return False
    return len(digits) <= LONGEST_NUMBER_SEEN and shown_number(value) is not None


def readings_of(values: Sequence[str], label: str = "", now: datetime | None = None) -> tuple[Reading, ...]:
    """All that can be read from texts of one kind: the whole, or the typed parts of what is always built alike."""
    seen = list(dict.fromkeys(value for value in values if value.strip()))
    whole = type_of(seen, label, now)
    if not seen or whole.type is not Type.TEXT:
        return (whole,)
    for build in (_labelled, _separated, _around):
        found = build(seen, label, now)
        if found:
            return found
    return (whole,)


def _labelled(seen: Sequence[str], label: str, now: datetime | None) -> tuple[Reading, ...]:
    """`Total: $15.50`, where the words before the colon are always the same."""
    matches = [_LABELLED.match(value) for value in seen]
    heads = {match[1] for match in matches if match is not None}
    if len(heads) != 1 or None in matches:
        return ()
    head = heads.pop()
    return _typed([value[len(head) :] for value in seen], label, f"{_escaped(head)}{{}}", now)


def _around(seen: Sequence[str], label: str, now: datetime | None) -> tuple[Reading, ...]:
    """Whole words that all begin and end with; a value stands between them, or before a word that is always there."""
    if len(seen) < 2:  # of one text nobody can say what is always the same
        return ()
    head, tail = common_ends(seen)
    if any(character.isdigit() for character in head):  # a number goes on: a phone's, an address
        return ()
    middles = [value[len(head) : len(value) - len(tail)] for value in seen]
    before, behind = _escaped(head), _escaped(tail)
    found = _typed(middles, label, f"{before}{{}}{behind}", now) if head or tail else ()
    if found:
        return found
    if all(_begins_with_a_day(middle, now) for middle in middles):  # no number of it means anything by itself
        return (Reading(Type.TEXT, f"{before}{{}}"),) if before else ()
    parted = [middle.split(" ", 2) for middle in middles]
    links = {parts[1] for parts in parted if len(parts) > 2}
    if len(links) != 1 or any(len(parts) < 3 for parts in parted):
        return ()
    return _typed(
        [parts[0] for parts in parted], label, f"{before}{{}} {_escaped(links.pop())} *", now
    )  # whatever follows


def _begins_with_a_day(text: str, now: datetime | None) -> bool:
    words = text.replace(",", " ").split()
    return any(shown_date(" ".join(words[:most]), now) is not None for most in (2, 3))


def _separated(seen: Sequence[str], label: str, now: datetime | None) -> tuple[Reading, ...]:
    """`$19.99 • 4.5 stars`: the typed ones of the parts."""
    for separator in SEPARATORS:
        parts = [value.split(separator) for value in seen]
        if len(parts[0]) < 2 or len({len(part) for part in parts}) != 1:
            continue
        found: list[Reading] = []
        for place in range(len(parts[0])):
            pattern = separator.join("{}" if at == place else "*" for at in range(len(parts[0])))
            found += _typed([part[place] for part in parts], label, pattern, now)
        if found:
            return tuple(found)
    return ()


def _typed(parts: Sequence[str], label: str, pattern: str, now: datetime | None) -> tuple[Reading, ...]:
    found = type_of(parts, label, now)
    if found.type is Type.TEXT or not all(part.strip() for part in parts):
        return ()
    return (Reading(found.type, pattern, found.unit, found.is_money),)


def common_ends(texts: Sequence[str]) -> tuple[str, str]:
    """What texts begin and end with, in whole words, without overlap in any of them."""
    first = [text.split(" ") for text in texts]
    shortest = min(len(parts) for parts in first)
    head = 0
    while head < shortest and len({parts[head] for parts in first}) == 1:
        head += 1
    tail = 0
    while tail < shortest - head and len({parts[-1 - tail] for parts in first}) == 1:
        tail += 1
    if head == shortest:
        head -= 1
    words = first[0]
    before = " ".join(words[:head]) + (" " if head else "")
    behind = (" " if tail else "") + (" ".join(words[len(words) - tail :]) if tail else "")
    return before, behind


def quoted(text: str) -> str:
    """A text as selectors and readings quote it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def pattern_of(texts: Iterable[str]) -> str:
    """A pattern that fits all texts: the text itself, or what they begin and end with around a `*`."""
    seen = list(dict.fromkeys(texts))
    if len(seen) == 1:
        return _escaped(seen[0])
    head, tail = common_ends(seen)
    return f"{_escaped(head)}*{_escaped(tail)}"


def number_format(values: Iterable[str]) -> NumberFormat:
    """How an app writes thousands and decimals, where one of the two ways reads more of what it shows."""
    seen = [value.strip() for value in values]
    point, comma = (sum(shown_number(value, notation) is not None for value in seen) for notation in NumberFormat)
    return NumberFormat.COMMA if comma > point else NumberFormat.POINT


def _escaped(text: str) -> str:
    """A text as it stands in a pattern: what a pattern gives a meaning has a backslash before it."""
    return re.sub(r"([\\*{}])", r"\\\1", text)
