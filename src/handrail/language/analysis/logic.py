"""The thin wall around z3: formulas and quantities are opaque to the rest, and z3's missing types stay in here.

Only imported when a question is asked, since z3 is the optional extra `analysis`. Each specification is looked at in a
context of its own: nothing is shared between threads, and a long-lived server gets its memory back.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto
from fractions import Fraction
from typing import Any, NewType, TypeAlias

import z3  # type: ignore[import-untyped]  # z3 ships without types

Formula = NewType("Formula", object)
Quantity = NewType("Quantity", object)

MOST_EFFORT = 1_000_000
"""For one search, in z3's own unit of work: not seconds, so that a question has the same answer on every machine."""

EFFORT_TO_COMPARE = 100
"""What it costs to write down one comparison, in the same unit: Python is slow at it."""


class SearchEnd(Enum):
    """What a search for values can end with, other than the values."""

    NONE = auto()
    GAVE_UP = auto()


class SolverModel:
    """Values that make all asserted formulas true."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def truth(self, formula: Formula) -> bool:
        """Whether the formula holds."""
        return bool(z3.is_true(self._model.eval(formula, model_completion=True)))

    def number(self, quantity: Quantity) -> Fraction:
        """The value of a quantity, exactly."""
        value: Any = self._model.eval(quantity, model_completion=True)
        return Fraction(value.as_string())


Outcome: TypeAlias = SolverModel | SearchEnd


class Logic:
    """Builds formulas and searches for values; folds what is trivially true or false, which z3's door does slowly.

    `effort` adds up what was asked, in the unit of `MOST_EFFORT`.
    """

    def __init__(self) -> None:
        self._context = z3.Context()
        self._counted = 0
        self.effort = 0
        self.true = Formula(z3.BoolVal(True, self._context))
        self.false = Formula(z3.BoolVal(False, self._context))

    def proposition(self, name: str) -> Formula:
        """A fresh thing that is true or false."""
        return Formula(z3.Bool(name, self._context))

    def whole(self, name: str) -> Quantity:
        """A fresh whole number."""
        return Quantity(z3.Int(name, self._context))

    def real(self, name: str) -> Quantity:
        """A fresh real number."""
        return Quantity(z3.Real(name, self._context))

    def whole_constant(self, value: int) -> Quantity:
        """This whole number."""
        return Quantity(z3.IntVal(value, self._context))

    def real_constant(self, value: Fraction) -> Quantity:
        """This number, exactly."""
        return Quantity(z3.RealVal(str(value), self._context))

    def sum(self, quantity: Quantity, addend: int) -> Quantity:
        """The quantity moved by a fixed amount."""
        moved: Any = quantity
        return Quantity(moved + addend)

    def relation(self, name: str, arity: int) -> Callable[..., Formula]:
        """A relation between whole numbers about which nothing is known."""
        whole = z3.IntSort(self._context)
        return z3.Function(name, *[whole] * arity, z3.BoolSort(self._context))  # type: ignore[no-any-return]  # ditto

    def equal(self, left: Quantity, right: Quantity) -> Formula:
        """Both have one value."""
        self.effort += EFFORT_TO_COMPARE
        return Formula(left == right)

    def less(self, left: Quantity, right: Quantity) -> Formula:
        """`left` comes before `right`."""
        self.effort += EFFORT_TO_COMPARE
        smaller: Any = left
        return Formula(smaller < right)

    def at_most(self, left: Quantity, right: Quantity) -> Formula:
        """`left` does not come after `right`."""
        self.effort += EFFORT_TO_COMPARE
        smaller: Any = left
        return Formula(smaller <= right)

    def negation(self, formula: Formula) -> Formula:
        """Not so."""
        if formula is self.true:
            return self.false
        if formula is self.false:
            return self.true
        return Formula(z3.Not(formula, self._context))

    def all_of(self, formulas: Iterable[Formula]) -> Formula:
        """Every one of them."""
        parts = [formula for formula in formulas if formula is not self.true]
        if any(part is self.false for part in parts):
            return self.false
        if len(parts) < 2:
            return parts[0] if parts else self.true
        return Formula(z3.And(parts))

    def any_of(self, formulas: Iterable[Formula]) -> Formula:
        """At least one of them."""
        parts = [formula for formula in formulas if formula is not self.false]
        if any(part is self.true for part in parts):
            return self.true
        if len(parts) < 2:
            return parts[0] if parts else self.false
        return Formula(z3.Or(parts))

    def at_least(self, number: int, formulas: Sequence[Formula]) -> Formula:
        """So many of them."""
        if number <= 0:
            return self.true
        if number > len(formulas):
            return self.false
        if number == 1:
            return self.any_of(formulas)
        if number == len(formulas):
            return self.all_of(formulas)
        return Formula(z3.AtLeast(*formulas, number))

    def search(self, formulas: Iterable[Formula], preferences: Iterable[Formula] = ()) -> Outcome:
        """Values that make all formulas true, or that there are none, or that it would take too long.

        Of the preferences as many are met as can be when each in turn yields to those before it.
        """
        solver = z3.SimpleSolver(ctx=self._context)
        solver.set("rlimit", MOST_EFFORT)
        for formula in formulas:
            if formula is self.false:
                return SearchEnd.NONE
            if formula is not self.true:
                solver.add(formula)
        try:
            result = solver.check()
            if result != z3.sat:
                return SearchEnd.NONE if result == z3.unsat else SearchEnd.GAVE_UP
            return self._improved(SolverModel(solver.model()), solver, preferences)
        finally:
            self._count(solver)

    def _count(self, solver: Any) -> None:
        statistics: Any = solver.statistics()
        names: list[str] = statistics.keys()
        counted = int(statistics.get_key_value("rlimit count")) if "rlimit count" in names else self._counted
        self.effort += counted - self._counted  # z3 counts for the whole context
        self._counted = counted

    def _improved(self, model: SolverModel, solver: Any, preferences: Iterable[Formula]) -> SolverModel:
        for preference in preferences:
            if not model.truth(preference):
                if solver.check(preference) != z3.sat:
                    continue
                model = SolverModel(solver.model())
            solver.add(preference)
        return model


def version() -> str:
    """Which z3 answers."""
    return f"z3 {z3.get_version_string()}"
