"""What the agent has changed on its own account: neither a rule nor a person asked for that by its name.

It may be undone, and so it runs; but nothing that cannot be undone rests on it unless a person says so.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from handrail.app.update import Key, Raw
from handrail.guard.told import Told
from handrail.language.normal_form import normal_form


@dataclass(frozen=True, slots=True)
class RowChange:
    """Which variables of a row become others, and what they become, as it is shown.

    Its keys are among them where there was no such row. `named` are its keys as they are shown, and `beside` those of
    all rows of its table. `texts` is what is written into a row of a page, and stands elsewhere afterwards, as
    what something is called. One that `goes` has all of its variables as they were, and beside it are those that stay.
    """

    state: str
    key: Key
    variables: Mapping[str, str]
    named: Mapping[str, str] = field(default_factory=dict)
    beside: Collection[Mapping[str, Raw]] = ()
    texts: frozenset[str] = frozenset()
    goes: bool = False


@dataclass(slots=True)
class OwnChanges:
    """By row the variables that are as the agent has made them, and the texts that it has had saved from pages.

    `_beside` are the rows that became so beside what was asked for, by the same commitment, and `_chosen` the texts of
    the agent's choice by the tables whose rows it wrote them into. They show elsewhere, too: a mail to somebody stands
    among those sent, and what an alarm is called says the notification when it rings.
    """

    texts: set[str] = field(default_factory=set)
    _chosen: dict[frozenset[str], set[str]] = field(default_factory=dict)
    _beside: set[tuple[str, Key]] = field(default_factory=set)
    _variables: dict[str, dict[Key, set[str]]] = field(default_factory=dict)

    def note_asked(self, changes: Iterable[RowChange], told: Told) -> None:
        """Take in what somebody asked for, and what of it is told.

        What comes of it, as a sum, is told where nothing is left open.
        """
        own = [(change, _left_open(change, told)) for change in changes]
        chosen = {text for change, names in own for text in _chosen(change, names)} - {""}
        leaves_open = any(names for _, names in own)
        for change, names in own:
            comes_of_it = {name for name, value in change.variables.items() if not (change.key or value)}
            self._note(change, names | comes_of_it if leaves_open else names)
            self._beside.add((change.state, change.key))
            self.texts |= change.texts & chosen
        there = frozenset(change.state for change, _ in own if change.key and not change.goes)
        self._chosen.setdefault(there, set()).update(chosen)

    def chosen_elsewhere(self, state: str) -> Collection[str]:
        """The texts of the agent's choice, but for those of a table whose rows say themselves what is its own."""
        return {text for there, texts in self._chosen.items() if state not in there for text in texts}

    def note_unasked(self, changes: Iterable[RowChange]) -> None:
        """Take in what was committed, and nobody asked for it."""
        for change in changes:
            self._note(change, frozenset(change.variables))
            self._beside.discard((change.state, change.key))
            self.texts |= change.texts

    def _note(self, change: RowChange, own: frozenset[str]) -> None:
        rows = self._variables.setdefault(change.state, {})
        rows[change.key] = (rows.get(change.key, set()) - change.variables.keys()) | own

    @property
    def states(self) -> Collection[str]:
        """The tables of which anything is the agent's own, or was."""
        return tuple(self._variables)

    def of(self, state: str, *, beside: bool = True) -> Mapping[Key, Collection[str]]:
        """The rows of a table of which anything is the agent's own; not `beside`: by what nobody asked for at all."""
        rows = self._variables.get(state, {})
        return {key: names for key, names in rows.items() if names and (beside or (state, key) not in self._beside)}


def _left_open(change: RowChange, told: Told) -> frozenset[str]:
    """What is not told of a change: neither what becomes so, nor of which of several rows."""
    names = {name for name, value in change.named.items() if told.says(change.state, name, value)}
    is_new = not change.goes and not change.named.keys().isdisjoint(change.variables)
    is_meant = not change.key or is_new or (bool(names) and not _is_one_of_several(change, names))
    if change.goes:
        return frozenset() if is_meant or change.state in told.none_of else frozenset(change.variables)
    return frozenset(
        name
        for name, value in change.variables.items()
        if (change.key or value)  # else it comes of it, as a sum
        and not (told.says(change.state, name, value) if is_meant else told.says_of_all(change.state, name))
    )


def _chosen(change: RowChange, names: Collection[str]) -> set[str]:
    """The texts of what is left open of a change; of a row that goes those that none has that stays."""
    others = {str(value) for row in change.beside for value in row.values()} if change.goes else ()
    return {normal_form(change.variables[name]) for name in names if change.variables[name] not in others}


def _is_one_of_several(change: RowChange, names: Collection[str]) -> bool:
    """Whether another row has the same under these keys."""
    same = sum(all(str(row.get(name)) == change.named[name] for name in names) for row in change.beside)
    return same > (not change.goes)
