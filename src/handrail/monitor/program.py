"""A specification compiled for one session: every state's predicates numbered and indexed, every rule resolved.

Compiling is linear in the specification and happens once; from then on an update costs what it changes.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import assert_never

from handrail.error import Misuse
from handrail.language.declaration import State, States, Variable
from handrail.language.operators import Matches
from handrail.language.rule import (
    Constraint,
    Done,
    Literal,
    Now,
    ObjectivePredicate,
    RelativeDay,
    Rule,
    RuleVariable,
    StatePredicate,
    Term,
)
from handrail.language.specification import Specification
from handrail.language.value import Value, comparable
from handrail.monitor.variable_index import Bits, GroundConstraint, Requirement, VariableIndex, fold, index_variable


class UnusableClock(Misuse):
    """The specification depends on a clock that was not given, or that leads out of the calendar."""


@dataclass(frozen=True, slots=True)
class CompiledPredicate:
    """A state predicate with its number among those of its state.

    `constants` are its constraints with the values they compare with, in comparable form; None where a constraint is
    *open*: it has a `?x` or `Now`, whose values are only known when it is asked. The index decides all the others.
    `shared` are the variables that more than one of them speaks of, `variables` what the state declares.
    """

    predicate: StatePredicate
    number: int
    constants: tuple[tuple[Constraint, tuple[Value, ...] | None], ...]
    shared: frozenset[str]
    variables: Mapping[str, Variable]

    def value_of(self, term: Term, constraint: Constraint, today: date | None) -> Value:
        """The value of a constant, in the form in which the constraint compares it."""
        if isinstance(term, Literal):
            return self.variables[constraint.variable].comparable(term.value)
        return ground_value(term, today)

    def wanted(self, constraint: Constraint, today: date | None, now: Value | None) -> tuple[Value, ...]:
        """The constants of a constraint without `?x`, in the form in which it compares them, at the moment `now`."""
        values: list[Value] = []
        for term in constraint.terms:
            if isinstance(term, Now):
                assert now is not None  # the monitor demands a clock where the specification has `Now`
                values.append(now)
            else:
                values.append(self.value_of(term, constraint, today))
        return tuple(values)

    @property
    def open(self) -> tuple[Constraint, ...]:
        """The constraints that the index cannot decide."""
        return tuple(constraint for constraint, wanted in self.constants if wanted is None)

    @property
    def bit(self) -> Bits:
        """The predicate as a set of one."""
        return 1 << self.number


@dataclass(frozen=True, slots=True)
class TableProgram:
    """The predicates of one state and, for each variable that any of them constrains, its index.

    `on_nothing` are the predicates that zero rows satisfy, `clocked` the constraints with `Now` by their variable.
    """

    state: State
    predicates: tuple[CompiledPredicate, ...]
    indexes: Mapping[str, VariableIndex]
    clocked: Mapping[str, tuple[tuple[Bits, Constraint], ...]]
    on_nothing: Bits
    all: Bits


@dataclass(frozen=True, slots=True)
class CompiledRule:
    """A rule with its predicates, in the order of its text and told apart by how they are decided.

    `plain_rows` has the states with keys that it mentions, not counting `once`, and which of its predicates on each say
    all that they say of a row without `?x` and `Now`.
    """

    rule: Rule
    body: tuple[ObjectivePredicate | CompiledPredicate, ...]
    objectives: tuple[ObjectivePredicate, ...]
    counted: tuple[CompiledPredicate, ...]
    joined: tuple[CompiledPredicate, ...]
    plain_rows: Mapping[str, Bits]

    @property
    def states(self) -> tuple[CompiledPredicate, ...]:
        """All its state predicates."""
        return self.counted + self.joined


@dataclass(frozen=True, slots=True)
class Program:
    """All that the monitor needs to know of a specification."""

    tables: Mapping[str, TableProgram]
    rules: tuple[CompiledRule, ...]
    by_objective: Mapping[str, tuple[CompiledRule, ...]]
    completing: tuple[CompiledRule, ...]
    once: tuple[CompiledPredicate, ...]
    predicates: Mapping[StatePredicate, CompiledPredicate]
    uses_clock: bool

    def rules_for(self, objective: str | None) -> tuple[CompiledRule, ...]:
        """The rules that establish an objective, or with None those that complete the task."""
        return self.completing if objective is None else self.by_objective.get(objective, ())


def compile_specification(specification: Specification, today: date | None, matches: Matches) -> Program:
    """Number the predicates, work out relative days and build the indexes.

    Raises `UnusableClock` if the specification names relative days or `Now` and `today` is None, or if a day falls out
    of the calendar.
    """
    numbers: dict[str, dict[StatePredicate, CompiledPredicate]] = {}
    rules = tuple(_compile_rule(rule, numbers, specification.states, today) for rule in specification.rules)
    tables = {
        name: _compile_table(specification.states[name], tuple(predicates.values()), matches)
        for name, predicates in numbers.items()
    }
    by_objective: dict[str, tuple[CompiledRule, ...]] = {}
    completing: tuple[CompiledRule, ...] = ()
    for compiled in rules:
        if isinstance(compiled.rule.head, Done):
            completing += (compiled,)
        else:
            name = compiled.rule.head.name
            by_objective[name] = (*by_objective.get(name, ()), compiled)
    uses_clock = any(
        isinstance(term, Now)
        for table in tables.values()
        for predicate in table.predicates
        for constraint in predicate.open
        for term in constraint.terms
    )
    if uses_clock and today is None:
        raise UnusableClock("the specification compares with Now; say when the session began (`clock=`)")
    once = tuple(predicate for table in tables.values() for predicate in table.predicates if predicate.predicate.once)
    compiled_predicates = {predicate: made for of_state in numbers.values() for predicate, made in of_state.items()}
    return Program(tables, rules, by_objective, completing, once, compiled_predicates, uses_clock)


def _compile_rule(
    rule: Rule, numbers: dict[str, dict[StatePredicate, CompiledPredicate]], states: States, today: date | None
) -> CompiledRule:
    body: list[ObjectivePredicate | CompiledPredicate] = []
    counted: list[CompiledPredicate] = []
    joined: list[CompiledPredicate] = []
    for predicate in rule.body:
        match predicate:
            case ObjectivePredicate():
                body.append(predicate)
            case StatePredicate():
                of_state = numbers.setdefault(predicate.state, {})
                compiled = of_state.get(predicate)
                if compiled is None:
                    compiled = of_state[predicate] = _compile_predicate(
                        predicate, len(of_state), states[predicate.state].variables, today
                    )
                (joined if compiled.open else counted).append(compiled)
                body.append(compiled)
            case _:
                assert_never(predicate)
    plain_rows: dict[str, Bits] = {}
    for compiled in (*counted, *joined):
        if states[compiled.predicate.state].keys and not compiled.predicate.once:
            plain = 0 if compiled.open else compiled.bit
            plain_rows[compiled.predicate.state] = plain_rows.get(compiled.predicate.state, 0) | plain
    objectives = tuple(predicate for predicate in body if isinstance(predicate, ObjectivePredicate))
    return CompiledRule(rule, tuple(body), objectives, tuple(counted), tuple(joined), plain_rows)


def _compile_predicate(
    predicate: StatePredicate, number: int, variables: Mapping[str, Variable], today: date | None
) -> CompiledPredicate:
    spoken_of = Counter(constraint.variable for constraint in predicate.constraints)
    shared = frozenset(variable for variable, times in spoken_of.items() if times > 1)
    compiled = CompiledPredicate(predicate, number, (), shared, variables)
    constants: list[tuple[Constraint, tuple[Value, ...] | None]] = []
    for constraint in predicate.constraints:
        known = [t for t in constraint.terms if not isinstance(t, RuleVariable | Now)]
        values = tuple(compiled.value_of(term, constraint, today) for term in known)  # a day may need a clock
        constants.append((constraint, values if len(values) == len(constraint.terms) else None))
    return replace(compiled, constants=tuple(constants))


def has_rule_variable(constraint: Constraint) -> bool:
    """Whether it speaks of a `?x`."""
    return any(isinstance(term, RuleVariable) for term in constraint.terms)


def ground_value(term: Term, today: date | None) -> Value:
    """The value of a constant, in comparable form."""
    match term:
        case Literal(value):
            return comparable(value)
        case RelativeDay(days):
            if today is None:
                raise UnusableClock(
                    "the specification names a day relative to today; say when the session began (`clock=`)"
                )
            try:
                return today + timedelta(days)
            except OverflowError:
                raise UnusableClock(
                    f"{days:+d} days from {today} is outside the calendar; write a nearer day"
                ) from None
        case Now() | RuleVariable():
            raise AssertionError("an open constraint has no ground value")
        case _:
            assert_never(term)


def _compile_table(state: State, predicates: tuple[CompiledPredicate, ...], matches: Matches) -> TableProgram:
    requirements: dict[str, list[tuple[Bits, Requirement]]] = {}
    clocked: dict[str, tuple[tuple[Bits, Constraint], ...]] = {}
    for predicate in predicates:
        ground: dict[str, list[GroundConstraint]] = {}
        for constraint, wanted in predicate.constants:
            if wanted is not None:
                ground.setdefault(constraint.variable, []).append(GroundConstraint(constraint.operator, wanted))
            elif not has_rule_variable(constraint):
                clocked[constraint.variable] = (*clocked.get(constraint.variable, ()), (predicate.bit, constraint))
        for variable, constraints in ground.items():
            requirements.setdefault(variable, []).append((predicate.bit, fold(constraints)))
    indexes = {variable: index_variable(parts, matches) for variable, parts in requirements.items()}
    on_nothing = sum(predicate.bit for predicate in predicates if predicate.predicate.holds_on_nothing)
    return TableProgram(state, predicates, indexes, clocked, on_nothing, (1 << len(predicates)) - 1)
