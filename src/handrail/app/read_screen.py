"""Reading values from a screen, as a model says. What is not there, or could be two, is not read, with the reason.

Texts are data: bounded, compared, taken apart for a number, a time or a date, and never evaluated. What stands in a
password field is not read, nor what is typed into one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import TypeAlias, assert_never
from unicodedata import normalize

from handrail.app.reading import (
    AllTexts,
    Arithmetic,
    Choose,
    Constant,
    CountOf,
    ElementFlag,
    ElementText,
    First,
    Is,
    Join,
    Known,
    Literal,
    Maybe,
    Negated,
    Readable,
    Reading,
    Same,
    Shown,
    Typed,
)
from handrail.app.screen_tree import ROOT, ElementLike, ScreenIndex
from handrail.app.selection import LONGEST_TEXT, has_flag, select, text_of
from handrail.app.selector import Attribute, Selector
from handrail.app.shown_value import NumberFormat, shown_date, shown_number, shown_time
from handrail.app.update import Raw
from handrail.language.diagnostic import excerpt
from handrail.language.normal_form import has_lone_surrogate
from handrail.language.value import Type

SeenValue: TypeAlias = str | Decimal | bool | time | date | None
KnownValue: TypeAlias = Callable[[str, str], Raw | None]
"""From a state without keys and one of its variables to what is established about it; None for nothing."""


@dataclass(frozen=True, slots=True)
class Unread:
    """No value, and why: a clause without a full stop.

    `leave_out`: the model expects that it may be missing. `is_there`: it is not, and cannot be read for certain.
    """

    reason: str
    leave_out: bool = False
    is_there: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """What a reading may look at: the screen, where to start, what the action types, and the time."""

    index: ScreenIndex
    start: int = ROOT
    typed: str | None = None
    into_password: bool = False
    now: datetime | None = None
    known: KnownValue | None = None
    numbers: NumberFormat = NumberFormat.POINT
    units: frozenset[str] = frozenset()


def read(reading: Reading, sight: Sight) -> SeenValue | Unread:
    """The value of a reading. Costs the size of the screen times that of the reading at most."""
    match reading:
        case Literal(value):
            return value
        case Typed():
            return _typed(sight)
        case Known(state, variable):
            return _known(state, variable, sight)
        case ElementText():
            return _text(reading, sight)
        case ElementFlag(selector, flag):
            element = _one(selector, sight)
            return element if isinstance(element, Unread) else has_flag(element, flag)
        case Shown():
            return _shown(reading, sight)
        case CountOf(selector, only_whether):
            found = select(selector, sight.index, sight.start)
            return bool(found) if only_whether else Decimal(len(found))
        case AllTexts():
            return _all_texts(reading, sight)
        case Readable(inner):
            return not isinstance(read(inner, sight), Unread)
        case Negated(inner):
            seen = read(inner, sight)
            return not seen if isinstance(seen, bool) else _misfit(seen, "yes or no")
        case Is(inner, options):
            seen = read(inner, sight)
            return seen if isinstance(seen, Unread) else any(_same(seen, option) for option in options)
        case Same(one, other):
            return _are_same(read(one, sight), read(other, sight))
        case Arithmetic():
            return _arithmetic(reading, sight)
        case Join(parts):
            return _join(parts, sight)
        case Choose():
            return _choose(reading, sight)
        case First(readings):
            return _first(readings, sight)
        case Maybe(inner):
            seen = read(inner, sight)
            return Unread(seen.reason, leave_out=True) if isinstance(seen, Unread) and not seen.is_there else seen
        case _:
            assert_never(reading)


def _typed(sight: Sight) -> str | Unread:
    if sight.typed is None:
        return Unread("the action types nothing")
    if sight.into_password:
        return Unread("what is typed into a password field is not looked at", is_there=True)
    return _bounded(sight.typed)


def _known(state: str, variable: str, sight: Sight) -> SeenValue | Unread:
    value = sight.known(state, variable) if sight.known is not None else None
    if isinstance(value, str | Decimal | bool | time | date):
        return value
    return Unread(f"what `{variable}` of `{state}` is has not been seen")


def _text(reading: ElementText, sight: Sight) -> str | Unread:
    element = _one(reading.of, sight)
    if isinstance(element, Unread):
        return element
    if element.password:
        return Unread(f"`{reading.of}` is a password field, which is not read", is_there=True)
    text = _bounded(text_of(element, reading.attribute))
    if isinstance(text, Unread) or reading.pattern is None:
        return text
    part = reading.pattern.capture(text)
    return part if part is not None else Unread(f'"{excerpt(text)}" is not of the form "{reading.pattern.source}"')


def _all_texts(reading: AllTexts, sight: Sight) -> str | Unread:
    elements = [sight.index.nodes[number] for number in select(reading.of, sight.index, sight.start)]
    if any(element.password for element in elements):
        return Unread(f"one of `{reading.of}` is a password field, which is not read", is_there=True)
    labels = [text_of(element, Attribute.LABEL) for element in elements]
    apart = reading.separator.strip()
    doubtful = next((label for label in labels if apart and (apart in label or not label.strip())), None)
    if doubtful is not None:
        reason = f'"{excerpt(doubtful)}" could be none or several: the names are told apart by "{apart}"'
        return Unread(reason, is_there=True)
    return _bounded(reading.separator.join(labels))


def _one(selector: Selector, sight: Sight) -> ElementLike | Unread:
    found = select(selector, sight.index, sight.start)
    if len(found) == 1:
        return sight.index.nodes[found[0]]
    if not found:
        return Unread(f"no element is `{selector}`")
    return Unread(f"{len(found)} elements are `{selector}`, not one", is_there=True)


def _shown(reading: Shown, sight: Sight) -> SeenValue | Unread:
    text = read(reading.text, sight)
    if not isinstance(text, str):
        return _misfit(text, "a text")
    part = text if reading.pattern is None else reading.pattern.capture(text)
    if part is None:
        assert reading.pattern is not None
        return Unread(f'"{excerpt(text)}" is not of the form "{reading.pattern.source}"')
    value: SeenValue
    if reading.type is Type.NUMBER:
        value = shown_number(part, sight.numbers, sight.units)
    elif reading.type is Type.TIME:
        value = shown_time(part)
    else:
        value = shown_date(part, sight.now)
    return value if value is not None else Unread(f'"{excerpt(part)}" is not a {reading.type} and nothing else')


def _arithmetic(reading: Arithmetic, sight: Sight) -> Decimal | Unread:
    numbers: list[Decimal] = []
    for operand in reading.operands:
        value = read(operand, sight)
        if not isinstance(value, Decimal):
            return _misfit(value, "a number")
        numbers.append(value)
    result, *rest = numbers
    for number in rest:
        if reading.operation == "plus":
            result += number
        elif reading.operation == "minus":
            result -= number
        else:
            result *= number
    return result


def _join(parts: tuple[Reading, ...], sight: Sight) -> str | Unread:
    texts: list[str] = []
    for part in parts:
        value = read(part, sight)
        if isinstance(value, Unread):
            return value
        texts.append("" if value is None else str(value))
    return _bounded("".join(texts))


def _choose(reading: Choose, sight: Sight) -> SeenValue | Unread:
    value = read(reading.reading, sight)
    if isinstance(value, Unread):
        return value
    for wanted, given in reading.options:
        if _same(value, wanted):
            return given
    if reading.else_it:
        return value
    if reading.otherwise is not None:
        return reading.otherwise.value
    return Unread(f'the model gives nothing for "{excerpt(str(value))}"')


def _first(readings: tuple[Reading, ...], sight: Sight) -> SeenValue | Unread:
    reasons: list[str] = []
    for reading in readings:
        value = read(reading, sight)
        if not isinstance(value, Unread) or value.is_there:
            return value
        reasons.append(value.reason)
    return Unread(", and ".join(reasons))


def _same(value: SeenValue, constant: Constant) -> bool:
    if isinstance(value, str) and isinstance(constant, str):
        return normalize("NFC", value) == normalize("NFC", constant)
    return type(value) is type(constant) and value == constant


def _are_same(one: SeenValue | Unread, other: SeenValue | Unread) -> bool | Unread:
    """Identities are compared letter by letter: what only looks alike is somebody else's."""
    for value in (one, other):
        if isinstance(value, Unread):
            return value
    if isinstance(one, str) and isinstance(other, str):
        return normalize("NFC", one) == normalize("NFC", other)
    return type(one) is type(other) and one == other


def _misfit(value: SeenValue | Unread, wanted: str) -> Unread:
    return value if isinstance(value, Unread) else Unread(f'"{excerpt(str(value))}" is not {wanted}')


def _bounded(text: str) -> str | Unread:
    """A text that others wrote, unless nothing can be done with it."""
    if len(text) > LONGEST_TEXT:
        return Unread(f"the text has {len(text):,} characters; at most {LONGEST_TEXT:,} are read", is_there=True)
    if not text.isascii() and has_lone_surrogate(text):
        return Unread("the text has half a character in it", is_there=True)
    return text
