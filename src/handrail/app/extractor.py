"""Readings: how an update's value is read from a screen. Data, never code: what a screen shows is not evaluated.

| written | gives |
|---|---|
| `text(title)`, `text(title, "Re: {}")` | the element's text, or what stands at `{}` in it; so `description`, `label` |
| `number(price)`, `time(time)`, `date(day)` | the one number, time or day in its text; also of another reading |
| `checked(switch)`, `selected(tab)`, `enabled(…)`, `focused(…)` | a flag |
| `exists(error)`, `count(row)` | whether there is such an element, and how many |
| `all(//day[@checked], ", ")` | the labels of all such elements, joined; the empty text for none |
| `readable(time(…))` | whether a reading can be read |
| `typed()` | the text that an `input` brings |
| `known(Order.total)` | what is established about a state without keys; cannot be read where that is nothing |
| `not(…)`, `is(…, "Open")`, `plus(…, 1)`, `minus`, `times`, `join(…, " ", …)` | small steps from there |
| `same(text(name), known(Edited.name))` | whether two readings give the same value, letter by letter |
| `choose(text(state), "On" -> true, else -> false)` | one value for another; `else -> it` keeps any other |
| `first(…, …)`, `maybe(…)`, `literal("…")` | the first that can be read; left out if it cannot; a text as it stands |

An element's place is a selector, looked for below the row or the element acted upon, unless it starts with `/`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from handrail.app.selector import Attribute, Flag, Selector
from handrail.app.text_pattern import TextPattern
from handrail.language.value import Type

Constant: TypeAlias = str | Decimal | bool | None


@dataclass(frozen=True, slots=True)
class ConstantValue:
    """A value that stands in the model."""

    value: Constant


@dataclass(frozen=True, slots=True)
class TypedText:
    """The text that the action brings."""


@dataclass(frozen=True, slots=True)
class EstablishedValue:
    """What is established about a variable of a state without keys, as an earlier step or screen left it."""

    state: str
    variable: str


@dataclass(frozen=True, slots=True)
class ElementText:
    """A text of the one element that the selector means, or a part of it."""

    of: Selector
    attribute: Attribute
    pattern: TextPattern | None = None


@dataclass(frozen=True, slots=True)
class ElementFlag:
    """A yes or no of the one element that the selector means."""

    of: Selector
    flag: Flag


@dataclass(frozen=True, slots=True)
class ShownValue:
    """The one number, time or date in a text."""

    type: Type
    text: "Extractor"
    pattern: TextPattern | None = None


@dataclass(frozen=True, slots=True)
class CountOf:
    """How many elements the selector means; `only_whether`: whether any."""

    of: Selector
    only_whether: bool = False


@dataclass(frozen=True, slots=True)
class AllTexts:
    """The labels of all elements that the selector means, joined."""

    of: Selector
    separator: str


@dataclass(frozen=True, slots=True)
class Readable:
    """Whether a reading can be read."""

    extractor: "Extractor"


@dataclass(frozen=True, slots=True)
class Negated:
    """The other of yes and no."""

    extractor: "Extractor"


@dataclass(frozen=True, slots=True)
class Is:
    """Whether a reading gives one of these values."""

    extractor: "Extractor"
    options: tuple[Constant, ...]


@dataclass(frozen=True, slots=True)
class Same:
    """Whether two readings give the same value, to the letter."""

    first: "Extractor"
    second: "Extractor"


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`plus`, `minus` or `times` over numbers."""

    operation: str
    operands: tuple["Extractor", ...]


@dataclass(frozen=True, slots=True)
class Join:
    """Texts one after another."""

    parts: tuple["Extractor", ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """One value for another. A value not listed stays (`else -> it`), gives `otherwise`, or cannot be read."""

    extractor: "Extractor"
    options: tuple[tuple[Constant, Constant], ...]
    otherwise: ConstantValue | None = None
    else_it: bool = False


@dataclass(frozen=True, slots=True)
class First:
    """The first that can be read."""

    extractors: tuple["Extractor", ...]


@dataclass(frozen=True, slots=True)
class Maybe:
    """Left out of the update if it cannot be read."""

    extractor: "Extractor"


Extractor: TypeAlias = (
    ConstantValue
    | TypedText
    | EstablishedValue
    | ElementText
    | ElementFlag
    | ShownValue
    | CountOf
    | AllTexts
    | Readable
    | Negated
    | Is
    | Same
    | Arithmetic
    | Join
    | Choose
    | First
    | Maybe
)


def type_of(extractor: Extractor) -> Type | None:
    """The type of what a reading gives, or None where any type may come, as `null` does."""
    match extractor:
        case ConstantValue(value):
            return _type_of_constant(value)
        case TypedText() | ElementText() | AllTexts() | Join():
            return Type.TEXT
        case ElementFlag() | Readable() | Negated() | Is() | Same():
            return Type.BOOLEAN
        case ShownValue(type):
            return type
        case CountOf(_, only_whether):
            return Type.BOOLEAN if only_whether else Type.NUMBER
        case Arithmetic():
            return Type.NUMBER
        case Choose(inner, options, otherwise, else_it):
            values = [*(value for _, value in options), *([otherwise.value] if otherwise else [])]
            types = {_type_of_constant(value) for value in values if value is not None}
            return _common(types | ({type_of(inner)} if else_it else set()))
        case First(extractors):
            return _common({type_of(extractor) for extractor in extractors})
        case Maybe(inner):
            return type_of(inner)
        case EstablishedValue():
            return None


def within(extractor: Extractor) -> Iterator[Extractor]:
    """A reading and all those that it is made of."""
    yield extractor
    match extractor:
        case ShownValue(_, inner) | Readable(inner) | Negated(inner) | Is(inner) | Choose(inner) | Maybe(inner):
            yield from within(inner)
        case Same(first, other):
            yield from within(first)
            yield from within(other)
        case Arithmetic(_, inners) | Join(inners) | First(inners):
            for inner in inners:
                yield from within(inner)
        case _:
            return


def _type_of_constant(value: Constant) -> Type | None:
    match value:
        case bool():
            return Type.BOOLEAN
        case str():
            return Type.TEXT
        case Decimal():
            return Type.NUMBER
        case None:
            return None


def _common(types: set[Type | None]) -> Type | None:
    return types.pop() if len(types) == 1 else None
