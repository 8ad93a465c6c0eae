"""Whether what happens to one entry brings how many there are nearer to what a rule wants: the second of four."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal

from handrail.app.consequence import Count
from handrail.app.update import Assignment, RefusedUpdate, Removal, Update
from handrail.guard.certainty import at_most, constants_of, meets
from handrail.guard.facts import Facts
from handrail.language.operators import Operator
from handrail.language.rule import Constraint, Literal, StatePredicate

_AT_LEAST = frozenset({Operator.EQUAL, Operator.GREATER, Operator.GREATER_OR_EQUAL})


def brings_nearer(update: Update, predicate: StatePredicate, facts: Facts, today: date) -> bool:
    """Whether it makes one more of too few, or one fewer of too many. What a `?x` stands for is not asked."""
    change = facts.rows.read(update)
    if isinstance(change, RefusedUpdate) or change.state.name != predicate.state or not change.state.keys:
        return False
    state, known = change.state, facts.rows.known([predicate.state])[predicate.state]

    def counts(row: dict[str, object]) -> bool | None:
        return meets(predicate, state, row, today, for_some=True)

    before = dict(known.get(change.key, {}))
    was = counts(before) if before else False
    is_one = False if isinstance(change, Removal) else counts({**before, **change.compared})
    number, most = sum(counts(dict(row)) is True for row in known.values()), at_most(predicate)
    if most is not None and number > most:
        return was is True and is_one is False
    too_few = predicate.count.operator in _AT_LEAST and not predicate.count.holds(number)
    return too_few and was is False and is_one is True


def brings_number_nearer(
    predicate: StatePredicate, change: Assignment, facts: Facts, counts: Iterable[Count], today: date
) -> bool:
    """Whether a row was not yet what a predicate wants, and is so by a number that is counted, or nearer to it."""
    if predicate.once or predicate.holds_on_nothing:
        return False
    before = facts.rows.known([predicate.state])[predicate.state].get(change.key, {})
    after = {**before, **change.compared}

    def holds(constraint: Constraint, row: Mapping[str, object]) -> bool:
        single = replace(predicate, constraints=(constraint,))
        return meets(single, change.state, row, today, for_some=True) is not False

    if before and all(holds(constraint, before) for constraint in predicate.constraints):
        return False
    goes_up = {count.variable: count.goes_up for count in counts}
    return all(
        _is_short(constraint, after.get(constraint.variable), goes_up.get(constraint.variable))
        for constraint in predicate.constraints
        if not holds(constraint, after)
    )


def _is_short(constraint: Constraint, number: object, goes_up: bool | None) -> bool:
    """Whether a number is on its way to one that a constraint wants, and has not passed it."""
    wanted = [constant.value for constant in constants_of(constraint) if isinstance(constant, Literal)]
    return goes_up is not None and any(
        isinstance(number, Decimal) and isinstance(value, Decimal) and (value > number) is goes_up and value != number
        for value in wanted
    )
