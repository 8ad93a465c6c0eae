"""The lists of a page and their rows: what stands in a list by its class, and what is repeated and takes a touch.

A row that ends where a list ends that can be scrolled may go on out of sight. It counts as whole where another row,
which does not touch the edge, is built in the same way and is no taller.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence

from handrail.app.generic.labels import Labels
from handrail.app.generic.parts import Listing, Row
from handrail.app.generic.widget import Widget
from handrail.app.screen_tree import ROOT, ScreenIndex

_NO_ROWS = (
    Widget.FIELD, Widget.BUTTON, Widget.IMAGE, Widget.RADIO, Widget.SWITCH, Widget.SPINNER, Widget.CHIP, Widget.TAB,
)  # fmt: skip


def rows_of(
    index: ScreenIndex, widgets: Sequence[Widget], containers: Iterable[int], touched: Iterable[int], labels: Labels
) -> list[Listing]:
    """The lists in document order, each row in one of them only."""
    lists = [container for container in containers if widgets[container] is Widget.LIST]
    reader = _Rows(index, widgets, labels, frozenset(touched), lists)
    found = {number: reader.in_list(number) for number in lists}
    taken = sorted(row for rows in found.values() for row in rows)
    for number in reader.repeated(taken):
        found.setdefault(index.parents[number], []).append(number)
    return [reader.listing(number, rows) for number, rows in sorted(found.items()) if rows or number in lists]


class _Rows:
    def __init__(
        self,
        index: ScreenIndex,
        widgets: Sequence[Widget],
        labels: Labels,
        touched: frozenset[int],
        lists: Sequence[int],
    ) -> None:
        self._index, self._widgets, self._labels, self._lists = index, widgets, labels, lists
        self._in_order = sorted(touched)
        self._clickable = [number for number in self._in_order if index.nodes[number].clickable]
        self._built = Counter(
            self._kind(clickable) for clickable in self._clickable if widgets[clickable] not in _NO_ROWS
        )

    def in_list(self, number: int) -> list[int]:
        """The children of a list that say something; of one that only holds others, those others."""
        index, rows = self._index, []
        stack = list(reversed(index.children(number)))
        while stack:
            child = stack.pop()
            if not self._labels.below(child):
                continue
            if self._holds_a_list(child):
                continue
            if not index.nodes[child].clickable:
                inner = self._rows_inside(child)
                if len(inner) > 1 or (inner and len(self._labels.below(inner[0])) == len(self._labels.below(child))):
                    rows.extend(inner)
                    continue
            is_picture = self._widgets[child] is Widget.IMAGE and index.nodes[child].clickable
            if (self._widgets[child] in _NO_ROWS and not is_picture) or self._has_field(child):
                continue
            rows.append(child)
        return rows

    def repeated(self, taken: Sequence[int]) -> list[int]:
        """What takes a touch, is no button by its class, and stands beside others like it or says several things."""
        index, found = self._index, []
        for number in self._clickable:
            if self._widgets[number] in (*_NO_ROWS, Widget.LIST) or self._has_field(number):
                continue
            if index.nodes[number].checkable:
                continue
            before = bisect_right(taken, number) - 1
            if (before >= 0 and number < index.ends[taken[before]]) or index.nodes[number].selected:
                continue
            if self._holds_a_list(number) or len(self._rows_inside(number)) > 1:
                continue
            if self._is_repeated(number) or len(self._labels.texts(number)) > 1:
                found.append(number)
        return found

    def listing(self, number: int, rows: Sequence[int]) -> Listing:
        index = self._index
        around = number
        while around != ROOT and not index.nodes[around].scrollable:
            around = index.parents[around]
        scrolls = around != ROOT
        cut = {row for row in rows if index.is_cut(row)} if scrolls else set()
        inner = [(self._build(row), self._height(row)) for row in rows if row not in cut] if cut else []
        made = [self._row(row, row in cut and not self._is_like(row, inner), around) for row in rows]
        return Listing(number, tuple(made), scrolls)

    def _row(self, number: int, cut: bool, around: int) -> Row:
        texts = self._labels.texts(number, self._icons_inside(number))
        if not cut:
            return Row(number, texts[0] if texts else "", texts)
        nodes = self._index.nodes
        from_above = around != ROOT and nodes[number].bounds.top <= nodes[around].bounds.top
        return Row(number, "" if from_above or not texts else texts[0], texts, whole=False)

    def _icons_inside(self, number: int) -> frozenset[int]:
        """What takes a touch of its own inside a row: its words say what it does, and nothing of the row."""
        index = self._index
        return frozenset(
            below
            for inner in self._inside(number)
            for below in range(inner, index.ends[inner])
        )  # fmt: skip

    def _inside(self, number: int) -> list[int]:
        return [touched for touched in self._touched_between(number) if self._widgets[touched] in _NO_ROWS]

    def _touched_between(self, number: int) -> Sequence[int]:
        return _between(self._in_order, number, self._index.ends[number])

    def _rows_inside(self, number: int) -> list[int]:
        """The outermost that take a touch in an element, and are no buttons."""
        found, end = [], number
        for touched in self._touched_between(number):
            if touched >= end and self._widgets[touched] not in _NO_ROWS and self._labels.below(touched):
                found.append(touched)
                end = self._index.ends[touched]
        return found

    def _holds_a_list(self, number: int) -> bool:
        """Whether it is a list, or has one in it: whose entries are that list's."""
        return bool(_between(self._lists, number - 1, self._index.ends[number]))

    def _has_field(self, number: int) -> bool:
        return bool(_between(self._labels.fields, number - 1, self._index.ends[number]))

    def _kind(self, number: int) -> tuple[object, ...]:
        """What makes those beside each other alike; without ids, as Compose draws them, also their edges."""
        element = self._index.nodes[number]
        edges = () if element.resource_id else (element.bounds.left, element.bounds.right)
        return self._index.parents[number], element.class_name, element.resource_id, *edges

    def _is_repeated(self, number: int) -> bool:
        """Whether another one beside it has the same class, and the same id where there is one, and takes a touch.

        Words alone are not enough without an id: two links beside each other are no list.
        """
        has_id = bool(self._index.nodes[number].resource_id)
        if self._built[self._kind(number)] < 2 or not (has_id or self._widgets[number] is not Widget.WORDS):
            return False
        return bool(self._labels.below(number))

    def _build(self, number: int) -> tuple[tuple[str, str], ...]:
        nodes = self._index.nodes
        return tuple(
            (nodes[index].class_name, nodes[index].resource_id) for index in range(number, self._index.ends[number])
        )

    def _height(self, number: int) -> int:
        bounds = self._index.nodes[number].bounds
        return bounds.bottom - bounds.top

    def _is_like(self, number: int, inner: Sequence[tuple[object, int]]) -> bool:
        build, height = self._build(number), self._height(number)
        return any(build == other and height >= tall for other, tall in inner)


def _between(numbers: Sequence[int], after: int, end: int) -> Sequence[int]:
    """Those of some numbers in order that are above one and below the other."""
    return numbers[bisect_right(numbers, after) : bisect_left(numbers, end)]
