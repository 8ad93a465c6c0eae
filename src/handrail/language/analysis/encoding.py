"""Tables with a bounded number of rows as formulas, and what it means there that a case holds.

A cell is a quantity and whether it is defined. Numbers are exact reals; days, seconds, truth values and places of
texts are whole numbers. Source: docs/language.md.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, count, pairwise, product
from math import prod
from typing import TypeAlias, assert_never

from handrail.language.analysis.disjunct import Disjunct
from handrail.language.analysis.logic import Formula, Logic, Quantity
from handrail.language.analysis.reduction import binders
from handrail.language.analysis.text_pool import Column
from handrail.language.analysis.text_theory import TextTheory
from handrail.language.declaration import States, Variable
from handrail.language.operators import TABLE, Operator, TextRelation
from handrail.language.rule import Constraint, Literal, Now, RelativeDay, RuleVariable, StatePredicate, Term
from handrail.language.value import Type, Value

MOST_COMPARISONS = 20_000
"""How many comparisons are written out to say that one case fails: all for each choice of rows for its `?x`."""

LAST_SECOND = 24 * 60 * 60 - 1


class TooManyChoices(Exception):
    """Internal to the analysis: to say that this case fails would take too long a formula."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One variable of one row."""

    value: Quantity
    defined: Formula


@dataclass(frozen=True, slots=True)
class RowSlot:
    """A place for a row, which may be empty."""

    present: Formula
    cells: Mapping[str, Cell]


Binding: TypeAlias = Mapping[str, Quantity]
"""The values of the rule variables of one case."""


@dataclass(slots=True)
class Encoding:
    """The tables of one question. `today` is a quantity of its own if the question is about any day."""

    logic: Logic
    states: States
    theories: Mapping[Column, TextTheory]
    today: Quantity
    now: Quantity
    tables: dict[str, tuple[RowSlot, ...]] = field(default_factory=dict)
    facts: list[Formula] = field(default_factory=list)
    names: Iterator[int] = field(default_factory=count)

    def add_table(self, state: str, variables: Sequence[str], rows: int) -> None:
        """Make room for so many rows; keys are always defined and tell rows apart."""
        slots = tuple(self._slot(state, variables) for _ in range(rows))
        self.tables[state] = slots
        for first, second in pairwise(slots):
            self.facts.append(self.logic.any_of((first.present, self.logic.negation(second.present))))
        for first, second in combinations(slots, 2):
            same = self.logic.all_of(
                self.logic.equal(first.cells[key].value, second.cells[key].value) for key in self.states[state].keys
            )
            self.facts.append(self.logic.negation(self.logic.all_of((second.present, same))))

    def _slot(self, state: str, variables: Sequence[str]) -> RowSlot:
        cells = {}
        for name in variables:
            variable = self.states[state].variables[name]
            defined = self.logic.true if variable.key else self.logic.proposition(self._name())
            cells[name] = Cell(self._value_of(state, variable), defined)
        return RowSlot(self.logic.proposition(self._name()), cells)

    def preferences(self, clock: datetime | None) -> Iterator[Formula]:
        """What makes an example short: no row and no value that it can do without, and all on the first day."""
        slots = [slot for table in self.tables.values() for slot in reversed(table)]
        for slot in slots:
            yield self.logic.negation(slot.present)
        for slot in slots:
            for cell in slot.cells.values():
                if cell.defined is not self.logic.true:
                    yield self.logic.negation(cell.defined)
        if clock is not None:
            yield self.logic.at_most(self.logic.whole_constant(seconds(clock.time())), self.now)

    def _name(self) -> str:
        return str(next(self.names))

    def _value_of(self, state: str, variable: Variable) -> Quantity:
        if variable.type is Type.NUMBER:
            return self.logic.real(self._name())
        value = self.logic.whole(self._name())
        match variable.type:
            case Type.BOOLEAN:
                self.bound(0, value, 1)
            case Type.DATE:
                self.bound(1, value, date.max.toordinal())
            case Type.TIME:
                self.bound(0, value, LAST_SECOND)
            case Type.TEXT:
                self.facts.append(self.theories[state, variable.name].domain(value))
            case Type.ENUM:
                self.facts.append(self.theories[state, variable.name].among(value, variable.by_normal_form))
            case _:
                assert_never(variable.type)
        return value

    def bound(self, low: int, value: Quantity, high: int) -> None:
        """The value lies between these two, or is one of them."""
        self.facts.append(self.logic.at_most(self.logic.whole_constant(low), value))
        self.facts.append(self.logic.at_most(value, self.logic.whole_constant(high)))

    def holds(self, disjunct: Disjunct) -> Formula:
        """The case holds; its rule variables are values of their own."""
        binding: dict[str, Quantity] = {}
        for predicate in disjunct.predicates:
            variables = self.states[predicate.state].variables
            for constraint in predicate.constraints:
                is_number = variables[constraint.variable].type is Type.NUMBER
                for term in constraint.terms:
                    if isinstance(term, RuleVariable) and term.name not in binding:
                        name = self._name()  # no bounds: the `=` that binds it bounds it
                        binding[term.name] = self.logic.real(name) if is_number else self.logic.whole(name)
        return self._all_hold(disjunct.predicates, binding)

    def fails(self, disjunct: Disjunct) -> Formula:
        """No choice of rows for the rule variables makes the case hold. Raises `TooManyChoices`."""
        binder = binders(disjunct)
        sources = tuple(dict.fromkeys(binder.values()))
        choices = prod(len(self.tables[source.state]) for source in sources)
        if (
            choices * sum(len(self.tables[p.state]) * (1 + len(p.constraints)) for p in disjunct.predicates)
            > MOST_COMPARISONS
        ):
            raise TooManyChoices
        ways = []
        for choice in product(*(self.tables[source.state] for source in sources)):
            slots = dict(zip(sources, choice, strict=True))
            cells = {name: slots[source].cells[_bound_variable(source, name)] for name, source in binder.items()}
            readable = (
                *(slot.present for slot in choice),
                *(cell.defined for cell in cells.values()),
            )
            binding = {name: cell.value for name, cell in cells.items()}
            ways.append(self.logic.all_of((*readable, self._all_hold(disjunct.predicates, binding))))
        return self.logic.negation(self.logic.any_of(ways))

    def _all_hold(self, predicates: Iterable[StatePredicate], binding: Binding) -> Formula:
        return self.logic.all_of(self._holds(predicate, binding) for predicate in predicates)

    def _holds(self, predicate: StatePredicate, binding: Binding) -> Formula:
        matches = [self._matches(slot, predicate, binding) for slot in self.tables[predicate.state]]
        number = predicate.count.number
        enough = self.logic.at_least(number, matches)
        not_too_many = self.logic.negation(self.logic.at_least(number + 1, matches))
        match predicate.count.operator:
            case Operator.GREATER_OR_EQUAL:
                return enough
            case Operator.LESS_OR_EQUAL:
                return not_too_many
            case Operator.EQUAL:
                return self.logic.all_of((enough, not_too_many))
            case operator:
                raise AssertionError(f"`{operator}` is not plain")

    def _matches(self, slot: RowSlot, predicate: StatePredicate, binding: Binding) -> Formula:
        conditions = [slot.present]
        for constraint in predicate.constraints:
            cell = slot.cells[constraint.variable]
            conditions.append(cell.defined)
            conditions.append(self._compares((predicate.state, constraint.variable), cell.value, constraint, binding))
        return self.logic.all_of(conditions)

    def _compares(self, column: Column, value: Quantity, constraint: Constraint, binding: Binding) -> Formula:
        logic = self.logic
        first, *_ = terms = constraint.terms
        match constraint.operator:
            case Operator.EQUAL | Operator.IN:
                return logic.any_of(self._equals(column, value, term, binding) for term in terms)
            case Operator.NOT_EQUAL | Operator.NOT_IN:
                return logic.negation(logic.any_of(self._equals(column, value, term, binding) for term in terms))
            case Operator.SIMILAR | Operator.NOT_SIMILAR | Operator.CONTAINS | Operator.NOT_CONTAINS as operator:
                entry = TABLE[operator]
                assert entry.relation is not None
                related = self._related(column, entry.relation, value, first, binding)
                return logic.negation(related) if entry.denies else related
            case Operator.LESS:
                return logic.less(value, self._value(first, binding))
            case Operator.LESS_OR_EQUAL:
                return logic.at_most(value, self._value(first, binding))
            case Operator.GREATER:
                return logic.less(self._value(first, binding), value)
            case Operator.GREATER_OR_EQUAL:
                return logic.at_most(self._value(first, binding), value)
            case _:
                assert_never(constraint.operator)

    def _equals(self, column: Column, value: Quantity, term: Term, binding: Binding) -> Formula:
        if isinstance(term, Literal) and isinstance(term.value, str):
            return self.theories[column].among(value, (term.value,))
        return self.logic.equal(value, self._value(term, binding))

    def _related(
        self, column: Column, relation: TextRelation, value: Quantity, term: Term, binding: Binding
    ) -> Formula:
        theory = self.theories[column]
        if isinstance(term, RuleVariable):
            return theory.related_values(relation, value, binding[term.name])
        assert isinstance(term, Literal)
        assert isinstance(term.value, str)
        return theory.related(relation, value, term.value)

    def _value(self, term: Term, binding: Binding) -> Quantity:
        match term:
            case RuleVariable(name):
                return binding[name]
            case RelativeDay(days):
                return self.logic.sum(self.today, days)
            case Now():
                return self.now
            case Literal(value):
                return self._constant(value)
            case _:
                assert_never(term)

    def _constant(self, value: Value) -> Quantity:
        match value:
            case bool():
                return self.logic.whole_constant(int(value))
            case Decimal():
                return self.logic.real_constant(Fraction(value))
            case date():
                return self.logic.whole_constant(value.toordinal())
            case time():
                return self.logic.whole_constant(seconds(value))
            case str():
                raise AssertionError("texts are compared by their theory")
            case _:
                assert_never(value)


def seconds(value: time) -> int:
    """Since midnight."""
    return (value.hour * 60 + value.minute) * 60 + value.second


def _bound_variable(predicate: StatePredicate, name: str) -> str:
    return next(
        constraint.variable
        for constraint in predicate.constraints
        if constraint.operator is Operator.EQUAL and constraint.value == RuleVariable(name)
    )
