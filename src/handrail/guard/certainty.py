"""Whether what is known of a row says that it meets a predicate, that it does not, or leaves it open.

The monitor calls a constraint on what was never seen false, as the language says. That is right for what a rule rests
on, and wrong for what it says that there is none of: a row of which the decisive value is not known may be one.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from types import MappingProxyType
from typing import assert_never

from handrail.language.declaration import State, Variable
from handrail.language.operators import Operator, holds
from handrail.language.rule import (
    Constraint,
    Literal,
    Now,
    Objective,
    RelativeDay,
    Rule,
    RuleVariable,
    StatePredicate,
    Term,
)
from handrail.language.value import Value


def meets(
    predicate: StatePredicate, state: State, known: Mapping[str, object], today: date, *, for_some: bool = False
) -> bool | None:
    """Whether a row meets all constraints of a predicate; None where what is known of it does not decide.

    `known` holds values in the form in which they are compared. What `Now` and a `?x` stand for is not known here:
    `for_some` asks whether the row meets the rest.
    """
    answer: bool | None = True
    for constraint in predicate.constraints:
        wanted = _wanted(constants_of(constraint), state.variables[constraint.variable], today)
        if wanted is None and for_some:
            continue
        found = known.get(constraint.variable)
        if found is None or wanted is None:
            answer = None
        elif not holds(constraint.operator, found, wanted, _is_same):  # type: ignore[arg-type]
            return False
    return answer


def at_most(predicate: StatePredicate) -> int | None:
    """How many rows may meet a predicate at most; None where any number may."""
    match predicate.count.operator:
        case Operator.EQUAL | Operator.LESS_OR_EQUAL:
            return predicate.count.number
        case Operator.LESS:
            return predicate.count.number - 1
        case _:
            return None


def of_keys(predicate: StatePredicate, keys: Collection[str]) -> StatePredicate:
    """What a predicate says of the keys alone: of which rows it speaks."""
    return replace(
        predicate, constraints=tuple(constraint for constraint in predicate.constraints if constraint.variable in keys)
    )


def without(predicate: StatePredicate, variables: Collection[str]) -> StatePredicate:
    """What a predicate says of anything else than these variables."""
    rest = (constraint for constraint in predicate.constraints if constraint.variable not in variables)
    return replace(predicate, constraints=tuple(rest))


def states_of(rules: Iterable[Rule]) -> frozenset[str]:
    """The states that rules speak of, not counting those under `once`."""
    predicates = (predicate for rule in rules for predicate in rule.body if isinstance(predicate, StatePredicate))
    return frozenset(predicate.state for predicate in predicates if not predicate.once)


def rules_for(rules: Iterable[Rule], objectives: Collection[str]) -> list[Rule]:
    """The rules that lead to one of these."""
    return [rule for rule in rules if isinstance(rule.head, Objective) and rule.head.name in objectives]


def said_of_row(
    rules: Iterable[Rule],
    state: State,
    row: Mapping[str, object],
    today: date,
    *,
    by_value: bool = False,
    before: Mapping[str, object] = MappingProxyType({}),
) -> frozenset[str]:
    """The variables of which some rule says, of the very row with these values, what they are to be.

    `by_value`: and does not only take them from there, as `?x` does. `before`: and what they were then is not that.
    """
    predicates = (predicate for rule in rules for predicate in rule.body)
    named = {name: row.get(name) for name in state.keys}
    return frozenset(
        constraint.variable
        for predicate in predicates
        if isinstance(predicate, StatePredicate)
        and predicate.state == state.name
        and not (predicate.once or predicate.holds_on_nothing)
        if meets(of_keys(predicate, state.keys), state, named, today, for_some=True) is not False
        for constraint in predicate.constraints
        if not (by_value and any(isinstance(term, RuleVariable) for term in constants_of(constraint)))
        and not (before and meets(replace(predicate, constraints=(constraint,)), state, before, today))
    )


def goes_against(
    rules: Iterable[Rule],
    aims: Collection[Rule],
    state: State,
    row: Mapping[str, object],
    before: Mapping[str, object],
    today: date,
) -> bool:
    """Whether something in a row with these values is what no rule wants of it that says what it is to be; or is other
    than before, and all that the rules say of it was so then; or whether it becomes one of which there are to be none.

    `aims` are the rules that say what such a row is to be; in another it is a condition.
    """
    named = {name: row.get(name) for name in state.keys}
    about_it = [
        (predicate, rule in aims)
        for rule in rules
        for predicate in rule.body
        if isinstance(predicate, StatePredicate)
        and predicate.state == state.name
        and not predicate.once
        and meets(of_keys(predicate, state.keys), state, named, today, for_some=True) is not False
    ]

    def fitting(predicate: StatePredicate, values: Mapping[str, object]) -> bool | None:
        return meets(predicate, state, values, today, for_some=True)

    unwanted = [predicate for predicate, _ in about_it if predicate.holds_on_nothing]
    if any(fitting(none, {**before, **row}) and not (before and fitting(none, before)) for none in unwanted):
        return True
    said = [
        ({constraint.variable for constraint in predicate.constraints}, predicate)
        for predicate, is_aim in about_it
        if is_aim and predicate not in unwanted
    ]
    for name in row:
        of_it = [predicate for variables, predicate in said if name in variables]
        is_other = before.get(name, row[name]) != row[name]
        if of_it and all(fitting(predicate, {**before, **row}) is False for predicate in of_it):
            return True
        if of_it and is_other and all(fitting(predicate, {**row, **before}) for predicate in of_it):
            return True
    return False


def is_bound(constraint: Constraint) -> bool:
    """Whether a constraint compares with a `?x`, of which other predicates speak as well."""
    return any(isinstance(term, RuleVariable) and not term.is_anonymous for term in constants_of(constraint))


def constants_of(constraint: Constraint) -> Sequence[Term]:
    """What a constraint compares with: one value, or those of an `in`."""
    return constraint.value if isinstance(constraint.value, tuple) else (constraint.value,)


def _is_same(first: str, other: str) -> bool:
    return first == other


def _wanted(written: Sequence[Term], variable: Variable, today: date) -> list[Value] | None:
    values: list[Value] = []
    for term in written:
        match term:
            case Literal(value):
                values.append(variable.comparable(value))
            case RelativeDay(days):
                values.append(today + timedelta(days=days))
            case Now() | RuleVariable():
                return None
            case _:
                assert_never(term)
    return values
