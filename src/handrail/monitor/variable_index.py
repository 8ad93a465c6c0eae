"""Which of a state's predicates does a new value of one variable break?

Predicates are bits of an integer. The answer takes a few look-ups and one bisection, however many predicates there
are: that is what keeps a verdict's cost from growing with the specification.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from handrail.language.operators import Matches, Operator, holds
from handrail.language.value import Value

Bits: TypeAlias = int
"""A set of predicates of one state, one bit each."""


# All that one predicate asks of one variable, folded into a few parts that can be indexed.
#
# `price > 5, price <= 9, price != 7` becomes one lower bound, one upper bound and one excluded value. Only
# constraints whose constants are known when the session begins are folded; those with a `?x` or `Now` stay as they
# are written.


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


# The requirements of all predicates on one variable.


@dataclass(frozen=True, slots=True)
class VariableIndex:
    """The requirements of all predicates on one variable.

    `bounds` are the values of all bounds in order. All bounds broken by a value are one entry of `broken_at`, found by
    bisection: number 2n for a value between bound n - 1 and bound n, 2n + 1 for one that is equal to bound n.
    """

    constrained: Bits
    limited: Bits
    allowed: dict[Value, Bits]
    excluded: dict[Value, Bits]
    bounds: list[Any]
    broken_at: list[Bits]
    tested: tuple[tuple[Bits, Requirement], ...]
    matches: Matches

    def broken_by(self, value: Value | None) -> Bits:
        """The predicates with a false constraint on this variable, once it has this value (in comparable form)."""
        if value is None:
            return self.constrained
        broken = 0
        if self.limited:
            broken = self.limited & ~self.allowed.get(value, 0)
        if self.excluded:
            broken |= self.excluded.get(value, 0)
        if bounds := self.bounds:
            place = bisect_left(bounds, value)
            broken |= self.broken_at[2 * place + (place < len(bounds) and bounds[place] == value)]
        for bit, requirement in self.tested:
            if not broken & bit and not requirement.met_by_test(value, self.matches):
                broken |= bit
        return broken


def index_variable(requirements: Iterable[tuple[Bits, Requirement]], matches: Matches) -> VariableIndex:
    """Build the index from each predicate's bit and what it requires of the variable."""
    constrained = limited = 0
    allowed: dict[Value, Bits] = {}
    excluded: dict[Value, Bits] = {}
    lower: list[tuple[Bound, Bits]] = []
    upper: list[tuple[Bound, Bits]] = []
    tested: list[tuple[Bits, Requirement]] = []
    for bit, requirement in requirements:
        constrained |= bit
        if requirement.one_of is not None:
            limited |= bit
            for value in requirement.one_of:
                allowed[value] = allowed.get(value, 0) | bit
        for value in requirement.none_of:
            excluded[value] = excluded.get(value, 0) | bit
        if requirement.lower is not None:
            lower.append((requirement.lower, bit))
        if requirement.upper is not None:
            upper.append((requirement.upper, bit))
        if requirement.tests:
            tested.append((bit, requirement))
    bounds, broken_at = _bounds(lower, upper)
    return VariableIndex(constrained, limited, allowed, excluded, bounds, broken_at, tuple(tested), matches)


def _bounds(lower: list[tuple[Bound, Bits]], upper: list[tuple[Bound, Bits]]) -> tuple[list[Any], list[Bits]]:
    """The values of the bounds in order, and for each of them and each gap between them what breaks there."""
    values = sorted({bound.value for bound, _ in lower + upper})
    place = {value: 2 * number + 1 for number, value in enumerate(values)}
    from_above = [0] * (2 * len(values) + 1)
    for bound, bit in lower:  # broken by everything below
        from_above[place[bound.value] - (not bound.strict)] |= bit
    for number in range(len(from_above) - 2, -1, -1):
        from_above[number] |= from_above[number + 1]
    from_below = [0] * len(from_above)
    for bound, bit in upper:  # broken from here on
        from_below[place[bound.value] + (not bound.strict)] |= bit
    for number in range(1, len(from_below)):
        from_below[number] |= from_below[number - 1]
    return values, [below | above for below, above in zip(from_above, from_below, strict=True)]
