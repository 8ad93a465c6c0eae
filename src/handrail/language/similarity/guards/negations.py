"""Negations must agree: as many of them, and none of them on another word."""

from handrail.language.similarity.guards.guard import Guard
from handrail.language.similarity.guards.reading import Part, Reading

_DENIABLE = (Part.CONTENT, Part.NAME, Part.QUANTITY)


def _differ(wanted: Reading, found: Reading) -> bool:
    denied, denied_too = _denied(wanted), _denied(found)
    if len(denied) != len(denied_too):
        return True
    return _denied_on_one_side(denied, denied_too, found) or _denied_on_one_side(denied_too, denied, wanted)


def _denied(reading: Reading) -> list[str | None]:
    """For each negation the word that it denies: the next one that has a meaning."""
    return [
        next((later.form for later in reading.words[position + 1 :] if later.part in _DENIABLE), None)
        for position, word in enumerate(reading.words)
        if word.part is Part.NEGATION
    ]


def _denied_on_one_side(denied: list[str | None], denied_there: list[str | None], there: Reading) -> bool:
    said_there = there.forms(*_DENIABLE)
    return any(word in said_there and word not in denied_there for word in denied)


NEGATIONS = Guard("negations", _differ)
