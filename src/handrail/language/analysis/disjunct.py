"""A case: one way in which a rule is satisfied, with `still` unfolded, so that only tables remain to be asked about.

`still O` is "O was achieved and some rule for O holds now", so a rule that says it has a case for each rule of O.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, product
from typing import Self

from handrail.language.analysis.objective_graph import needs, prerequisites_first
from handrail.language.analysis.plain import plain_predicates, rename
from handrail.language.rule import Head, Objective, ObjectivePredicate, Rule, StatePredicate

MOST_DISJUNCTS = 64
MOST_PREDICATES = 64


class TooManyDisjuncts(Exception):
    """Internal to the analysis: a body, its `still` unfolded, is longer than anybody can mean."""


@dataclass(frozen=True, slots=True)
class Disjunct:
    """Satisfied when the objectives were achieved and all predicates hold. Predicates are in plain form."""

    objectives: frozenset[str] = frozenset()
    predicates: tuple[StatePredicate, ...] = ()

    @classmethod
    def of(cls, predicates: Iterable[StatePredicate], objectives: frozenset[str] = frozenset()) -> Self:
        """A case from predicates as they were written."""
        return cls(objectives, plain_predicates(_named(predicates)))

    def is_active(self, achieved: frozenset[str]) -> bool:
        """Whether all that can be missing is the right tables."""
        return self.objectives <= achieved


def disjuncts_of_rules(rules: Sequence[Rule]) -> tuple[tuple[Disjunct, ...], ...]:
    """For each rule its cases, equal ones once. Raises `TooManyDisjuncts`."""
    disjuncts: dict[int, tuple[Disjunct, ...]] = {}
    of_objective: dict[str, dict[Disjunct, None]] = {}
    for place in prerequisites_first(rules):
        rule = rules[place]
        disjuncts[place] = _disjuncts_of(rule, of_objective)
        if isinstance(rule.head, Objective):
            of_objective.setdefault(rule.head.name, {}).update(dict.fromkeys(disjuncts[place]))
    return tuple(disjuncts[place] for place in range(len(rules)))


def disjuncts_by_head(rules: Sequence[Rule]) -> Mapping[Head, tuple[Disjunct, ...]]:
    """For each head the cases of all its rules, equal ones once. Raises `TooManyDisjuncts`."""
    by_head: dict[Head, dict[Disjunct, None]] = {}
    for rule, disjuncts in zip(rules, disjuncts_of_rules(rules), strict=True):
        by_head.setdefault(rule.head, {}).update(dict.fromkeys(disjuncts))
    return {head: tuple(disjuncts) for head, disjuncts in by_head.items()}


def state_predicates(rule: Rule) -> tuple[StatePredicate, ...]:
    """What the rule itself says about tables, as written."""
    return tuple(predicate for predicate in rule.body if isinstance(predicate, StatePredicate))


def _disjuncts_of(rule: Rule, of_objective: Mapping[str, Iterable[Disjunct]]) -> tuple[Disjunct, ...]:
    own = Disjunct.of(state_predicates(rule), needs(rule))
    still = dict.fromkeys(p.name for p in rule.body if isinstance(p, ObjectivePredicate) and p.still)
    disjuncts: dict[Disjunct, None] = {own: None}
    for name in still:
        pairs = list(product(disjuncts, of_objective[name]))
        if len(pairs) > MOST_DISJUNCTS:
            raise TooManyDisjuncts
        disjuncts = dict.fromkeys(_both(disjunct, unfolded) for disjunct, unfolded in pairs)
    return tuple(disjuncts)


def _both(disjunct: Disjunct, other: Disjunct) -> Disjunct:
    predicates = (
        *(rename(predicate, lambda name: f"{name}.1") for predicate in disjunct.predicates),
        *(rename(predicate, lambda name: f"{name}.2") for predicate in other.predicates),
    )
    if len(predicates) > MOST_PREDICATES:
        raise TooManyDisjuncts
    return Disjunct(disjunct.objectives | other.objectives, plain_predicates(predicates))


def _named(predicates: Iterable[StatePredicate]) -> tuple[StatePredicate, ...]:
    """The predicates with a name for each `?_`, which no rule variable can have."""
    fresh = count()
    return tuple(rename(p, lambda name: f"_.{next(fresh)}" if name == "_" else name) for p in predicates)
