"""No word may stand for its opposite or for another of its kind: on and off, Monday and Tuesday, red and blue."""

from handrail.language.similarity.guards.guard import Guard
from handrail.language.similarity.guards.kinds import kinds_of, must_agree
from handrail.language.similarity.guards.reading import Part, Reading


def _swapped(wanted: Reading, found: Reading) -> bool:
    first, second = _forms(wanted), _forms(found)
    return any(not kinds_of(word).isdisjoint(kinds_of(other)) for word in first - second for other in second - first)


def _on_one_side(wanted: Reading, found: Reading) -> bool:
    return not must_agree().isdisjoint(_forms(wanted) ^ _forms(found))


def _forms(reading: Reading) -> frozenset[str]:
    return frozenset(word.form for word in reading.words if word.part is not Part.PERSON)


OPPOSITES = Guard("opposites", _swapped)
DAYS_AND_QUANTIFIERS = Guard("days and quantifiers", _on_one_side)
