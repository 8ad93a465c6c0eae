"""What an app last said of itself: the rows of its states, those that are gone, and which tables are told whole."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from handrail.app import Update
from handrail.app.update import Assignment, Key, Raw, RefusedUpdate, Removal, read_update
from handrail.language.declaration import States
from handrail.language.diagnostic import did_you_mean, excerpt

MOST_ROWS = 500
"""Each decision looks at all of them."""
MOST_CHARACTERS = 1_000_000
MOST_REFUSED = 10
"""So many updates of a message that do not fit, and the rest of it is not read."""
MOST_LIKELY = 50
"""Among so many names one that was misspelt is looked for."""
_FULL = f"at most {MOST_ROWS:,} rows with {MOST_CHARACTERS:,} characters are kept of an app; delete what is gone"
_TOO_MANY_REFUSED = f"{MOST_REFUSED} updates did not fit, and the rest of the message was not read"


def why_unfit(update: Update, states: States) -> str:
    """Why an update does not fit the declaration; empty where it does."""
    if update.state not in states:
        likely = did_you_mean(update.state, tuple(states)[:MOST_LIKELY], "the app declares")
        return f"no state `{excerpt(update.state)}` is declared; {likely}"
    read = read_update(update, states)
    return read.reason if isinstance(read, RefusedUpdate) else ""


@dataclass(slots=True)
class Reported:
    """The rows of one connected app, by the updates that it sent. Each update counts or is refused by itself."""

    states: States
    _rows: dict[tuple[str, Key], dict[str, Raw]] = field(default_factory=dict)
    _gone: dict[tuple[str, Key], Mapping[str, Raw]] = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)
    _characters: int = 0

    def take(self, updates: Iterable[Update], complete: Iterable[str] = ()) -> list[tuple[int, str]]:
        """Take over what fits; the place and the reason of each that does not."""
        named = [name for name in complete if name in self.states]
        for state in named:
            self._forget(state)
        refused: list[tuple[int, str]] = []
        for number, update in enumerate(updates):
            if len(refused) >= MOST_REFUSED:
                refused.append((number, _TOO_MANY_REFUSED))
                break
            if why := self._take(update):
                refused.append((number, why))
        self.whole |= set(named) if not refused else set()
        return refused

    def rows(self) -> tuple[Update, ...]:
        """All that is known, as updates that set each row."""
        return tuple(Update(state, set=dict(row)) for (state, _), row in self._rows.items())

    def gone(self) -> tuple[Update, ...]:
        """The rows of tables that the app said are gone."""
        return tuple(Update(state, delete=dict(named)) for (state, _), named in self._gone.items())

    def _forget(self, state: str) -> None:
        for place in [row for row in self._rows if row[0] == state]:
            row = self._drop(place)
            if keys := self.states[state].keys:
                self._gone[place] = {name: row[name] for name in keys}

    def _drop(self, place: tuple[str, Key]) -> dict[str, Raw]:
        row = self._rows.pop(place, {})
        self._characters -= _length(row)
        return row

    def _take(self, update: Update) -> str:
        if why := why_unfit(update, self.states):
            return why
        change = read_update(update, self.states)
        match change:
            case Removal(state=state, key=key):
                place = state.name, key
                self._drop(place)
                self._gone[place] = dict(update.delete or {})
            case Assignment():
                place = change.state.name, change.key
                before = self._rows.get(place, {})
                row = {**before, **(update.set or {})}
                grown = self._characters + _length(row) - _length(before)
                if (place not in self._rows and len(self._rows) >= MOST_ROWS) or grown > MOST_CHARACTERS:
                    return _FULL
                self._gone.pop(place, None)
                self._rows[place], self._characters = row, grown
        while len(self._gone) > MOST_ROWS:
            self._gone.pop(next(iter(self._gone)))
        return ""


def _length(row: Mapping[str, Raw]) -> int:
    return sum(len(value) if isinstance(value, str) else 8 for value in row.values())
