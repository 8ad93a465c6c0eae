"""Which row an action is about, where its page does not say so: the one that was opened before, and then was gone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from handrail.app.draft.drafted import DraftOnScreen, DraftState, DraftUpdate, DraftVariable
from handrail.app.draft.frames import Frame, Frames
from handrail.app.draft.page_states import anchor_of
from handrail.app.draft.places import Places
from handrail.app.draft.tables import DraftTable
from handrail.app.draft.touches import Touch


@dataclass(frozen=True, slots=True)
class OpenedRow:
    """A small state that remembers which row of a table was opened, by an event of a kind, while its page is there."""

    table: DraftTable
    name: str
    kind: str
    lasts_while: DraftOnScreen

    @property
    def known(self) -> Mapping[str, str]:
        """How the keys of the row are read later."""
        return {key: f"known({self.name}.{key})" for key in self.table.keys}

    @property
    def called(self) -> str:
        """`an alarm`."""
        return one_of(self.table.words)

    def state(self) -> DraftState:
        """Its declaration."""
        keys = [column.variable for column in self.table.columns if column.variable.key]
        variables = tuple(DraftVariable(key.name, key.type) for key in keys)
        return DraftState(self.name, f"{self.called} that was opened last", variables, self.lasts_while)

    def update(self) -> DraftUpdate:
        """What opening a row says of it."""
        return DraftUpdate(self.name, self.table.keys)


@dataclass(frozen=True, slots=True)
class OpenedRows:
    """Looks through the walks for what was opened before, and for what then was otherwise."""

    frames: Frames
    places: Places
    tables: Sequence[DraftTable]

    def opened(self, touch: Touch) -> OpenedRow | None:
        """The table whose row was opened before, and how its keys are known; only where that row then went."""
        found: set[tuple[str, str]] = set()
        ways: list[tuple[DraftTable, Frame, str, Frame]] = []
        for frame, _ in touch.done:
            way = self._way_to(frame)
            if way is None or not self._goes(*way[:2], frame, way[3]):
                return None
            table, tapped, kind, _ = way
            found.add((table.name, kind))
            ways.append((table, tapped, kind, frame))
        if len(found) != 1:
            return None
        table, _, kind, _ = ways[0]
        name = f"Opened{table.name}"
        between = [
            candidate
            for _, tapped, _, frame in ways
            for candidate in self.frames.all
            if candidate.walk == frame.walk and tapped.number < candidate.number <= frame.number
        ]
        others = [
            candidate
            for candidate in self.frames.all
            if candidate.dialog is None and any(at is candidate for at, _ in table.rows)
        ]
        while_ = anchor_of(between, self.places, others=others)
        return None if while_ is None else OpenedRow(table, name, kind, while_)

    def _way_to(self, frame: Frame) -> tuple[DraftTable, Frame, str, int] | None:
        """The row that was touched last before a screen of a walk."""
        before = [
            earlier for earlier in self.frames.all if earlier.walk == frame.walk and earlier.number < frame.number
        ]
        for earlier in reversed(before):
            for act in earlier.acts:
                number = earlier.index.at(act.path) if act.path is not None else None
                if number is None or act.kind not in ("click", "long_click"):
                    continue
                for table in self.tables:
                    row = table.row_of(earlier, number)
                    if row is not None:
                        return table, earlier, act.kind, row
        return None

    def _goes(self, table: DraftTable, tapped: Frame, frame: Frame, row: int) -> bool:
        """Whether the next list that shows the table has no such row any more."""
        said = self._key_of(table, tapped, row)
        for candidate in self.frames.all:
            if candidate.walk == frame.walk and candidate.number > frame.number:
                rows = [at for of, at in table.rows if of is candidate]
                if rows:
                    return all(self._key_of(table, candidate, at) != said for at in rows)
        return False

    def _key_of(self, table: DraftTable, frame: Frame, row: int) -> tuple[str, ...]:
        found = []
        for column in table.columns:
            if column.variable.key:
                number = next(iter(self.places.find(column.place, frame, row)), row)
                found.append(frame.index.nodes[number].text or frame.index.nodes[number].description)
        return tuple(found)

    def changed(self, touch: Touch) -> list[DraftTable]:
        """The tables that showed other rows when they were next seen after it was touched."""
        changed: list[DraftTable] = []
        for table in self.tables:
            for frame, _ in touch.done:
                before = self._rows_near(table, frame, -1)
                after = self._rows_near(table, frame, 1)
                if before is not None and after is not None and before != after and table not in changed:
                    changed.append(table)
        return changed

    def _rows_near(self, table: DraftTable, frame: Frame, step: int) -> set[tuple[str, ...]] | None:
        """What the table showed when it was last seen before, or first seen after, a screen of a walk."""
        number = frame.number if step < 0 else frame.number + 1
        while 0 <= number < len(self.frames.all) and self.frames.all[number].walk == frame.walk:
            here = self.frames.all[number]
            rows = [at for of, at in table.rows if of is here]
            if rows:
                nodes = here.index.nodes
                return {tuple(nodes[at].text for at in range(row, here.index.ends[row])) for row in rows}
            number += step
        return None


def one_of(words: Sequence[str]) -> str:
    """`an alarm`."""
    said = " ".join(words)
    return f"an {said}" if said[:1] in "aeiou" else f"a {said}"
