"""What commitments that the user asked for are to have left: rows that later screens show and that stay so."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from handrail.app.update import Assignment, Key, Raw, Removal, Update
from handrail.guard.known_rows import FactOrigin, KnownRows, Place, Row
from handrail.guard.seen_lists import SeenLists


@dataclass(frozen=True, slots=True)
class KeptRow:
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

    rows: tuple[KeptRow, ...]
    before: Mapping[str, Mapping[Key, Mapping[str, object]]]
    parts: Mapping[str, Collection[Mapping[str, Raw]]] = field(default_factory=dict)
    about: frozenset[str] = frozenset()
    elsewhere: tuple[KeptRow, ...] = ()

    def apart_from(self, states: Collection[str]) -> "Expectation":
        """The same after a later commitment to these states: what is new in them may be its doing."""
        return replace(self, before={state: rows for state, rows in self.before.items() if state not in states})


@dataclass(frozen=True, slots=True)
class _LetGo:
    """A commitment that makes rows of a table of which the next screens show which: what it is about, and what was."""

    look: int
    about: frozenset[str]
    there: frozenset[Key]


@dataclass(slots=True)
class KeptRows:
    """What commitments made of rows; `written` also of those that nobody asked for."""

    rows: KnownRows
    lists: SeenLists
    written: dict[Place, dict[str, object]] = field(default_factory=dict)
    _kept: dict[Place, KeptRow] = field(default_factory=dict)
    _expected: dict[Place, KeptRow] = field(default_factory=dict)
    _failed: dict[Place, tuple[KeptRow, str]] = field(default_factory=dict)
    _seen_as_none: set[tuple[Place, str]] = field(default_factory=set)
    _let_go: dict[str, list[_LetGo]] = field(default_factory=dict)

    def keep(self, updates: Iterable[Update], states: Collection[str], settings: Collection[str] = ()) -> None:
        """Rows of these states that a wanted commitment set: at the end they must still be so.

        A row that is kept already is kept as this commitment leaves it, whichever states its own rules speak of. Of
        states without keys only `settings` stay.
        """
        for update in updates:
            change = self.rows.read(update)
            if not isinstance(change, Assignment | Removal):
                continue
            place = change.state.name, change.key
            if not change.state.keys and change.state.name not in settings:
                continue
            self._seen_as_none = {seen for seen in self._seen_as_none if seen[0] != place}
            as_written = self.written.get(place, {})
            self.written[place] = {**as_written, **change.compared} if isinstance(change, Assignment) else {}
            if change.state.name not in states and place not in self._kept:
                continue
            if isinstance(change, Removal):
                self._kept[place] = KeptRow(*place, dict(update.delete or {}), None)
                continue
            before = self._kept.get(place)
            together = {**((before and before.values) or {}), **change.compared}
            known = {name: value for name, value in together.items() if value is not None}
            self._kept[place] = KeptRow(*place, {name: change.values[name] for name in change.state.keys}, known)

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
        rows, elsewhere = [row for row in map(self._as_kept, of_page) if row is not None], list[KeptRow]()
        for update in updates:
            change = self.rows.read(update)
            if not isinstance(change, Assignment | Removal):
                continue
            place = change.state.name, change.key
            if isinstance(change, Removal):
                rows.append(KeptRow(*place, dict(update.delete or {}), None))
                continue
            named = {name: change.values[name] for name in change.state.keys}
            new = {} if named else {name: value for name, value in change.compared.items() if value is not None}
            if named or new:
                self._expected[place] = KeptRow(*place, named, new)
                there = before.get(change.state.name, {}).get(change.key, self.rows.before_it_was_unknown(*place))
                otherwise = _otherwise(change.compared, there) if there is not None else new
                if not named and (there is None or otherwise.keys() - there.keys()):
                    elsewhere.append(KeptRow(*place, named, otherwise))
                elif there is None or otherwise:
                    rows.append(KeptRow(*place, named, otherwise))
        unseen = {state: rows for state, rows in before.items() if state in unforeseen}
        return Expectation(tuple(rows), unseen, parts or {}, about, tuple(elsewhere))

    def _as_kept(self, update: Update) -> KeptRow | None:
        change = self.rows.read(update)
        if not isinstance(change, Assignment):
            return None
        keys = change.state.keys
        new = {name: value for name, value in change.compared.items() if name not in keys and value is not None}
        return KeptRow(change.state.name, change.key, {name: change.values[name] for name in keys}, new)

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
        rows, before = self.rows.table(state), expected.before[state]
        for key, row in rows.items():
            if not self.rows.is_seen_now(row):
                continue
            if key in before and _otherwise(self._seen_now(row), before[key]):
                return True
            is_new = moved_on or any(map(row.is_within, expected.parts.get(state, ())))
            is_new = is_new and self.rows.before_it_was_unknown(state, key) is None
            if key not in before and is_new and self._is_about(state, row, expected.about):
                return True
        return self.lists.is_whole_now(state) and any(key not in rows for key in before)

    def _shows_row(self, kept: KeptRow) -> bool:
        table = self.rows.table(kept.state)
        row = table.get(kept.key)
        if kept.values is None:
            return row is None and any(map(self.rows.is_seen_now, table.values()))
        if row is None or not self.rows.is_seen_now(row):
            return False
        seen = self._seen_now(row)
        return all(seen.get(name) == value for name, value in kept.values.items())

    def _seen_now(self, row: Row) -> Mapping[str, object]:
        return {name: fact.compared for name, fact in row.facts.items() if fact.look == self.rows.looks}

    def settle(self) -> None:
        """The screen after a commitment was taken in: what it says otherwise did not come about."""
        expected, self._expected = self._expected, {}
        for place, kept in expected.items():
            row = self.rows.table(kept.state).get(kept.key)
            otherwise = _otherwise(row.compared(), kept.values or {}) if row is not None else {}
            otherwise = {name: value for name, value in otherwise.items() if name in (kept.values or {})}
            if otherwise or row is None:
                self._failed[place] = kept, next(iter(otherwise), "")
            else:
                self._failed.pop(place, None)

    def look(self, updates: Iterable[Update]) -> None:
        """A screen says this. Where it shows a row, and no value where there was one, the value is gone."""
        for change in map(self.rows.read, updates) if self._kept else ():
            if isinstance(change, Assignment) and (place := (change.state.name, change.key)) in self._kept:
                said = {(place, name): value is None for name, value in change.compared.items()}
                self._seen_as_none.difference_update(said)
                self._seen_as_none.update(seen for seen, is_none in said.items() if is_none)

    def undone(self) -> Iterator[tuple[KeptRow, str]]:
        """Rows that a wanted commitment set and that are known to be otherwise now, each with the variable.

        A row that is not known any more may be gone, and counts as such until it is seen.
        """
        yield from self._failed.values()
        for kept in self._kept.values():
            row = self.rows.table(kept.state).get(kept.key)
            if kept.values is None:
                if row is not None and row.origin is FactOrigin.SEEN:
                    yield kept, ""
                continue
            if row is None:
                if kept.key:  # of what there is one of, it is only not known any more
                    yield kept, ""
                continue
            for name, value in kept.values.items():
                fact = row.facts.get(name)
                is_none = fact is None and ((kept.state, kept.key), name) in self._seen_as_none
                if is_none or (fact is not None and fact.compared != value):
                    yield kept, name

    def was_set(self, update: Update) -> bool:
        """Whether a commitment of this session made such a row what it is, or it came after one that makes some."""
        change = self.rows.read(update)
        if not isinstance(change, Assignment | Removal):
            return False
        state, row = change.state.name, self.rows.row_of(update)
        came_after = row is not None and any(
            row.since > let_go.look and change.key not in let_go.there and self._is_about(state, row, let_go.about)
            for let_go in self._let_go.get(state, ())
        )
        return came_after or (state, change.key) in self.written

    def made(self, state: str, key: Key) -> Mapping[str, object]:
        """What commitments that were asked for have written into a row."""
        return self.written.get((state, key), {})

    def is_about(self, update: Update, about: frozenset[str]) -> bool:
        """Whether the row of an update is what is committed, of which these are the texts."""
        row = self.rows.row_of(update)
        return row is not None and self._is_about(update.state, row, about)

    def _is_about(self, state: str, row: Row, about: frozenset[str]) -> bool:
        """Whether more of the texts that name a row than not are those of what was committed."""
        known = (row.facts[name].compared for name in self.rows.states[state].keys if name in row.facts)
        texts = [text for text in known if isinstance(text, str) and text]
        return not texts or not about or 2 * sum(text in about for text in texts) > len(texts)

    def let_go(self, states: Collection[str], about: frozenset[str]) -> None:
        """A later commitment, about these texts, changes these tables, and which rows is only seen afterwards."""
        for state in states:
            there = frozenset((*self.rows.table(state), *self.rows.once_known.get(state, ())))
            self._let_go.setdefault(state, []).append(_LetGo(self.rows.looks, about, there))
        self._kept = {place: kept for place, kept in self._kept.items() if kept.state not in states}

    def forget(self, states: Collection[str]) -> None:
        """What commitments made of these states need not be so any more."""
        self._kept = {place: kept for place, kept in self._kept.items() if kept.state not in states}
        self.written = {place: values for place, values in self.written.items() if place[0] not in states}


def _otherwise(values: Mapping[str, object], before: Mapping[str, object]) -> dict[str, object]:
    """The values that are known and not what they were."""
    return {name: value for name, value in values.items() if value is not None and before.get(name) != value}
