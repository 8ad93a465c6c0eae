"""What this session wrote on pages and nothing that was asked for has saved."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from handrail.app.update import Assignment, Key, Update
from handrail.guard.known_rows import KnownRows


@dataclass(frozen=True, slots=True)
class _Draft:
    """A row of a page as it came, and as this session left it there."""

    state: str
    key: Key
    came: Mapping[str, object]
    written: Mapping[str, object]


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
                came, now = (dict(row.first), row.compared()) if row is not None else ({}, {})
                draft = _Draft(change.state.name, change.key, came, {**now, **change.compared})
                if draft not in self._drafts:
                    self._drafts.append(draft)

    def saved(self, updates: Iterable[Update]) -> None:
        """Something that was asked for takes these rows with it as they stand."""
        rows = [(update.state, self.rows.known_row(update)) for update in updates]
        self._drafts = [
            draft
            for draft in self._drafts
            if not any(draft.state == state and draft.written.items() <= row.items() for state, row in rows)
        ]

    def of(self, state: str) -> Iterator[tuple[Mapping[str, object], Mapping[str, object]]]:
        """Each row as it came, and as it was left then."""
        yield from ((draft.came, draft.written) for draft in self._drafts if draft.state == state)
