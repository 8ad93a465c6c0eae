"""Other states that may be meant as well as the one that accounts best for a clause."""

from collections.abc import Sequence

from handrail.encoder.offline.candidate import Candidate
from handrail.encoder.offline.grammar import VerbClass
from handrail.encoder.offline.greedy import SWITCHES
from handrail.encoder.offline.reading import ClauseReading
from handrail.language.operators import Operator
from handrail.language.rule import Literal

SAYS_MUCH = 0.9  # the weight of a word that a rival must have something to do with
HAS_TO_DO = 0.35  # and how well it must account for it
LIKELY_AMOUNT = 0.5  # how well a number of a rival must fit its variable
EXACT_WITHIN = 0.25
_AMOUNTS = ("value:number", "value:money", "value:duration")
_FREE = ("span", "told", "value:text", "value:name")
_DENIES = (Operator.NOT_EQUAL, Operator.NOT_SIMILAR)


def opens_thing(reading: ClauseReading, chosen: Sequence[Candidate]) -> bool:
    """`view the list "Work"`: that it is among the lists on the screen does not show it."""
    return (
        len(chosen) == 1
        and reading.clause.is_(VerbClass.OPEN, VerbClass.VIEW, VerbClass.REMOVE)
        and all(one.source == "value:text" for one in chosen[0].slot_assignments)
    )


def says_exactly(reading: ClauseReading, other: Candidate, best: Candidate) -> bool:
    """Whether the words that one takes for free text are a declared name or value of the other."""
    free = [one.words for one in best.slot_assignments if one.source in _FREE]
    if len(free) < len(best.slot_assignments) or other.score < best.score - EXACT_WITHIN:
        return False
    if reading.clause.is_(VerbClass.CREATE, VerbClass.SEARCH, VerbClass.SET):
        free = [one.words for one in best.slot_assignments if one.source in ("span", "told")]
    exact = [one.words for one in other.slot_assignments if one.source in ("enum", "boolean", "on")]
    return bool(free) and all(any(_is_within(reading, words, one) for one in exact) for words in free)


def _is_within(reading: ClauseReading, free: tuple[int, int], exact: tuple[int, int]) -> bool:
    """Whether a declared name has all words of a free text, or of ordinary words at least half."""
    if exact[0] <= free[0] and free[1] <= exact[1]:
        return True
    inside = [content for content in reading.contents if free[0] <= content.position < free[1]]
    if any(content.is_name for content in inside):
        return False
    said = sum(content.weight for content in inside if exact[0] <= content.position < exact[1])
    return said >= sum(content.weight for content in inside) / 2


def names_category(reading: ClauseReading, best: Candidate, other: Candidate) -> bool:
    """Whether the other is a category that a search may be made by: `Gas` for `gas stations`, but not `stations`."""
    search = next((one for one in best.slot_assignments if one.source == "search"), None)
    if search is None or len(other.slot_assignments) != 1 or other.slot_assignments[0].source != "enum":
        return False
    inside = [c.position for c in reading.contents if search.words[0] <= c.position < search.words[1]]
    return len(inside) > 1 and all(
        other.slot_assignments[0].covers.get(position, 0.0) >= 0.7 for position in inside[:-1]
    )


def says_as_much(reading: ClauseReading, best: Candidate, other: Candidate) -> bool:
    """Whether another candidate demands all that the best demands by its values, only elsewhere."""
    wanted, found = _demanded(reading, best), _demanded(reading, other)
    if any(
        one.source in _AMOUNTS and one.covers.get(one.words[0], 1.0) < LIKELY_AMOUNT for one in other.slot_assignments
    ):
        return False
    if wanted:
        return wanted <= found and _speaks_of(reading, best, other)
    return reading.clause.reads and _speaks_of_as_much(reading, best, other)


def _speaks_of(reading: ClauseReading, best: Candidate, other: Candidate) -> bool:
    """Whether another candidate has to do with what is said beside the values: `alarm` of `the 9 am alarm`."""
    said = [
        content
        for content in reading.contents
        if content.weight >= SAYS_MUCH and not content.is_value and best.covered.get(content.position, 0.0) >= 0.55
    ]
    return all(other.covered.get(content.position, 0.0) >= HAS_TO_DO for content in said)


def _speaks_of_as_much(reading: ClauseReading, best: Candidate, other: Candidate) -> bool:
    """Whether another candidate accounts for every word that the best accounts for: both show what is to be seen."""
    said = [content.position for content in reading.contents if best.covered.get(content.position, 0.0) >= 0.5]
    return bool(said) and all(other.covered.get(position, 0.0) >= 0.5 for position in said)


def _demanded(reading: ClauseReading, candidate: Candidate) -> frozenset[tuple[int, str]]:
    """The words that carry the values of a candidate, each with how it is taken: so, or denied."""
    demanded: set[tuple[int, str]] = set()
    for one in candidate.slot_assignments:
        if one.only_observes:
            continue
        positions = one.covers if one.source in SWITCHES else range(*one.words)
        heavy = {content.position for content in reading.contents if not content.classifies}
        denied = one.value == Literal(False) or one.operator in _DENIES
        how = "not" if denied else ""
        demanded |= {(position, how) for position in positions if position in heavy}
    return frozenset(demanded)
