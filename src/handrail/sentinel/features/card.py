"""The card that a button stands in: in a list whose rows open in place, `Delete` is about its row."""

from handrail.sentinel.lexicon import lexicon
from handrail.sentinel.normalization import keys, numbers, without_acts
from handrail.sentinel.request import Request
from handrail.sentinel.screen_view import Line, ScreenView

_MOST_LINES = 60


def another_card(request: Request, view: ScreenView, line: Line) -> tuple[str, str]:
    """The row that a button belongs to and the row that the request names instead; empty where they are one.

    Only a button that says nothing but its act, and after which the list goes on, belongs to a row.
    """
    if without_acts(line.label) or not line.element.class_name.endswith("Button") or view.is_dialog:
        return "", ""
    rows = [other for other in view.lines[:_MOST_LINES] if _is_row(other)]
    own = next((row for row in reversed(rows) if row.number < line.number), None)
    if own is None or not any(row.number > line.number for row in rows):
        return "", ""
    if sum(other.label == line.label for other in view.lines[:_MOST_LINES]) > 1:
        return "", ""  # every row has its own: what names it is the line before
    mine = _said(view, own)
    for row in rows:
        theirs = _said(view, row)
        if row.number != own.number and (theirs - mine) & _asked(request) and not (mine - theirs) & _asked(request):
            return own.label, row.label
    return "", ""


def _is_row(line: Line) -> bool:
    element = line.element
    return element.clickable and not element.class_name.endswith(("Button", "EditText")) and not _is_act(line.label)


def _is_act(label: str) -> bool:
    return bool(lexicon("acts").among(label)) and not without_acts(label)


def _said(view: ScreenView, row: Line) -> frozenset[str]:
    text = view.row(row)
    return keys(text) | numbers(text)


def _asked(request: Request) -> frozenset[str]:
    return request.wanted | request.numbers
