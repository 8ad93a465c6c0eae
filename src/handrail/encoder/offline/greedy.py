"""Constraints taken one after another, each for the words that are still open; some of them exclude each other."""

from collections.abc import Mapping, Sequence

from handrail.encoder.offline.grammar import VerbClass
from handrail.encoder.offline.reading import ClauseReading
from handrail.encoder.offline.slot_assignment import SlotAssignment

LEAST_GAIN = 0.12
FELT = 0.5  # how much of what the name of a state accounts for is no longer to be gained by its variables
SWITCHES = ("boolean", "on")
SETTLES = ("boolean", "on", "enum")


def greedy(
    reading: ClauseReading, proposals: Sequence[SlotAssignment], base: Mapping[int, float]
) -> tuple[list[SlotAssignment], dict[int, float]]:
    """Take the placement that accounts for most of what is left, again and again; one for each variable and value."""
    taken: list[SlotAssignment] = []
    covered = {position: cover * FELT for position, cover in base.items()}
    left = list(proposals)
    while left:
        gains = [(gain_of(reading, covered, one), -number) for number, one in enumerate(left)]
        gain, number = max(gains)
        if gain < LEAST_GAIN * min(1.0, reading.weight):
            break
        one = left[-number]
        taken.append(one)
        covered = joined_cover(covered, one.covers)
        left = [other for other in left if not _excludes(reading, one, other)]
    if taken and reading.clause.positive is not None and not any(one.source in SETTLES for one in taken):
        switches = [one for one in left if one.source == "switch" or one.source in SWITCHES]
        taken += sorted(switches, key=lambda one: one.cost)[:1]
    if not reading.clause.reads and any(not one.only_observes for one in taken):
        taken = [one for one in taken if not one.only_observes]
    return taken, joined_cover(covered, base)


def _excludes(reading: ClauseReading, taken: SlotAssignment, other: SlotAssignment) -> bool:
    if taken.variable.variable.name == other.variable.variable.name:
        return True
    if "becomes" in (taken.source, other.source) and {taken.source, other.source} & {"becomes", "enum", *SWITCHES}:
        return taken.source != other.source or taken.source == "becomes"
    if taken.source in SWITCHES and other.source in SWITCHES:
        return not (coordinated(reading, taken, other) or _tells_which(reading, taken, other))
    first, last = taken.words
    begin, end = other.words
    if taken.only_observes or other.only_observes:
        return False
    return begin < last and first < end and taken.source != "boolean" and other.source != "boolean"


def coordinated(reading: ClauseReading, one: SlotAssignment, other: SlotAssignment) -> bool:
    """Whether two switches are named side by side: `traffic and transit`, but not `saved posts`."""
    first, second = sorted((one.words, other.words))
    between = reading.tokens[first[1] : second[0]]
    return any(token.lower in ("and", ",", "&", "both") for token in between)


def _tells_which(reading: ClauseReading, one: SlotAssignment, other: SlotAssignment) -> bool:
    """Whether one of two switches is what is to be done and the other which things it is done to: `like all posts that
    I have saved`.
    """
    verb = reading.clause.verb
    said = [{reading.tokens[position].lower for position in slot_assignment.covers} for slot_assignment in (one, other)]
    if reading.clause.verb_class is not VerbClass.ACT or not any(words == {verb} for words in said):
        return False
    rest = set().union(*said) - {verb}
    return len(rest) == 1 and next(iter(rest)).endswith("ed")


def gain_of(reading: ClauseReading, covered: Mapping[int, float], one: SlotAssignment) -> float:
    """How much better a clause is accounted for with one placement more, its cost taken off."""
    return total_cover(reading, joined_cover(covered, one.covers)) - total_cover(reading, covered) - one.cost


def total_cover(reading: ClauseReading, covered: Mapping[int, float]) -> float:
    """The weight of a clause that is accounted for."""
    return sum(content.weight * covered.get(content.position, 0.0) for content in reading.contents)


def joined_cover(first: Mapping[int, float], second: Mapping[int, float]) -> dict[int, float]:
    """The better of two covers for each word."""
    joined = dict(first)
    for position, cover in second.items():
        joined[position] = max(joined.get(position, 0.0), cover)
    return joined
