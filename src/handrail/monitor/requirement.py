"""All that one predicate asks of one variable, folded into a few parts that can be indexed.

`price > 5, price <= 9, price != 7` becomes one lower bound, one upper bound and one excluded value. Only constraints
whose constants are known when the session begins are folded; those with a `?x` or `Now` stay as they are written.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, assert_never

from handrail.language.operators import Matches, Operator, holds
from handrail.language.value import Value


@dataclass(frozen=True, slots=True)
class GroundConstraint:
    """A comparison with values in comparable form."""

    operator: Operator
    wanted: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Bound:
    """One end of a range; `strict` leaves the value itself out."""

    value: Any
    strict: bool


@dataclass(frozen=True, slots=True)
class Requirement:
    """The conjunction of ground constraints over one variable."""

    one_of: frozenset[Value] | None = None
    none_of: frozenset[Value] = frozenset()
    lower: Bound | None = None
    upper: Bound | None = None
    tests: tuple[GroundConstraint, ...] = ()

    def met_by_test(self, value: Value, matches: Matches) -> bool:
        """Whether the parts that have to be tried one by one hold: `contains`, `~=` and their opposites."""
        return all(holds(test.operator, value, test.wanted, matches) for test in self.tests)


def fold(constraints: Iterable[GroundConstraint]) -> Requirement:
    """One requirement that holds exactly where all the constraints do."""
    one_of: frozenset[Value] | None = None
    none_of: frozenset[Value] = frozenset()
    lower: Bound | None = None
    upper: Bound | None = None
    tests: list[GroundConstraint] = []
    for constraint in constraints:
        operator, wanted = constraint.operator, constraint.wanted
        match operator:
            case Operator.EQUAL | Operator.IN:
                one_of = frozenset(wanted) if one_of is None else one_of & frozenset(wanted)
            case Operator.NOT_EQUAL | Operator.NOT_IN:
                none_of |= frozenset(wanted)
            case Operator.GREATER | Operator.GREATER_OR_EQUAL:
                lower = _tighter(lower, Bound(wanted[0], operator is Operator.GREATER), largest=True)
            case Operator.LESS | Operator.LESS_OR_EQUAL:
                upper = _tighter(upper, Bound(wanted[0], operator is Operator.LESS), largest=False)
            case Operator.SIMILAR | Operator.NOT_SIMILAR | Operator.CONTAINS | Operator.NOT_CONTAINS:
                tests.append(constraint)
            case _:
                assert_never(operator)
    return Requirement(one_of, none_of, lower, upper, tuple(tests))


def _tighter(known: Bound | None, new: Bound, *, largest: bool) -> Bound:
    if known is None:
        return new
    if known.value == new.value:
        return Bound(known.value, known.strict or new.strict)
    return new if (new.value > known.value) is largest else known
