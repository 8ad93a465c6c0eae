"""Predicates in plain form: one spelling for what means the same, so that equal things are equal.

`> 2` rows become `>= 3`, `in` with one constant becomes `=`, texts their normal form; order and the names of rule
variables stop mattering. Two bodies of different plain form may still mean the same; to show that takes a solver.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from decimal import Decimal

from handrail.language.operators import TABLE, Operator
from handrail.language.rule import Constraint, Count, Literal, RuleVariable, StatePredicate, Term
from handrail.language.value import Value, comparable, show_number


def plain_predicates(predicates: Iterable[StatePredicate]) -> tuple[StatePredicate, ...]:
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
