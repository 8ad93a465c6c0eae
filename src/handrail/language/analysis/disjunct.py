"""A case: one way in which a rule is satisfied, with `still` unfolded, so that only tables remain to be asked about.

`still O` is "O was achieved and some rule for O holds now", so a rule that says it has a case for each rule of O.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import count, product
from typing import Self

from handrail.language.operators import TABLE, Operator
from handrail.language.rule import (
    Constraint,
    Count,
    Done,
    Head,
    Literal,
    Objective,
    ObjectivePredicate,
    Rule,
    RuleVariable,
    StatePredicate,
    Term,
)
from handrail.language.value import Value, comparable, show_number

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
        return cls(objectives, _plain_predicates(_named(predicates)))

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
    return Disjunct(disjunct.objectives | other.objectives, _plain_predicates(predicates))


def _named(predicates: Iterable[StatePredicate]) -> tuple[StatePredicate, ...]:
    """The predicates with a name for each `?_`, which no rule variable can have."""
    fresh = count()
    return tuple(rename(p, lambda name: f"_.{next(fresh)}" if name == "_" else name) for p in predicates)


# Predicates in plain form: one spelling for what means the same, so that equal things are equal.
#
# `> 2` rows become `>= 3`, `in` with one constant becomes `=`, texts their normal form; order and the names of rule
# variables stop mattering. Two bodies of different plain form may still mean the same; to show that takes a solver.


def _plain_predicates(predicates: Iterable[StatePredicate]) -> tuple[StatePredicate, ...]:
    """A conjunction of state predicates in plain form. Every `?_` must have a name of its own by now."""
    plain = [_plain_predicate(predicate) for predicate in predicates]
    plain = [predicate for predicate in plain if not _always_holds(predicate)]
    plain.sort(key=lambda predicate: repr(rename(predicate, lambda _: "")))
    numbers: dict[str, str] = {}
    for predicate in plain:
        for name in names_in(predicate):
            numbers.setdefault(name, str(len(numbers) + 1))
    numbered = {_in_order(rename(predicate, numbers.__getitem__)) for predicate in plain}
    return tuple(sorted(numbered, key=repr))


def names_in(predicate: StatePredicate) -> Iterator[str]:
    """The rule variables of a predicate in the order of use."""
    for constraint in predicate.constraints:
        for term in constraint.terms:
            if isinstance(term, RuleVariable):
                yield term.name


def is_constant(constraint: Constraint) -> bool:
    """Whether it has no `?x`."""
    return not any(isinstance(term, RuleVariable) for term in constraint.terms)


def rename(predicate: StatePredicate, new_name: Callable[[str], str]) -> StatePredicate:
    """The predicate with other names for its rule variables."""

    def renamed(term: Term) -> Term:
        return RuleVariable(new_name(term.name)) if isinstance(term, RuleVariable) else term

    constraints = (_with_terms(constraint, map(renamed, constraint.terms)) for constraint in predicate.constraints)
    return replace(predicate, constraints=tuple(constraints))


def plain_count(count: Count) -> Count:
    """The same count said with `>=`, `<=` or `=`; `[< 0]`, which never holds, is `[<= -1]`."""
    match count.operator:
        case Operator.GREATER:
            return Count(Operator.GREATER_OR_EQUAL, count.number + 1)
        case Operator.LESS:
            return Count(Operator.LESS_OR_EQUAL, count.number - 1)
        case _:
            return Count(Operator.LESS_OR_EQUAL, 0) if count == Count(Operator.EQUAL, 0) else count


def _always_holds(predicate: StatePredicate) -> bool:
    """Nothing is known when a session begins, so that what no rows satisfy held once."""
    if predicate.once and predicate.holds_on_nothing:
        return True
    return predicate.count.operator is Operator.GREATER_OR_EQUAL and predicate.count.number <= 0


def _plain_predicate(predicate: StatePredicate) -> StatePredicate:
    constraints = tuple(map(_plain_constraint, predicate.constraints))
    return _in_order(replace(predicate, constraints=constraints, count=plain_count(predicate.count)))


def _in_order(predicate: StatePredicate) -> StatePredicate:
    return replace(predicate, constraints=tuple(sorted(set(predicate.constraints), key=repr)))


def _plain_constraint(constraint: Constraint) -> Constraint:
    terms = tuple(sorted({_plain_term(term) for term in constraint.terms}, key=repr))
    if len(terms) == 1:
        return Constraint(constraint.variable, TABLE[constraint.operator].single or constraint.operator, terms[0])
    return Constraint(constraint.variable, constraint.operator, terms)


def _plain_term(term: Term) -> Term:
    return Literal(_plain_value(term.value)) if isinstance(term, Literal) else term


def _plain_value(value: Value) -> Value:
    return Decimal(show_number(value)) if isinstance(value, Decimal) else comparable(value)


def _with_terms(constraint: Constraint, terms: Iterable[Term]) -> Constraint:
    terms = tuple(terms)
    value = terms if isinstance(constraint.value, tuple) else terms[0]
    return Constraint(constraint.variable, constraint.operator, value)


# Who needs whom: rules in an order in which nothing comes before what it requires, and requirements of requirements.
#
# The checker has refused cycles, so every objective has a place.


def needs(rule: Rule) -> frozenset[str]:
    """The objectives that the rule names, with `still` or without."""
    return frozenset(predicate.name for predicate in rule.body if isinstance(predicate, ObjectivePredicate))


def prerequisites_first(rules: Sequence[Rule]) -> tuple[int, ...]:
    """The places of the rules, each after all rules for the objectives it needs. Linear in the text."""
    waits_for: dict[Head, set[str]] = {}
    of_head: dict[Head, list[int]] = {}
    waiting: dict[str, list[Head]] = {}
    for place, rule in enumerate(rules):
        of_head.setdefault(rule.head, []).append(place)
        waits_for.setdefault(rule.head, set()).update(needs(rule))
    for head, names in waits_for.items():
        for name in names:
            waiting.setdefault(name, []).append(head)
    ready = [head for head, names in waits_for.items() if not names]
    order: list[int] = []
    while ready:
        head = ready.pop()
        order.extend(of_head[head])
        if isinstance(head, Objective):
            for other in waiting.get(head.name, ()):
                waits_for[other].discard(head.name)
                if not waits_for[other]:
                    ready.append(other)
    return tuple(order)


def ever_needed(rules: Sequence[Rule]) -> Mapping[str, frozenset[str]]:
    """For each objective, all that some way to it goes through. Quadratic for a long chain."""
    return _requirements(rules, lambda ways: frozenset().union(*ways))


def always_needed(rules: Sequence[Rule]) -> Mapping[str, frozenset[str]]:
    """For each objective, what was surely achieved before it: common to all its rules."""
    return _requirements(rules, lambda ways: frozenset.intersection(*ways))


def leading_to_done(rules: Sequence[Rule]) -> frozenset[str]:
    """The objectives on some way to `Done`. Linear in the text."""
    of_head: dict[Head, set[str]] = {}
    for rule in rules:
        of_head.setdefault(rule.head, set()).update(needs(rule))
    found: set[str] = set()
    waiting: list[Head] = [Done()]
    while waiting:
        names = of_head.get(waiting.pop(), set()) - found
        found |= names
        waiting.extend(Objective(name) for name in names)
    return frozenset(found)


def with_requirements(names: Iterable[str], requirements: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The objectives and what they require in turn."""
    names = frozenset(names)
    return names.union(*(requirements[name] for name in names))


def _requirements(
    rules: Sequence[Rule], together: Callable[[Sequence[frozenset[str]]], frozenset[str]]
) -> Mapping[str, frozenset[str]]:
    ways: dict[str, list[frozenset[str]]] = {}
    requirements: dict[str, frozenset[str]] = {}
    for place in prerequisites_first(rules):
        rule = rules[place]
        if isinstance(rule.head, Objective):
            of_head = ways.setdefault(rule.head.name, [])
            of_head.append(with_requirements(needs(rule), requirements))
            requirements[rule.head.name] = together(of_head)
    return requirements
