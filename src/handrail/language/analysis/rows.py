"""How many rows of each table suffice to answer a question: what holds in some database holds in a small one.

Take a database in which some cases hold and others do not, and keep only: the rows that each lower count of the
holding cases needs, and for each upper count of the others one row more than it allows, once for each value of its
rule variables. No kept row makes a holding case false, and no other case true. The values of a rule variable are in
turn those of kept rows, so the numbers follow from each other; where they do in a circle no number is known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod

from handrail.language.analysis.disjunct import Disjunct, names_in
from handrail.language.declaration import State, States
from handrail.language.operators import Operator
from handrail.language.rule import RuleVariable, StatePredicate
from handrail.language.value import Type

MOST_ROWS = 12
LONGEST_PATH = 20


@dataclass(frozen=True, slots=True)
class Rows:
    """How many rows of each state to look at, and which of the other cases could need more (by their place)."""

    numbers: Mapping[str, int]
    unbounded: frozenset[int]


def capacity(state: State) -> int | None:
    """How many rows the table can have at all: one without keys, one for each value of finite keys; else None."""
    sizes = []
    for key in state.keys:
        variable = state.variables[key]
        if variable.type is Type.BOOLEAN:
            sizes.append(2)
        elif variable.type is Type.ENUM:
            sizes.append(len(variable.options))
        else:
            return None
    return prod(sizes)


def binders(disjunct: Disjunct) -> Mapping[str, StatePredicate]:
    """For each rule variable a predicate that gives it its value; as few predicates as come first."""
    chosen: dict[str, StatePredicate] = {}
    for predicate in disjunct.predicates:
        if not predicate.holds_on_nothing:
            for constraint in predicate.constraints:
                if constraint.operator is Operator.EQUAL and isinstance(constraint.value, RuleVariable):
                    chosen.setdefault(constraint.value.name, predicate)
    return chosen


def least_rows(predicate: StatePredicate) -> int:
    """The rows without which the predicate cannot hold."""
    count = predicate.count
    return count.number if count.operator in (Operator.GREATER_OR_EQUAL, Operator.EQUAL) else 0


def breaking_rows(predicate: StatePredicate) -> int:
    """The rows with which the predicate no longer holds; 0 if more never hurt."""
    count = predicate.count
    return count.number + 1 if count.operator in (Operator.LESS_OR_EQUAL, Operator.EQUAL) else 0


def rows_needed(holding: Sequence[Disjunct], failing: Sequence[Disjunct], states: States) -> Rows | None:
    """The rows to look at; None if the holding cases alone need more than `MOST_ROWS` of one table."""
    counter = _Counter(states)
    for disjunct in (*holding, *failing):
        for predicate in disjunct.predicates:
            counter.least.setdefault(predicate.state, 0)
    for disjunct in holding:
        for predicate in disjunct.predicates:
            counter.least[predicate.state] += least_rows(predicate)
    for place, disjunct in enumerate(failing):
        binder = binders(disjunct)
        for predicate in disjunct.predicates:
            if breaking_rows(predicate):
                sources = dict.fromkeys(binder[name] for name in names_in(predicate))
                demand = _Demand(place, breaking_rows(predicate), tuple(source.state for source in sources))
                counter.demands.setdefault(predicate.state, []).append(demand)
    numbers = {state: counter.rows(state, ()) for state in counter.least}
    if max(numbers.values(), default=0) > MOST_ROWS:
        return None
    return Rows(numbers, frozenset(counter.unbounded))


@dataclass(frozen=True, slots=True)
class _Demand:
    """So many rows for each choice of a row of every source keep the failing case at this place failing."""

    place: int
    rows: int
    sources: tuple[str, ...]


@dataclass(slots=True)
class _Counter:
    """Adds up the rows of each state, following demands to their sources."""

    states: States
    least: dict[str, int] = field(default_factory=dict)
    demands: dict[str, list[_Demand]] = field(default_factory=dict)
    known: dict[str, int] = field(default_factory=dict)
    unbounded: set[int] = field(default_factory=set)

    def rows(self, state: str, path: tuple[str, ...]) -> int:
        """How many rows of this state; `path` are the states that wait for the answer."""
        if state not in self.known:
            most = capacity(self.states[state])
            if most is not None and most <= MOST_ROWS:
                self.known[state] = most if state in self.demands else min(most, self.least[state])
            else:
                self.known[state] = self._sum(state, (*path, state))
        return self.known[state]

    def _sum(self, state: str, path: tuple[str, ...]) -> int:
        rows = self.least[state]
        for demand in self.demands.get(state, ()):
            wanted = demand.rows
            for source in demand.sources:
                if source in path or len(path) > LONGEST_PATH:
                    self.unbounded.add(demand.place)
                else:
                    wanted *= self.rows(source, path)
            if rows + wanted <= MOST_ROWS:
                rows += wanted
            else:
                self.unbounded.add(demand.place)
        return rows
