"""Whether one value meets one constraint: the meaning of every operator, on values in comparable form.

Source: docs/language.md. An undefined value meets nothing, whatever the operator.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, assert_never

from handrail.language.name_set import NameSet
from handrail.language.rule import Operator
from handrail.language.value import Value

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
        case _:
            return bool(found >= wanted)


def _text(value: Value) -> str:
    assert isinstance(value, str)  # the checker allows these operators on Text only
    return value
