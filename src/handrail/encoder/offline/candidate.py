"""What a clause may mean over one state: the constraints that together account best for its words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.greedy import greedy, total_cover
from handrail.encoder.offline.naming import named
from handrail.encoder.offline.propose import slot_assignments
from handrail.encoder.offline.reading import ClauseReading
from handrail.encoder.offline.schema import NamedState, Schema
from handrail.encoder.offline.slot_assignment import SlotAssignment
from handrail.encoder.offline.texts import searched, spans, told

STATE_NAME, DESCRIPTION = 0.6, 0.3  # how well a word is accounted for by the name of a state, by its description
UNSAID_STATE = 0.15  # what a name of a state costs that the clause says nothing of
MAKES = 0.08  # what speaks for a form or an editor where something is made
GOES_ON = 0.08  # what speaks for the state of the clause before
_PRONOUNS = frozenset(["it", "its", "them", "their", "this", "that", "these", "those", "his", "her", "him"])


@dataclass(frozen=True, slots=True)
class Candidate:
    """Constraints over one state, what they account for, and the score by which candidates are compared."""

    state: NamedState
    slot_assignments: tuple[SlotAssignment, ...]
    covered: Mapping[int, float]
    score: float


def candidate_over(
    reading: ClauseReading, state: NamedState, schema: Schema, previous: Sequence[Candidate]
) -> Candidate:
    """What a clause means if it is about one state."""
    base = _base_cover(reading, state, schema)
    proposals = list(slot_assignments(reading, state, schema))
    if reading.clause.is_(VerbClass.SEARCH) or _looks_around(reading):
        proposals += searched(reading, state, schema)
    proposals += told(reading, state, schema)
    taken, covered = greedy(reading, proposals, base)
    further = list(spans(reading, state, covered, schema, established=bool(taken)))
    taken, covered = greedy(reading, [*proposals, *further], base) if further else (taken, covered)
    taken, covered = _with_identity(reading, state, taken, covered, previous)
    weight = reading.weight or 1.0
    score = (total_cover(reading, covered) - sum(one.cost for one in taken)) / weight
    score -= _unsaid(reading, state, schema)
    if any(one.state is state for one in previous):
        score += GOES_ON
    if reading.clause.is_(VerbClass.CREATE) and any(word.surface in grammar().making_names for word in state.words):
        score += MAKES
    return Candidate(state, tuple(taken), covered, score)


def _looks_around(reading: ClauseReading) -> bool:
    """`view nearby cinemas` is a search, whatever its verb."""
    lower = [reading.tokens[position].lower for position in reading.clause.positions]
    return reading.clause.reads and ("nearby" in lower or "nearest" in lower or "closest" in lower or "near" in lower)


def _with_identity(
    reading: ClauseReading,
    state: NamedState,
    taken: list[SlotAssignment],
    covered: dict[int, float],
    previous: Sequence["Candidate"],
) -> tuple[list[SlotAssignment], dict[int, float]]:
    """With what the clause before said of the same thing: `search for a book and view its ratings`."""
    before = next((one for one in previous if one.state is state), None)
    if before is None or not taken or not _refers_back(reading, taken):
        return taken, covered
    names = {one.variable.variable.name for one in taken}
    carried = [
        one for one in before.slot_assignments if not one.only_observes and one.variable.variable.name not in names
    ]
    return [*taken, *(replace(one, covers={}, cost=0.0) for one in carried)], covered


def _refers_back(reading: ClauseReading, taken: Sequence[SlotAssignment]) -> bool:
    if any(not one.only_observes and one.variable.variable.key for one in taken):
        return False
    lower = {reading.tokens[position].lower for position in reading.clause.positions}
    return bool(lower & _PRONOUNS) or all(one.only_observes for one in taken)


def _base_cover(reading: ClauseReading, state: NamedState, schema: Schema) -> dict[int, float]:
    covers, _ = named(reading, state.words, schema)
    base = {position: cover * STATE_NAME for position, cover in covers.items()}
    for content in reading.contents:
        if content.is_value:
            continue
        best = max((content.like(word) for word in state.description), default=0.0)
        if best >= 0.7:
            base[content.position] = max(base.get(content.position, 0.0), best * DESCRIPTION)
    return base


def _unsaid(reading: ClauseReading, state: NamedState, schema: Schema) -> float:
    _, share = named(reading, state.words, schema)
    return UNSAID_STATE * (1 - min(1.0, share)) * 0.3
