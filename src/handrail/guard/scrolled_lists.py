"""Lists longer than the screen: which of their rows may only be out of sight, and which are not there any more.

A list that stands where it stood shows what it showed. Where the agent scrolled it, what was above may be above it now;
whatever else is missing is not there any more, or stands where nobody has looked since. Source: docs/guard.md.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from handrail.app.screen_model import Listed, ListedRow
from handrail.app.update import Key
from handrail.device.touch import Way

_ListName: TypeAlias = tuple[str, str, Hashable]
"""The state, what reads the list, and of which part of the table it is."""


@dataclass(frozen=True, slots=True)
class Missing:
    """Rows that a list does not show where it would, and values that a row of it does not show where it did.

    `twins` are rows that stood elsewhere in it: there are two of that name.
    """

    rows: frozenset[tuple[str, Key]] = frozenset()
    values: Mapping[tuple[str, Key], frozenset[str]] = field(default_factory=dict)
    twins: frozenset[tuple[str, Key]] = frozenset()


@dataclass(frozen=True, slots=True)
class _Scroll:
    """What an action may have moved a list by: sideways or not, and to what comes later (1) or earlier (-1)."""

    sideways: bool
    onwards: int


@dataclass(frozen=True, slots=True)
class _Taken:
    """What a look at a list says: which rows are missing, which values of others, and which of them stand twice."""

    gone: frozenset[Key]
    values: Mapping[Key, frozenset[str]]
    twins: frozenset[Key]


@dataclass(slots=True)
class _View:
    """What was seen of one list. Positions are pixels from where it stood first.

    `order` are the rows in theirs. `shown` says at which position each was last in sight, and `read` the same of each
    of its values: None where a commitment may have moved it since. `edges` are where a row begins and ends in the list.
    """

    order: list[Key] = field(default_factory=list)
    shown: dict[Key, int | None] = field(default_factory=dict)
    read: dict[tuple[Key, str], int | None] = field(default_factory=dict)
    edges: dict[Key, tuple[int, int]] = field(default_factory=dict)
    position: int = 0
    last: Mapping[Key, ListedRow] = field(default_factory=dict)
    was_changed: bool = False

    def take(self, rows: Mapping[Key, ListedRow], scroll: _Scroll | None) -> _Taken:
        """Take in the rows that are in sight now."""
        stays = self._follow(rows, scroll)
        if scroll is not None and scroll.sideways:  # edges are above and below
            self.edges.clear()
        top = self.position
        edges = {key: (row.bounds.top + top, row.bounds.bottom + top) for key, row in rows.items()}
        twins = {row for row in rows if row in self.edges and not _is_there(self.edges[row], edges[row])}
        gone = self._gone(rows) if stays else {key for key in self.order if key not in rows}
        values = {key: missing for key, row in rows.items() if (missing := self._missing_of(key, row, stays=stays))}
        self._note(rows, gone)
        self.edges |= edges
        return _Taken(frozenset(gone), values, frozenset(twins))

    def _follow(self, rows: Mapping[Key, ListedRow], scroll: _Scroll | None) -> bool:
        """Follow the list to where it stands now; whether it is known how it came there."""
        if self.was_changed:
            return True
        is_known = self._moved(rows, scroll)
        if not is_known:
            self.edges.clear()
        return is_known

    def _moved(self, rows: Mapping[Key, ListedRow], scroll: _Scroll | None) -> bool:
        sideways = scroll is not None and scroll.sideways
        both = [(self.last[key], row) for key, row in rows.items() if key in self.last]
        shifts = {
            _begins(before, sideways) - _begins(now, sideways)
            for before, now in both
            if not (before.is_cut or now.is_cut)
        }
        if scroll is None:
            return shifts == {0} or (not shifts and rows.keys() == self.last.keys())
        if not shifts:  # all that was in sight is out of it, or cut
            starts = [_begins(row, sideways) for row in self.last.values()]
            self.position += scroll.onwards * (max(starts) - min(starts) + 1) if starts else 0
            self.edges.clear()
            return True
        if len(shifts) != 1:
            return False
        (shift,) = shifts
        self.position += shift
        return shift * scroll.onwards >= 0

    def _gone(self, rows: Collection[Key]) -> set[Key]:
        """The rows that are not before, or after, all that is in sight, on a side from which the list was scrolled."""
        first, last = self._span(rows)
        return {
            key
            for at, key in enumerate(self.order)
            if key not in rows and not self._may_be_hidden(self.shown[key], at < first, at > last)
        }

    def _span(self, rows: Collection[Key]) -> tuple[int, int]:
        """Where in the order the first and the last row stand that are in sight; behind and before all if none is."""
        places = [at for at, key in enumerate(self.order) if key in rows]
        return (places[0], places[-1]) if places else (len(self.order), -1)

    def _may_be_hidden(self, shown: int | None, is_first: bool, is_last: bool) -> bool:
        if shown is None:
            return is_first or is_last
        return (is_first and shown < self.position) or (is_last and shown > self.position)

    def _missing_of(self, key: Key, row: ListedRow, *, stays: bool) -> frozenset[str]:
        """What a row that ends at an edge does not show: it did where it stands, or nobody knows why it is there."""
        here = (variable for variable in row.hidden if (key, variable) in self.read)
        return frozenset(variable for variable in here if not stays or self.read[key, variable] == self.position)

    def _note(self, rows: Mapping[Key, ListedRow], gone: Collection[Key]) -> None:
        first, last = self._span(rows)
        before, after = list[Key](), list[Key]()
        for at, row_key in enumerate(self.order):
            if row_key in gone or row_key in rows:
                continue
            # where nothing of what was seen is in sight, it stands where it was left
            is_before = at < first if last >= 0 else (self.shown[row_key] or 0) <= self.position
            (before if is_before else after).append(row_key)
        self.order = [*before, *rows, *after]
        for row_key in gone:
            self.shown.pop(row_key, None)
            self.edges.pop(row_key, None)
        for key, row in rows.items():
            self.shown[key] = self.position
            for name in (row.update.set or {}).keys() - row.hidden:
                self.read[key, name] = self.position
        self.last, self.was_changed = rows, False

    def has_any_of(self, keys: Iterable[Key]) -> bool:
        """Whether one of these rows stood in it."""
        return any(key in self.shown for key in keys)

    def outdate(self) -> None:
        """A commitment of this session changed the table: its rows may stand elsewhere now."""
        self.was_changed = True
        self.shown = dict.fromkeys(self.shown)
        self.read = dict.fromkeys(self.read)
        self.edges.clear()


@dataclass(slots=True)
class ScrolledLists:
    """The lists of a session, each as it was seen. `_visible` are those on the last screen."""

    _views: dict[_ListName, _View] = field(default_factory=dict)
    _visible: set[_ListName] = field(default_factory=set)
    _scroll: _Scroll | None = None

    def moved(self, way: Way | None) -> None:
        """An action ran, with the way of a finger where one moved: what is in sight may be elsewhere next."""
        self._scroll = _scroll_of(way) if way is not None else None

    def changed(self, states: Iterable[str]) -> None:
        """A commitment of this session changes these tables."""
        changed = frozenset(states)
        for (state, _, _), view in self._views.items():
            if state in changed:
                view.outdate()

    def look(self, lists: Iterable[Listed], key_of: Callable[[ListedRow], Key | None]) -> Missing:
        """Take in what lists show; what is missing in them."""
        rows: set[tuple[str, Key]] = set()
        twins: set[tuple[str, Key]] = set()
        values: dict[tuple[str, Key], frozenset[str]] = {}
        before, self._visible = self._visible, set()
        scroll, self._scroll = self._scroll, None
        for listed in lists:
            visible = {key: row for row in listed.rows if (key := key_of(row)) is not None}
            if not visible:
                continue
            name = (listed.state, listed.by, frozenset(listed.within.items()))
            view = self._views.get(name)
            if view is None or not (name in before or listed.of_table or view.has_any_of(visible)):
                view = self._views[name] = _View()
            self._visible.add(name)
            taken = view.take(visible, scroll if name in before else None)
            rows.update((listed.state, key) for key in taken.gone)
            twins.update((listed.state, key) for key in taken.twins)
            values.update({(listed.state, key): names for key, names in taken.values.items()})
        return Missing(frozenset(rows), values, frozenset(twins))


def _begins(row: ListedRow, sideways: bool) -> int:
    return row.bounds.left if sideways else row.bounds.top


def _is_there(before: tuple[int, int], now: tuple[int, int]) -> bool:
    """Whether a row is where it was: one of its edges is, as the other may be out of sight or have moved with it."""
    return before[0] == now[0] or before[1] == now[1]


def _scroll_of(way: Way) -> _Scroll | None:
    (left, top), (to_left, to_top) = way
    across, along = left - to_left, top - to_top
    if across == along == 0:
        return None
    sideways = abs(across) > abs(along)
    return _Scroll(sideways, 1 if (across if sideways else along) > 0 else -1)
