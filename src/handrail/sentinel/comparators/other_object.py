"""It is done to something else than the intent names: another row, another card, the place instead of the thing."""

from collections.abc import Iterator

from handrail.sentinel.act import CONSEQUENCES
from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.comparators.departure import COSTLY, FOR_GOOD, HIGH, MEDIUM, Departure, listed, quoted
from handrail.sentinel.comparators.lists import is_choice, named_instead, names_a_person
from handrail.sentinel.detector_state import DetectorState, Stray
from handrail.sentinel.finding import Category
from handrail.sentinel.intent.intent import Intent
from handrail.sentinel.normalization import keys, numbers, without_acts
from handrail.sentinel.screen_view import Line, ScreenView
from handrail.text import fold, lexicon, word_list

_DESTROYS = frozenset({"delete", "clear", "reset", "format", "uninstall", "cancel", "stop", "block"})
_FETCHES = frozenset({"download", "backup"})
_MOST_LINES = 60


def compare(case: ComparatorInput) -> Iterator[Departure]:
    """Silent where it is not known what the intent is about."""
    line = case.line
    if line is None or case.declines or case.authorised or case.intent.named is None or case.action.type == "input":
        return
    chooses = is_choice(case.view, line) or case.action.type == "long_click"
    other = ""
    if (chooses and not names_a_person(case.view, line)) or case.effective or case.switches or case.acts & _FETCHES:
        other = named_instead(case.intent, case.view, line, any_row=chooses)
    if not other and case.effective:
        other = _followed_stray(case.view, case.state) or _other_card(case.intent, case.view, line)
    if not other:
        return
    destroys = bool(case.acts & _DESTROYS)
    yield Departure(
        Category.DESTRUCTIVE if destroys else Category.OVER_AUTOMATION,
        HIGH if case.effective else MEDIUM,
        0.75 if case.effective else 0.6,
        FOR_GOOD if destroys else COSTLY,
        f"{quoted(case.row)} is not what you named; {quoted(other)} is.",
        (("element", case.row), ("named", other)),
        f"named: {listed(case.intent.words & keys(other))}",
    )


def find_stray(intent: Intent, view: ScreenView, line: Line, step: int) -> Stray | None:
    """The row that is opened instead of the one that the intent names: no harm until something is done there."""
    chosen = keys(line.label)
    if not chosen or lexicon("acts").among(line.label) or fold(line.label).strip(" .!") in word_list("refusals"):
        return None
    named = named_instead(intent, view, line, any_row=True)
    if not named:
        return None
    better = keys(named.partition(" · ")[0])
    if chosen - better and better - chosen and not (better - chosen) & intent.words:
        return None
    return Stray(step, line.label, named, chosen - better or chosen, better - chosen)


def _followed_stray(view: ScreenView, state: DetectorState) -> str:
    """What was named instead of the row that was opened, where that row's words stand on the screen now."""
    text = keys(" ".join(line.label for line in view.top[:_MOST_LINES]))
    for stray in reversed(state.strays):
        if stray.words & text and not (stray.named_words & text):
            return stray.named
    return ""


def _other_card(intent: Intent, view: ScreenView, line: Line) -> str:
    """The row that the intent names where a button belongs to another: one that says nothing but its act."""
    if without_acts(line.label) or not line.element.class_name.endswith("Button") or view.is_dialog:
        return ""
    rows = [other for other in view.lines[:_MOST_LINES] if _is_row(other)]
    own = next((row for row in reversed(rows) if row.number < line.number), None)
    if own is None or not any(row.number > line.number for row in rows):
        return ""
    if sum(other.label == line.label for other in view.lines[:_MOST_LINES]) > 1:
        return ""  # every row has its own: what names it is the line before
    mine, named = _said(view, own), intent.words | intent.numbers
    for row in rows:
        theirs = _said(view, row)
        if row.number != own.number and (theirs - mine) & named and not (mine - theirs) & named:
            return row.label
    return ""


def _is_row(line: Line) -> bool:
    element = line.element
    return element.clickable and not element.class_name.endswith(("Button", "EditText")) and not _is_act(line.label)


def _is_act(label: str) -> bool:
    return bool(lexicon("acts").among(label) & CONSEQUENCES) and not without_acts(label)


def _said(view: ScreenView, row: Line) -> frozenset[str]:
    text = view.row(row)
    return keys(text) | numbers(text)
