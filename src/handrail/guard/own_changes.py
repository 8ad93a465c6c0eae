"""What the agent has changed on its own account: neither a rule nor a person asked for that by its name.

It may be undone, and so it runs; but nothing that cannot be undone rests on it unless a person says so.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from handrail.app.update import Key


@dataclass(frozen=True, slots=True)
class RowChange:
    """Which variables of a row become others; its keys are among them where there was no such row."""

    state: str
    key: Key
    variables: frozenset[str]
    texts: frozenset[str] = frozenset()
    """What is written by that into a row of a page, and stands elsewhere afterwards, as what something is called."""


@dataclass(slots=True)
class OwnChanges:
    """By row the variables that are as the agent has made them."""

    texts: set[str] = field(default_factory=set)
    _variables: dict[str, dict[Key, set[str]]] = field(default_factory=dict)

    def note(self, changes: Iterable[RowChange], asked: Mapping[str, Collection[str]]) -> None:
        """Take in what was committed. Of the `asked` variables, by state, somebody said what they are to be."""
        for change in changes:
            rows = self._variables.setdefault(change.state, {})
            left = rows.get(change.key, set()) - change.variables
            named = asked.get(change.state, ())
            own = change.variables - set(named)
            rows[change.key] = left | own
            if own:
                self.texts |= change.texts

    def of(self, state: str) -> Mapping[Key, Collection[str]]:
        """The rows of a table of which anything is the agent's own."""
        return {key: names for key, names in self._variables.get(state, {}).items() if names}
