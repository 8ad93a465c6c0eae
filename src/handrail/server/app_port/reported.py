"""What an app last said of itself: the rows of its states, those that are gone, and which tables are told whole."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from handrail.app import Update
from handrail.app.update import Assignment, Key, Raw, RefusedUpdate, Removal, read_update
from handrail.language.declaration import States

MOST_ROWS = 10_000
_FULL = f"the app has reported {MOST_ROWS:,} rows, and no more are kept; delete those that are gone"


@dataclass(slots=True)
class Reported:
    """The rows of one connected app, by the updates that it sent. Each update counts or is refused by itself."""

    states: States
    _rows: dict[tuple[str, Key], dict[str, Raw]] = field(default_factory=dict)
    _gone: dict[tuple[str, Key], Mapping[str, Raw]] = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)

    def take(self, updates: Iterable[Update], complete: Iterable[str] = ()) -> list[tuple[int, str]]:
        """Take over what fits; the place and the reason of each that does not."""
        named = [name for name in complete if name in self.states]
        for state in named:
            self._forget(state)
        refused = [(number, why) for number, one in enumerate(updates) if (why := self._take(one))]
        self.whole |= set(named) if not refused else set()
        return refused

    def rows(self) -> tuple[Update, ...]:
        """All that is known, as updates that set each row."""
        return tuple(Update(state, set=dict(row)) for (state, _), row in self._rows.items())

    def gone(self) -> tuple[Update, ...]:
        """The rows of tables that the app said are gone."""
        return tuple(Update(state, delete=dict(named)) for (state, _), named in self._gone.items())

    def _forget(self, state: str) -> None:
        for place in [one for one in self._rows if one[0] == state]:
            row = self._rows.pop(place)
            if keys := self.states[state].keys:
                self._gone[place] = {name: row[name] for name in keys}

    def _take(self, update: Update) -> str:
        change = read_update(update, self.states)
        match change:
            case RefusedUpdate():
                return change.reason
            case Removal(state, key):
                place = state.name, key
                self._rows.pop(place, None)
                self._gone[place] = dict(update.delete or {})
            case Assignment():
                place = change.state.name, change.key
                if place not in self._rows and len(self._rows) >= MOST_ROWS:
                    return _FULL
                self._gone.pop(place, None)
                self._rows.setdefault(place, {}).update(update.set or {})
        while len(self._gone) > MOST_ROWS:
            self._gone.pop(next(iter(self._gone)))
        return ""
