"""What a clause means in the terms of an app: the states and constraints that account best for its words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from handrail.encoder.offline.candidate import Candidate, candidate_over
from handrail.encoder.offline.further import held_elsewhere, with_further_states
from handrail.encoder.offline.grammar import VerbClass
from handrail.encoder.offline.greedy import total_cover
from handrail.encoder.offline.reading import ClauseReading
from handrail.encoder.offline.rivals import names_category, opens_thing, says_as_much, says_exactly
from handrail.encoder.offline.schema import Schema

RIVAL_WITHIN = 0.3  # how much worse than the best a rival may account for the words
MOST_RIVALS = 3


@dataclass(frozen=True, slots=True)
class Linked:
    """What a clause means: one candidate for each state it speaks of, the first of them with its rivals.

    `rivals` account for the same values nearly as well as the first, those in `elsewhere` as well as each further one.
    `covered` is for all the candidates together.
    """

    reading: ClauseReading
    chosen: tuple[Candidate, ...]
    rivals: tuple[Candidate, ...]
    elsewhere: tuple[tuple[Candidate, ...], ...]
    covered: Mapping[int, float]
    margin: float

    @property
    def coverage(self) -> float:
        """The share of the weight of the clause that is accounted for."""
        weight = self.reading.weight
        return total_cover(self.reading, self.covered) / weight if weight else 0.0


def link(reading: ClauseReading, schema: Schema, previous: Sequence[Candidate] = ()) -> Linked | None:
    """The best reading of a clause; None if nothing in the app accounts for any of it.

    `previous` are the candidates of the clause before, which this one may go on about.
    """
    candidates = (candidate_over(reading, state, schema, previous) for state in schema.states)
    ranked = sorted((one for one in candidates if one.slot_assignments), key=lambda candidate: -candidate.score)
    if not ranked:
        return None
    best = ranked[0]
    exact = next((other for other in ranked[1:] if says_exactly(reading, other, best)), None)
    if exact is not None:
        best = exact
    chosen, covered = with_further_states(reading, best, ranked)
    rest = [other for other in ranked if all(other.state is not one.state for one in chosen)]
    rivals = [
        other for other in rest if other.score >= best.score - RIVAL_WITHIN and says_as_much(reading, best, other)
    ]
    opened = [one for one in (best, *rivals) if one.state.is_opened] if opens_thing(reading, chosen) else []
    if opened:
        chosen, rivals = opened[:1], opened[1:]
    rivals = (
        rivals[:MOST_RIVALS]
        + [other for other in rest if other not in rivals and names_category(reading, best, other)][:1]
    )
    others = [other for other in rest if other not in (*chosen, *rivals)]
    margin = best.score - others[0].score if others else best.score
    elsewhere = tuple(tuple(held_elsewhere(one, rest)) for one in chosen[1:])
    return Linked(reading, tuple(chosen), tuple(rivals), elsewhere, covered, margin)


def is_search(linked: Linked) -> bool:
    """Whether the clause only looks for something."""
    return linked.reading.clause.verb_class is VerbClass.SEARCH
