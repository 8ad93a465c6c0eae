"""Every operator of the language: one table of what each is, and `holds`, what each means of values in comparable form.

Whoever speaks of operators reads this table when something is compiled, printed or checked: the grammar its spellings,
the checker what it compares, the analysis what relates texts and what denies it, `verbalize` its words. What an
operator means to each is a `match` that mypy demands to be whole: `holds` here, `Encoding` in the analysis, `fold` in
the monitor. `tests/language/test_operators.py` says for a new operator which file is still to be touched.

Source: docs/language.md. An undefined value meets nothing, whatever the operator.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias, assert_never

from handrail.language.normal_form import NameSet
from handrail.language.value import Type, Value

__all__ = [
    "AFFIRMING",
    "TABLE",
    "Entry",
    "Matches",
    "Operator",
    "Side",
    "TextRelation",
    "holds",
    "in_order",
    "occurs",
    "operators_of",
]


class Operator(StrEnum):
    """How a constraint compares a variable, in the ASCII spelling that the printer writes."""

    EQUAL = "="
    NOT_EQUAL = "!="
    SIMILAR = "~="
    NOT_SIMILAR = "not ~="
    LESS = "<"
    LESS_OR_EQUAL = "<="
    GREATER = ">"
    GREATER_OR_EQUAL = ">="
    IN = "in"
    NOT_IN = "not in"
    CONTAINS = "contains"
    NOT_CONTAINS = "not contains"


class TextRelation(StrEnum):
    """What two texts can have to do with each other beyond being equal; each is asked of in a way of its own."""

    LIKENESS = "~="
    CONTAINMENT = "contains"

    @property
    def is_to_a_part(self) -> bool:
        """Whether the wanted text is a part of the found one: then an empty one says nothing."""
        match self:
            case TextRelation.CONTAINMENT:
                return True
            case TextRelation.LIKENESS:
                return False
            case _:
                assert_never(self)


class Side(StrEnum):
    """On which side of the wanted value the found one lies."""

    BELOW = "<"
    ABOVE = ">"


@dataclass(frozen=True, slots=True)
class Entry:
    """What there is to know of one operator.

    `also` are its other spellings; `fact` and `wish` say it of a value (`is below`, `should be below`), `time_fact` and
    `time_wish` of a moment (`is before`). `denies`: it says that something is not so. `single`: it takes a list, and
    with one value in it says what this operator says. `rows`: how a count of rows says it, None if it counts none.
    `exact_fact` and `exact_wish` say it where texts are alike only if they are equal.
    """

    operands: frozenset[Type]
    complement: Operator
    fact: str
    wish: str
    also: tuple[str, ...] = ()
    time_fact: str = ""
    time_wish: str = ""
    denies: bool = False
    relation: TextRelation | None = None
    side: Side | None = None
    single: Operator | None = None
    rows: str | None = None
    exact_fact: str = ""
    exact_wish: str = ""


_ANY = frozenset(Type)
_TEXT = frozenset((Type.TEXT,))
_ORDERED = frozenset(value_type for value_type in Type if value_type.is_ordered)

TABLE: Mapping[Operator, Entry] = {
    Operator.EQUAL: Entry(_ANY, Operator.NOT_EQUAL, "is", "should be", also=("==",), rows="exactly"),
    Operator.NOT_EQUAL: Entry(_ANY, Operator.EQUAL, "is other than", "should be other than", also=("≠",), denies=True),
    Operator.SIMILAR: Entry(
        _TEXT,
        Operator.NOT_SIMILAR,
        "means",
        "should mean",
        also=("≃",),
        relation=TextRelation.LIKENESS,
        exact_fact="is word for word",
        exact_wish="should be word for word",
    ),
    Operator.NOT_SIMILAR: Entry(
        _TEXT,
        Operator.SIMILAR,
        "does not mean",
        "should not mean",
        also=("!~",),
        denies=True,
        relation=TextRelation.LIKENESS,
        exact_fact="is not word for word",
        exact_wish="should not be word for word",
    ),
    Operator.LESS: Entry(
        _ORDERED,
        Operator.GREATER_OR_EQUAL,
        "is below",
        "should be below",
        time_fact="is before",
        time_wish="should be before",
        side=Side.BELOW,
        rows="fewer than",
    ),
    Operator.LESS_OR_EQUAL: Entry(
        _ORDERED,
        Operator.GREATER,
        "is at most",
        "should be at most",
        also=("≤",),
        time_fact="is not after",
        time_wish="should not be after",
        side=Side.BELOW,
        rows="at most",
    ),
    Operator.GREATER: Entry(
        _ORDERED,
        Operator.LESS_OR_EQUAL,
        "is above",
        "should be above",
        time_fact="is after",
        time_wish="should be after",
        side=Side.ABOVE,
        rows="more than",
    ),
    Operator.GREATER_OR_EQUAL: Entry(
        _ORDERED,
        Operator.LESS,
        "is at least",
        "should be at least",
        also=("≥",),
        time_fact="is not before",
        time_wish="should not be before",
        side=Side.ABOVE,
        rows="at least",
    ),
    Operator.IN: Entry(_ANY, Operator.NOT_IN, "is one of", "should be one of", also=("⊆",), single=Operator.EQUAL),
    Operator.NOT_IN: Entry(
        _ANY,
        Operator.IN,
        "is none of",
        "should be none of",
        also=("⊄", "⊈"),
        denies=True,
        single=Operator.NOT_EQUAL,
    ),
    Operator.CONTAINS: Entry(
        _TEXT, Operator.NOT_CONTAINS, "contains", "should contain", relation=TextRelation.CONTAINMENT
    ),
    Operator.NOT_CONTAINS: Entry(
        _TEXT,
        Operator.CONTAINS,
        "does not contain",
        "should not contain",
        denies=True,
        relation=TextRelation.CONTAINMENT,
    ),
}
"""The one place to add an operator."""

AFFIRMING: Mapping[TextRelation, Operator] = {
    entry.relation: operator for operator, entry in TABLE.items() if entry.relation is not None and not entry.denies
}
"""The operator that says of two texts that they are so related."""


def operators_of(variable_type: Type) -> tuple[Operator, ...]:
    """The operators that compare variables of a type, in the order of the table."""
    return tuple(operator for operator, entry in TABLE.items() if variable_type in entry.operands)


Matches: TypeAlias = Callable[[str, str], bool]
"""`~=` between two texts in normal form: the wanted one, the found one."""


def holds(operator: Operator, found: Value | None, wanted: Sequence[Value], matches: Matches) -> bool:
    """Whether `found` meets the comparison with `wanted`: one value, or the list of an `in`."""
    if found is None:
        return False
    match operator:
        case Operator.EQUAL | Operator.IN:
            return found in wanted
        case Operator.NOT_EQUAL | Operator.NOT_IN:
            return found not in wanted
        case Operator.LESS | Operator.LESS_OR_EQUAL | Operator.GREATER | Operator.GREATER_OR_EQUAL:
            return in_order(operator, found, wanted[0])
        case Operator.SIMILAR:
            return matches(_text(wanted[0]), _text(found))
        case Operator.NOT_SIMILAR:
            return not matches(_text(wanted[0]), _text(found))
        case Operator.CONTAINS:
            return occurs(_text(wanted[0]), _text(found))
        case Operator.NOT_CONTAINS:
            return not occurs(_text(wanted[0]), _text(found))
        case _:
            assert_never(operator)


def occurs(part: str, text: str) -> bool:
    """Whether the part stands in the text; in a set of names, whether it is one of them, or each of it is.

    An empty part, which only a `?x` can bring about, stands nowhere.
    """
    if isinstance(text, NameSet):
        wanted = part.members if isinstance(part, NameSet) else {part}
        return bool(part) and wanted <= text.members
    return bool(part) and part in text


def in_order(operator: Operator, found: Any, wanted: Any) -> bool:
    """`<`, `<=`, `>` or `>=` between two numbers, dates or times; the checker saw to it that they are alike."""
    match operator:
        case Operator.LESS:
            return bool(found < wanted)
        case Operator.LESS_OR_EQUAL:
            return bool(found <= wanted)
        case Operator.GREATER:
            return bool(found > wanted)
        case Operator.GREATER_OR_EQUAL:
            return bool(found >= wanted)
        case _:
            raise AssertionError(f"`{operator}` is no order")


def _text(value: Value) -> str:
    assert isinstance(value, str)  # the checker allows these operators on Text only
    return value
