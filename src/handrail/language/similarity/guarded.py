"""Likeness in meaning that no guard objects to.

The guards decide what may be compared at all. What is left are two texts of the same words, but for some that do not
matter, or two texts where each says something in words of its own; only of the latter a judge is asked.
"""

from collections.abc import Callable

from handrail.language.similarity.guards import GUARDS, Reading, first_objection, read_both
from handrail.language.similarity.guards.additions import leftovers
from handrail.language.similarity.guards.lexicon import lexicon
from handrail.language.similarity.guards.reading import Part
from handrail.language.similarity.measure import DEFAULT_THRESHOLD, Similarity

Judge = Callable[[Reading, Reading], float]
"""How alike the words are that each of two texts has for itself; symmetric, from 0 to 1."""

LONGEST_TEXT = 2_000  # characters; a longer text, which a screen can show on purpose, matches only its equal
_SAYS_SOMETHING = (Part.CONTENT, Part.NAME, Part.QUANTITY, Part.SIGN)


def guarded(name: str, judge: Judge) -> Similarity:
    """A similarity that is 0 where a guard objects, and asks the judge where both texts have words of their own."""

    def between(wanted: str, found: str) -> float:
        if wanted == found:
            return 1.0
        if max(len(wanted), len(found)) > LONGEST_TEXT:
            return 0.0
        first, second = read_both(wanted, found)
        if first_objection(GUARDS, first, second) is not None:
            return 0.0
        own, own_too = leftovers(first, second)
        return judge(first, second) if own and own_too else _shared(first, second)

    return Similarity(name, between)


def _shared(first: Reading, second: Reading) -> float:
    """How much two texts share of which one says all that the other says: 1 all, the default threshold little."""
    said, said_too = set(first.forms(*_SAYS_SOMETHING)), set(second.forms(*_SAYS_SOMETHING))
    if not said & said_too:  # texts of little words (`yes`, `where are you`) must be the same to mean the same
        little = _little_words(first)
        return DEFAULT_THRESHOLD if little and little == _little_words(second) else 0.0
    share = len(said & said_too) / len(said | said_too)
    return DEFAULT_THRESHOLD + (1 - DEFAULT_THRESHOLD) * share


def _little_words(reading: Reading) -> list[str]:
    harmless = lexicon().harmless
    return [word.form for word in reading.words if word.part is not Part.LINK and word.form not in harmless]
