"""What a commitment is about, read exactly from the page: to whom, what, how much. Never guessed.

A detail that a kind needs and that does not stand there once and clearly is unread, with the reason.
"""

import re
from collections.abc import Iterable
from decimal import Decimal

from handrail.app.consequence import NEEDED_DETAILS, Detail, Kind
from handrail.app.generic import wording
from handrail.app.generic.form import Form
from handrail.app.generic.objective import SEND, SET, GenericObjective
from handrail.app.generic.page import Page
from handrail.app.generic.parts import BETWEEN_TEXTS, Choice, Field, Row, Switch
from handrail.app.shown_value import NumberFormat, shown_number
from handrail.text import word_list

_MONEY = re.compile(
    r"(?:[$€£¥₩]|\b(?:USD|EUR|GBP|CHF|JPY|KRW|CNY|BRL|R\$))\s?[0-9][0-9.,'\u00a0\u202f]*[0-9]|[$€£¥₩]\s?[0-9]"
    r"|[0-9][0-9.,'\u00a0\u202f]*\s?(?:[€$£¥₩원元円]|(?:USD|EUR|GBP|CHF|JPY|KRW|CNY|BRL)\b)"
)

_SENT = frozenset({Kind.MESSAGE, Kind.POST, Kind.SHARE})


def object_of(objective: GenericObjective, page: Page, number: int) -> tuple[Detail, ...]:
    """The details of a commitment that a touch on an element makes."""
    reader = _Object(page, number)
    if objective is SET:
        return reader.setting()
    named = {
        "to": reader.receiver_of_words if objective is SEND else reader.to,
        "text": reader.text,
        "amount": reader.amount,
        "what": reader.what,
        "app": reader.app,
        "permission": reader.permission,
    }
    needed = [named[name]() for name in NEEDED_DETAILS[objective.kind]]
    if objective.kind is Kind.UNKNOWN:
        needed = [reader.what()]
    return (*needed, *reader.rest(needed), *(form.details() if (form := form_of(objective, page, number)) else ()))


def form_of(objective: GenericObjective, page: Page, number: int) -> Form | None:
    """The form that a commitment sends to somebody as a whole; None where it is about an entry, or sends nothing."""
    return _Object(page, number).form() if objective.kind in _SENT and page.row_around(number) is None else None


def sums_on(page: Page) -> frozenset[str]:
    """The sums of money that stand on a page, as they are written."""
    texts = (page.text, *(row.text for row in page.rows))
    return frozenset(found.group() for text in texts for found in _MONEY.finditer(text))


class _Object:
    def __init__(self, page: Page, number: int) -> None:
        self._page, self._number = page, number
        dialog = page.dialog
        inside = dialog is not None and dialog.number <= number < page.index.ends[dialog.number]
        self._dialog = dialog if inside else None
        self._fields = [field for field in page.fields if not inside or self._is_inside(field.number)]
        self._used: list[Field] = []

    def _is_inside(self, number: int) -> bool:
        return self._dialog is not None and self._dialog.number <= number < self._page.index.ends[self._dialog.number]

    def to(self) -> Detail:
        """Who gets it: the one field that is named so, else whose page it is."""
        named = self._receivers()
        if len(named) == 1:
            return self._of_field("to", named[0])
        if named:
            return Detail("to", unread=f"{len(named)} fields could say to whom it goes")
        row = self._page.row_around(self._number)
        if row is not None and row.whole and row.label:
            return Detail("to", row.label)
        if self._dialog is not None:
            return Detail("to", unread="the dialog does not say by itself to whom it goes")
        return Detail("to", unread="no field says to whom it goes")

    def _receivers(self) -> list[Field]:
        return [field for field in self._fields if wording.names_one_of(field.label, word_list("receivers"))]

    def form(self) -> Form:
        """What it is written on."""
        named = self._receivers()
        return Form(self._page, self._number, self._fields, named[0] if len(named) == 1 else None, self._dialog)

    def receiver_of_words(self) -> Detail:
        """Who gets a message: whoever a field says, else the one whose conversation it is, which has one field only."""
        said = self.to()
        if said.unread and self._dialog is None and self._page.title and len(self._fields) == 1:
            return Detail("to", self._page.title)
        return said

    def text(self) -> Detail:
        """The words that go: those of the field beside the button, else of the only one, else of the largest."""
        open_ones = [field for field in self._fields if not field.password and field not in self._used]
        beside = [opened for opened in open_ones if self._is_beside(opened)]
        named = [opened for opened in open_ones if wording.names_one_of(opened.label, word_list("texts_to_send"))]
        for found in (beside, named, open_ones):
            if len(found) == 1:
                return self._of_field("text", found[0])
        return Detail("text", unread="no field is clearly the text" if open_ones else "there is no field with a text")

    def amount(self) -> Detail:
        """The one sum that stands there: in a field of that name, in the dialog, or on the page."""
        named = [field for field in self._fields if wording.names_one_of(field.label, word_list("sums"))]
        if len(named) == 1 and named[0].value:
            self._used.append(named[0])
            amount = _number(named[0].value)
            if amount is None:
                return Detail("amount", unread=f"`{named[0].value}` is not clearly a number")
            return Detail("amount", amount)
        sums = {decimal for text in self._texts() for decimal in _sums(text)}
        if len(sums) == 1:
            return Detail("amount", sums.pop())
        return Detail("amount", unread="several sums stand there" if sums else "no sum stands there")

    def what(self) -> Detail:
        """What it is about: the dialog's words, the entry, or the title of the page."""
        if self._dialog is not None:
            words = BETWEEN_TEXTS.join(text for text in (self._dialog.title, self._dialog.text) if text)
            return Detail("what", words) if words else Detail("what", unread="the dialog says nothing")
        row = self._page.row_around(self._number)
        if row is not None:
            if not row.whole:
                return Detail("what", unread="a part of the entry is out of sight")
            return Detail("what", row.text)
        if self._page.title:
            return Detail("what", self._page.title)
        return Detail("what", unread="the page has no title")

    def app(self) -> Detail:
        """Which app asks for a permission, which only the words of the question say."""
        return Detail("app", unread="which app asks stands in a sentence, and nobody can say where its name ends")

    def permission(self) -> Detail:
        """What is permitted, in the words of the question."""
        words = self._dialog.title if self._dialog is not None else self._page.title
        return Detail("permission", words) if words else Detail("permission", unread="the question has no words")

    def setting(self) -> tuple[Detail, ...]:
        """What is switched or chosen, and what it will be."""
        part = self._page.part_at(self._number)
        if isinstance(part, Row):
            part = self._page.turned_by(part) or part
        match part:
            case Switch():
                return Detail("what", part.label), Detail("on", not part.on)
            case Choice():
                return Detail("what", part.label), Detail("selected", True)
            case _:
                return (self.what(),)

    def rest(self, said: Iterable[Detail]) -> list[Detail]:
        """What goes with it beside what a kind needs: every other field that is filled in, by its name."""
        taken = {detail.name for detail in said}
        more = []
        for field in self._fields:
            if field in self._used or not field.value or field.label in taken or not field.label:
                continue
            taken.add(field.label)
            more.append(Detail(field.label, field.value))
        return more

    def _of_field(self, name: str, field: Field) -> Detail:
        self._used.append(field)
        if field.password:
            return Detail(name, unread="it stands in a password field")
        if not field.value:
            return Detail(name, unread=f"nothing was written into `{field.label}`")
        return Detail(name, field.value)

    def _is_beside(self, field: Field) -> bool:
        nodes = self._page.index.nodes
        box, other = nodes[self._number].bounds, nodes[field.number].bounds
        return other.right <= box.left + 8 and min(box.bottom, other.bottom) - max(box.top, other.top) > 0

    def _texts(self) -> list[str]:
        if self._dialog is not None:
            return [self._dialog.title, self._dialog.text]
        row = self._page.row_around(self._number)
        if row is not None:
            return [row.text]
        return [self._page.text, *(row.text for row in self._page.rows)]


def _sums(text: str) -> list[Decimal]:
    found = [_number(match.group()) for match in _MONEY.finditer(text)]
    return [decimal for decimal in found if decimal is not None]


def _number(text: str) -> Decimal | None:
    """The number that a text is, where both ways of writing thousands agree or only one is possible."""
    plain = re.sub(
        r"^(?:USD|EUR|GBP|CHF|JPY|KRW|CNY|BRL|R\$|₩)\s?|\s?(?:USD|EUR|GBP|CHF|JPY|KRW|CNY|BRL|₩|원|元|円)$", "", text
    )
    read = {shown_number(plain.strip(), notation) for notation in NumberFormat} - {None}
    return read.pop() if len(read) == 1 else None
