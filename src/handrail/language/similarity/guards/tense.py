"""What is done and what is still to come must not be taken for each other: `I paid` is not `I will pay`."""

from handrail.language.similarity.guards.guard import Guard
from handrail.language.similarity.guards.lexicon import lexicon
from handrail.language.similarity.guards.reading import Part, Reading, Word

_HAS_A_TENSE = (Part.CONTENT, Part.FUNCTION)


def _differ(wanted: Reading, found: Reading) -> bool:
    return (_announces(wanted) and _reports(found)) or (_announces(found) and _reports(wanted))


def _announces(reading: Reading) -> bool:
    """Whether a text speaks of the future, and of nothing past."""
    return "will" in reading.forms(Part.FUNCTION) and not any(map(_is_past, reading.words))


def _reports(reading: Reading) -> bool:
    """Whether a text speaks of the past, and of nothing future."""
    return "will" not in reading.forms(Part.FUNCTION) and any(map(_is_past, reading.words))


def _is_past(word: Word) -> bool:
    is_participle = word.written.endswith("ed") and word.written != word.form
    return word.part in _HAS_A_TENSE and (is_participle or word.written in lexicon().past)


TENSE = Guard("tense", _differ)
