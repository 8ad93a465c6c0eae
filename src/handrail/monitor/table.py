"""The rows of one state as the monitor knows them, kept together with the predicates that each row meets.

Every row remembers, for each constrained variable, which predicates its value breaks. A change recomputes that for
the variables it names and nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from handrail.app.update import (
    Assignment,
    Change,
    DoesNotFit,
    Key,
    RefusedUpdate,
    Removal,
    Update,
    key_of,
    read_update,
)
from handrail.language.value import Value
from handrail.monitor.program import TableProgram
from handrail.monitor.told_values import ToldValues
from handrail.monitor.variable_index import Bits

# How many rows meet each predicate of a state, for all predicates at once.
#
# The counts are kept as bit planes: plane 0 holds the lowest binary digit of every count, plane 1 the next, and so
# on. Adding one to any set of counts is then a handful of operations on whole integers, whether one predicate is
# concerned or hundreds, which a list of counts could not do.


@dataclass(slots=True)
class RowCounts:
    """One count for each predicate bit; all begin at zero."""

    planes: list[Bits] = field(default_factory=list)

    def add(self, predicates: Bits) -> None:
        """One more row for each of these predicates."""
        carry = predicates
        for place, plane in enumerate(self.planes):
            if not carry:
                return
            self.planes[place] = plane ^ carry
            carry &= plane
        if carry:
            self.planes.append(carry)

    def subtract(self, predicates: Bits) -> None:
        """One row fewer for each of these predicates, all of which have one."""
        borrow = predicates
        for place, plane in enumerate(self.planes):
            if not borrow:
                return
            self.planes[place] = plane ^ borrow
            borrow &= ~plane
        assert not borrow, "a predicate lost a row that it never had"

    def of(self, number: int) -> int:
        """The count of the predicate with this number."""
        count = 0
        for plane in reversed(self.planes):
            count = count << 1 | plane >> number & 1
        return count


@dataclass(slots=True)
class IndexedRow:
    """One row: what is shown, the form compared, what each variable breaks and what the whole row meets.

    `meets` knows only the constraints that the index decides; those with a `?x` or `Now` are asked separately.
    """

    values: Mapping[str, Value]
    compared: Mapping[str, Value]
    broken: Mapping[str, Bits]
    meets: Bits


@dataclass(slots=True)
class Undo:
    """How to take one change back."""

    key: Key
    row: IndexedRow | None
    latest: Key | None


@dataclass(slots=True)
class Table:
    """The rows of a state by their key; `latest` is the key of the row that was set last."""

    program: TableProgram
    rows: dict[Key, IndexedRow] = field(default_factory=dict)
    counts: RowCounts = field(default_factory=RowCounts)
    latest: Key | None = None
    blank: IndexedRow = field(init=False)
    _told: Mapping[str, ToldValues] = field(init=False)

    def __post_init__(self) -> None:
        state, indexes = self.program.state, self.program.indexes
        broken = {variable: index.constrained for variable, index in indexes.items()}
        self.blank = IndexedRow({}, {}, broken, self._met(broken))
        self._told = {name: ToldValues(variable, indexes.get(name)) for name, variable in state.variables.items()}

    def emptied(self) -> "Table":
        """A table of the same state without a row."""
        made = object.__new__(Table)
        made.program, made.blank, made._told = self.program, self.blank, self._told
        made.rows, made.counts, made.latest = {}, RowCounts(), None
        return made

    def read(self, update: Update) -> tuple[Change, dict[str, Bits]] | RefusedUpdate:
        """Fit an update of this state to what is declared, as `read_update` does, and say what it breaks."""
        state, named, told = self.program.state, update.set, self._told
        values: dict[str, Value | None] = {}
        compared: dict[str, Value | None] = {}
        broken: dict[str, Bits] = {}
        withdraws = False
        if type(named) is dict and update.delete is None:
            try:
                for name, raw in named.items():
                    kind, values[name], value, bits = told[name][raw]
                    if kind is not type(raw):
                        kind, values[name], value, bits = told[name].read(raw)
                    compared[name] = value
                    if value is None:
                        withdraws = True
                    if bits is not None:
                        broken[name] = bits
                key = key_of(state, compared) if state.keys else ()
                return Assignment(state, key, values, compared, withdraws), broken
            except (DoesNotFit, KeyError, TypeError):
                pass  # why it does not fit is said below
        change = read_update(update, {state.name: state})
        if isinstance(change, RefusedUpdate):
            return change
        return change, self.broken_by(change) if isinstance(change, Assignment) else {}

    def broken_by(self, change: Assignment) -> dict[str, Bits]:
        """For each constrained variable that the change names, the predicates that its new value breaks."""
        indexes = self.program.indexes
        return {
            variable: indexes[variable].broken_by(value)
            for variable, value in change.compared.items()
            if variable in indexes
        }

    def apply(self, change: Change, broken: Mapping[str, Bits]) -> Undo:
        """Carry out a change; `broken` is what `broken_by` gave for it. Returns how to take it back."""
        return self.remove(change) if isinstance(change, Removal) else self.assign(change, broken)

    def assign(self, change: Assignment, broken: Mapping[str, Bits]) -> Undo:
        """Set values of one row, for which `broken_by` gave `broken`; returns how to take it back."""
        key = change.key
        before = self.rows.get(key)
        self._put(key, before, self.assigned(before, change, broken))
        undo = Undo(key, before, self.latest)
        self.latest = key
        return undo

    def assigned(self, before: IndexedRow | None, change: Assignment, broken: Mapping[str, Bits]) -> IndexedRow:
        """The row that a change makes of the one before it; nothing is carried out."""
        row = self.blank if before is None else before
        values, compared = change.values, change.compared
        if row.values:
            values, compared = {**row.values, **values}, {**row.compared, **compared}
        if change.withdraws:
            values = {name: value for name, value in values.items() if value is not None}
            compared = {name: value for name, value in compared.items() if value is not None}
        now_broken, meets = row.broken, row.meets
        if broken:
            now_broken = broken if len(broken) == len(now_broken) else {**now_broken, **broken}
            meets = self._met(now_broken)
        return IndexedRow(values, compared, now_broken, meets)  # type: ignore[arg-type]  # no None is left

    def known_by_key(self, key: Key, named: Mapping[str, Value | None] | None = None) -> IndexedRow:
        """A row of which nothing but its key is known, as it is `named` if that is given."""
        compared = dict(zip(self.program.state.keys, key, strict=True))
        change = Assignment(self.program.state, key, named or compared, compared, withdraws=False)
        return self.assigned(None, change, self.broken_by(change))

    def remove(self, removal: Removal) -> Undo:
        """Delete one row; nothing happens if it is not there."""
        key = removal.key
        undo = Undo(key, self.rows.get(key), self.latest)
        self._put(key, undo.row, None)
        if self.latest == key:
            self.latest = None
        return undo

    def take_back(self, undo: Undo) -> None:
        """Undo a change. Changes are taken back in the opposite order."""
        self._put(undo.key, self.rows.get(undo.key), undo.row)
        self.latest = undo.latest

    def _met(self, broken: Mapping[str, Bits]) -> Bits:
        unmet = reduce(or_, broken.values(), 0)
        return self.program.all & ~unmet if unmet else self.program.all

    def _put(self, key: Key, before: IndexedRow | None, row: IndexedRow | None) -> None:
        met_before = before.meets if before is not None else 0
        met_now = row.meets if row is not None else 0
        if met_before != met_now:
            self.counts.subtract(met_before & ~met_now)
            self.counts.add(met_now & ~met_before)
        if row is not None:
            self.rows[key] = row
        elif before is not None:
            del self.rows[key]
