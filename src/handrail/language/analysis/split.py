"""Where a specification splits into two sides: rules on different ways to `Done` with opposite conditions."""

from collections.abc import Iterator
from dataclasses import dataclass

from handrail.language.analysis.columns import Column
from handrail.language.analysis.disjunct import Disjunct, state_predicates
from handrail.language.analysis.plain import plain_count
from handrail.language.analysis.question import Impossible
from handrail.language.analysis.subject import Subject
from handrail.language.declaration import Variable
from handrail.language.operators import TABLE
from handrail.language.rule import AT_LEAST_ONE, Constraint, Done, Objective, Rule, RuleVariable, StatePredicate
from handrail.language.value import Type


@dataclass(frozen=True, slots=True)
class Condition:
    """A constraint that a branch may hang on: no key, no `?x`, in a predicate about some row."""

    place: int
    predicate: StatePredicate
    constraint: Constraint

    @property
    def column(self) -> Column:
        """What it is about."""
        return self.predicate.state, self.constraint.variable


def conditions(place: int, subject: Subject) -> Iterator[Condition]:
    """The conditions of one rule."""
    for predicate in about_some_row(subject.rules[place]):
        for constraint in predicate.constraints:
            variable = subject.states[predicate.state].variables[constraint.variable]
            if not variable.key and is_constant(constraint):
                yield Condition(place, predicate, constraint)


def about_some_row(rule: Rule) -> Iterator[StatePredicate]:
    """The predicates that one row can meet now, as in a branch."""
    return (p for p in state_predicates(rule) if plain_count(p.count) == AT_LEAST_ONE and not p.once)


def is_constant(constraint: Constraint) -> bool:
    """Whether it has no `?x`."""
    return not any(isinstance(term, RuleVariable) for term in constraint.terms)


def are_two_sides(one: Condition, other: Condition, subject: Subject) -> bool:
    """Whether the conditions, about one column, part the ways of their rules."""
    variable = subject.states[one.predicate.state].variables[one.constraint.variable]
    return (
        _look_like_two_sides(one.constraint, other.constraint, variable)
        and _are_on_different_ways(one.place, other.place, subject)
        and _is_impossible(one.predicate.state, (one.constraint, other.constraint), subject)
        and not _have_different_keys(one.predicate, other.predicate, subject)
    )


def _look_like_two_sides(one: Constraint, other: Constraint, variable: Variable) -> bool:
    """`= "A"` and `= "B"` are two wishes unless there are only these; `= "A"` and `!= "A"` are two sides."""
    if variable.type is Type.BOOLEAN or len(variable.options) == 2:
        return True
    first, second = TABLE[one.operator], TABLE[other.operator]
    if first.side or second.side:
        return None not in (first.side, second.side) and first.side is not second.side
    return first.denies != second.denies


def _are_on_different_ways(one: int, other: int, subject: Subject) -> bool:
    """Whether neither rule needs the other and no rule for `Done` needs both: the task goes one way or the other."""
    rules = subject.rules[one], subject.rules[other]
    heads = {rule.head.name for rule in rules if isinstance(rule.head, Objective)}
    if rules[0].head == rules[1].head or not heads <= subject.led_to:
        return False
    if heads & (subject.ways[one] | subject.ways[other]):
        return False
    ends = (way for rule, way in zip(subject.rules, subject.ways, strict=True) if isinstance(rule.head, Done))
    return len(heads) < 2 or not any(heads <= way for way in ends)


def _have_different_keys(one: StatePredicate, other: StatePredicate, subject: Subject) -> bool:
    keys = subject.states[one.state].keys
    on_keys = (c for c in (*one.constraints, *other.constraints) if c.variable in keys and is_constant(c))
    return _is_impossible(one.state, tuple(on_keys), subject)


def _is_impossible(state: str, constraints: tuple[Constraint, ...], subject: Subject) -> bool:
    return isinstance(subject.oracle.ask((Disjunct.of((StatePredicate(state, constraints),)),)), Impossible)
