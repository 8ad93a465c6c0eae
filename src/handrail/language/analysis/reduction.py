"""What is taken out of a question before the solver sees it: `once`, and sets of names."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from handrail.language.analysis.disjunct import Disjunct
from handrail.language.analysis.run import Row, Tables
from handrail.language.declaration import State, States
from handrail.language.normal_form import name_set
from handrail.language.operators import TABLE
from handrail.language.rule import Constraint, Literal, Now, RuleVariable, StatePredicate, Term

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
        tuple(one for disjunct in failing for one in _at_all(disjunct, len(seen))),
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


class AsksForMembers(Exception):
    """Internal to the analysis: a rule says something of a set that a text does not tell."""


def one_spelling_of_sets(disjuncts: Iterable[Disjunct], states: States) -> tuple[Disjunct, ...]:
    """The cases with every set of names in one spelling. Raises `AsksForMembers`."""
    return tuple(
        replace(disjunct, predicates=tuple(_predicate(predicate, states) for predicate in disjunct.predicates))
        for disjunct in disjuncts
    )


def _predicate(predicate: StatePredicate, states: States) -> StatePredicate:
    variables = states[predicate.state].variables
    if not any(variables[constraint.variable].is_set for constraint in predicate.constraints):
        return predicate
    constraints = (_constraint(c) if variables[c.variable].is_set else c for c in predicate.constraints)
    return replace(predicate, constraints=tuple(constraints))


def _constraint(constraint: Constraint) -> Constraint:
    if TABLE[constraint.operator].relation is not None:
        raise AsksForMembers
    terms = tuple(map(_term, constraint.terms))
    return replace(constraint, value=terms if isinstance(constraint.value, tuple) else terms[0])


def _term(term: Term) -> Term:
    match term:
        case RuleVariable(name=name) if not name.startswith("_"):  # it may meet a text that is no set
            raise AsksForMembers
        case Literal(value=str() as text):
            return Literal(", ".join(sorted(name_set(text).members)))
        case _:
            return term
