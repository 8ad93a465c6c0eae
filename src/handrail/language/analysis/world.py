"""From the solver's numbers back to tables with values that a person can read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from fractions import Fraction
from itertools import count
from math import ceil, floor
from typing import assert_never

from handrail.language.analysis.encoding import Encoding, RowSlot, seconds
from handrail.language.analysis.logic import SolverModel
from handrail.language.analysis.run import Row, Tables
from handrail.language.analysis.text_pool import Column, TextPool
from handrail.language.declaration import Variable
from handrail.language.rule import Literal, Now, RelativeDay, StatePredicate
from handrail.language.value import Type, Value


@dataclass(frozen=True, slots=True)
class PossibleWorld:
    """One answer: the complete tables, and the clock at that moment if it matters; `before` what was there earlier."""

    tables: Tables
    today: date
    now: time | None
    before: tuple[Tables, ...] = ()


def read_world(
    model: SolverModel, encoding: Encoding, pools: Mapping[Column, TextPool], predicates: Iterable[StatePredicate]
) -> PossibleWorld:
    """What the model says. Numbers and days are moved to readable ones that compare with each other as they did."""
    today = int(model.number(encoding.today))
    predicates = tuple(predicates)
    reader = _Reader(model, encoding, pools, today)
    reader.settle(predicates)
    tables = {
        state: rows
        for state, slots in encoding.tables.items()
        if (rows := tuple(reader.row(state, slot) for slot in slots if model.truth(slot.present)))
    }
    now = _time(int(model.number(encoding.now))) if _ask_the_clock(predicates) else None
    return PossibleWorld(tables, date.fromordinal(today), now)


def _ask_the_clock(predicates: Iterable[StatePredicate]) -> bool:
    return any(
        isinstance(term, Now)
        for predicate in predicates
        for constraint in predicate.constraints
        for term in constraint.terms
    )


class _Reader:
    def __init__(self, model: SolverModel, encoding: Encoding, pools: Mapping[Column, TextPool], today: int) -> None:
        self.model = model
        self.encoding = encoding
        self.pools = pools
        self.today = today
        self.numbers: Mapping[Fraction, Decimal] = {}
        self.days: Mapping[Fraction, Decimal] = {}

    def settle(self, predicates: Iterable[StatePredicate]) -> None:
        """Choose the numbers and days to show."""
        numbers: dict[Fraction, Decimal] = {}
        days = {Fraction(self.today): Decimal(self.today)}
        for predicate in predicates:
            for constraint in predicate.constraints:
                for term in constraint.terms:
                    match term:
                        case Literal(Decimal() as number):
                            numbers[Fraction(number)] = number
                        case Literal(date() as day):
                            days[Fraction(day.toordinal())] = Decimal(day.toordinal())
                        case RelativeDay(offset):
                            days[Fraction(self.today + offset)] = Decimal(self.today + offset)
        self.numbers = readable(self._values(Type.NUMBER), numbers)
        self.days = readable(self._values(Type.DATE), days)

    def _values(self, wanted: Type) -> set[Fraction]:
        return {
            self.model.number(cell.value)
            for state, slots in self.encoding.tables.items()
            for slot in slots
            for name, cell in slot.cells.items()
            if self.encoding.states[state].variables[name].type is wanted
            and self.model.truth(slot.present)
            and self.model.truth(cell.defined)
        }

    def row(self, state: str, slot: RowSlot) -> Row:
        """The defined cells."""
        variables = self.encoding.states[state].variables
        return {
            name: self._value(state, variables[name], self.model.number(cell.value))
            for name, cell in slot.cells.items()
            if self.model.truth(cell.defined)
        }

    def _value(self, state: str, variable: Variable, number: Fraction) -> Value:
        match variable.type:
            case Type.NUMBER:
                return self.numbers[number]
            case Type.DATE:
                return date.fromordinal(int(self.days[number]))
            case Type.TIME:
                return _time(int(number))
            case Type.BOOLEAN:
                return bool(number)
            case Type.TEXT | Type.ENUM:
                normal, shown = tuple(self.pools[state, variable.name].shown.items())[int(number)]
                return variable.by_normal_form.get(normal, shown)
            case _:
                assert_never(variable.type)


def _time(since_midnight: int) -> time:
    moment = time(since_midnight // 3600, since_midnight // 60 % 60, since_midnight % 60)
    assert seconds(moment) == since_midnight
    return moment


# Short decimals in place of whatever numbers a solver came up with.


def readable(values: Iterable[Fraction], fixed: Mapping[Fraction, Decimal]) -> Mapping[Fraction, Decimal]:
    """The values as short decimals in the same order, the fixed ones unchanged.

    A solver answers 1/3 where anything between 0 and 1 will do, and no decimal is a third.
    """
    shown = dict(fixed)
    waiting: list[Fraction] = []
    below: Decimal | None = None
    for value in sorted({*values, *fixed}):
        if value not in fixed:
            waiting.append(value)
            continue
        shown.update(zip(waiting, _spread(below, fixed[value], len(waiting)), strict=True))
        waiting.clear()
        below = fixed[value]
    shown.update(zip(waiting, _spread(below, None, len(waiting)), strict=True))
    return shown


def _spread(below: Decimal | None, above: Decimal | None, number: int) -> list[Decimal]:
    """So many different decimals in between, ascending, with as few digits as possible."""
    if below is None and above is None:
        return [Decimal(step) for step in range(number)]
    if below is None:
        assert above is not None
        return [Decimal(ceil(above) - step) for step in range(number, 0, -1)]
    for digits in count():
        scale = 10**digits
        first = floor(Fraction(below) * scale) + 1
        if above is None or first + number - 1 < Fraction(above) * scale:
            return [Decimal(f"{first + step}e-{digits}") for step in range(number)]
    raise AssertionError("between two numbers there are others")
