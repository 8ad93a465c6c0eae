"""Which of a state's predicates does a new value of one variable break?

Predicates are bits of an integer. The answer takes a few look-ups and one bisection, however many predicates there
are: that is what keeps a verdict's cost from growing with the specification.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from handrail.language.operators import Matches
from handrail.language.value import Value
from handrail.monitor.requirement import Bound, Requirement

Bits: TypeAlias = int
"""A set of predicates of one state, one bit each."""


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
