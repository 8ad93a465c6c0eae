"""Reading values from a screen, as a model says. What is not there, or could be two, is not read, with the reason.

Texts are data: bounded, compared, taken apart for a number, a time or a date, and never evaluated. What stands in a
password field is not read, nor what is typed into one. A binding written in Python has the same readings as methods.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from decimal import Decimal
from functools import lru_cache
from typing import TypeAlias, assert_never
from unicodedata import normalize

from handrail.app.extractor import (
    AllTexts,
    Arithmetic,
    Choose,
    Constant,
    ConstantValue,
    CountOf,
    ElementFlag,
    ElementText,
    EstablishedValue,
    Extractor,
    First,
    Is,
    Join,
    Maybe,
    Negated,
    Readable,
    Same,
    ShownValue,
    TypedText,
)
from handrail.app.extractor_parser import parse_extractor
from handrail.app.screen_tree import ROOT, ElementLike, ScreenIndex
from handrail.app.selection import LONGEST_TEXT, has_flag, select, text_of
from handrail.app.selector import Attribute, Selector
from handrail.app.selector_parser import read_selector
from handrail.app.shown_value import NumberFormat, shown_date, shown_number, shown_time
from handrail.app.text_pattern import TextPattern
from handrail.app.update import Raw
from handrail.language.diagnostic import excerpt
from handrail.language.normal_form import has_lone_surrogate
from handrail.language.value import Type

SeenValue: TypeAlias = str | Decimal | bool | time | date | None

KnownValue: TypeAlias = Callable[[str, str], Raw | None]
"""From a state without keys and one of its variables to what is established about it; None for nothing."""


@dataclass(frozen=True, slots=True)
class UnreadValue:
    """No value, and why: a clause without a full stop.

    `leave_out`: the model expects that it may be missing. `is_there`: it is not, and cannot be read for certain.
    `is_cut`: it may stand in the part of a row that is scrolled out of sight. `is_missing`: there is no such element.
    """

    reason: str
    leave_out: bool = False
    is_there: bool = False
    is_cut: bool = False
    is_missing: bool = False


@dataclass(frozen=True, slots=True)
class ExtractionScope:
    """What a reading may look at: the screen, where to start, what the action types, and the time."""

    index: ScreenIndex
    start: int = ROOT
    typed: str | None = None
    into_password: bool = False
    now: datetime | None = None
    known: KnownValue | None = None
    numbers: NumberFormat = NumberFormat.POINT
    units: frozenset[str] = frozenset()


def read(extractor: Extractor, scope: ExtractionScope) -> SeenValue | UnreadValue:
    """The value of a reading. Costs the size of the screen times that of the reading at most."""
    match extractor:
        case ConstantValue(value):
            return value
        case TypedText():
            return _typed(scope)
        case EstablishedValue(state, variable):
            return _known(state, variable, scope)
        case ElementText():
            return _text(extractor, scope)
        case ElementFlag(selector, flag):
            element = _one(selector, scope)
            return element if isinstance(element, UnreadValue) else has_flag(element, flag)
        case ShownValue():
            return _shown(extractor, scope)
        case CountOf(selector, only_whether):
            return _count(selector, scope, only_whether=only_whether)
        case AllTexts():
            return _all_texts(extractor, scope)
        case Readable(inner):
            return not isinstance(read(inner, scope), UnreadValue)
        case Negated(inner):
            seen = read(inner, scope)
            return not seen if isinstance(seen, bool) else _misfit(seen, "yes or no")
        case Is(inner, options):
            seen = read(inner, scope)
            return seen if isinstance(seen, UnreadValue) else any(_same(seen, option) for option in options)
        case Same(first, other):
            return _are_same(read(first, scope), read(other, scope))
        case Arithmetic():
            return _arithmetic(extractor, scope)
        case Join(parts):
            return _join(parts, scope)
        case Choose():
            return _choose(extractor, scope)
        case First(extractors):
            return _first(extractors, scope)
        case Maybe(inner):
            seen = read(inner, scope)
            return (
                UnreadValue(seen.reason, leave_out=True)
                if isinstance(seen, UnreadValue) and not seen.is_there
                else seen
            )
        case _:
            assert_never(extractor)


def _typed(scope: ExtractionScope) -> str | UnreadValue:
    if scope.typed is None:
        return UnreadValue("the action types nothing")
    if scope.into_password:
        return UnreadValue("what is typed into a password field is not looked at", is_there=True)
    return _bounded(scope.typed)


def _known(state: str, variable: str, scope: ExtractionScope) -> SeenValue | UnreadValue:
    value = scope.known(state, variable) if scope.known is not None else None
    if isinstance(value, str | Decimal | bool | time | date):
        return value
    return UnreadValue(f"what `{variable}` of `{state}` is has not been seen")


def _text(extractor: ElementText, scope: ExtractionScope) -> str | UnreadValue:
    element = _one(extractor.of, scope)
    if isinstance(element, UnreadValue):
        return element
    if element.password:
        return UnreadValue(f"`{extractor.of}` is a password field, which is not read", is_there=True)
    is_hint = element.hint and _shows_its_hint(element, extractor.attribute)
    text = _bounded("" if is_hint else text_of(element, extractor.attribute))
    if isinstance(text, UnreadValue) or extractor.pattern is None:
        return text
    part = extractor.pattern.capture(text)
    return part if part is not None else _misshapen(text, extractor.pattern)


def _shows_its_hint(element: ElementLike, attribute: Attribute) -> bool:
    """Whether what stands in a field is its hint, as in an empty one, where the phone says what the hint is."""
    return attribute in (Attribute.TEXT, Attribute.LABEL) and element.text == element.hint


def _misshapen(text: str, pattern: TextPattern) -> UnreadValue:
    """A text that is of the form in two ways has something there, and nobody can say what."""
    if pattern.fits(text):
        return UnreadValue(f'"{excerpt(text)}" is of the form "{pattern.source}" in more than one way', is_there=True)
    return UnreadValue(f'"{excerpt(text)}" is not of the form "{pattern.source}"')


def _count(selector: Selector, scope: ExtractionScope, *, only_whether: bool) -> Decimal | bool | UnreadValue:
    found = select(selector, scope.index, scope.start)
    if not only_whether:
        return _beyond_the_edge(selector, scope) if may_go_on(selector, scope) else Decimal(len(found))
    if not found and not selector.is_absolute and scope.index.is_cut(scope.start):
        return _in_a_cut_row(selector)
    return bool(found)


def may_go_on(selector: Selector, scope: ExtractionScope) -> bool:
    """Whether there may be more of such elements out of sight: what they stand in, or may stand in, can be scrolled.

    Below a row that is seen whole only what can be scrolled within the row counts.
    """
    index = scope.index
    found, start = select(selector, index, scope.start), ROOT if selector.is_absolute else scope.start
    if found:
        return any(index.is_in_scrollable(number, start) for number in found) or index.is_cut(start)
    return index.is_cut(start) or index.has_scrollable(start, selector.package)


def _beyond_the_edge(selector: Selector, scope: ExtractionScope) -> UnreadValue:
    reason = f"there may be more of `{selector}` beyond the edge of what can be scrolled"
    return UnreadValue(reason, is_there=True, is_cut=scope.index.is_cut(scope.start))


def _in_a_cut_row(selector: Selector) -> UnreadValue:
    reason = f"no element is `{selector}`, and its row is cut off at the edge of the list"
    return UnreadValue(reason, is_there=True, is_cut=True)


def _all_texts(extractor: AllTexts, scope: ExtractionScope) -> str | UnreadValue:
    if may_go_on(extractor.of, scope):
        return _beyond_the_edge(extractor.of, scope)
    elements = [scope.index.nodes[number] for number in select(extractor.of, scope.index, scope.start)]
    if any(element.password for element in elements):
        return UnreadValue(f"one of `{extractor.of}` is a password field, which is not read", is_there=True)
    labels = [text_of(element, Attribute.LABEL) for element in elements]
    apart = extractor.separator.strip()
    doubtful = next((label for label in labels if apart and (apart in label or not label.strip())), None)
    if doubtful is not None:
        reason = f'"{excerpt(doubtful)}" could be none or several: the names are told apart by "{apart}"'
        return UnreadValue(reason, is_there=True)
    return _bounded(extractor.separator.join(labels))


def _one(selector: Selector, scope: ExtractionScope) -> ElementLike | UnreadValue:
    found = select(selector, scope.index, scope.start)
    if len(found) == 1:
        return scope.index.nodes[found[0]]
    if not found and scope.index.is_cut(scope.start):
        return _in_a_cut_row(selector)
    if not found:
        return UnreadValue(f"no element is `{selector}`", is_missing=True)
    return UnreadValue(f"{len(found)} elements are `{selector}`, not one", is_there=True)


def _shown(extractor: ShownValue, scope: ExtractionScope) -> SeenValue | UnreadValue:
    text = read(extractor.text, scope)
    if not isinstance(text, str):
        return _misfit(text, "a text")
    parts = (text,) if extractor.pattern is None else extractor.pattern.captures(text)
    found = {part: value for part in parts if (value := _value_of(extractor, part, scope)) is not None}
    if len(set(found.values())) == 1:  # of all that could be meant, one is such a value
        return next(iter(found.values()))
    if extractor.pattern is not None and (found or len(parts) != 1):
        return _misshapen(text, extractor.pattern)
    return UnreadValue(f'"{excerpt(parts[0])}" is not a {extractor.type} and nothing else')


def _value_of(extractor: ShownValue, part: str, scope: ExtractionScope) -> SeenValue:
    if extractor.type is Type.NUMBER:
        return shown_number(part, scope.numbers, scope.units)
    return shown_time(part) if extractor.type is Type.TIME else shown_date(part, scope.now)


def _arithmetic(extractor: Arithmetic, scope: ExtractionScope) -> Decimal | UnreadValue:
    numbers: list[Decimal] = []
    for operand in extractor.operands:
        value = read(operand, scope)
        if not isinstance(value, Decimal):
            return _misfit(value, "a number")
        numbers.append(value)
    result, *rest = numbers
    for number in rest:
        if extractor.operation == "plus":
            result += number
        elif extractor.operation == "minus":
            result -= number
        else:
            result *= number
    return result


def _join(parts: tuple[Extractor, ...], scope: ExtractionScope) -> str | UnreadValue:
    texts: list[str] = []
    for part in parts:
        value = read(part, scope)
        if isinstance(value, UnreadValue):
            return value
        texts.append("" if value is None else str(value))
    return _bounded("".join(texts))


def _choose(extractor: Choose, scope: ExtractionScope) -> SeenValue | UnreadValue:
    value = read(extractor.extractor, scope)
    if isinstance(value, UnreadValue):
        return value
    for wanted, given in extractor.options:
        if _same(value, wanted):
            return given
    if extractor.else_it:
        return value
    if extractor.otherwise is not None:
        return extractor.otherwise.value
    return UnreadValue(f'the model gives nothing for "{excerpt(str(value))}"')


def _first(extractors: tuple[Extractor, ...], scope: ExtractionScope) -> SeenValue | UnreadValue:
    unread: list[UnreadValue] = []
    for extractor in extractors:
        value = read(extractor, scope)
        if not isinstance(value, UnreadValue) or value.is_there:
            return value
        unread.append(value)
    return UnreadValue(
        ", and ".join(unread.reason for unread in unread), is_missing=all(unread.is_missing for unread in unread)
    )


def _same(value: SeenValue, constant: Constant) -> bool:
    if isinstance(value, str) and isinstance(constant, str):
        return normalize("NFC", value) == normalize("NFC", constant)
    return type(value) is type(constant) and value == constant


def _are_same(first: SeenValue | UnreadValue, other: SeenValue | UnreadValue) -> bool | UnreadValue:
    """Identities are compared letter by letter: what only looks alike is somebody else's."""
    for value in (first, other):
        if isinstance(value, UnreadValue):
            return value
    if isinstance(first, str) and isinstance(other, str):
        return normalize("NFC", first) == normalize("NFC", other)
    return type(first) is type(other) and first == other


def _misfit(value: SeenValue | UnreadValue, wanted: str) -> UnreadValue:
    return value if isinstance(value, UnreadValue) else UnreadValue(f'"{excerpt(str(value))}" is not {wanted}')


def _bounded(text: str) -> str | UnreadValue:
    """A text that others wrote, unless nothing can be done with it."""
    if len(text) > LONGEST_TEXT:
        return UnreadValue(f"the text has {len(text):,} characters; at most {LONGEST_TEXT:,} are read", is_there=True)
    if not text.isascii() and has_lone_surrogate(text):
        return UnreadValue("the text has half a character in it", is_there=True)
    return text


@dataclass(frozen=True, slots=True)
class ScreenReader:
    """Reads from a screen, starting at a row or at the element acted upon. What cannot be read is None."""

    scope: ExtractionScope
    package: str

    @property
    def typed(self) -> str | None:
        """The text that the action brings; None into a password field."""
        value = self.read("typed()")
        return value if isinstance(value, str) else None

    def read(self, extractor: str) -> SeenValue:
        """The value of a reading, written as in a model's file. Raises `ExpressionError` if it cannot be meant."""
        value = read(_extractor(extractor, self.package), self.scope)
        return None if isinstance(value, UnreadValue) else value

    def text(self, place: str) -> str | None:
        """The text of the one element at a place."""
        value = self.read(f"text({place})")
        return value if isinstance(value, str) else None

    def checked(self, place: str) -> bool | None:
        """Whether it is switched on."""
        value = self.read(f"checked({place})")
        return value if isinstance(value, bool) else None

    def number(self, place: str) -> Decimal | None:
        """The one number in its text."""
        value = self.read(f"number({place})")
        return value if isinstance(value, Decimal) else None

    def time(self, place: str) -> time | None:
        """The one time in its text."""
        value = self.read(f"time({place})")
        return value if isinstance(value, time) else None

    def date(self, place: str) -> date | None:
        """The one day in its text."""
        value = self.read(f"date({place})")
        return value if isinstance(value, date) else None

    def each(self, place: str) -> "tuple[ScreenReader, ...]":
        """A reader for each element that a selector means."""
        found = select(_selector(place, self.package), self.scope.index, self.scope.start)
        return tuple(replace(self, scope=replace(self.scope, start=number)) for number in found)


@lru_cache(maxsize=2048)
def _extractor(source: str, package: str) -> Extractor:
    return parse_extractor(source, package)


@lru_cache(maxsize=2048)
def _selector(source: str, package: str) -> Selector:
    return read_selector(source, package)
