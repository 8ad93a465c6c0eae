"""Following a list as it is scrolled: nothing that is only out of sight is missing, and what was taken away is.

The oracle is a list of our own, of which the rows and where it stands are known.
"""

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from handrail.app.screen_model import Listed, ListedRow
from handrail.app.update import Update
from handrail.device.element import Bounds
from handrail.guard.scrolled_lists import Missing, ScrolledLists

HEIGHT = 800
KEY_ENDS, VALUE_BEGINS = 40, 60
"""Pixels of a row that its name needs, and those after which its value stands."""


@dataclass
class LongList:
    """Rows by name, each with its height, and how far they are scrolled."""

    heights: dict[str, int]
    valued: set[str] = field(default_factory=set)
    offset: int = 0
    followed: ScrolledLists = field(default_factory=ScrolledLists)

    def scroll(self, by: int) -> None:
        self.followed.moved(((500, 400), (500, 400 - by)))
        self.offset = max(0, min(self.offset + by, sum(self.heights.values()) - HEIGHT))

    def rows(self) -> list[ListedRow]:
        found, top = [], -self.offset
        for name, height in self.heights.items():
            above, below = max(top, 0), min(top + height, HEIGHT)
            shown: dict[str, str | None] = {"name": name}
            if above < below and (has_name := top >= -KEY_ENDS // 2 and below - top >= KEY_ENDS) and has_name:
                has_value = below - top >= VALUE_BEGINS + 10
                is_cut = above <= 0 or below >= HEIGHT
                value = "yes" if name in self.valued else None
                hidden = frozenset({"value"} if is_cut and (not has_value or value is None) else ())
                said = shown if hidden else {**shown, "value": value}
                found.append(ListedRow(Update("Row", said), Bounds(0, above, 1080, below), is_cut, hidden))
            top += height
        return found

    def look(self) -> Missing:
        listed = Listed("Row", False, {}, by="rows", rows=tuple(self.rows()), of_table=True)
        return self.followed.look([listed], lambda row: (str((row.update.set or {})["name"]),))

    def whole_rows(self) -> list[str]:
        return [str((row.update.set or {})["name"]) for row in self.rows() if not row.is_cut]


@st.composite
def long_lists(draw: st.DrawFn) -> LongList:
    heights = draw(st.lists(st.sampled_from([90, 120, 150]), min_size=16, max_size=30))
    named = {f"row {number}": height for number, height in enumerate(heights)}
    return LongList(named, draw(st.sets(st.sampled_from(sorted(named)))))


SCROLLS = st.lists(st.integers(-480, 480).filter(bool), max_size=12)


@given(long_lists(), SCROLLS, st.data())
def test_what_is_only_out_of_sight_is_not_missing(rows: LongList, scrolls: list[int], data: st.DataObject) -> None:
    assert rows.look() == Missing()
    for by in scrolls:
        rows.scroll(by)
        assert rows.look() == Missing()
        if data.draw(st.booleans()):
            rows.followed.moved(None)
            assert rows.look() == Missing()


@given(long_lists(), SCROLLS, st.data())
def test_a_row_that_was_taken_away_in_sight_is_missing(rows: LongList, scrolls: list[int], data: st.DataObject) -> None:
    rows.look()
    for by in scrolls:
        rows.scroll(by)
        rows.look()
    gone = data.draw(st.sampled_from(rows.whole_rows()))
    del rows.heights[gone]
    assert ("Row", (gone,)) in rows.look().rows


@given(long_lists(), SCROLLS, st.data())
def test_a_row_that_was_taken_away_out_of_sight_is_missing_where_it_stood(
    rows: LongList, scrolls: list[int], data: st.DataObject
) -> None:
    rows.look()
    gone = data.draw(st.sampled_from(rows.whole_rows()[1:-1]))
    for by in scrolls:
        rows.scroll(by)
        rows.look()
    del rows.heights[gone]
    missing: set[tuple[str, tuple[object, ...]]] = set()
    for _ in range(10):
        rows.scroll(-480)
        missing |= rows.look().rows
    assert ("Row", (gone,)) in missing


@given(long_lists(), SCROLLS, st.data())
def test_a_value_that_a_row_at_an_edge_does_not_show_any_more_is_missing(
    rows: LongList, scrolls: list[int], data: st.DataObject
) -> None:
    rows.look()
    for by in scrolls:
        rows.scroll(by)
        rows.look()
    told = [row for row in rows.rows() if row.is_cut and (row.update.set or {}).get("value")]
    if told:
        name = str((data.draw(st.sampled_from(told)).update.set or {})["name"])
        rows.valued.discard(name)
        assert rows.look().values == {("Row", (name,)): {"value"}}


@given(long_lists())
def test_a_row_that_stands_at_two_places_is_two_rows(rows: LongList) -> None:
    """The list shows another row under the name of one that is out of sight."""
    rows.look()
    first = next(iter(rows.heights))
    for _ in range(3):
        rows.scroll(200)
        rows.look()
    heights = list(rows.heights.items())
    last = heights[-1][0]
    renamed = LongList({f"{name} ": height for name, height in heights[:1]} | dict(heights[1:-1]) | {first: 90})
    renamed.offset, renamed.followed = rows.offset, rows.followed
    assert last not in renamed.heights
    twins: set[tuple[str, tuple[object, ...]]] = set()
    for _ in range(12):
        renamed.scroll(400)
        twins |= renamed.look().twins
    assert ("Row", (first,)) in twins
