"""A question made small for the solver: no `once`, one spelling of sets and codes, as few rows as suffice."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod

from handrail.language.analysis.disjunct import Disjunct, names_in
from handrail.language.analysis.run import Row, Tables
from handrail.language.declaration import State, States, Variable
from handrail.language.normal_form import code_form, name_set
from handrail.language.operators import TABLE, Operator
from handrail.language.rule import Constraint, Literal, Now, RuleVariable, StatePredicate, Term
from handrail.language.value import Type

# `once` unfolded: what held at some moment is asked of tables of their own, one set for each such moment.
#
# To hold, `once P` may have a moment for itself. To fail, it must fail at every moment that the question knows, now
# included; other moments could only help it. So nothing is left of `once` but more tables.


MOST_UNFOLDED = 200


class TooManyMoments(Exception):
    """Internal to the analysis: to say that this fails at every moment would take too many cases."""


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A question without `once`: cases over the states as they are now, and as they were at earlier moments."""

    holding: tuple[Disjunct, ...]
    failing: tuple[Disjunct, ...]
    states: States
    moments: int

    def parted(self, tables: Tables) -> tuple[Tables, tuple[Tables, ...]]:
        """The tables as they are now, and as they were at each earlier moment."""
        by_moment: list[dict[str, tuple[Row, ...]]] = [{} for _ in range(self.moments + 1)]
        for name, rows in tables.items():
            state, _, moment = name.partition("`")
            by_moment[int(moment or 0)][state] = rows
        now, *before = by_moment
        return now, tuple(before)


def unfold(holding: Sequence[Disjunct], failing: Sequence[Disjunct], states: States) -> Unfolded:
    """Take `once` out of a question. Raises `TooManyMoments`."""
    seen = tuple(dict.fromkeys(p for disjunct in holding for p in disjunct.predicates if p.once))
    moments = {predicate: number for number, predicate in enumerate(seen, 1)}
    return Unfolded(
        tuple(_at(disjunct, moments) for disjunct in holding),
        tuple(alternative for disjunct in failing for alternative in _at_all(disjunct, len(seen))),
        _states_at_each(states, len(seen)),
        len(seen),
    )


def asks_the_clock(disjuncts: Sequence[Disjunct]) -> bool:
    """Whether something under `once` is compared with the time of its moment, which the question does not know."""
    return any(
        isinstance(term, Now)
        for disjunct in disjuncts
        for predicate in disjunct.predicates
        if predicate.once
        for constraint in predicate.constraints
        for term in constraint.terms
    )


def _at(disjunct: Disjunct, moments: Mapping[StatePredicate, int]) -> Disjunct:
    return Disjunct(disjunct.objectives, tuple(_then(p, moments[p]) if p.once else p for p in disjunct.predicates))


def _at_all(disjunct: Disjunct, moments: int) -> Sequence[Disjunct]:
    """The case with each `once` at each moment; the case fails if all of these do."""
    once = [p for p in disjunct.predicates if p.once]
    if (moments + 1) ** len(once) > MOST_UNFOLDED:
        raise TooManyMoments
    return [
        _at(disjunct, dict(zip(once, chosen, strict=True))) for chosen in product(range(moments + 1), repeat=len(once))
    ]


def _then(predicate: StatePredicate, moment: int) -> StatePredicate:
    return replace(predicate, state=_named_at(predicate.state, moment), once=False)


def _states_at_each(states: States, moments: int) -> States:
    at_each: dict[str, State] = dict(states)
    for moment in range(1, moments + 1):
        for name, state in states.items():
            at_each[_named_at(name, moment)] = state
    return at_each


def _named_at(state: str, moment: int) -> str:
    """What the state is called at a moment: the present has its own name, and no name has a backtick in it."""
    return f"{state}`{moment}" if moment else state


# Sets of names in a question: to the solver they are texts, of which each set has one.


class AsksForSpelling(Exception):
    """Internal to the analysis: a rule says something of a set or a code that a text does not tell."""

    def __init__(self, variable: Variable) -> None:
        super().__init__(
            "a set of names is asked for its members" if variable.is_set else "a code is asked for a part of it"
        )


def one_spelling(disjuncts: Iterable[Disjunct], states: States) -> tuple[Disjunct, ...]:
    """The cases with every set of names, and every code, in one spelling. Raises `AsksForSpelling`."""
    return tuple(
        replace(disjunct, predicates=tuple(_predicate(predicate, states) for predicate in disjunct.predicates))
        for disjunct in disjuncts
    )


def _predicate(predicate: StatePredicate, states: States) -> StatePredicate:
    variables = states[predicate.state].variables
    constraints = tuple(_constraint(constraint, variables[constraint.variable]) for constraint in predicate.constraints)
    return predicate if constraints == predicate.constraints else replace(predicate, constraints=constraints)


def _constraint(constraint: Constraint, variable: Variable) -> Constraint:
    if not (variable.is_set or variable.is_code):
        return constraint
    if TABLE[constraint.operator].relation is not None:
        raise AsksForSpelling(variable)
    terms = tuple(_term(term, variable) for term in constraint.terms)
    return replace(constraint, value=terms if isinstance(constraint.value, tuple) else terms[0])


def _term(term: Term, variable: Variable) -> Term:
    match term:
        case RuleVariable(name=name) if not name.startswith("_"):  # it may meet a text that is none
            raise AsksForSpelling(variable)
        case Literal(value=str() as text):
            return Literal(", ".join(sorted(name_set(text).members)) if variable.is_set else code_form(text))
        case _:
            return term


# How many rows of each table suffice to answer a question: what holds in some database holds in a small one.
#
# Take a database in which some cases hold and others do not, and keep only: the rows that each lower count of the
# holding cases needs, and for each upper count of the others one row more than it allows, once for each value of its
# rule variables. No kept row makes a holding case false, and no other case true. The values of a rule variable are in
# turn those of kept rows, so the numbers follow from each other; where they do in a circle no number is known.


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
