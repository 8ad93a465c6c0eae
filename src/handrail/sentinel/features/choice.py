"""A choice among several: whether the request names another one, and what was chosen along with it."""

from handrail.sentinel.detector_state import DetectorState, Stray
from handrail.sentinel.entity.pattern import occurs
from handrail.sentinel.lexicon import fold, lexicon, word_list
from handrail.sentinel.normalization import dates, keys, numbers, without_acts
from handrail.sentinel.request import Request
from handrail.sentinel.screen_view import Line, ScreenView

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
