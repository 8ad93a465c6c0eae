"""What stands on a form beside its text fields, and so goes with what is sent from it: attachments, receivers, choices.

Everything counts but what is known not to: bars, captions, what commands or leads elsewhere, the conversation that an
answer is written in, and what a field proposes for what is typed into it.
"""

from collections.abc import Iterator, Sequence

from handrail.app.consequence import Detail
from handrail.app.generic import wording
from handrail.app.generic.page import Page
from handrail.app.generic.parts import BETWEEN_TEXTS, Button, Dialog, Field, Listing, Row
from handrail.app.generic.widget import Widget, widget_of
from handrail.app.screen_tree import ROOT
from handrail.language.normal_form import normal_form

_HOLDS_ENTRIES = (Widget.LIST, Widget.SCROLLER)


class Form:
    """What is written on one page, or in the `dialog` in front of it, for one button.

    `fields` are those that it sends, `to` the one that says to whom.
    """

    def __init__(
        self, page: Page, button: int, fields: Sequence[Field], to: Field | None, dialog: Dialog | None = None
    ) -> None:
        self._page, self._button, self._fields, self._to = page, button, fields, to
        self._place = range(dialog.number, page.index.ends[dialog.number]) if dialog is not None else None

    def rows(self) -> list[Row]:
        """The entries that stand on it and are none of a list that is only looked at."""
        return [
            row
            for listing in self._page.lists
            if not self._is_looked_at(listing)
            for row in listing.rows
            if self._is_on_it(row.number) and not self._is_proposed(row, listing)
        ]

    def details(self) -> Iterator[Detail]:
        """Each thing on it: entries, names on buttons, what is switched on or chosen, words; what is out of sight."""
        for row in self.rows():
            if row.whole and row.label:
                yield Detail("on the page", row.label, stands_in="Item")
            else:
                yield Detail("on the page", unread="a part of an entry is out of sight")
        for button in self._page.buttons:
            if self._is_on_it(button.number) and self._is_a_thing(button):
                yield Detail("on the page", button.label, stands_in="Screen")
        for switch in self._page.switches:
            if self._is_on_it(switch.number) and switch.on:
                yield Detail("on the page", switch.label, stands_in="Switch")
        for choice in self._page.choices:
            is_tab = widget_of(self._page.index.nodes[choice.number].class_name) is Widget.TAB
            if self._is_on_it(choice.number) and choice.selected and not is_tab:
                yield Detail("on the page", choice.label, stands_in="Choice")
        for text in self._words():
            yield Detail("on the page", text, stands_in="Screen")
        if any(self._scrolls(field.number) for field in self._fields):
            yield Detail("out of sight", unread="the form can be scrolled, and nobody knows what else stands on it")

    def _is_on_it(self, number: int) -> bool:
        if number == self._button or any(bar <= number < self._page.index.ends[bar] for bar in self._page.bars):
            return False
        return self._place is None or number in self._place

    def _is_looked_at(self, listing: Listing) -> bool:
        """Whether a list is the conversation in which an answer is written: the largest of a page that is called so."""
        if self._to is not None or len(self._fields) != 1:
            return False
        return self._is_list(listing) and listing == max(filter(self._is_list, self._page.lists), key=self._size)

    def _is_list(self, listing: Listing) -> bool:
        element = self._page.index.nodes[listing.number]
        return element.scrollable or widget_of(element.class_name) in _HOLDS_ENTRIES

    def _size(self, listing: Listing) -> int:
        bounds = self._page.index.nodes[listing.number].bounds
        return (bounds.right - bounds.left) * (bounds.bottom - bounds.top)

    def _is_proposed(self, row: Row, listing: Listing) -> bool:
        """Whether an entry of a list is there for what is typed into the field that says to whom it goes."""
        typed = normal_form((self._to.value if self._to is not None else None) or "")
        return bool(typed) and self._is_list(listing) and typed in normal_form(row.text)

    def _is_a_thing(self, button: Button) -> bool:
        """Whether a button has words on it that command nothing and lead nowhere, as the name of somebody has.

        What has several texts is called something, whatever that is, and says more of it.
        """
        nodes, label = self._page.index.nodes, button.label
        inside = range(button.number, self._page.index.ends[button.number])
        texts = [nodes[inner].text for inner in inside if nodes[inner].text]
        if button.row is not None or not texts:
            return False
        if len(texts) > 1:
            return True
        says = (wording.begins, wording.leads, wording.refuses, wording.confirms, wording.goes_on, wording.answers)
        return wording.command(label) is None and not any(does(label) for does in says)

    def _words(self) -> list[str]:
        """The words that stand on the page by themselves, those of one element together; no titles or captions."""
        page, found = self._page, dict[int, list[str]]()
        named = {normal_form(text) for field in page.fields for text in (field.label, field.hint) if text}
        named |= {normal_form(page.title), normal_form(page.dialog.title if page.dialog is not None else "")}
        for number, text in page.words:
            if self._is_on_it(number) and text.strip() and normal_form(text) not in named:
                found.setdefault(page.index.parents[number], []).append(text)
        return [BETWEEN_TEXTS.join(texts) for texts in found.values()]

    def _scrolls(self, number: int) -> bool:
        nodes, around = self._page.index.nodes, self._page.index.parents[number]
        while around != ROOT:
            if nodes[around].scrollable:
                return True
            around = self._page.index.parents[around]
        return False
