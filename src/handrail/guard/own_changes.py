"""What the agent has changed on its own account: neither a rule nor a person asked for that by its name.

It may be undone, and so it runs; but nothing that cannot be undone rests on it unless a person says so.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from handrail.app.update import Key


@dataclass(frozen=True, slots=True)
class RowChange:
    """Which variables of a row become others; its `keys` are among them where there was no such row.

    `texts` is what is written into a row of a page, and stands elsewhere afterwards, as what something is called.
    """

    state: str
    key: Key
    variables: frozenset[str]
    keys: Collection[str] = ()
    texts: frozenset[str] = frozenset()


@dataclass(slots=True)
class OwnChanges:
    """By row the variables that are as the agent has made them."""

    texts: set[str] = field(default_factory=set)
    _variables: dict[str, dict[Key, set[str]]] = field(default_factory=dict)

    def note_asked(self, changes: Iterable[RowChange], said: Mapping[str, Collection[str]]) -> None:
        """Take in what somebody asked for: rows of the states that are `said`, and what their variables are to be."""
        for change in changes:
            asked = {*said[change.state], *change.keys} if change.state in said else set[str]()
            self._note(change, change.variables - asked)

    def note_unasked(self, changes: Iterable[RowChange]) -> None:
        """Take in what was committed, and nobody asked for it."""
        for change in changes:
            self._note(change, change.variables)
            self.texts |= change.texts

    def _note(self, change: RowChange, own: frozenset[str]) -> None:
        rows = self._variables.setdefault(change.state, {})
        rows[change.key] = (rows.get(change.key, set()) - change.variables) | own

    def of(self, state: str) -> Mapping[Key, Collection[str]]:
        """The rows of a table of which anything is the agent's own."""
        return {key: names for key, names in self._variables.get(state, {}).items() if names}
