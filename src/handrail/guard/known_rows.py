"""Which rows of which tables are known, so that a complete list can say that one of them is gone."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from handrail.app.update import Assignment, Key, Raw, Update, read_update
from handrail.language.declaration import States


@dataclass(slots=True)
class KnownRows:
    """The keys of the rows of tables that were set and not deleted since."""

    states: States
    _rows: dict[str, dict[Key, dict[str, Raw]]] = field(default_factory=dict)

    def note(self, updates: Iterable[Update]) -> None:
        """Updates that happened."""
        for update in updates:
            change = read_update(update, self.states)
            if isinstance(change, Assignment):
                if change.state.keys:
                    named: dict[str, Raw] = {name: change.values[name] for name in change.state.keys}
                    self._rows.setdefault(change.state.name, {})[change.key] = named
            elif not isinstance(change, tuple):
                continue
            else:
                self._rows.get(change.state.name, {}).pop(change.key, None)

    def gone(self, updates: Iterable[Update], complete: frozenset[str]) -> tuple[Update, ...]:
        """The deletions that follow from lists that are all there is."""
        if not complete:
            return ()
        seen: dict[str, set[Key]] = {state: set() for state in complete}
        for update in updates:
            change = read_update(update, self.states)
            if isinstance(change, Assignment) and change.state.name in seen:
                seen[change.state.name].add(change.key)
        return tuple(
            Update(state, delete=named)
            for state in sorted(complete)
            for key, named in self._rows.get(state, {}).items()
            if key not in seen[state]
        )
