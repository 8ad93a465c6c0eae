"""What is known of the phone, with a source and an end: anticipated, committed, or seen, and no longer than that holds.

The monitor knows values; this ledger knows where they come from, so that what may not be so any more can be withdrawn
to *unknown*, and never back to what it was before. Source: docs/guard.md.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from handrail.app.screen_model import Listed, PageInFront
from handrail.app.update import Assignment, Change, Key, Raw, RefusedUpdate, Removal, Update, read_update
from handrail.guard.lapsing import Lapsing
from handrail.guard.own_changes import OwnChanges, RowChange
from handrail.guard.scrolled_lists import ScrolledLists
from handrail.guard.seen_lists import SeenLists
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


_Place: TypeAlias = tuple[str, Key]
"""Which row: the name of its state, and its keys."""

_Over: TypeAlias = Callable[[_Place, str, Fact], bool]
"""Whether what is known of a variable of a row holds no longer."""


@dataclass(slots=True)
class _Row:
    """The keys of a row as they are shown, what is known of the rest, and by which look it was first known.

    `first` are the values that a screen showed before anything of this session gave it others, and `written` those that
    came back with it as the session had left them on a page.
    """

    named: Mapping[str, Raw]
    since: int = 0
    facts: dict[str, Fact] = field(default_factory=dict)
    origin: FactOrigin = FactOrigin.SEEN
    first: dict[str, object] = field(default_factory=dict)
    written: frozenset[str] = frozenset()

    def is_within(self, within: Mapping[str, Raw]) -> bool:
        """Whether it is known to be of that part of its table."""
        return all(name in self.facts and self.facts[name].value == value for name, value in within.items())


@dataclass(frozen=True, slots=True)
class Set:
    """A row as a commitment that the user asked for left it; None where it was deleted."""

    state: str
    key: Key
    named: Mapping[str, Raw]
    values: Mapping[str, object] | None


@dataclass(frozen=True, slots=True)
class Expectation:
    """By what a later screen shows that a commitment came about: rows, and tables of which it is only seen then.

    `before` is what was known of those tables when it ran: what stood there already shows nothing. `parts` are those of
    the tables that had been seen whole, and `about` the texts of what was committed: a row that nobody had seen yet is
    news only if it says these. What nobody knew before of a state without keys counts `elsewhere` only, on a page to
    which the app went on by itself.
    """

    rows: tuple[Set, ...]
    before: Mapping[str, Mapping[Key, Mapping[str, object]]]
    parts: Mapping[str, Collection[Mapping[str, Raw]]] = field(default_factory=dict)
    about: frozenset[str] = frozenset()
    elsewhere: tuple[Set, ...] = ()

    def apart_from(self, states: Collection[str]) -> "Expectation":
        """The same after a later commitment to these states: what is new in them may be its doing."""
        return replace(self, before={state: rows for state, rows in self.before.items() if state not in states})


@dataclass(frozen=True, slots=True)
class _Draft:
    """A row of a page as it came, and as this session left it there."""

    state: str
    key: Key
    came: Mapping[str, object]
    written: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class _LetGo:
    """A commitment that makes rows of a table of which the next screens show which: what it is about, and what was."""

    look: int
    about: frozenset[str]
    there: frozenset[Key]


@dataclass(slots=True)
class Facts:
    """All rows that are known, and what the commitments of the session made of them.

    `passing` are the states of which nothing is known once their screen is gone. `_once_known` is what was known of
    rows of tables until it might have been changed unseen: nothing rests on it, and yet none of it is news.
    """

    states: States
    passing: Collection[str] = ()
    lists: SeenLists = field(default_factory=SeenLists)
    scrolled: ScrolledLists = field(default_factory=ScrolledLists)
    lapsing: Lapsing = field(default_factory=Lapsing)
    own: OwnChanges = field(default_factory=OwnChanges)
    _rows: dict[str, dict[Key, _Row]] = field(default_factory=dict)
    _look: int = 0
    _outdated: int = 0
    _let_go: dict[str, list[_LetGo]] = field(default_factory=dict)
    _set: dict[tuple[str, Key], Set] = field(default_factory=dict)
    _expected: dict[tuple[str, Key], Set] = field(default_factory=dict)
    _failed: dict[tuple[str, Key], tuple[Set, str]] = field(default_factory=dict)
    _found: dict[str, dict[Key, dict[str, object]]] = field(default_factory=dict)
    _before_last: dict[_Place, dict[str, object]] = field(default_factory=dict)
    _written: dict[_Place, dict[str, object]] = field(default_factory=dict)
    _once_known: dict[str, dict[Key, dict[str, object]]] = field(default_factory=dict)
    _removed: dict[_Place, Mapping[str, Raw]] = field(default_factory=dict)
    _left: dict[_Place, _Row] = field(default_factory=dict)
    _drafts: list[_Draft] = field(default_factory=list)
    _stood: dict[tuple[str, Key], tuple[str, Hashable]] = field(default_factory=dict)
    _changes: dict[int, tuple[Update, Change | RefusedUpdate]] = field(default_factory=dict)

    def look(self, now: datetime | None = None) -> None:
        """The phone is looked at anew; what is noted as seen from here on is on this screen."""
        self._look += 1
        self.lapsing.now = now
        self._changes.clear()
        self.lists.look()

    def note(self, updates: Iterable[Update], origin: FactOrigin) -> None:
        """Updates that happened. None withdraws what was known."""
        for update in updates:
            change = self.read(update)
            if isinstance(change, Assignment):
                self._assign(change, origin)
                if origin is FactOrigin.SEEN and not change.state.keys:
                    self.lists.note_only_row(change.state.name)
            elif isinstance(change, Removal):
                gone = self._rows.get(change.state.name, {}).pop(change.key, None)
                if gone is not None and change.state.name in self.passing and origin is FactOrigin.SEEN:
                    self._left[change.state.name, change.key] = gone
                if origin is FactOrigin.COMMITTED:
                    known = {name: fact.value for name, fact in gone.facts.items()} if gone is not None else {}
                    self._removed[change.state.name, change.key] = known
                    self._found.get(change.state.name, {}).pop(change.key, None)
                    self._once_known.get(change.state.name, {}).pop(change.key, None)

    def news(self, updates: Iterable[Update]) -> tuple[Update, ...]:
        """The updates without what a state without keys says already: a form told again changes nothing."""
        return tuple(self._news(update) for update in updates)

    def _news(self, update: Update) -> Update:
        change = self.read(update)
        row = self._rows.get(update.state, {}).get(()) if isinstance(change, Assignment) else None
        if row is None or not isinstance(change, Assignment) or change.state.keys or update.set is None:
            return update
        known = {name: fact.value for name, fact in row.facts.items()}  # to the letter: another spelling is news
        new = {name: raw for name, raw in update.set.items() if raw is None or known.get(name) != change.values[name]}
        return update if len(new) == len(update.set) else Update(update.state, new)

    def overwritten(self, update: Update, renamed: Update | None = None) -> tuple[str, ...]:
        """The variables of a known row of a table that an update would give another value, or none any more.

        `renamed` is what removes the row under the name that it had. What nobody knows any more counts as it was.
        """
        change = self.read(update)
        before = self.read(renamed) if renamed is not None else change
        if not isinstance(change, Assignment) or not change.state.keys or isinstance(before, RefusedUpdate):
            return ()
        row = self._rows.get(change.state.name, {}).get(before.key)
        now = {name: fact.compared for name, fact in row.facts.items()} if row is not None else {}
        known = {**self._once_known.get(change.state.name, {}).get(before.key, {}), **now}
        return tuple(
            name
            for name, value in change.compared.items()
            if name in known and known[name] != value and name not in change.state.keys
        )

    def is_written_over(self, update: Update) -> bool:
        """Whether a row of a page had another value when the page came, and no action of this session had given it."""
        change, row = self.read(update), self._row_of(update)
        if row is None or not isinstance(change, Assignment):
            return False
        return any(name in row.first and row.first[name] != value for name, value in change.compared.items())

    def typed(self, update: Update) -> frozenset[str]:
        """The variables of a row of a table, but for its keys, that would get a text written on the page in front."""
        change = self.read(update)
        if not isinstance(change, Assignment):
            return frozenset()
        written = {
            fact.compared
            for state, rows in self._rows.items()
            if state in self.passing or () in rows
            for row in rows.values()
            for name, fact in row.facts.items()
            if row.first.get(name) != fact.compared and isinstance(fact.compared, str)
        }
        return frozenset(
            name for name, value in change.compared.items() if value in written and name not in change.state.keys
        )

    def is_own(self, update: Update) -> bool:
        """Whether all that is known of a row of a page was written there by this session."""
        row = self._row_of(update)
        return row is not None and update.state in self.passing and not row.first.keys() - row.named.keys()

    def is_changed_by(self, update: Update) -> bool:
        """Whether a row would not stay as it is known: another value, one that is not known, or none any more."""
        change = self.read(update)
        if isinstance(change, RefusedUpdate):
            return False
        row = self._rows.get(change.state.name, {}).get(change.key)
        if isinstance(change, Removal):
            return row is not None
        known = {name: fact.compared for name, fact in row.facts.items()} if row is not None else {}
        return any(known.get(name) != value for name, value in change.compared.items())

    def keep(self, updates: Iterable[Update], states: Collection[str]) -> None:
        """Rows of these states that a wanted commitment set: at the end they must still be so.

        A row that is kept already is kept as this commitment leaves it, whichever states its own rules speak of.
        """
        for update in updates:
            change = self.read(update)
            if not isinstance(change, Assignment | Removal) or not change.state.keys:
                continue
            place = change.state.name, change.key
            as_written = self._written.get(place, {})
            self._written[place] = {**as_written, **change.compared} if isinstance(change, Assignment) else {}
            if change.state.name not in states and place not in self._set:
                continue
            if isinstance(change, Removal):
                self._set[place] = Set(*place, dict(update.delete or {}), None)
                continue
            before = self._set.get(place)
            together = {**((before and before.values) or {}), **change.compared}
            known = {name: value for name, value in together.items() if value is not None}
            self._set[place] = Set(*place, {name: change.values[name] for name in change.state.keys}, known)

    def changing(self, updates: Iterable[Update]) -> tuple[RowChange, ...]:
        """What updates of tables are about to make otherwise, before they are noted."""
        found = list[RowChange]()
        for update in updates:
            change, row = self.read(update), self._row_of(update)
            if not isinstance(change, Assignment) or not change.state.keys:
                continue
            state, of_page = change.state, change.state.name in self.passing
            known: Mapping[str, object] = {}
            if row is not None:
                known = row.first if of_page else {name: fact.compared for name, fact in row.facts.items()}
            names = frozenset(name for name, value in change.compared.items() if known.get(name) != value)
            typed = frozenset[str]()
            if row is not None or self._before_it_was_unknown(state.name, change.key) is not None:
                names -= set(state.keys)
                typed = names & self.typed(update)
            texts = {value for name, value in change.compared.items() if name in names and isinstance(value, str)}
            found.append(RowChange(state.name, change.key, names, typed, frozenset(texts if of_page else ())))
        return tuple(found)

    def wrote(self, update: Update) -> tuple[str, ...]:
        """The texts of what an update tells of that this session has saved somewhere without being asked to.

        What is written on the page just now is no name of anything yet.
        """
        change, row = self.read(update), self._row_of(update)
        if not isinstance(change, Assignment):
            return ()
        came = row.first if row is not None and change.state.keys else change.compared
        found = [name for name, value in change.compared.items() if value in self.own.texts and came.get(name) == value]
        return tuple(str(change.values[name]) for name in found)

    def unasked(self, state: str) -> Iterator[tuple[Mapping[str, object], Collection[str]]]:
        """What is known of the rows of a table of which the agent has changed anything itself, and what that is."""
        rows = self._rows.get(state, {})
        for key, names in self.own.of(state).items():
            if key in rows:
                yield {name: fact.compared for name, fact in rows[key].facts.items()}, names

    def draft(self, updates: Iterable[Update]) -> None:
        """Updates of rows of pages that are about to be written there, or perhaps were."""
        for update in updates:
            change, row = self.read(update), self._row_of(update)
            if isinstance(change, Assignment) and change.state.keys:
                came = dict(row.first) if row is not None else {}
                draft = _Draft(change.state.name, change.key, came, {**self.known_row(update), **change.compared})
                if draft not in self._drafts:
                    self._drafts.append(draft)

    def saved(self, updates: Iterable[Update]) -> None:
        """Something that was asked for takes these rows with it as they stand."""
        rows = [(update.state, self.known_row(update)) for update in updates]
        self._drafts = [draft for draft in self._drafts if (draft.state, draft.written) not in rows]

    def drafts(self, state: str) -> Iterator[tuple[Mapping[str, object], Mapping[str, object]]]:
        """What this session wrote on pages and nothing has saved: a row as it came, and as it was left then."""
        yield from ((draft.came, draft.written) for draft in self._drafts if draft.state == state)

    def known(self, states: Iterable[str]) -> Mapping[str, Mapping[Key, Mapping[str, object]]]:
        """The rows that are known of some states, with their values in the form in which they are compared."""
        return {
            state: {
                key: {name: fact.compared for name, fact in row.facts.items()}
                for key, row in self._rows.get(state, {}).items()
            }
            for state in states
        }

    def removed(self, state: str) -> Iterator[Mapping[str, Raw]]:
        """What was known of the rows of a table that commitments of this session took away."""
        yield from (values for (name, _), values in self._removed.items() if name == state)

    def as_found(self, state: str) -> Iterator[tuple[Key, Mapping[str, object]]]:
        """The rows of a table as they were first seen, or as a commitment of this session left them.

        And as they were before the last change that was only seen: whoever made it, it may be undone by now.
        """
        for key, row in self._found.get(state, {}).items():
            yield key, row
            if before := self._before_last.get((state, key)):
                yield key, {**row, **before}

    def expect(
        self,
        updates: Iterable[Update],
        unforeseen: Collection[str],
        before: Mapping[str, Mapping[Key, Mapping[str, object]]],
        of_page: Iterable[Update] = (),
        parts: Mapping[str, Collection[Mapping[str, Raw]]] | None = None,
        about: frozenset[str] = frozenset(),
    ) -> Expectation:
        """What a wanted commitment makes new: the next screen must not say that it is not so.

        Of a table the row must be there; what else stands in it the app may know better. The `unforeseen` states
        change, too, and how is only seen afterwards. `before` is what was known when it ran. Rows that stand on a page
        may go with it or its dialog; one that is seen came about. `parts` and `about` as in `Expectation`.
        """
        rows, elsewhere = [assigned for assigned in map(self._as_set, of_page) if assigned is not None], list[Set]()
        for update in updates:
            change = self.read(update)
            if not isinstance(change, Assignment | Removal):
                continue
            place = change.state.name, change.key
            if isinstance(change, Removal):
                rows.append(Set(*place, dict(update.delete or {}), None))
                continue
            named = {name: change.values[name] for name in change.state.keys}
            new = {} if named else {name: value for name, value in change.compared.items() if value is not None}
            if named or new:
                self._expected[place] = Set(*place, named, new)
                there = before.get(change.state.name, {}).get(change.key, self._before_it_was_unknown(*place))
                otherwise = _otherwise(change.compared, there) if there is not None else new
                if not named and (there is None or otherwise.keys() - there.keys()):
                    elsewhere.append(Set(*place, named, otherwise))
                elif there is None or otherwise:
                    rows.append(Set(*place, named, otherwise))
        unseen = {state: rows for state, rows in before.items() if state in unforeseen}
        return Expectation(tuple(rows), unseen, parts or {}, about, tuple(elsewhere))

    def _before_it_was_unknown(self, state: str, key: Key) -> Mapping[str, object] | None:
        """What was known of a row before nobody knew any more whether it is so."""
        return self._once_known.get(state, {}).get(key)

    def _as_set(self, update: Update) -> Set | None:
        change = self.read(update)
        if not isinstance(change, Assignment):
            return None
        keys = change.state.keys
        new = {name: value for name, value in change.compared.items() if name not in keys and value is not None}
        return Set(change.state.name, change.key, {name: change.values[name] for name in keys}, new)

    def shows(self, expected: Expectation, *, moved_on: bool) -> bool:
        """Whether this screen shows something of what a commitment was to bring about.

        `moved_on` says whether the app went on to another page by itself, as one that refuses does not.
        """
        rows = (*expected.rows, *expected.elsewhere) if moved_on else expected.rows
        return any(map(self._shows_row, rows)) or any(
            self._shows_news(state, expected, moved_on=moved_on) for state in expected.before
        )

    def _shows_news(self, state: str, expected: Expectation, *, moved_on: bool) -> bool:
        """Whether this screen shows of a state what was not known when the commitment ran, or lacks what was."""
        rows, before = self._rows.get(state, {}), expected.before[state]
        for key, row in rows.items():
            if not self._is_seen_now(row):
                continue
            seen = {name: fact.compared for name, fact in row.facts.items() if fact.look == self._look}
            if key in before and _otherwise(seen, before[key]):
                return True
            is_new = moved_on or any(map(row.is_within, expected.parts.get(state, ())))
            is_new = is_new and self._before_it_was_unknown(state, key) is None
            if key not in before and is_new and self._is_about(state, row, expected.about):
                return True
        return self.lists.is_whole_now(state) and any(key not in rows for key in before)

    def _is_about(self, state: str, row: _Row, about: frozenset[str]) -> bool:
        """Whether more of the texts that name a row than not are those of what was committed."""
        known = (row.facts[name].compared for name in self.states[state].keys if name in row.facts)
        texts = [text for text in known if isinstance(text, str) and text]
        return not texts or not about or 2 * sum(text in about for text in texts) > len(texts)

    def _shows_row(self, assigned: Set) -> bool:
        row = self._rows.get(assigned.state, {}).get(assigned.key)
        if assigned.values is None:
            return row is None and any(map(self._is_seen_now, self._rows.get(assigned.state, {}).values()))
        if row is None or not self._is_seen_now(row):
            return False
        known = {name: fact.compared for name, fact in row.facts.items() if fact.look == self._look}
        return all(known.get(name) == value for name, value in assigned.values.items())

    def _is_seen_now(self, row: _Row) -> bool:
        return row.origin is FactOrigin.SEEN and any(fact.look == self._look for fact in row.facts.values())

    def shown_now(self, update: Update) -> Mapping[str, Fact] | None:
        """What this look has shown of the row that an update is about; None where there is no such row."""
        change = self.read(update)
        if not isinstance(change, Assignment | Removal):
            return {}
        row = self._rows.get(change.state.name, {}).get(change.key)
        if row is None:
            return None
        return {
            name: fact for name, fact in row.facts.items() if fact.origin is FactOrigin.SEEN and fact.look == self._look
        }

    def settle(self) -> None:
        """The screen after a commitment was taken in: what it says otherwise did not come about."""
        expected, self._expected = self._expected, {}
        for place, assigned in expected.items():
            row = self._rows.get(assigned.state, {}).get(assigned.key)
            known = {name: fact.compared for name, fact in row.facts.items()} if row is not None else {}
            otherwise = _otherwise(known, assigned.values or {}) if row is not None else {}
            otherwise = {name: value for name, value in otherwise.items() if name in (assigned.values or {})}
            if otherwise or row is None:
                self._failed[place] = assigned, next(iter(otherwise), "")
            else:
                self._failed.pop(place, None)

    def note_lists(self, lists: Iterable[Listed], twins: Iterable[Update]) -> None:
        """Lists that a screen shows, and rows of them with the same keys."""
        self.lists.note(lists)
        for state in filter(self.lists.is_whole_now, tuple(self._once_known)):
            there = self._rows.get(state, {})
            self._once_known[state] = {key: row for key, row in self._once_known[state].items() if key in there}
        for change in map(self.read, twins):
            if isinstance(change, Assignment):
                self.lists.note_twin(change.state.name, change.key)

    def is_outdated(self, state: str, key: Key) -> bool:
        """Whether a row was only seen, and not since a commitment that may have changed more than its model says.

        What a commitment of this session made of a row is looked after by `undone`.
        """
        if (state, key) in self._written:
            return False
        row = self._rows.get(state, {}).get(key)
        looks = [fact.look for fact in row.facts.values()] if row is not None and row.origin is FactOrigin.SEEN else []
        return bool(looks) and max(looks) <= self._outdated

    def twins(self, state: str) -> Iterable[Mapping[str, object]]:
        """The keys of rows of a table of which there are several, each as what is known of such a row."""
        keys = self.states[state].keys if state in self.states else ()
        return [dict(zip(keys, key, strict=True)) for key in self.lists.twins(state)]

    @property
    def several(self) -> tuple[Update, ...]:
        """The rows, by their keys, of which there are several."""
        rows = [(state, row) for state in self.lists.with_twins for row in self.twins(state)]
        return tuple(Update(state, dict(row)) for state, row in sorted(rows, key=repr))

    def remember_several(self, several: Iterable[Update]) -> None:
        """These and no others."""
        changes = [change for change in map(self.read, several) if isinstance(change, Assignment)]
        self.lists.remember_twins((change.state.name, change.key) for change in changes)

    def has_twin(self, update: Update) -> bool:
        """Whether there is another row with the keys of the one that an update is about."""
        change = self.read(update)
        return isinstance(change, Assignment | Removal) and change.key in self.lists.twins(change.state.name)

    def is_known(self, update: Update) -> bool:
        """Whether there is such a row, as far as is known."""
        return self._row_of(update) is not None

    def rows(self, state: str, *, gone: bool = False) -> Iterator[tuple[Mapping[str, object], Mapping[str, Raw]]]:
        """What is known of each row of a state, in the form in which values are compared, and as it was last shown.

        `gone`: also of those that stood on a page that is gone.
        """
        left = [row for (name, _), row in self._left.items() if name == state] if gone else []
        for row in (*self._rows.get(state, {}).values(), *left):
            yield (
                {name: fact.compared for name, fact in row.facts.items()},
                {name: fact.value for name, fact in row.facts.items()},
            )

    def known_row(self, update: Update) -> Mapping[str, object]:
        """What is known of the row that an update is about, in the form in which values are compared."""
        row = self._row_of(update)
        return {name: fact.compared for name, fact in row.facts.items()} if row is not None else {}

    def shown_row(self, update: Update) -> Mapping[str, Raw]:
        """The same as it was last shown."""
        row = self._row_of(update)
        return {name: fact.value for name, fact in row.facts.items()} if row is not None else {}

    def is_about(self, update: Update, about: frozenset[str]) -> bool:
        """Whether the row of an update is what is committed, of which these are the texts."""
        row = self._row_of(update)
        return row is not None and self._is_about(update.state, row, about)

    def _row_of(self, update: Update) -> _Row | None:
        change = self.read(update)
        if not isinstance(change, Assignment | Removal):
            return None
        return self._rows.get(change.state.name, {}).get(change.key)

    def was_set(self, update: Update) -> bool:
        """Whether a commitment of this session made such a row what it is, or it came after one that makes some."""
        change = self.read(update)
        if not isinstance(change, Assignment | Removal):
            return False
        state, row = change.state.name, self._rows.get(change.state.name, {}).get(change.key)
        came_after = row is not None and any(
            row.since > let_go.look and change.key not in let_go.there and self._is_about(state, row, let_go.about)
            for let_go in self._let_go.get(state, ())
        )
        return came_after or (state, change.key) in self._written

    def outdate_lists(self, changed: Collection[str] | None) -> None:
        """A commitment ran: whether these tables (None: any) are as they were seen, only a new look tells."""
        if changed is None:
            self._outdated = self._look
        keyed = (state for state in self.lists.states if state in self.states and self.states[state].keys)
        self.lists.outdate(state for state in keyed if changed is None or state in changed)

    def let_go(self, states: Iterable[str], about: frozenset[str] = frozenset()) -> None:
        """A later commitment changes these tables, and which rows is only seen afterwards: none must stay as it was.

        `about` are the texts of what was committed.
        """
        gone = set(states)
        for state in gone:
            self._found.pop(state, None)
            there = frozenset((*self._rows.get(state, ()), *self._once_known.get(state, ())))
            self._let_go.setdefault(state, []).append(_LetGo(self._look, about, there))
        self._set = {place: assigned for place, assigned in self._set.items() if assigned.state not in gone}

    def undone(self) -> Iterator[tuple[Set, str]]:
        """Rows that a wanted commitment set and that are known to be otherwise now, each with the variable.

        A row that is not known any more may be gone, and counts as such until it is seen.
        """
        yield from self._failed.values()
        for assigned in self._set.values():
            row = self._rows.get(assigned.state, {}).get(assigned.key)
            if assigned.values is None:
                if row is not None and row.origin is FactOrigin.SEEN:
                    yield assigned, ""
                continue
            if row is None:
                yield assigned, ""
                continue
            for name, value in assigned.values.items():
                fact = row.facts.get(name)
                if fact is not None and fact.compared != value:
                    yield assigned, name

    def value(self, state: str, variable: str) -> Raw | None:
        """What is known of a state without keys."""
        row = self._rows.get(state, {}).get(())
        fact = row.facts.get(variable) if row is not None else None
        return fact.value if fact is not None else None

    def gone(self, updates: Iterable[Update], lists: Iterable[Listed]) -> tuple[Update, ...]:
        """The deletions that follow from lists that are all there is, of the part of the table that they are of."""
        complete = {listed.state: listed.within for listed in lists if listed.whole}
        if not complete:
            return ()
        seen: dict[str, set[Key]] = {state: set() for state in complete}
        for update in updates:
            change = self.read(update)
            if isinstance(change, Assignment) and change.state.name in seen:
                seen[change.state.name].add(change.key)
        return tuple(
            Update(state, delete=row.named)
            for state in sorted(complete)
            for key, row in self._rows.get(state, {}).items()
            if key not in seen[state] and row.is_within(complete[state])
        )

    def left(self, updates: Iterable[Update], fronts: Iterable[PageInFront]) -> tuple[Update, ...]:
        """The deletions that follow from another page being there: rows end with the page on which they stood.

        Where a dialog hides the page, the rows of the page stay, and those of a dialog before it go.
        """
        seen = {
            (assigned.state.name, assigned.key)
            for assigned in map(self.read, updates)
            if isinstance(assigned, Assignment)
        }
        gone: list[Update] = []
        for front in fronts:
            page, dialog = ("page", front.page), ("dialog", front.dialog)
            there = [page] * (front.page is not None) + [dialog] * (front.dialog is not None)
            hidden = front.page is None and front.dialog is not None
            for state in sorted(front.states):
                for key, row in self._rows.get(state, {}).items():
                    place, stood = (state, key), self._stood.get((state, key))
                    stays = stood in there or (hidden and stood is not None and stood[0] == "page")
                    if not stays and (place in seen or stood is None) and there:
                        self._stood[place] = there[-1]
                    elif not stays:
                        self._stood.pop(place, None)
                        gone.append(Update(state, delete=row.named))
                for key in {row_key for name, row_key in seen if name == state} - self._rows.get(state, {}).keys():
                    self._stood[state, key] = there[-1] if there else page
        return tuple(gone)

    def doubted(self, updates: Iterable[Update], *, asked: bool) -> tuple[Update, ...]:
        """What withdraws all that these updates may have changed, or may not: the action may have run.

        What nobody `asked` for is still to be as it was found.
        """
        doubts: list[Update] = []
        gone: set[tuple[str, Key]] = set()
        for update in updates:
            change = self.read(update)
            if not isinstance(change, Assignment | Removal):
                continue
            place, keys = (change.state.name, change.key), change.state.keys
            if asked:
                self._found.get(change.state.name, {}).pop(change.key, None)
            if keys and (place in gone or change.key not in self._rows.get(change.state.name, {})):
                continue
            if isinstance(change, Removal):
                gone.add(place)
                doubts.append(update)
            else:
                named = {name: raw if name in keys else None for name, raw in (update.set or {}).items()}
                doubts.append(Update(update.state, named))
        return tuple(doubts)

    def ended(self, states: Iterable[str]) -> tuple[Update, ...]:
        """What withdraws all that is known of some states: the screen that showed it is not there any more."""
        return tuple(self._withdrawn(states, lambda *_: True))

    def emptied(self, states: Collection[str]) -> tuple[Update, ...]:
        """The same where all data of an app goes: what commitments made of these states need not be so any more."""
        self._set = {place: assigned for place, assigned in self._set.items() if assigned.state not in states}
        self._written = {place: values for place, values in self._written.items() if place[0] not in states}
        for state in states:
            self._found.pop(state, None)
        self.lists.outdate(states)
        return self.ended(states)

    def unseen(self, states: Iterable[str]) -> tuple[Update, ...]:
        """What withdraws, of some states, all that is not on this screen and that no commitment set."""
        return tuple(self._withdrawn(states, self._is_unseen))

    def missing(self, lists: Iterable[Listed], besides: Collection[str]) -> tuple[Update, ...]:
        """What withdraws what lists do not show where they would, but for what a commitment made since they showed it.

        `besides` are tables of which no row is forgotten unless all of them are seen.
        """
        missing = self.scrolled.look(lists, lambda row: self._key_of(row.update))
        gone = {place for place in missing.rows if place[0] not in besides}
        for state, key in missing.twins:
            self.lists.note_twin(state, key)

        def is_missing(place: _Place, name: str, fact: Fact) -> bool:
            if fact.origin is FactOrigin.COMMITTED or not (place in gone or name in missing.values.get(place, ())):
                return False
            self._note_once_known(place, name, fact)
            return True

        return tuple(self._withdrawn({state for state, _ in (*gone, *missing.values)}, is_missing))

    def _key_of(self, update: Update) -> Key | None:
        change = self.read(update)
        return change.key if isinstance(change, Assignment) else None

    def lapsed(self, now: datetime) -> tuple[Update, ...]:
        """What withdraws what the clock has ended."""
        over = self.lapsing.over(now)
        is_over = lambda place, name, _: name in over.get(place, ())  # noqa: E731
        return tuple(self._withdrawn({state for state, _ in over}, is_over))

    def _is_unseen(self, place: _Place, name: str, fact: Fact) -> bool:
        written = self._written.get(place, {})
        if fact.origin is FactOrigin.COMMITTED or (name in written and written[name] == fact.compared):
            return False
        if fact.origin is FactOrigin.SEEN and fact.look == self._look:
            return False
        self._note_once_known(place, name, fact)
        return True

    def _note_once_known(self, place: _Place, name: str, fact: Fact) -> None:
        state, key = place
        if key and state not in self.passing:
            self._once_known.setdefault(state, {}).setdefault(key, {})[name] = fact.compared

    def _withdrawn(self, states: Iterable[str], is_over: _Over) -> Iterator[Update]:
        for state in sorted(states):
            keys = self.states[state].keys if state in self.states else ()
            for key, row in list(self._rows.get(state, {}).items()):
                over = [name for name, fact in row.facts.items() if is_over((state, key), name, fact)]
                if keys and len(over) == len(row.facts):
                    yield Update(state, delete=row.named)
                elif unknown := [name for name in over if name not in keys]:
                    yield Update(state, {**row.named, **dict.fromkeys(unknown)})

    def read(self, update: Update) -> Change | RefusedUpdate:
        """Many questions are asked about the same few updates between two looks, so each is read once."""
        known = self._changes.get(id(update))
        if known is None or known[0] is not update:
            known = self._changes[id(update)] = update, read_update(update, self.states)
        return known[1]

    def _is_another(self, row: _Row, change: Assignment) -> bool:
        """Whether a row was seen with other values, and nothing done since says why: there may be two of them."""
        return any(
            value is not None and row.facts[name].compared != value
            for name, value in change.compared.items()
            if name in row.facts and row.facts[name].origin is FactOrigin.SEEN
        )

    def _come_back(self, row: _Row, change: Assignment) -> None:
        """A form was left for another page and stands there again: what was written on it is still what was written."""
        left = self._left.pop((change.state.name, change.key), None)
        if left is None:
            return
        now = {name: fact.compared for name, fact in left.facts.items()}
        written = {name for name, value in now.items() if left.first.get(name) != value}
        if written and all(now.get(name) == value for name, value in change.compared.items() if value is not None):
            row.first, row.written = dict(left.first), frozenset(written)

    def _assign(self, change: Assignment, origin: FactOrigin) -> None:
        state = change.state
        rows = self._rows.setdefault(state.name, {})
        row = rows.get(change.key)
        if row is None:
            row = rows[change.key] = _Row({name: change.values[name] for name in state.keys}, self._look)
            self._come_back(row, change)
        row.origin = origin
        if state.keys:
            before = self._before_last.get((state.name, change.key), {})
            for name, fact in row.facts.items():
                if origin is FactOrigin.COMMITTED:
                    before.pop(name, None)
                elif change.compared.get(name, fact.compared) not in (None, fact.compared):
                    before[name] = fact.compared
                    self._before_last[state.name, change.key] = before
        if state.keys and origin is not FactOrigin.ANTICIPATED:
            found = self._found.setdefault(state.name, {}).setdefault(change.key, {})
            for name, compared in change.compared.items():
                if compared is not None and (origin is FactOrigin.COMMITTED or name not in found):
                    found[name] = compared
        passes = not state.keys or state.name in self.passing
        if origin is FactOrigin.SEEN and not passes and self._is_another(row, change):
            self.lists.note_twin(state.name, change.key)
        for name, value in change.values.items():
            if value is None:
                row.facts.pop(name, None)
            else:
                if passes and origin is FactOrigin.SEEN and name not in row.facts and name not in row.written:
                    row.first.setdefault(name, change.compared[name])
                row.facts[name] = Fact(value, change.compared[name], origin, self._look)
        if state.name in self.lapsing.until:
            known = {name: fact.compared for name, fact in row.facts.items()}
            self.lapsing.note(state.name, change.key, change.values, known)


def _otherwise(values: Mapping[str, object], before: Mapping[str, object]) -> dict[str, object]:
    """The values that are known and not what they were."""
    return {name: value for name, value in values.items() if value is not None and before.get(name) != value}
