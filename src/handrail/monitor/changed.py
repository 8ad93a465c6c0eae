"""Which rows an action changes, and whether a rule speaks of them: support by what changes.

A rule supports an action by the rows that the action changes and not by others that happen to be there: an alarm at 9
that exists is no ground for saving one at 10. Source: docs/language.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from handrail.app.update import Assignment, Change, Key
from handrail.language.rule import RuleVariable
from handrail.language.value import Value
from handrail.monitor.join import Binding, Interpretation, meets
from handrail.monitor.program import CompiledPredicate
from handrail.monitor.table import IndexedRow, Table, Undo


@dataclass(slots=True)
class ChangedRows:
    """The rows of one table that an action changes: each as it was before, None if it was not known; those it sets.

    `named` are the keys of those that go as they were written.
    """

    table: Table
    before: dict[Key, IndexedRow | None]
    assigned: set[Key]
    named: dict[Key, Mapping[str, Value | None]] = field(default_factory=dict)

    def after(self, key: Key) -> IndexedRow | None:
        """A changed row as it is now, the changes carried out."""
        return self.table.rows.get(key)

    def gone(self, key: Key) -> IndexedRow:
        """A changed row as it was; of one that was not known its keys are known all the same."""
        return self.before[key] or self.table.known_by_key(key, self.named.get(key))


def changed_rows(
    changes: Sequence[tuple[Table, Change, object]], undo: Sequence[tuple[Table, Undo]]
) -> tuple[ChangedRows, ...]:
    """What changes that were carried out did to each table, from how to take them back, one by one."""
    found: dict[int, ChangedRows] = {}
    for (table, change, _), (_, before) in zip(changes, undo, strict=True):
        rows = found.get(id(table))
        if rows is None:
            rows = found[id(table)] = ChangedRows(table, {}, set())
        rows.before.setdefault(before.key, before.row)
        if isinstance(change, Assignment):
            rows.assigned.add(before.key)
        else:
            rows.named[before.key] = change.named
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Concern:
    """That a rule speaks of what is changed in one table; `predicates` are what it says of its state."""

    changed: ChangedRows
    predicates: tuple[CompiledPredicate, ...]

    @property
    def variables(self) -> frozenset[str]:
        """The `?x` on which it depends."""
        return frozenset().union(*map(_variables, self.predicates))

    def without_variables(self) -> Self:
        """What can be said whatever the `?x` are. Where that holds the whole does."""
        return type(self)(self.changed, tuple(predicate for predicate in self.predicates if not _variables(predicate)))

    def holds(self, binding: Binding, moment: Interpretation) -> bool:
        """Whether some row that is set is one the rule speaks of; where rows only go, whether all of them are.

        Where rows go and others are set, they may be the same ones in another place: that none stands where it was
        is then what the rule is about, if it wants none of each row that goes.
        """
        changed = self.changed
        if not changed.assigned:
            return all(self.speaks_of_gone(key, binding, moment) for key in changed.before)
        if any(self.speaks_of(key, binding, moment) for key in changed.assigned):
            return True
        gone = changed.before.keys() - changed.assigned
        return bool(gone) and all(self.wants_none_of(key, binding, moment) for key in gone)

    def speaks_of(self, key: Key, binding: Binding, moment: Interpretation) -> bool:
        """Whether a row that is set is as a predicate says now, or was what another one wants none of."""
        after = self.changed.after(key)
        is_so = after is not None and any(meets(after, predicate, binding, moment) for predicate in self.predicates)
        return is_so or self.wants_none_of(key, binding, moment)

    def wants_none_of(self, key: Key, binding: Binding, moment: Interpretation) -> bool:
        """Whether a row was what some predicate that zero rows satisfy wants none of."""
        before = self.changed.gone(key)
        return any(
            meets(before, predicate, binding, moment)
            for predicate in self.predicates
            if predicate.predicate.holds_on_nothing
        )

    def speaks_of_gone(self, key: Key, binding: Binding, moment: Interpretation) -> bool:
        """Whether a row that goes was as some predicate says."""
        return any(meets(self.changed.gone(key), predicate, binding, moment) for predicate in self.predicates)


def _variables(compiled: CompiledPredicate) -> frozenset[str]:
    return frozenset(
        term.name
        for constraint in compiled.open
        for term in constraint.terms
        if isinstance(term, RuleVariable) and not term.is_anonymous
    )


def concerns(predicates: Sequence[CompiledPredicate], changed: Iterable[ChangedRows]) -> tuple[Concern, ...]:
    """What a rule must speak of: the changed rows of each table with keys that it mentions, not counting `once`."""
    found = []
    for rows in changed:
        state = rows.table.program.state
        atoms = tuple(
            predicate
            for predicate in predicates
            if predicate.predicate.state == state.name and not predicate.predicate.once
        )
        if state.keys and atoms:
            found.append(Concern(rows, atoms))
    return tuple(found)
