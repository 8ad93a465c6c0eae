"""A further state that a clause speaks of: what it says besides what the first one accounts for."""

from collections.abc import Iterator, Mapping, Sequence

from handrail.encoder.offline.candidate import Candidate
from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.greedy import SETTLES, SWITCHES, coordinated, gain_of, greedy, joined_cover, total_cover
from handrail.encoder.offline.reading import ClauseReading
from handrail.encoder.offline.slot_assignment import SlotAssignment
from handrail.language.operators import Operator

SECOND_STATE_FROM = 0.4  # the weight that a further state must account for to be taken in
MOST_STATES = 3
NAMED_COST = 0.2  # of a text that is surely a name
_OF_TEXTS = (Operator.EQUAL, Operator.SIMILAR, Operator.CONTAINS)
_USES_WORDS = ("enum", "search", "span", "told")


def with_further_states(
    reading: ClauseReading, best: Candidate, ranked: Sequence[Candidate]
) -> tuple[list[Candidate], dict[int, float]]:
    """The candidate with those that account for what it leaves open, the best of them first."""
    chosen, covered = [best], dict(best.covered)
    while len(chosen) < MOST_STATES:
        others = [one for one in ranked if all(one.state is not other.state for other in chosen)]
        settled = any(p.source in SETTLES for one in chosen for p in one.slot_assignments)
        extras = [
            extra for one in others if (extra := _extra(reading, covered, one, chosen, settled=settled)) is not None
        ]
        if not extras:
            break
        extra = max(
            extras,
            key=lambda one: (total_cover(reading, one.covered) - sum(p.cost for p in one.slot_assignments), one.score),
        )
        chosen.append(extra)
        covered = joined_cover(covered, extra.covered)
    return chosen, covered


def _extra(
    reading: ClauseReading,
    covered: Mapping[int, float],
    other: Candidate,
    chosen: Sequence[Candidate],
    *,
    settled: bool,
) -> Candidate | None:
    """What a further state adds: only constraints with a value, for words that were not accounted for.

    `settled`: what is to be done is known already, so the verb alone is no reason for a further state.
    """
    before = [slot_assignment for one in chosen for slot_assignment in one.slot_assignments]
    used = [one.words for one in before if one.source in _USES_WORDS or _is_value(one)]
    switches = [one for one in before if one.source in SWITCHES]
    useful = [
        one
        for one in other.slot_assignments
        if not one.only_observes
        and (one.source != "span" or one.cost <= NAMED_COST)
        and gain_of(reading, covered, one) >= SECOND_STATE_FROM
        and _is_news(one, covered)
        and not any(_overlap(one.words, other) for other in used)
        and (one.source != "enum" or _may_add_option(reading, one))
        and not any(one.source in SWITCHES and not coordinated(reading, one, switch) for switch in switches)
    ]
    if not useful:
        return None
    taken, both = greedy(reading, useful, covered)
    if reading.clause.is_(VerbClass.REMOVE) and not any(_is_value(one) for one in taken):
        return None
    if settled and all(one.source == "boolean" and _only_verb(reading, one) for one in taken):
        return None
    return Candidate(other.state, tuple(taken), both, other.score)


def _may_add_option(reading: ClauseReading, one: SlotAssignment) -> bool:
    """Whether a declared value may be meant besides what a clause is about: `pause the song` does not choose songs."""
    clause = reading.clause
    if clause.is_(VerbClass.SET, VerbClass.SEARCH, VerbClass.ON, VerbClass.OFF) or clause.verb_class is None:
        return True
    said = [content for content in reading.contents if one.words[0] <= content.position < one.words[1]]
    words = [reading.tokens[content.position].lower for content in said]
    orders = {word.surface for word in one.variable.words} & grammar().sort_names
    if orders and any(word.endswith("est") for word in words):
        return True  # the newest one is the first by that order
    return clause.verb in words or any(content.is_name for content in said)


def _only_verb(reading: ClauseReading, one: SlotAssignment) -> bool:
    """Whether nothing but the verb speaks for a placement."""
    return all(reading.tokens[position].lower == reading.clause.verb for position in one.covers)


def _overlap(first: tuple[int, int], second: tuple[int, int]) -> bool:
    return first[0] < second[1] and second[0] < first[1]


def _is_value(one: SlotAssignment) -> bool:
    return one.source.startswith("value:")


def _is_news(one: SlotAssignment, covered: Mapping[int, float]) -> bool:
    """Whether the words of a placement are not yet accounted for, and say it well enough."""
    if one.source == "switch" or (one.source in ("boolean", "on") and one.cost > 0.2):
        return False
    first, last = one.words
    said = [covered.get(position, 0.0) for position in range(first, last)]
    return not said or sum(said) / len(said) < (0.5 if one.source == "enum" else 0.8)


def held_elsewhere(extra: Candidate, rest: Sequence[Candidate]) -> Iterator[Candidate]:
    """Other states that can hold the same texts as a further state."""
    if not all(_is_value(one) and one.operator in _OF_TEXTS for one in extra.slot_assignments):
        return
    for other in rest[:6]:
        same = [one for one in other.slot_assignments if any(_same_text(one, mine) for mine in extra.slot_assignments)]
        if len(same) == len(extra.slot_assignments):
            yield Candidate(other.state, tuple(same), other.covered, other.score)


def _same_text(one: SlotAssignment, other: SlotAssignment) -> bool:
    return one.value == other.value and one.words == other.words
