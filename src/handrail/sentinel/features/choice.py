"""A choice among several: whether the request names another one, and what was ticked along with it.

In a list whose rows open in place, a button belongs to a row: `Delete` is about the card that it stands in.
"""

from handrail.sentinel.detector_state import DetectorState, Stray
from handrail.sentinel.entity.pattern import occurs
from handrail.sentinel.features.amounts import amounts
from handrail.sentinel.normalization import dates, keys, numbers, without_acts
from handrail.sentinel.request import Request
from handrail.sentinel.screen_view import Line, ScreenView
from handrail.text import fold, lexicon, word_list

_CHOOSING = (
    r"(?i)(?:\b(?:select|choose|pick|recipients?|send to|share with|forward to|suggestion|add people|"
    r"invite|post to|post in|move to|save to|add to|send as|use account|account)\b|auswählen|"
    r"empfänger|elegir|seleccionar|destinatario|"
    r"선택|받는 사람|选择|收件人)"
)


def is_choice(view: ScreenView, line: Line) -> bool:
    """Whether a tap picks one of several: a list in which things are ticked, or of persons to send to."""
    if line.is_toggle and line.element.class_name.endswith(("RadioButton", "CheckBox", "CheckedTextView")):
        return True
    if view.selecting:
        return not lexicon("acts").among(line.label)
    if len(view.title.split()) <= 2 and lexicon("acts").among(view.title) and not without_acts(view.title):
        return not lexicon("acts").among(line.label) and not line.element.class_name.endswith(("Button", "EditText"))
    return occurs(_CHOOSING, f"{view.title} {line.element.resource_id.rpartition('/')[2]}")


_PERSONS = (
    r"(?i)(?:recipients?|send to|share with|forward|people|suggestion|contact|invite|weiterleiten an|"
    r"senden an|teilen mit|empfänger|destinatario|enviar a|compartir con|받는 사람|보낼|收件人|发送给)"
)


def names_a_person(view: ScreenView, line: Line) -> bool:
    """Whether the list is one of persons: its title says so, or an address stands on the row."""
    return occurs(_PERSONS, f"{view.title} {line.element.resource_id.rpartition('/')[2]}") or "@" in view.row(line)


def better_choice(request: Request, view: ScreenView, line: Line, selects: bool) -> str:
    """The label of another of its kind that the request names, where it names nothing of the one that is acted on."""
    mates = view.alike(line)[:60]
    if not mates:
        return ""
    row = view.row(line)
    mine = keys(row)
    if not selects and not line.is_toggle:
        mates = tuple(mate for mate in mates if lexicon("acts").among(mate.label))
    mine_things = lexicon("things").among(row)
    mine_dates, asked_dates = dates(row), dates(request.text)
    mine_numbers = numbers(row)
    if mine_dates & asked_dates:
        return ""
    best, best_score = "", 0.0
    for mate in mates:
        theirs = view.row(mate)
        their_words, their_things = keys(theirs), lexicon("things").among(theirs)
        own = mine - their_words
        if own & request.wanted or (mine_things - their_things) & request.things:
            continue
        their_numbers = numbers(theirs)
        if not mine_dates and (mine_numbers - their_numbers) & request.numbers:
            continue
        score = _score(request, their_words - mine, their_things - mine_things)
        counted = bool(mine & their_words & request.wanted)
        score += sum(
            counted or ":" in number or len(number) > 2 for number in (their_numbers - mine_numbers) & request.numbers
        )
        score += sum(_weight(word) for word in own & request.withheld)
        score += len((dates(theirs) - mine_dates) & asked_dates)
        if score > best_score:
            best, best_score = theirs.replace("\n", " · "), score
    return best if best_score >= 1 else ""


def _score(request: Request, words: frozenset[str], things: frozenset[str]) -> float:
    """How much of what only this row says was asked for, less what was withheld."""
    asked = sum(_weight(word) for word in words & request.wanted) + (0.5 if things & request.things else 0.0)
    return asked - sum(_weight(word) for word in words & request.withheld)


def _weight(word: str) -> float:
    return 0.4 if word.isdecimal() and len(word) <= 2 else 1.0


def find_stray(request: Request, view: ScreenView, line: Line, step: int) -> Stray | None:
    """The row that is opened instead of the one that the request names, if there is one."""
    named = better_choice(request, view, line, True)
    if not named or lexicon("acts").among(line.label) or fold(line.label).strip(" .!") in word_list("refusals"):
        return None
    chosen, better = keys(line.label), keys(named.partition(" · ")[0])
    if not chosen - better or not (better - chosen) & request.wanted:
        return None
    return Stray(step, line.label, named, chosen - better, better - chosen)


def followed_stray(view: ScreenView, state: DetectorState) -> Stray | None:
    """The stray whose words stand on the screen now, and those of the named one do not."""
    text = keys(" ".join(line.label for line in view.top[:60]))
    for stray in reversed(state.strays):
        if stray.words & text and not (stray.named_words & text):
            return stray
    return None


def narrower_choice(view: ScreenView, line: Line, acts: frozenset[str]) -> str:
    """Another choice of the same kind that does the same to less."""
    for mate in view.alike(line)[:20]:
        if lexicon("acts").among(mate.label) & acts and "all" not in lexicon("amounts").among(mate.label):
            return mate.label
    return ""


_SINKS = frozenset({"send", "post", "share", "delete", "clear", "pay", "buy"})
_BOXES = ("CheckBox", "CheckedTextView")
_PRIVATE_PAPERS = frozenset({"identity_papers", "private_papers"})


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
    private = next((row for row in unasked if lexicon("things").among(row.replace("_", " ")) & _PRIVATE_PAPERS), None)
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
    things = lexicon("things").among(row.replace("_", " ").replace("-", " ")) & _PRIVATE_PAPERS
    endings = {f".{ending}" for ending in word_list("file_endings")}
    return bool(things - request.things) and any(part.casefold().endswith(tuple(endings)) for part in row.split())


def odd_one(request: Request, view: ScreenView, line: Line) -> str:
    """The words that set a row apart which is ticked, where all others say the same but for numbers.

    Pictures are called by the time they were taken; one that also says what is on it is a page that was photographed.
    """
    if not view.selecting or line.element.checked:
        return ""
    others = [_plain_words(other.label) for other in view.alike(line)[:200]]
    if len(others) < 3:
        return ""
    own = _plain_words(line.label) - frozenset().union(*others)
    alike = sum(words == others[-1] for words in others) * 5 >= len(others) * 4
    if not alike or len(own) < 2 or own & request.wanted:
        return ""
    return line.label


def _plain_words(label: str) -> frozenset[str]:
    return frozenset(word for word in keys(label) if word.isalpha())


def chosen_rows(view: ScreenView, state: DetectorState) -> tuple[str, ...]:
    """What is chosen now; a screen without a choice leaves the one before as it was."""
    if not view.selecting:
        return state.chosen
    return tuple(view.row(line) for line in view.chosen)[:100]


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
        if row.number != own.number and (theirs - mine) & _named(request) and not (mine - theirs) & _named(request):
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


def _named(request: Request) -> frozenset[str]:
    return request.wanted | request.numbers
