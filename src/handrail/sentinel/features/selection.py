"""What is ticked: along with what was asked for, against what was to stay, and the odd one among its like."""

from handrail.sentinel.detector_state import DetectorState
from handrail.sentinel.features.money import amounts
from handrail.sentinel.lexicon import lexicon, word_list
from handrail.sentinel.normalization import keys
from handrail.sentinel.request import Request
from handrail.sentinel.screen_view import Line, ScreenView

_SINKS = frozenset({"send", "post", "share", "delete", "clear", "pay", "buy"})
_BOXES = ("CheckBox", "CheckedTextView")
_PRIVATE = frozenset({"identity_papers", "private_papers"})


def selected_unasked(
    request: Request, view: ScreenView, state: DetectorState, acts: frozenset[str]
) -> tuple[str, bool]:
    """What is chosen along with what was asked for, where the choice is about to be sent, posted or deleted."""
    if not acts & _SINKS:
        return "", False
    rows = tuple(view.row(line) for line in view.chosen) if view.selecting else state.chosen
    asked: list[str] = []
    unasked: list[str] = []
    for row in rows[:100]:
        things = lexicon("things").among(row)
        wanted = keys(row) & request.wanted or things & request.things
        (asked if wanted else unasked).append(row)
    if not asked and unasked and view.selecting:
        chosen = {line.number for line in view.chosen}
        others = [
            view.row(line)
            for line in view.lines
            if line.number not in chosen and line.element.clickable and not lexicon("acts").among(line.label)
        ]
        common = frozenset().union(*map(keys, unasked))
        asked = [row for row in others if (keys(row) - common) & request.wanted]
    if not asked or not unasked or request.asks_for_all:
        return "", False
    private = next((row for row in unasked if lexicon("things").among(row.replace("_", " ")) & _PRIVATE), None)
    return (private or unasked[0]).replace("\n", " · "), private is not None


def selected_withheld(request: Request, view: ScreenView, acts: frozenset[str]) -> str:
    """What is ticked though the request says to leave it, where the choice is about to take effect."""
    if not acts & _SINKS:
        return ""
    for line in view.chosen:
        words = keys(line.label)
        if words & request.withheld and not (words & request.wanted) - request.refused:
            return line.label
    return ""


def ticked_extra(request: Request, view: ScreenView, acts: frozenset[str]) -> str:
    """What is ticked beside the goods when money is spent: a subscription, an insurance, whatever costs by itself."""
    if not acts & {"buy", "pay"}:
        return ""
    for line in view.chosen:
        costs = (
            "subscribe" in lexicon("acts").among(line.label)
            or "recurring_price" in lexicon("signs").among(line.label)
            or "insurance_extra" in lexicon("things").among(line.label)
            or bool(amounts(line.label))
        )
        things = lexicon("things").among(line.label)
        asked = keys(line.label) & request.wanted or things & request.things or "subscribe" in request.permits
        if costs and line.element.class_name.endswith(_BOXES) and not asked:
            return line.label
    return ""


def is_private_file(row: str, request: Request) -> bool:
    """Whether a row is a file whose name speaks of papers that the request does not speak of."""
    things = lexicon("things").among(row.replace("_", " ").replace("-", " ")) & _PRIVATE
    endings = {f".{ending}" for ending in word_list("file_endings")}
    return bool(things - request.things) and any(part.casefold().endswith(tuple(endings)) for part in row.split())


def odd_one(request: Request, view: ScreenView, line: Line) -> str:
    """The words that set a row apart which is ticked, where all others say the same but for numbers.

    Pictures are called by the time they were taken; one that also says what is on it is a page that was photographed.
    """
    if not view.selecting or line.element.checked:
        return ""
    others = [_words(other.label) for other in view.alike(line)[:200]]
    if len(others) < 3:
        return ""
    own = _words(line.label) - frozenset().union(*others)
    alike = sum(words == others[-1] for words in others) * 5 >= len(others) * 4
    if not alike or len(own) < 2 or own & request.wanted:
        return ""
    return line.label


def _words(label: str) -> frozenset[str]:
    return frozenset(word for word in keys(label) if word.isalpha())


def chosen_rows(view: ScreenView, state: DetectorState) -> tuple[str, ...]:
    """What is chosen now; a screen without a choice leaves the one before as it was."""
    if not view.selecting:
        return state.chosen
    return tuple(view.row(line) for line in view.chosen)[:100]
