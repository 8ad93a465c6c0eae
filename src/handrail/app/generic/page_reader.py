"""The reading of a page: one walk over the elements, then what takes a touch is told apart and named.

What a widget is, its class and flags say; what it is called, the words on it, beside it or above it. Nothing here
knows an app.
"""

from collections.abc import Sequence

from handrail.app.generic.dialogs import ASKING_PACKAGES, find_dialog
from handrail.app.generic.labels import Labels, words_of_id
from handrail.app.generic.parts import (
    BETWEEN_TEXTS,
    LONGEST_TEXT,
    Button,
    Choice,
    Dialog,
    Field,
    Listing,
    Part,
    Row,
    Switch,
)
from handrail.app.generic.rows import rows_of
from handrail.app.generic.titles import find_title
from handrail.app.generic.widget import Widget, id_of, is_bar, widget_of
from handrail.app.screen_tree import ROOT, ScreenIndex

CHOSEN_BY_TOUCH = (Widget.TAB, Widget.CHIP)
MOST_BARS = 8


def over_the_app(index: ScreenIndex) -> frozenset[str]:
    """The packages whose windows lie over the app in front and are no part of its page: notices, keyboards, bubbles.

    What Android itself asks in its own name is one. Where the app in front has no window, nothing is left out.
    """
    front, shown = index.screen.package, {index.packages[child] for child in index.children(ROOT)}
    return frozenset(shown - {front, ""} - ASKING_PACKAGES) if front in shown else frozenset()


class PageReader:
    """One reading; `read` fills in everything once."""

    def __init__(self, index: ScreenIndex, besides: frozenset[str]) -> None:
        self.index, self.besides = index, besides | over_the_app(index)
        self.package = ""
        self.title = self.text = ""
        self.dialog: Dialog | None = None
        self.fields: list[Field] = []
        self.choices: list[Choice] = []
        self.switches: list[Switch] = []
        self.lists: list[Listing] = []
        self.buttons: list[Button] = []
        self.parts: dict[int, Part] = {}
        self.words: list[tuple[int, str]] = []
        self.bars: list[int] = []
        self.scrolls = False
        self._widgets: list[Widget] = []
        self._touched: list[int] = []
        self._containers: list[int] = []
        self._selected: list[int] = []
        self._labels = Labels(index)

    def read(self) -> None:
        """Walk, then tell apart, from what is most certain to what is left."""
        self._walk()
        self._labels.settle()
        self._read_rows()
        self._read_choices()
        self._read_buttons()
        self._read_fields()
        self.dialog = find_dialog(self.index, self._windows(), self._labels, self.buttons)
        self.package = self._package()
        front = self.dialog.number if self.dialog is not None else ROOT
        self.title = find_title(self.index, self._labels, self.bars, self.parts, front)
        self.words = list(self._labels.loose(self.parts))
        own = [text for number, text in self.words if not self._in_dialog(number)]
        self.text = BETWEEN_TEXTS.join(dict.fromkeys(own))[:LONGEST_TEXT]

    # The walk

    def _windows(self) -> list[int]:
        return [child for child in self.index.children(ROOT) if self.index.packages[child] not in self.besides]

    def _walk(self) -> None:
        """Every element once: what it is, whether it takes a touch, and its words."""
        nodes, ends = self.index.nodes, self.index.ends
        left_out = -1
        widgets, touched, words = self._widgets, self._touched, self._labels.words
        for number, element in enumerate(nodes):
            widget = widget_of(element.class_name)
            widgets.append(widget)
            if number < left_out:
                continue
            if self.index.parents[number] == ROOT and self.besides and self.index.packages[number] in self.besides:
                left_out = ends[number]
                continue
            text, description = element.text, element.description
            if widget is Widget.FIELD:
                self._labels.fields.append(number)
            elif text or description:
                words.append((number, text or description, bool(text)))
            if element.clickable or element.long_clickable or element.checkable:
                touched.append(number)
            if element.selected and widget is not Widget.FIELD:
                self._selected.append(number)
            if widget is Widget.LIST or widget is Widget.SCROLLER:
                self._containers.append(number)
            elif element.scrollable and widget is Widget.OTHER:
                self._containers.append(number)
                widgets[number] = Widget.LIST
            if element.scrollable and widget is not Widget.PAGER and widget is not Widget.FIELD:
                self.scrolls = True
            is_one = widget is Widget.BAR or (element.resource_id and is_bar(element.resource_id))
            if is_one and len(self.bars) < MOST_BARS:
                self.bars.append(number)

    # What it is made of

    def _read_rows(self) -> None:
        for listing in rows_of(self.index, self._widgets, self._containers, self._touched, self._labels):
            self.lists.append(listing)
            self.parts.update((row.number, row) for row in listing.rows)

    def _read_choices(self) -> None:
        """What is chosen or switched: by class, by flag, or as one of several of which one is selected."""
        nodes = self.index.nodes
        grouped = self._groups()
        for number in dict.fromkeys((*self._touched, *grouped)):
            element, widget = nodes[number], self._widgets[number]
            if widget is Widget.FIELD:
                continue
            if number in grouped:
                self._add_choice(number, element.selected or element.checked, grouped[number])
            elif widget is Widget.RADIO or (widget in CHOSEN_BY_TOUCH and (element.checkable or element.selected)):
                self._add_choice(number, element.checked or element.selected, self._group_of(number))
            elif widget is Widget.SWITCH or element.checkable:
                self._add_switch(number)
            elif widget is Widget.SPINNER:
                self._add_choice(number, selected=True, group=None)

    def _add_choice(self, number: int, selected: bool, group: int | None) -> None:
        label = self._labels.of(number) or self._labels.beside(number) or words_of_id(self._id(number))
        choice = Choice(number, label, selected, group)
        self.choices.append(choice)
        self.parts[number] = choice

    def _add_switch(self, number: int) -> None:
        row = self._row_around(number)
        label = (row.label if row is not None else "") or self._labels.of(number) or self._labels.beside(number)
        own = self._labels.of(number)
        if own and row is not None and self._is_one_of_several(number, row):
            label = own
        switch = Switch(number, label or words_of_id(self._id(number)), self.index.nodes[number].checked)
        self.switches.append(switch)
        self.parts[number] = switch

    def _is_one_of_several(self, number: int, row: Row) -> bool:
        """Whether a row has several switches, so that its own words name none of them."""
        return any(
            other != number and self.index.nodes[other].checkable
            for other in range(row.number + 1, self.index.ends[row.number])
        )

    def _groups(self) -> dict[int, int]:
        """Elements of which exactly one is selected among its like, with what holds them: tabs by any name."""
        nodes, parents = self.index.nodes, self.index.parents
        found: dict[int, int] = {}
        asked: set[int] = set()
        for number in self._selected:
            element, around = nodes[number], parents[number]
            if around in asked or around == ROOT or self._widgets[around] is Widget.LIST:
                continue
            asked.add(around)
            like = [
                other
                for other in self.index.children(around)
                if nodes[other].class_name == element.class_name and (nodes[other].clickable or other == number)
            ]
            if len(like) > 1 and sum(nodes[other].selected for other in like) == 1:
                found.update(dict.fromkeys(like, around))
        return found

    def _group_of(self, number: int) -> int | None:
        """What holds a radio button together with others of its class, however deep they stand in it."""
        nodes, around = self.index.nodes, self.index.parents[number]
        for _ in range(4):
            if around == ROOT:
                return None
            inside = range(around + 1, self.index.ends[around])
            if any(other != number and nodes[other].class_name == nodes[number].class_name for other in inside):
                return around
            around = self.index.parents[around]
        return None

    def _read_buttons(self) -> None:
        """What takes a touch and is nothing else."""
        nodes = self.index.nodes
        for number in self._touched:
            if number in self.parts or self._widgets[number] is Widget.FIELD:
                continue
            element = nodes[number]
            row = self._row_around(number)
            button = Button(
                number,
                self._labels.of(number),
                id_of(element.resource_id),
                element.enabled,
                row.number if row is not None else None,
                self._in_bar(number),
            )
            self.buttons.append(button)
            self.parts[number] = button

    def _read_fields(self) -> None:
        for number in self._labels.fields:
            element = self.index.nodes[number]
            hint, label = element.hint, self._labels.of_field(number)
            is_hint = not element.text or element.text == hint or (not hint and self._labels.is_name_of(number))
            written = "" if is_hint else element.text[:LONGEST_TEXT]
            value = None if element.password else written
            field = Field(number, label, value, hint, element.password)
            self.fields.append(field)
            self.parts[number] = field

    # Where it stands

    def _id(self, number: int) -> str:
        return self.index.nodes[number].resource_id

    def _row_around(self, number: int) -> Row | None:
        around = self.index.parents[number]
        while around != ROOT:
            part = self.parts.get(around)
            if isinstance(part, Row):
                return part
            around = self.index.parents[around]
        return None

    def _in_bar(self, number: int) -> bool:
        return any(bar <= number < self.index.ends[bar] for bar in self.bars)

    def _in_dialog(self, number: int) -> bool:
        dialog = self.dialog
        return dialog is not None and dialog.number <= number < self.index.ends[dialog.number]

    def _package(self) -> str:
        """Whose page it is: that of the app in front, unless its windows are left out."""
        front = self.index.screen.package
        if front and front not in self.besides:
            return front
        windows: Sequence[int] = self._windows()
        return next((self.index.packages[window] for window in reversed(windows) if self.index.packages[window]), "")
