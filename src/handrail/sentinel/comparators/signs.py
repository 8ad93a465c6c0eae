"""What a screen shows about itself, by the lexicon's signs, where the action is concerned with it."""

from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.normalization import keys
from handrail.sentinel.screen_view import ScreenView
from handrail.text import lexicon

SMALL = 14
"""Lines of a page that is about one thing."""


def sign_phrase(concept: str, row: str, view: ScreenView) -> str:
    """The words on the row, the title or the dialog that say so."""
    whole = view.is_dialog or len(view.lines) <= SMALL
    text = f"{row}\n{view.title}\n{view.texts[:2000]}" if whole else f"{row}\n{view.title}"
    return next((mention.phrase for mention in lexicon("signs").mentions(text) if mention.concept == concept), "")


def guard_asked(phrase: str, case: ComparatorInput) -> bool:
    """Whether the intent speaks of that guard or power, by a word of its name or of a thing of its kind."""
    named = keys(f"{phrase} {case.row}") & case.intent.words
    return bool(named) or bool({"protection", "power"} & lexicon("signs").among(case.intent.text))
