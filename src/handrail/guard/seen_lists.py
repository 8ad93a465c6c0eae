"""What the lists on the screens showed: which tables were seen whole, and of which rows there are several of one name.

Source: docs/guard.md.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product

from handrail.app.screen_model import Listed
from handrail.app.update import Key, Raw


@dataclass(slots=True)
class SeenLists:
    """The lists of a session, by the name of their state. `in_part`: this screen shows one of which there is more."""

    in_part: bool = False
    _shown: dict[str, list[Listed]] = field(default_factory=dict)
    _whole_now: set[str] = field(default_factory=set)
    _twins: dict[str, set[Key]] = field(default_factory=dict)

    def look(self) -> None:
        """The phone is looked at anew."""
        self._whole_now.clear()
        self.in_part = False

    def note(self, lists: Iterable[Listed]) -> None:
        """Lists that a screen shows. Rows of the same keys stay two until the whole shows one."""
        for listed in lists:
            self.in_part = self.in_part or not listed.whole
            if listed.whole and not listed.within:
                self._twins.pop(listed.state, None)
                self._whole_now.add(listed.state)
            others = [other for other in self._shown.get(listed.state, ()) if other.within != listed.within]
            self._shown[listed.state] = [*others, listed]

    def note_only_row(self, state: str) -> None:
        """The one row of a state without keys was seen, and so all of it."""
        self._shown[state] = [Listed(state, True, {})]

    def note_twin(self, state: str, key: Key) -> None:
        """There is another row with these keys."""
        self._twins.setdefault(state, set()).add(key)

    def remember_twins(self, rows: Iterable[tuple[str, Key]]) -> None:
        """These rows are those of which there are several, and no others."""
        self._twins.clear()
        for state, key in rows:
            self.note_twin(state, key)

    @property
    def with_twins(self) -> Collection[str]:
        """The tables in which there are several rows of one name."""
        return tuple(self._twins)

    def outdate(self, states: Iterable[str]) -> None:
        """Whether these tables are as they were seen, only a new look tells."""
        for state in states:
            self._shown.pop(state, None)

    @property
    def states(self) -> Collection[str]:
        """The states of which something was seen that still counts."""
        return tuple(self._shown)

    def is_whole_now(self, state: str) -> bool:
        """Whether this screen shows a whole table."""
        return state in self._whole_now

    def twins(self, state: str) -> Collection[Key]:
        """The keys of the rows of a table of which there are several."""
        return self._twins.get(state, ())

    def parts(self, state: str) -> tuple[Mapping[str, Raw], ...]:
        """The parts of a table that were seen whole; an empty one is all of it."""
        return tuple(listed.within for listed in self._shown.get(state, ()) if listed.whole and not listed.unread)

    def was_shown(self, state: str, wanted: Mapping[str, Collection[Raw]]) -> bool:
        """Whether the whole list of a state was seen, or of each part of it in which such rows may stand.

        `wanted` says by variable which values they may have. What was seen before the last commitment does not count:
        that may have changed more than its app's model says.
        """
        seen = [entry for entry in self._shown.get(state, ()) if entry.whole and not entry.unread]
        if any(not entry.within for entry in seen):
            return True
        by_names: dict[tuple[str, ...], list[Mapping[str, Raw]]] = {}
        for listed in seen:
            by_names.setdefault(tuple(listed.within), []).append(listed.within)
        return any(
            all(name in wanted for name in names)
            and all(
                dict(zip(names, values, strict=True)) in parts for values in product(*(wanted[name] for name in names))
            )
            for names, parts in by_names.items()
        )
