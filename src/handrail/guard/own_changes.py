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

    Its keys are among them where there was no such row. `was` is what was known of it, `named` are its keys as they are
    shown, and `beside` those of all rows of its table. `texts` is what is written into a row of a page, and stands
    elsewhere afterwards, as what something is called. One that `goes` has all of its variables as they were, and beside
    it are those that stay.
    """

    state: str
    key: Key
    variables: Mapping[str, str]
    named: Mapping[str, str] = field(default_factory=dict)
    beside: Collection[Mapping[str, Raw]] = ()
    texts: frozenset[str] = frozenset()
    goes: bool = False
    was: Mapping[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class OwnChanges:
    """By row the variables that are as the agent has made them, and the texts that it has had saved from pages.

    `_beside` are the rows that became so beside what was asked for, by the same commitment.
    """

    texts: set[str] = field(default_factory=set)
    _beside: set[tuple[str, Key]] = field(default_factory=set)
    _variables: dict[str, dict[Key, set[str]]] = field(default_factory=dict)

    def note(self, changes: Iterable[RowChange], told: Told | None, *, deletes: bool = False) -> bool:
        """Take in what a commitment changes, and what of it is told; None where nobody asked for it.

        Whether the agent has chosen anything of it. What `deletes`, chooses no place for what it takes away, as a bin.
        """
        own = (
            _chosen(changes, told, deletes=deletes)
            if told is not None
            else [(change, frozenset(change.variables)) for change in changes]
        )
        chosen = {normal_form(change.variables[name]) for change, names in own for name in names}
        note_place = self._beside.discard if told is None else self._beside.add
        for change, names in own:
            self._note(change, names)
            note_place((change.state, change.key))
            self.texts |= change.texts & chosen
        return told is None or bool(chosen - {""})

    def _note(self, change: RowChange, own: frozenset[str]) -> None:
        rows = self._variables.setdefault(change.state, {})
        rows[change.key] = (rows.get(change.key, set()) - change.variables.keys()) | own

    def of(self, state: str, *, beside: bool = True) -> Mapping[Key, Collection[str]]:
        """The rows of a table of which anything is the agent's own; not `beside`: by what nobody asked for at all."""
        rows = self._variables.get(state, {})
        return {key: names for key, names in rows.items() if names and (beside or (state, key) not in self._beside)}


def _chosen(changes: Iterable[RowChange], told: Told, *, deletes: bool) -> list[tuple[RowChange, frozenset[str]]]:
    """What is left open of each change; a row that was meant to go elsewhere is there what it was."""
    left_open = [(change, _left_open(change, told)) for change in changes]
    meant = [change for change, names in left_open if change.goes and not names]
    return [
        (
            change,
            frozenset(
                name
                for name in names
                if not any(
                    gone.state == change.state and (deletes or gone.variables.get(name) == change.variables[name])
                    for gone in meant
                )
            ),
        )
        for change, names in left_open
    ]


def _left_open(change: RowChange, told: Told) -> frozenset[str]:
    """What is not told of a change: neither what becomes so, nor of which of several rows."""
    names = {name for name, value in change.named.items() if told.says(change.state, name, value, change.was)}
    is_new = not change.goes and not change.named.keys().isdisjoint(change.variables)
    is_meant = not change.key or is_new or (bool(names) and not _is_one_of_several(change, names))
    if change.goes:
        return frozenset() if is_meant or told.wants_none_of(change.state, change.was) else frozenset(change.variables)
    return frozenset(
        name
        for name, value in change.variables.items()
        if (change.key or value)  # else it comes of it, as a sum
        and not (is_meant and told.says(change.state, name, value, change.was))
        and not told.says_whatever_it_is(change.state, name, change.was)
    )


def _is_one_of_several(change: RowChange, names: Collection[str]) -> bool:
    """Whether another row has the same under these keys."""
    same = sum(all(str(row.get(name)) == change.named[name] for name in names) for row in change.beside)
    return same > (not change.goes)
