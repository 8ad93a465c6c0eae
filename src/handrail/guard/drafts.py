"""What this session wrote on pages, or had a page ask about, and nothing that was asked for has saved."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from handrail.app.update import Assignment, Key, Update
from handrail.guard.known_rows import KnownRows
from handrail.guard.told import Told


@dataclass(frozen=True, slots=True)
class _Draft:
    """A row of a page as it came, if it was there, and as this session left it there."""

    state: str
    key: Key
    came: Mapping[str, object] | None
    written: Mapping[str, object]

    def is_told(self, told: Told) -> bool:
        """Whether what was written there is what was asked for."""
        return all(told.says(self.state, name, str(value), self.came or {}) for name, value in self.changed)

    @property
    def changed(self) -> list[tuple[str, object]]:
        """What was written there, and did not come with it."""
        came = self.came or {}
        return [(name, value) for name, value in self.written.items() if came.get(name) != value]


@dataclass(slots=True)
class Drafts:
    """Rows of pages as they were written, until they are saved."""

    rows: KnownRows
    _drafts: list[_Draft] = field(default_factory=list)

    def note(self, updates: Iterable[Update]) -> None:
        """Updates of rows of pages that are about to be written there, or perhaps were."""
        for update in updates:
            change, row = self.rows.read(update), self.rows.row_of(update)
            if isinstance(change, Assignment):
                came, now = (dict(row.first), row.compared()) if row is not None else (None, {})
                draft = _Draft(change.state.name, change.key, came, {**now, **change.compared})
                if draft not in self._drafts:
                    self._drafts.append(draft)

    def came_up(self, updates: Iterable[Update]) -> None:
        """What a page says that is about to be done: nothing of it is, until a commitment takes it."""
        for change in map(self.rows.read, updates):
            if isinstance(change, Assignment):
                draft = _Draft(change.state.name, change.key, None, dict(change.compared))
                if draft not in self._drafts:
                    self._drafts.append(draft)

    def texts(self, states: Collection[str]) -> frozenset[str]:
        """What was written on pages of some states; a number also as clocks write it."""
        written = [value for draft in self._drafts if draft.state in states for _, value in draft.changed]
        return frozenset(text for value in written for text in (str(value), str(value).zfill(2)))

    def saved(self, updates: Iterable[Update], told: Told) -> None:
        """Something that was asked for takes these rows with it as they stand, and what was written there was told.

        What only goes is not saved.
        """
        rows = [(update.state, self.rows.known_row(update)) for update in updates if update.delete is None]
        self._drafts = [
            draft
            for draft in self._drafts
            if not (
                any(draft.state == state and draft.written.items() <= row.items() for state, row in rows)
                and draft.is_told(told)
            )
        ]

    def of(self, state: str) -> Iterator[tuple[Mapping[str, object] | None, Mapping[str, object]]]:
        """Each row as it came, if it was there, and as it was left then."""
        yield from ((draft.came, draft.written) for draft in self._drafts if draft.state == state)
