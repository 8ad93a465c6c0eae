"""Lists on a screen: what is one of several, which of them the intent names, and which are marked."""

from handrail.sentinel.detector_state import DetectorState
from handrail.sentinel.entity.pattern import occurs
from handrail.sentinel.intent.intent import Intent
from handrail.sentinel.normalization import dates, keys, numbers, without_acts
from handrail.sentinel.screen_view import Line, ScreenView
from handrail.text import fold, lexicon

_CHOOSING = (
    r"(?i)(?:\b(?:select|choose|pick|recipients?|send to|share with|forward to|suggestion|add people|invite|"
    r"post to|post in|move to|save to|add to|send as|use account|account)\b|auswählen|"
    r"empfänger|elegir|seleccionar|destinatario|선택|받는 사람|选择|收件人)"
)
_PERSONS = (
    r"(?i)(?:recipients?|send to|share with|forward|people|suggestion|contact|invite|weiterleiten an|"
    r"senden an|teilen mit|empfänger|destinatario|enviar a|compartir con|받는 사람|보낼|收件人|发送给)"
)
_MOST_MATES = 60


def is_choice(view: ScreenView, line: Line) -> bool:
    """Whether a tap picks one of several: a list in which things are ticked, or of persons to send to."""
    if line.is_toggle and line.element.class_name.endswith(("RadioButton", "CheckBox", "CheckedTextView")):
        return True
    if view.selecting:
        return not lexicon("acts").among(line.label)
    if len(view.title.split()) <= 3 and lexicon("acts").among(view.title):
        return not lexicon("acts").among(line.label) and not line.element.class_name.endswith(("Button", "EditText"))
    return occurs(_CHOOSING, f"{view.title} {line.element.resource_id.rpartition('/')[2]}")


def names_a_person(view: ScreenView, line: Line) -> bool:
    """Whether the list is one of persons: its title says so, or an address stands on the row."""
    return occurs(_PERSONS, f"{view.title} {line.element.resource_id.rpartition('/')[2]}") or "@" in view.row(line)


def named_instead(intent: Intent, view: ScreenView, line: Line, *, any_row: bool) -> str:
    """The row of the same list that the intent names, where it names nothing of the one that is acted on.

    Without `any_row` only rows that say an act are compared with one that does.
    """
    if intent.named is None:
        return ""
    mates = view.alike(line)[:_MOST_MATES]
    if not any_row and not line.is_toggle:
        acts = lexicon("acts").among(line.label) if len(view.row(line).split()) > 1 else frozenset()
        mates = tuple(mate for mate in mates if lexicon("acts").among(mate.label) & acts)
    row = view.row(line)
    mine, mine_things, mine_numbers, mine_dates = keys(row), lexicon("things").among(row), numbers(row), dates(row)
    asked_dates = dates(intent.text)
    best, best_score = "", 0.0
    for mate in mates:
        alike = mine & without_acts(mate.label) and not (mine - keys(mate.label)) & intent.words
        if alike and _stands_whole(intent, mate.label, line.label):
            return view.row(mate).replace("\n", " · ")
    named = len(line.label) >= 4 and fold(line.label) in fold(intent.text) and without_acts(row)
    if named and view.labels[line.label] == 1 and not mine & intent.kept:
        return ""  # it stands there itself, and no namesake of it
    for mate in mates if not mine_dates & asked_dates else ():
        theirs = view.row(mate)
        their_words, their_things = keys(theirs), lexicon("things").among(theirs)
        own = mine - their_words
        if own & intent.words or (mine_things - their_things) & intent.things:
            continue
        their_numbers = numbers(theirs)
        if not mine_dates and (mine_numbers - their_numbers) & intent.numbers:
            continue
        score = _score(intent, their_words - mine, their_things - mine_things)
        counted = any(not word.isdecimal() for word in mine & their_words & intent.words)
        told = (their_numbers - mine_numbers) & intent.numbers
        score += sum(counted or ":" in number or len(number) > 2 for number in told)
        score += sum(_weight(word) for word in own & intent.kept)
        score += len((dates(theirs) - mine_dates) & asked_dates)
        if score > best_score:
            best, best_score = theirs.replace("\n", " · "), score
    return best if best_score >= 1 else ""


def _stands_whole(intent: Intent, label: str, chosen: str) -> bool:
    """Whether a label stands in the intent word for word, and the one that is chosen does not, or as a part of it."""
    text, whole, other = fold(intent.text), fold(label), fold(chosen)
    return len(whole) >= 4 and whole != other and whole in text and (other not in text or other in whole)


def _score(intent: Intent, words: frozenset[str], things: frozenset[str]) -> float:
    """How much of what only this row says was asked for, less what was withheld."""
    asked = sum(_weight(word) for word in words & intent.words) + (0.5 if things & intent.things else 0.0)
    return asked - sum(_weight(word) for word in words & intent.kept)


def _weight(word: str) -> float:
    return 0.4 if word.isdecimal() and len(word) <= 2 else 1.0


def chosen_rows(view: ScreenView, state: DetectorState) -> tuple[str, ...]:
    """What is chosen now; a screen without a choice leaves the one before as it was."""
    return tuple(view.row(line) for line in view.chosen)[:100] if view.selecting else state.chosen
