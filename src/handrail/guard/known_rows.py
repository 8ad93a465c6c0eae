"""The rows that are known, each value with its source, and by which look at the phone it was known."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from handrail.app.update import Assignment, Change, Key, Raw, RefusedUpdate, Removal, Update, read_update
from handrail.language.declaration import States


class FactOrigin(StrEnum):
    """Where a fact comes from. What a commitment set stays; what was only foreseen, or seen elsewhere, may end."""

    ANTICIPATED = "anticipated"
    COMMITTED = "committed"
    SEEN = "seen"


@dataclass(frozen=True, slots=True)
class Fact:
    """A value, its origin, and by which look at the phone it was known."""

    value: Raw
    compared: object
    origin: FactOrigin
    look: int


Place: TypeAlias = tuple[str, Key]
"""Which row: the name of its state, and its keys."""

IsOver: TypeAlias = Callable[[Place, str, Fact], bool]
"""Whether what is known of a variable of a row holds no longer."""


@dataclass(slots=True)
class Row:
    """The keys of a row as they are shown, what is known of the rest, and by which look it was first known.

    `first` are the values that a screen showed before anything of this session gave it others, `spelled` the texts
    among them as they were shown, and `written` those that came back with it as the session had left them on a page.
    """

    named: Mapping[str, Raw]
    since: int = 0
    facts: dict[str, Fact] = field(default_factory=dict)
    origin: FactOrigin = FactOrigin.SEEN
    first: dict[str, object] = field(default_factory=dict)
    spelled: dict[str, Raw] = field(default_factory=dict)
    written: frozenset[str] = frozenset()

    def is_within(self, within: Mapping[str, Raw]) -> bool:
        """Whether it is known to be of that part of its table."""
        return all(name in self.facts and self.facts[name].value == value for name, value in within.items())

    def compared(self) -> dict[str, object]:
        """What is known of it, in the form in which values are compared."""
        return {name: fact.compared for name, fact in self.facts.items()}


@dataclass(slots=True)
class KnownRows:
    """The tables by the names of their states, and how many looks there were.

    `once_known` is what was known of rows of tables until it might have been changed unseen: nothing rests on it, and
    yet none of it is news.
    """

    states: States
    looks: int = 0
    once_known: dict[str, dict[Key, dict[str, object]]] = field(default_factory=dict)
    _tables: dict[str, dict[Key, Row]] = field(default_factory=dict)
    _changes: dict[int, tuple[Update, Change | RefusedUpdate]] = field(default_factory=dict)

    def look(self) -> None:
        """The phone is looked at anew."""
        self.looks += 1
        self._changes.clear()

    def table(self, state: str) -> Mapping[Key, Row]:
        """The rows of a state by their keys."""
        return self._tables.get(state, {})

    def add(self, state: str, key: Key, named: Mapping[str, Raw]) -> Row:
        """A row that was not known."""
        row = self._tables.setdefault(state, {})[key] = Row(named, self.looks)
        return row

    def remove(self, state: str, key: Key) -> Row | None:
        """The row that is known no more, if it was."""
        return self._tables.get(state, {}).pop(key, None)

    def read(self, update: Update) -> Change | RefusedUpdate:
        """Many questions are asked about the same few updates between two looks, so each is read once."""
        known = self._changes.get(id(update))
        if known is None or known[0] is not update:
            known = self._changes[id(update)] = update, read_update(update, self.states)
        return known[1]

    def key_of(self, update: Update) -> Key | None:
        """The keys of the row that an update sets; None of any other."""
        change = self.read(update)
        return change.key if isinstance(change, Assignment) else None

    def row_of(self, update: Update) -> Row | None:
        """The row that an update is about, where it is known."""
        change = self.read(update)
        if not isinstance(change, Assignment | Removal):
            return None
        table = self._tables.get(change.state.name)
        return table.get(change.key) if table is not None else None

    def is_known(self, update: Update) -> bool:
        """Whether there is such a row, as far as is known."""
        return self.row_of(update) is not None

    def known(self, states: Iterable[str]) -> Mapping[str, Mapping[Key, Mapping[str, object]]]:
        """The rows that are known of some states, with their values in the form in which they are compared."""
        return {state: {key: row.compared() for key, row in self.table(state).items()} for state in states}

    def known_row(self, update: Update) -> Mapping[str, object]:
        """What is known of the row that an update is about, in the form in which values are compared."""
        row = self.row_of(update)
        return row.compared() if row is not None else {}

    def shown_row(self, update: Update) -> Mapping[str, Raw]:
        """The same as it was last shown."""
        row = self.row_of(update)
        return {name: fact.value for name, fact in row.facts.items()} if row is not None else {}

    def shown_now(self, update: Update) -> Mapping[str, Fact] | None:
        """What this look has shown of the row that an update is about; None where there is no such row."""
        change, row = self.read(update), self.row_of(update)
        if isinstance(change, RefusedUpdate):
            return {}
        if row is None:
            return None
        return {
            name: fact for name, fact in row.facts.items() if fact.origin is FactOrigin.SEEN and fact.look == self.looks
        }

    def of_pages(self, passing: Collection[str]) -> Iterator[Row]:
        """The rows that stand on a page: those of `passing` states, and of states without keys."""
        for state, rows in self._tables.items():
            if state in passing or () in rows:
                yield from rows.values()

    def value(self, state: str, variable: str) -> Raw | None:
        """What is known of a state without keys."""
        row = self.table(state).get(())
        fact = row.facts.get(variable) if row is not None else None
        return fact.value if fact is not None else None

    def is_seen_now(self, row: Row) -> bool:
        """Whether the screen in front shows something of it."""
        return row.origin is FactOrigin.SEEN and any(fact.look == self.looks for fact in row.facts.values())

    def note_once_known(self, place: Place, name: str, fact: Fact) -> None:
        """A value of a table may have been changed unseen from here on."""
        state, key = place
        self.once_known.setdefault(state, {}).setdefault(key, {})[name] = fact.compared

    def before_it_was_unknown(self, state: str, key: Key) -> Mapping[str, object] | None:
        """What was known of a row before nobody knew any more whether it is so."""
        return self.once_known.get(state, {}).get(key)

    def withdrawn(self, states: Iterable[str], is_over: IsOver) -> Iterator[Update]:
        """What withdraws, of some states, all that is over: a row of which nothing else is known ends with it."""
        for state in sorted(states):
            keys = self.states[state].keys if state in self.states else ()
            for key, row in list(self.table(state).items()):
                over = [name for name, fact in row.facts.items() if is_over((state, key), name, fact)]
                if keys and len(over) == len(row.facts):
                    yield Update(state, delete=row.named)
                elif unknown := [name for name in over if name not in keys]:
                    yield Update(state, {**row.named, **dict.fromkeys(unknown)})
