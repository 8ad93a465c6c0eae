"""What is known of the phone, with a source and an end: anticipated, committed, or seen, and no longer than that holds.

The monitor knows values; this ledger knows where they come from, so that what may not be so any more can be withdrawn
to *unknown*, and never back to what it was before. Source: docs/guard.md.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from handrail.app.screen_model import Listed, PageInFront
from handrail.app.update import Assignment, Key, Raw, RefusedUpdate, Removal, Update
from handrail.app.whole import PartOf
from handrail.guard.drafts import Drafts
from handrail.guard.first_seen import FirstSeen
from handrail.guard.kept_rows import KeptRows
from handrail.guard.known_rows import Fact, FactOrigin, KnownRows, Place, Row
from handrail.guard.lapsing import Lapsing
from handrail.guard.own_changes import OwnChanges, RowChange
from handrail.guard.scrolled_lists import ScrolledLists
from handrail.guard.seen_lists import SeenLists
from handrail.guard.side_by_side import SideBySide
from handrail.language.declaration import States
from handrail.language.rule import StatePredicate


@dataclass(slots=True)
class Facts:
    """All rows that are known, and what the commitments of the session made of them.

    `passing` are the states of which nothing is known once their screen is gone. `part_of` says of which
    rows those of a state are parts, and with which they go.
    """

    states: States
    passing: Collection[str] = ()
    part_of: PartOf = field(default_factory=dict)
    lists: SeenLists = field(default_factory=SeenLists)
    scrolled: ScrolledLists = field(default_factory=ScrolledLists)
    lapsing: Lapsing = field(default_factory=Lapsing)
    first_seen: FirstSeen = field(default_factory=FirstSeen)
    own: OwnChanges = field(default_factory=OwnChanges)
    side_by_side: SideBySide = field(default_factory=SideBySide)
    rows: KnownRows = field(init=False)
    kept: KeptRows = field(init=False)
    drafts: Drafts = field(init=False)
    shown_once: set[StatePredicate] = field(default_factory=set)
    """What was to be so much at most once, and a screen has shown to be so."""
    was_there: set[StatePredicate] = field(default_factory=set)
    """What was to be so once, and was so as a screen was seen."""
    _outdated: int = 0
    _found: dict[str, dict[Key, dict[str, object]]] = field(default_factory=dict)
    _before_last: dict[Place, dict[str, object]] = field(default_factory=dict)
    _removed: dict[Place, Row] = field(default_factory=dict)
    _left: dict[Place, Row] = field(default_factory=dict)
    _of_several: set[Place] = field(default_factory=set)
    _answered_by_others: dict[Place, frozenset[str]] = field(default_factory=dict)
    _stood: dict[Place, tuple[str, Hashable]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rows = KnownRows(self.states)
        self.kept = KeptRows(self.rows, self.lists)
        self.drafts = Drafts(self.rows)

    def look(self, now: datetime | None = None) -> None:
        """The phone is looked at anew; what is noted as seen from here on is on this screen."""
        self.rows.look()
        self.lapsing.now = now
        self.lists.look()

    def note(self, updates: Iterable[Update], origin: FactOrigin) -> None:
        """Updates that happened. None withdraws what was known."""
        if origin is FactOrigin.SEEN:
            changes = map(self.rows.read, updates)
            self.first_seen.note((change for change in changes if isinstance(change, Assignment)), self.passing)
        for update in updates:
            change = self.rows.read(update)
            if isinstance(change, Assignment):
                self._assign(change, origin)
                if origin is FactOrigin.SEEN and not change.state.keys:
                    self.lists.note_only_row(change.state.name)
            elif isinstance(change, Removal):
                gone = self.rows.remove(change.state.name, change.key)
                self._of_several.discard((change.state.name, change.key))
                if gone is not None and change.state.name in self.passing and origin is FactOrigin.SEEN:
                    self._left[change.state.name, change.key] = gone
                if origin is FactOrigin.COMMITTED:
                    self._removed[change.state.name, change.key] = gone or Row({})
                    self._found.get(change.state.name, {}).pop(change.key, None)
                    self.rows.once_known.get(change.state.name, {}).pop(change.key, None)

    def _assign(self, change: Assignment, origin: FactOrigin) -> None:
        state = change.state
        row = self.rows.table(state.name).get(change.key)
        if row is None:
            row = self.rows.add(state.name, change.key, {name: change.values[name] for name in state.keys})
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
            found, before_it = self._found.setdefault(state.name, {}).setdefault(change.key, {}), row.compared()
            for name, compared in change.compared.items():
                made_so = origin is FactOrigin.COMMITTED and before_it.get(name) != compared
                if compared is not None and (made_so or name not in found):
                    found[name] = compared
        passes = not state.keys or state.name in self.passing
        if origin is FactOrigin.SEEN and not passes and _is_another(row, change):
            self.lists.note_twin(state.name, change.key)
        for name, value in change.values.items():
            if value is None:
                row.facts.pop(name, None)
            else:
                is_new = name not in row.facts and name not in row.written
                if passes and origin is FactOrigin.SEEN and is_new and value != "":  # what was empty had no value
                    row.first.setdefault(name, change.compared[name])
                    row.spelled.setdefault(name, value)
                row.facts[name] = Fact(value, change.compared[name], origin, self.rows.looks)
        if state.name in self.lapsing.until:
            self.lapsing.note(state.name, change.key, change.values, row.compared())

    def _come_back(self, row: Row, change: Assignment) -> None:
        """A form was left for another page and stands there again: what was written on it is still what was written."""
        left = self._left.pop((change.state.name, change.key), None)
        if left is None:
            return
        now = left.compared()
        written = {
            name
            for name, fact in left.facts.items()
            if left.first.get(name) != fact.compared or _is_respelled(left.spelled.get(name), fact.value)
        }
        if written and all(now.get(name) == value for name, value in change.compared.items() if value is not None):
            row.first, row.spelled, row.written = dict(left.first), dict(left.spelled), frozenset(written)

    def with_parts(self, updates: Sequence[Update]) -> tuple[Update, ...]:
        """The updates, and the deletions of all known rows that are parts of what they delete.

        A row that goes while another of its table comes is the same one under another name, and keeps its parts.
        """
        if not any(update.delete is not None for update in updates):
            return tuple(updates)
        changes = list(map(self.rows.read, updates))
        renamed = {change.state.name for change in changes if isinstance(change, Assignment)}
        gone = [(change.state.name, change.key) for change in changes if isinstance(change, Removal)]
        wholes, found, seen = [place for place in gone if place[0] not in renamed], list(updates), set(gone)
        for whole in wholes:  # which grows: a folder in a folder
            for (state, key), row in self._parts(whole):
                if (state, key) not in seen:
                    seen.add((state, key))
                    wholes.append((state, key))
                    found.append(Update(state, delete=row.named))
        return tuple(found)

    def parts(self, update: Update) -> tuple[Update, ...]:
        """The deletions of all known rows that go with one that is deleted."""
        return self.with_parts([update])[1:]

    def may_have_parts(self, update: Update) -> bool:
        """Whether what is deleted, or something that goes with it, may have parts that no list has shown."""
        return any(map(self._may_have_more, self.with_parts([update])))

    def _may_have_more(self, update: Update) -> bool:
        change, shown = self.rows.read(update), self.rows.shown_row(update)
        if not isinstance(change, Removal):
            return False
        known = {**dict(zip(change.state.keys, change.key, strict=True)), **shown}
        return any(
            {variable: known[key] for key, variable in whole.by.items()} not in self.lists.parts(state)
            for state, wholes in self.part_of.items()
            for whole in wholes
            if whole.state == change.state.name
            and all(known.get(name, value) == value for name, value in whole.where.items())
        )

    def _parts(self, whole: Place) -> Iterator[tuple[Place, Row]]:
        """The known rows that are parts of one. Of what is known to have none, as a file, no table is gone through."""
        name, key = whole
        known_of_it = self.rows.table(name)[key].compared() if key in self.rows.table(name) else {}
        for state, wholes in self.part_of.items():
            for other in wholes:
                if other.state != name or any(
                    known_of_it.get(flag, is_so) != is_so for flag, is_so in other.where.items()
                ):
                    continue
                holding = [other.by[variable] for variable in self.states[name].keys]
                for row_key, row in list(self.rows.table(state).items()):
                    known = row.compared()
                    if tuple(known.get(variable) for variable in holding) == key:
                        yield (state, row_key), row

    # What an update would change, and what it was before.

    def news(self, updates: Iterable[Update]) -> tuple[Update, ...]:
        """The updates without what a state without keys says already: a form told again changes nothing."""
        return tuple(self._news(update) for update in updates)

    def _news(self, update: Update) -> Update:
        change, row = self.rows.read(update), self.rows.table(update.state).get(())
        if row is None or not isinstance(change, Assignment) or change.state.keys or update.set is None:
            return update
        known = {name: fact.value for name, fact in row.facts.items()}  # to the letter: another spelling is news
        new = {name: raw for name, raw in update.set.items() if raw is None or known.get(name) != change.values[name]}
        return update if len(new) == len(update.set) else Update(update.state, new)

    def overwritten(self, update: Update, renamed: Update | None = None) -> tuple[str, ...]:
        """The variables of a known row of a table that an update would give another value, or none any more.

        `renamed` is what removes the row under the name that it had. What nobody knows any more counts as it was.
        """
        change = self.rows.read(update)
        before = self.rows.read(renamed) if renamed is not None else change
        if not isinstance(change, Assignment) or not change.state.keys or isinstance(before, RefusedUpdate):
            return ()
        row = self.rows.table(change.state.name).get(before.key)
        now = row.compared() if row is not None else {}
        known = {**(self.rows.before_it_was_unknown(change.state.name, before.key) or {}), **now}
        shown = {name: fact.value for name, fact in row.facts.items()} if row is not None else {}
        return tuple(
            name
            for name, value in change.compared.items()
            if name in known and name not in change.state.keys
            if known[name] != value or _is_respelled(shown.get(name), change.values[name])
        )

    def is_written_over(self, update: Update) -> bool:
        """Whether a row of a page had another value when the page came, and no action of this session had given it."""
        change, row = self.rows.read(update), self.rows.row_of(update)
        if row is None or not isinstance(change, Assignment):
            return False
        return any(
            name in row.first
            and (row.first[name] != value or _is_respelled(row.spelled.get(name), change.values[name]))
            for name, value in change.compared.items()
        )

    def is_written(self, state: str, variable: str) -> bool:
        """Whether the value of a form, a state without keys, is another than it came with, whoever wrote it."""
        row = self.rows.table(state).get(())
        fact = row.facts.get(variable) if row is not None else None
        return row is not None and fact is not None and row.first.get(variable) != fact.compared

    def emptied_on(self, state: str) -> Iterator[Update]:
        """The rows of a page that had a text when the page came, and none by now."""
        for row in self.rows.table(state).values():
            emptied = {name: "" for name, fact in row.facts.items() if fact.value == "" and row.first.get(name)}
            if emptied:
                yield Update(state, {**row.named, **emptied})

    def looks_empty(self, state: str, typed: Collection[str]) -> tuple[str, ...]:
        """The fields of a form that came with nothing in them, and something in another, and have nothing now."""
        row = self.rows.table(state).get(())
        if row is None or not any(row.first.get(name) for name in typed):
            return ()
        return tuple(
            name for name, fact in row.facts.items() if name in typed and fact.value == "" and name not in row.first
        )

    def is_left(self, form: str) -> bool:
        """Whether a form, a state without keys, is known that is not in front, and that no commitment took."""
        row = self.rows.table(form).get(())
        return row is not None and row.origin is not FactOrigin.COMMITTED and not self.rows.is_seen_now(row)

    def is_own(self, update: Update) -> bool:
        """Whether all that is known of a row of a page was written there by this session."""
        row = self.rows.row_of(update)
        return row is not None and update.state in self.passing and not row.first.keys() - row.named.keys()

    def is_changed_by(self, update: Update) -> bool:
        """Whether a row would not stay as it is known: another value, one that is not known, or none any more."""
        change, row = self.rows.read(update), self.rows.row_of(update)
        if isinstance(change, RefusedUpdate):
            return False
        if isinstance(change, Removal):
            return row is not None
        known = row.compared() if row is not None else {}
        return any(known.get(name) != value for name, value in change.compared.items())

    def seen_otherwise(self, update: Update, states: Iterable[str]) -> frozenset[str]:
        """Of which of these states a row of that name was seen with other values, and nothing done since says why."""
        change = self.rows.read(update)
        if not isinstance(change, Assignment):
            return frozenset()
        rows = ((state, self.rows.table(state).get(change.key)) for state in states)
        return frozenset(state for state, row in rows if row is not None and _is_another(row, change))

    def changing(self, updates: Collection[Update]) -> tuple[RowChange, ...]:
        """What updates are about to make otherwise, before they are noted.

        What is only seen afterwards, as a sum, is made so, too; what stands on a form is written and not made so.
        """
        found = list[RowChange]()
        going = [change for change in map(self.rows.read, updates) if isinstance(change, Removal)]
        found += [self._goes(removal, going) for removal in going if removal.state.name not in self.passing]
        for update in updates:
            change, row = self.rows.read(update), self.rows.row_of(update)
            if not isinstance(change, Assignment):
                continue
            state, of_page = change.state, change.state.name in self.passing
            if not state.keys:
                was = self.rows.known_row(update)
                found += [] if of_page else [RowChange(state.name, (), self._becomes(change, was), was=was)]
                continue
            known: Mapping[str, object] = {}
            if row is not None:
                known = row.first if of_page else row.compared()
            names = {name for name, value in change.compared.items() if known.get(name) != value}
            if row is not None or self.rows.before_it_was_unknown(state.name, change.key) is not None:
                names -= set(state.keys)
            else:  # a switch that is off in a new row is nobody's choice
                names = {name for name in names if change.compared[name] is not False}
            texts = {value for name, value in change.compared.items() if name in names and isinstance(value, str)}
            shown = {name: str(change.values[name]).strip() for name in names}
            named = {name: str(change.values[name]).strip() for name in state.keys}
            beside = () if of_page else tuple(entry.named for entry in self.rows.table(state.name).values())
            written = frozenset(texts if of_page else ())
            found.append(RowChange(state.name, change.key, shown, named, beside, written, was=known))
        return tuple(found)

    def _goes(self, change: Removal, going: Iterable[Removal]) -> RowChange:
        """A row that is about to go, among those that stay."""
        rows, state = self.rows.table(change.state.name), change.state.name
        named = {name: str(value).strip() for name, value in change.named.items()}
        known = (
            {name: str(fact.value).strip() for name, fact in rows[change.key].facts.items()}
            if change.key in rows
            else {}
        )
        gone = {removal.key for removal in going if removal.state.name == state}
        beside = tuple(row.named for key, row in rows.items() if key not in gone)
        was = rows[change.key].compared() if change.key in rows else {}
        was |= dict(zip(change.state.keys, change.key, strict=True))
        return RowChange(state, change.key, {**known, **named}, named, beside, goes=True, was=was)

    def _becomes(self, change: Assignment, was: Mapping[str, object]) -> dict[str, str]:
        """What there is one of, as it is about to be otherwise than it was; empty where only a screen tells it."""
        return {
            name: "" if value is None else str(change.values[name])
            for name, value in change.compared.items()
            if value is None or was.get(name) != value
        }

    def wrote(self, update: Update) -> tuple[str, ...]:
        """The texts of what an update tells of that this session has saved somewhere without being asked to.

        What is written on the page just now is no name of anything yet.
        """
        change, row = self.rows.read(update), self.rows.row_of(update)
        if not isinstance(change, Assignment):
            return ()
        came = row.first if row is not None and change.state.keys else change.compared
        found = [name for name, value in change.compared.items() if value in self.own.texts and came.get(name) == value]
        return tuple(str(change.values[name]) for name in found)

    def unasked(self, state: str, *, gone: bool = False) -> Iterator[tuple[Key, Mapping[str, object], Collection[str]]]:
        """What is known of the rows of a table of which the agent has changed anything by what nobody asked for, and
        what that is.

        `gone`: also of those of a page that is gone.
        """
        rows = self.rows.table(state)
        for key, names in self.own.of(state, beside=False).items():
            row = rows.get(key) or (self._left.get((state, key)) if gone else None)
            if row is not None:
                yield key, row.compared(), names

    def removed(self, state: str) -> Iterator[Mapping[str, Raw]]:
        """What was known of the rows of a table that commitments of this session took away."""
        for (name, _), row in self._removed.items():
            if name == state:
                yield {variable: fact.value for variable, fact in row.facts.items()}

    def rows_of(self, state: str, *, gone: bool = False) -> Iterator[tuple[Mapping[str, object], Mapping[str, Raw]]]:
        """What is known of each row of a state, in the form in which values are compared, and as it was last shown.

        `gone`: also of those that stood on a page that is gone.
        """
        left = [row for (name, _), row in self._left.items() if name == state] if gone else []
        for row in (*self.rows.table(state).values(), *left):
            yield row.compared(), {name: fact.value for name, fact in row.facts.items()}

    def as_found(self, state: str) -> Iterator[tuple[Key, Mapping[str, object]]]:
        """The rows of a table as they were first seen, or as a commitment of this session left them.

        And as they were before the last change that was only seen: whoever made it, it may be undone by now.
        """
        for key, row in self._found.get(state, {}).items():
            yield key, row
            if before := self._before_last.get((state, key)):
                yield key, {**row, **before}

    # Lists, and rows of them that are called the same.

    def note_lists(self, lists: Iterable[Listed], twins: Iterable[Update]) -> None:
        """Lists that a screen shows, and rows of them with the same keys."""
        self.lists.note(lists)
        once_known = self.rows.once_known
        for state in filter(self.lists.is_whole_now, tuple(once_known)):
            there = self.rows.table(state)
            once_known[state] = {key: row for key, row in once_known[state].items() if key in there}
        for change in map(self.rows.read, twins):
            if isinstance(change, Assignment):
                self.lists.note_twin(change.state.name, change.key)

    def note_alike(self, rows: Iterable[Update]) -> None:
        """Rows that come of a touch on one of several elements that say the same: no list tells later which it was."""
        changes = map(self.rows.read, rows)
        self._of_several |= {(change.state.name, change.key) for change in changes if isinstance(change, Assignment)}

    def outdate_lists(self, changed: Collection[str] | None) -> None:
        """A commitment ran: whether these tables (None: any) are as they were seen, only a new look tells."""
        if changed is None:
            self._outdated = self.rows.looks
        keyed = (state for state in self.lists.states if state in self.states and self.states[state].keys)
        self.lists.outdate(state for state in keyed if changed is None or state in changed)

    def note_what_others_answer(self, updates: Iterable[Update]) -> None:
        """Something went to somebody else: what it makes of a row beside its keys an answer may make otherwise."""
        for change in map(self.rows.read, updates):
            if not isinstance(change, Assignment) or not change.state.keys:
                continue
            if beside_its_keys := frozenset(change.values) - set(change.state.keys):
                self._answered_by_others[change.state.name, change.key] = beside_its_keys

    def is_outdated(self, state: str, key: Key, names: Collection[str]) -> bool:
        """Whether these values of a row were only seen, and not since a commitment that may have changed more than its
        model says; or may be answered by somebody, and are not on the screen.

        What else a commitment of this session made of a row is looked after by what is `kept`.
        """
        row = self.rows.table(state).get(key)
        if row is None:
            return False
        may_be_answered = not self._answered_by_others.get((state, key), frozenset()).isdisjoint(names)
        if not may_be_answered and ((state, key) in self.kept.written or row.origin is not FactOrigin.SEEN):
            return False
        if may_be_answered:
            return any(row.facts[name].look < self.rows.looks for name in names if name in row.facts)
        return bool(row.facts) and max(fact.look for fact in row.facts.values()) <= self._outdated

    def twins(self, state: str) -> Iterable[Mapping[str, object]]:
        """The keys of rows of a table of which there are several, each as what is known of such a row."""
        keys = self.states[state].keys if state in self.states else ()
        return [dict(zip(keys, key, strict=True)) for key in self.lists.twins(state)]

    @property
    def several(self) -> tuple[Update, ...]:
        """The rows, by their keys, of which there are several."""
        rows = {(state, key) for state in self.lists.with_twins for key in self.lists.twins(state)} | self._of_several
        return tuple(
            Update(state, dict(zip(self.states[state].keys, key, strict=True))) for state, key in sorted(rows, key=repr)
        )

    def remember_several(self, several: Iterable[Update]) -> None:
        """These and no others. Whether a list or a touch showed that is not kept, so no list ends it."""
        changes = map(self.rows.read, several)
        self._of_several = {(change.state.name, change.key) for change in changes if isinstance(change, Assignment)}
        self.lists.remember_twins(self._of_several)

    def has_twin(self, update: Update) -> bool:
        """Whether there is another row with the keys of the one that an update is about, or was where it was chosen."""
        change = self.rows.read(update)
        if not isinstance(change, Assignment | Removal):
            return False
        state = change.state.name
        return change.key in self.lists.twins(state) or (state, change.key) in self._of_several

    # What ends: the updates that withdraw what may not be so any more.

    def let_go(self, states: Iterable[str], about: frozenset[str] = frozenset()) -> None:
        """A later commitment changes these tables, and which rows is only seen afterwards: none must stay as it was.

        `about` are the texts of what was committed.
        """
        gone = set(states)
        for state in gone:
            self._found.pop(state, None)
        self.kept.let_go(gone, about)

    def gone(self, updates: Iterable[Update], lists: Iterable[Listed]) -> tuple[Update, ...]:
        """The deletions that follow from lists that are all there is, of the part of the table that they are of."""
        complete = {listed.state: listed.within for listed in lists if listed.whole}
        if not complete:
            return ()
        seen: dict[str, set[Key]] = {state: set() for state in complete}
        for update in updates:
            change = self.rows.read(update)
            if isinstance(change, Assignment) and change.state.name in seen:
                seen[change.state.name].add(change.key)
        return tuple(
            Update(state, delete=row.named)
            for state in sorted(complete)
            for key, row in self.rows.table(state).items()
            if key not in seen[state] and row.is_within(complete[state])
        )

    def left(self, updates: Iterable[Update], fronts: Iterable[PageInFront]) -> tuple[Update, ...]:
        """The deletions that follow from another page being there: rows end with the page on which they stood.

        Where a dialog hides the page, the rows of the page stay, and those of a dialog before it go.
        """
        seen = {
            (assigned.state.name, assigned.key)
            for assigned in map(self.rows.read, updates)
            if isinstance(assigned, Assignment)
        }
        gone: list[Update] = []
        for front in fronts:
            page, dialog = ("page", front.page), ("dialog", front.dialog)
            there = [page] * (front.page is not None) + [dialog] * (front.dialog is not None)
            hidden = front.page is None and front.dialog is not None
            for state in sorted(front.states):
                for key, row in self.rows.table(state).items():
                    place, stood = (state, key), self._stood.get((state, key))
                    stays = stood in there or (hidden and stood is not None and stood[0] == "page")
                    if not stays and (place in seen or stood is None) and there:
                        self._stood[place] = there[-1]
                    elif not stays:
                        self._stood.pop(place, None)
                        gone.append(Update(state, delete=row.named))
                for key in {row_key for name, row_key in seen if name == state} - self.rows.table(state).keys():
                    self._stood[state, key] = there[-1] if there else page
        return tuple(gone)

    def doubted(self, updates: Iterable[Update], *, asked: bool) -> tuple[Update, ...]:
        """What withdraws all that these updates may have changed, or may not: the action may have run.

        What nobody `asked` for is still to be as it was found.
        """
        doubts: list[Update] = []
        gone: set[Place] = set()
        for update in updates:
            change = self.rows.read(update)
            if not isinstance(change, Assignment | Removal):
                continue
            place, keys = (change.state.name, change.key), change.state.keys
            if asked:
                self._found.get(change.state.name, {}).pop(change.key, None)
            if keys and (place in gone or change.key not in self.rows.table(change.state.name)):
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
        return tuple(self.rows.withdrawn(states, lambda *_: True))

    def emptied(self, states: Collection[str]) -> tuple[Update, ...]:
        """The same where all data of an app goes: what commitments made of these states need not be so any more."""
        self.kept.forget(states)
        for state in states:
            self._found.pop(state, None)
        self.lists.outdate(states)
        return self.ended(states)

    def unseen(self, states: Iterable[str]) -> tuple[Update, ...]:
        """What withdraws, of some states, all that is not on this screen and that no commitment set."""
        return tuple(self.rows.withdrawn(states, self._is_unseen))

    def _is_unseen(self, place: Place, name: str, fact: Fact) -> bool:
        written = self.kept.written.get(place, {})
        if fact.origin is FactOrigin.COMMITTED or (name in written and written[name] == fact.compared):
            return False
        if fact.origin is FactOrigin.SEEN and fact.look == self.rows.looks:
            return False
        self._note_once_known(place, name, fact)
        return True

    def announced(self, states: Iterable[str]) -> tuple[Update, ...]:
        """What withdraws what entries of these tables say, where this screen does not show it and their app has news.

        Also what a commitment of this session made so: the news may be of just that. That it is there stays known.
        """
        keys = {state: frozenset(self.states[state].keys) for state in states}

        def may_be_otherwise(place: Place, name: str, fact: Fact) -> bool:
            is_seen = fact.origin is FactOrigin.SEEN and fact.look == self.rows.looks
            return not is_seen and bool(keys[place[0]]) and name not in keys[place[0]]

        return tuple(self.rows.withdrawn(keys, may_be_otherwise))

    def called(self, names: Collection[str]) -> tuple[Update, ...]:
        """What withdraws the rows of tables that are called so and are not on this screen: the phone has none such."""

        def is_gone(place: Place, _: str, fact: Fact) -> bool:
            return fact.look != self.rows.looks and any(name in names for name in place[1] if isinstance(name, str))

        tables = [name for name, state in self.states.items() if state.keys] if names else []
        return tuple(self.rows.withdrawn(tables, is_gone))

    def pages_of(self, names: Collection[str], states: Iterable[str]) -> tuple[Update, ...]:
        """What withdraws what pages of these states say, where one of their texts is the name of what goes."""
        about = [
            state
            for state in (states if names else ())
            if any(name in names for name in self.rows.known([state])[state].get((), {}).values() if name)
        ]
        return self.ended(about)

    def missing(self, lists: Iterable[Listed], besides: Collection[str]) -> tuple[Update, ...]:
        """What withdraws what lists do not show where they would, but for what a commitment made since they showed it.

        `besides` are tables of which no row is forgotten unless all of them are seen.
        """
        missing = self.scrolled.look(lists, lambda row: self.rows.key_of(row.update))
        gone = {place for place in missing.rows if place[0] not in besides}
        for state, key in missing.twins:
            self.lists.note_twin(state, key)

        def is_missing(place: Place, name: str, fact: Fact) -> bool:
            if fact.origin is FactOrigin.COMMITTED or not (place in gone or name in missing.values.get(place, ())):
                return False
            self._note_once_known(place, name, fact)
            return True

        return tuple(self.rows.withdrawn({state for state, _ in (*gone, *missing.values)}, is_missing))

    def lapsed(self, now: datetime) -> tuple[Update, ...]:
        """What withdraws what the clock has ended."""
        over = self.lapsing.over(now)
        is_over = lambda place, name, _: name in over.get(place, ())  # noqa: E731
        return tuple(self.rows.withdrawn({state for state, _ in over}, is_over))

    def _note_once_known(self, place: Place, name: str, fact: Fact) -> None:
        state, key = place
        if key and state not in self.passing:
            self.rows.note_once_known(place, name, fact)


def _is_another(row: Row, change: Assignment) -> bool:
    """Whether a row was seen with other values, and nothing done since says why: there may be two of them."""
    return any(
        value is not None and row.facts[name].compared != value
        for name, value in change.compared.items()
        if name in row.facts and row.facts[name].origin is FactOrigin.SEEN
    )


def _is_respelled(before: Raw | None, now: Raw | None) -> bool:
    """Whether a text becomes another one that is equal in the form in which texts are compared."""
    return isinstance(before, str) and isinstance(now, str) and before != now
