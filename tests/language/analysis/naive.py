"""An evaluator written from docs/language.md alone: shares the types, and nothing else, with what it checks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count, product

from handrail.language.analysis import Row, Run, RunStep, Seen, Tables
from handrail.language.normal_form import normal_form
from handrail.language.operators import Operator
from handrail.language.rule import (
    Constraint,
    Count,
    Done,
    Literal,
    Now,
    Objective,
    ObjectivePredicate,
    RelativeDay,
    Rule,
    RuleVariable,
    StatePredicate,
    Term,
)
from handrail.language.similarity import DEFAULT_THRESHOLD, TRIGRAMS, Similarity
from handrail.language.specification import Specification
from handrail.language.value import PYTHON_TYPES, Value

Binding = Mapping[str, Value]


class Naive:
    """Whether a specification accepts a run that began at `clock`."""

    def __init__(
        self,
        specification: Specification,
        clock: datetime,
        similarity: Similarity = TRIGRAMS,
        threshold: float = DEFAULT_THRESHOLD,
    ) -> None:
        self.rules = specification.rules
        self.states = specification.states
        self.today = clock.date()
        self.similarity = similarity
        self.threshold = threshold
        self.past: list[tuple[Tables, datetime]] = [({}, clock)]

    def accepts(self, run: Run) -> bool:
        achieved: set[str] = set()
        heads = {rule.head.name for rule in self.rules if isinstance(rule.head, Objective)}
        *commits, finish = run.steps
        self.past = [({}, run.steps[0].now)]
        for step in commits:
            self.past.append((step.tables, step.now))
            if isinstance(step, Seen) or step.objective is None or step.objective not in heads:
                continue
            if not self.supports(Objective(step.objective), step.tables, achieved, step.now):
                return False
            achieved.add(step.objective)
        assert isinstance(finish, RunStep)
        assert finish.objective is None
        return self.supports(Done(), finish.tables, achieved, finish.now)

    def supports(self, head: Objective | Done, tables: Tables, achieved: set[str], now: datetime) -> bool:
        return any(self.satisfied(rule, tables, achieved, now) for rule in self.rules if rule.head == head)

    def satisfied(self, rule: Rule, tables: Tables, achieved: set[str], now: datetime) -> bool:
        for predicate in rule.body:
            if isinstance(predicate, ObjectivePredicate):
                if predicate.name not in achieved:
                    return False
                if predicate.still and not self.supports(Objective(predicate.name), tables, achieved, now):
                    return False
        predicates = _with_names([p for p in rule.body if isinstance(p, StatePredicate)])
        return any(
            all(
                any(
                    _counts(p.count, sum(self.meets(row, p, binding, then) for row in shown.get(p.state, ())))
                    for shown, then in ((tables, now), *(self.past if p.once else ()))
                )
                for p in predicates
            )
            for binding in self.bindings(predicates, tables)
        )

    def bindings(self, predicates: Sequence[StatePredicate], tables: Tables) -> Iterator[Binding]:
        """Every value of the right type that any row holds is tried for every rule variable."""
        types = {
            term.name: PYTHON_TYPES[self.states[p.state].variables[c.variable].type]
            for p in predicates
            for c in p.constraints
            for term in c.terms
            if isinstance(term, RuleVariable)
        }
        held = {_key(value): value for rows in tables.values() for row in rows for value in row.values()}
        candidates = ([value for value in held.values() if type(value) is types[name]] for name in types)
        for choice in product(*candidates):
            yield dict(zip(types, choice, strict=True))

    def meets(self, row: Row, predicate: StatePredicate, binding: Binding, now: datetime) -> bool:
        return all(self.agrees(row.get(c.variable), c, binding, now) for c in predicate.constraints)

    def agrees(self, found: Value | None, constraint: Constraint, binding: Binding, now: datetime) -> bool:
        if found is None:
            return False
        wanted = [self.value(term, binding, now) for term in constraint.terms]
        first = wanted[0]
        match constraint.operator:
            case Operator.EQUAL | Operator.IN:
                return any(_key(found) == _key(w) for w in wanted)
            case Operator.NOT_EQUAL | Operator.NOT_IN:
                return all(_key(found) != _key(w) for w in wanted)
            case Operator.SIMILAR:
                return self.similar(found, first)
            case Operator.NOT_SIMILAR:
                return not self.similar(found, first)
            case Operator.CONTAINS:
                return _is_part(first, found)
            case Operator.NOT_CONTAINS:
                return not _is_part(first, found)
            case Operator.LESS:
                return found < first  # type: ignore[operator]  # the checker saw to the types
            case Operator.LESS_OR_EQUAL:
                return found <= first  # type: ignore[operator]  # ditto
            case Operator.GREATER:
                return found > first  # type: ignore[operator]  # ditto
            case Operator.GREATER_OR_EQUAL:
                return found >= first  # type: ignore[operator]  # ditto

    def similar(self, found: Value, wanted: Value) -> bool:
        return self.similarity.matches(normal_form(str(wanted)), normal_form(str(found)), self.threshold)

    def value(self, term: Term, binding: Binding, now: datetime) -> Value:
        match term:
            case Literal(value):
                return value
            case RelativeDay(days):
                return self.today + timedelta(days)
            case Now():
                return now.time().replace(microsecond=0)
            case RuleVariable(name):
                return binding[name]


def _is_part(part: Value, text: Value) -> bool:
    """An empty text, to which only a `?x` can be bound, is contained in nothing."""
    part, text = normal_form(str(part)), normal_form(str(text))
    return part != "" and part in text


def _key(value: Value) -> tuple[type, Value]:
    """`true` is not 1, and texts are compared in normal form."""
    return type(value), normal_form(value) if isinstance(value, str) else value


def _counts(count: Count, rows: int) -> bool:
    match count.operator:
        case Operator.EQUAL:
            return rows == count.number
        case Operator.LESS:
            return rows < count.number
        case Operator.LESS_OR_EQUAL:
            return rows <= count.number
        case Operator.GREATER:
            return rows > count.number
        case _:
            return rows >= count.number


def _with_names(predicates: Sequence[StatePredicate]) -> Sequence[StatePredicate]:
    """Each `?_` becomes a variable of its own."""
    fresh = count()

    def named(constraint: Constraint) -> Constraint:
        if constraint.value == RuleVariable("_"):
            return replace(constraint, value=RuleVariable(f"_{next(fresh)}"))
        return constraint

    return [replace(p, constraints=tuple(map(named, p.constraints))) for p in predicates]
