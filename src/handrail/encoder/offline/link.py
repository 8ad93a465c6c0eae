"""What a clause means in the terms of an app: the states and constraints that account best for its words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from handrail.encoder.offline.candidate import (
    SETTLES,
    SWITCHES,
    Candidate,
    candidate_over,
    coordinated,
    gain_of,
    greedy,
    joined_cover,
    total_cover,
)
from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.reading import ClauseReading
from handrail.encoder.offline.schema import AppNames
from handrail.encoder.offline.slot import SlotAssignment, stands_in_role
from handrail.encoder.offline.tokens import ValueMention
from handrail.language.operators import Operator
from handrail.language.rule import Literal

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


def link(reading: ClauseReading, schema: AppNames, previous: Sequence[Candidate] = ()) -> Linked | None:
    """The best reading of a clause; None if nothing in the app accounts for any of it.

    `previous` are the candidates of the clause before, which this one may go on about.
    """
    candidates = (candidate_over(reading, state, schema, previous) for state in schema.states)
    ranked = sorted(
        (candidate for candidate in candidates if candidate.slot_assignments), key=lambda candidate: -candidate.score
    )
    if not ranked:
        return None
    best = ranked[0]
    exact = next((other for other in ranked[1:] if _says_exactly(reading, other, best)), None)
    if exact is not None:
        best = exact
    if reading.clause.is_(VerbClass.REMOVE) and not best.names_whole_key:
        best = next((other for other in ranked[1:] if _is_the_row(reading, other, best)), best)
    everywhere = ranked
    chosen, covered = _with_further_states(reading, best, ranked)
    if _open_values(reading, covered):
        again = (_of_the_rest(reading, other, covered, schema) for other in ranked)
        everywhere = [*ranked, *(candidate for candidate in again if candidate is not None)]
        chosen, covered = _with_further_states(reading, best, everywhere)
    alone = next((other for other in ranked[1:] if _holds_all(reading, other, chosen)), None)
    if alone is not None:
        best = alone
        chosen, covered = _with_further_states(reading, best, ranked)
    rest = _of_other_states(ranked, chosen)
    rivals = [
        _with_texts_as_in(best, other)
        for other in rest
        if other.score >= best.score - RIVAL_WITHIN and _says_as_much(reading, best, other)
    ]
    removes = reading.clause.is_(VerbClass.REMOVE)
    open_ones = [
        rival for rival in (best, *rivals) if rival.state.is_selected or (rival.state.is_opened and not removes)
    ]
    opened = open_ones if _opens_thing(reading, chosen) else []
    if opened:
        chosen, rivals = opened[:1], opened[1:]
    apart = _of_other_states(rest, rivals)
    rivals = rivals[:MOST_RIVALS] + [other for other in apart if _names_category(reading, best, other)][:1]
    others = _of_other_states(rest, (*chosen, *rivals))
    margin = best.score - others[0].score if others else best.score
    beside = _of_other_states(everywhere, chosen)
    elsewhere = tuple(tuple(_held_elsewhere(candidate, beside)) for candidate in chosen[1:])
    return Linked(reading, tuple(chosen), tuple(rivals), elsewhere, covered, margin)


def _open_values(reading: ClauseReading, covered: Mapping[int, float]) -> list[ValueMention]:
    """The values of a clause that nothing accounts for."""
    return [
        mention
        for mention in reading.mentions
        if all(covered.get(p, 0.0) == 0.0 for p in range(mention.first, mention.last))
    ]


def _of_the_rest(
    reading: ClauseReading, other: Candidate, covered: Mapping[int, float], schema: AppNames
) -> Candidate | None:
    """What a state can hold of the values that are left, where it would rather have held one that has its place."""
    left = _open_values(reading, covered)
    within = {position for mention in left for position in range(mention.first, mention.last)}
    contents = tuple(content for content in reading.contents if not content.is_value or content.position in within)
    found = candidate_over(replace(reading, mentions=tuple(left), contents=contents), other.state, schema, ())
    return found if any(_is_value(assignment) for assignment in found.slot_assignments) else None


def _holds_all(reading: ClauseReading, other: Candidate, chosen: Sequence[Candidate]) -> bool:
    """Whether one state holds every value that several were needed for: a form, where a list lacks the time."""
    if len(chosen) == 1 or other.score < chosen[0].score - RIVAL_WITHIN:
        return False
    wanted = frozenset[tuple[int, str]]().union(*(_demanded(reading, candidate) for candidate in chosen))
    return wanted <= _demanded(reading, other)


def _is_the_row(reading: ClauseReading, other: Candidate, best: Candidate) -> bool:
    """Whether what is to go is a row of this table, and not every row of another one that has to do with it."""
    near = other.score >= best.score - RIVAL_WITHIN
    return near and other.names_whole_key and _demanded(reading, best) <= _demanded(reading, other)


def is_search(linked: Linked) -> bool:
    """Whether the clause only looks for something."""
    return linked.reading.clause.verb_class is VerbClass.SEARCH


# A further state that a clause speaks of: what it says besides what the first one accounts for.


SECOND_STATE_FROM = 0.4  # the weight that a further state must account for to be taken in
MOST_STATES = 3
NAMED_COST = 0.2  # of a text that is surely a name
_OF_TEXTS = (Operator.EQUAL, Operator.SIMILAR, Operator.CONTAINS)
_USES_WORDS = ("enum", "search", "span", "told")


def _with_further_states(
    reading: ClauseReading, best: Candidate, ranked: Sequence[Candidate]
) -> tuple[list[Candidate], dict[int, float]]:
    """The candidate with those that account for what it leaves open, the best of them first."""
    chosen, covered = [best], dict(best.covered)
    while len(chosen) < MOST_STATES:
        others = [candidate for candidate in ranked if all(candidate.state is not other.state for other in chosen)]
        settled = any(p.source in SETTLES for candidate in chosen for p in candidate.slot_assignments)
        extras = [
            extra
            for candidate in others
            if (extra := _extra(reading, covered, candidate, chosen, settled=settled)) is not None
        ]
        if not extras:
            break
        extra = max(
            extras,
            key=lambda candidate: (
                total_cover(reading, candidate.covered) - sum(p.cost for p in candidate.slot_assignments),
                candidate.score,
            ),
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
    before = [slot_assignment for candidate in chosen for slot_assignment in candidate.slot_assignments]
    used = [assignment.words for assignment in before if assignment.source in _USES_WORDS or _is_value(assignment)]
    switches = [assignment for assignment in before if assignment.source in SWITCHES]
    filled = {
        (assignment.variable.variable.name, assignment.variable.variable.type)
        for assignment in before
        if not assignment.only_observes
    }
    useful = [
        slot_assignment
        for slot_assignment in other.slot_assignments
        if not slot_assignment.only_observes
        and (slot_assignment.variable.variable.name, slot_assignment.variable.variable.type) not in filled
        and (slot_assignment.source != "span" or slot_assignment.cost <= NAMED_COST)
        and gain_of(reading, covered, slot_assignment) >= SECOND_STATE_FROM
        and _is_news(slot_assignment, covered)
        and not any(_overlap(slot_assignment.words, other) for other in used)
        and (slot_assignment.source != "enum" or _may_add_option(reading, slot_assignment))
        and not any(
            slot_assignment.source in SWITCHES and not coordinated(reading, slot_assignment, switch)
            for switch in switches
        )
    ]
    if not useful:
        return None
    taken, both = greedy(reading, useful, covered)
    if reading.clause.is_(VerbClass.REMOVE) and not any(_is_value(assignment) for assignment in taken):
        return None
    if settled and all(assignment.source == "boolean" and _only_verb(reading, assignment) for assignment in taken):
        return None
    return Candidate(other.state, tuple(taken), both, other.score)


def _may_add_option(reading: ClauseReading, assignment: SlotAssignment) -> bool:
    """Whether a declared value may be meant besides what a clause is about: `pause the song` does not choose songs."""
    clause = reading.clause
    if clause.is_(VerbClass.SET, VerbClass.SEARCH, VerbClass.ON, VerbClass.OFF) or clause.verb_class is None:
        return True
    said = [content for content in reading.contents if assignment.words[0] <= content.position < assignment.words[1]]
    words = [reading.tokens[content.position].lower for content in said]
    orders = {word.surface for word in assignment.variable.words} & grammar().sort_names
    if orders and any(word.endswith("est") for word in words):
        return True  # the newest one is the first by that order
    return clause.verb in words or any(content.is_name for content in said)


def _only_verb(reading: ClauseReading, assignment: SlotAssignment) -> bool:
    """Whether nothing but the verb speaks for an assignment."""
    return all(reading.tokens[position].lower == reading.clause.verb for position in assignment.covers)


def _overlap(first: tuple[int, int], second: tuple[int, int]) -> bool:
    return first[0] < second[1] and second[0] < first[1]


def _is_value(assignment: SlotAssignment) -> bool:
    return assignment.source.startswith("value:")


def _is_news(assignment: SlotAssignment, covered: Mapping[int, float]) -> bool:
    """Whether the words of an assignment are not yet accounted for, and say it well enough."""
    if assignment.source == "switch" or (assignment.source in ("boolean", "on") and assignment.cost > 0.2):
        return False
    first, last = assignment.words
    said = [covered.get(position, 0.0) for position in range(first, last)]
    return not said or sum(said) / len(said) < (0.5 if assignment.source == "enum" else 0.8)


def _held_elsewhere(extra: Candidate, rest: Sequence[Candidate]) -> Iterator[Candidate]:
    """Other states that can hold the same texts as a further state."""
    if not all(_is_value(assignment) and assignment.operator in _OF_TEXTS for assignment in extra.slot_assignments):
        return
    for other in rest[:6]:
        same = [
            slot_assignment
            for slot_assignment in other.slot_assignments
            if any(_same_text(slot_assignment, mine) for mine in extra.slot_assignments)
        ]
        if len(same) == len(extra.slot_assignments):
            yield Candidate(other.state, tuple(same), other.covered, other.score)


def _same_text(assignment: SlotAssignment, other: SlotAssignment) -> bool:
    return assignment.value == other.value and assignment.words == other.words


# Other states that may be meant as well as the one that accounts best for a clause.


SAYS_MUCH = 0.9  # the weight of a word that a rival must have something to do with
HAS_TO_DO = 0.35  # and how well it must account for it
LIKELY_AMOUNT = 0.5  # how well a number of a rival must fit its variable
EXACT_WITHIN = 0.25
_AMOUNTS = ("value:number", "value:money", "value:duration")
_FREE = ("span", "told", "value:text", "value:name")
_DENIES = (Operator.NOT_EQUAL, Operator.NOT_SIMILAR)


def _opens_thing(reading: ClauseReading, chosen: Sequence[Candidate]) -> bool:
    """`view the list "Work"`: that it is among the lists on the screen does not show it."""
    sources = ("value:text",) if reading.clause.is_(VerbClass.REMOVE) else ("value:text", "value:name")
    return (
        len(chosen) == 1
        and reading.clause.is_(VerbClass.OPEN, VerbClass.VIEW, VerbClass.CHECK, VerbClass.REMOVE)
        and all(assignment.source in sources for assignment in chosen[0].slot_assignments)
    )


def _says_exactly(reading: ClauseReading, other: Candidate, best: Candidate) -> bool:
    """Whether the words that one takes for free text are a declared name or value of the other."""
    free = [assignment.words for assignment in best.slot_assignments if assignment.source in _FREE]
    if len(free) < len(best.slot_assignments) or other.score < best.score - EXACT_WITHIN:
        return False
    if reading.clause.is_(VerbClass.CREATE, VerbClass.SEARCH, VerbClass.SET):
        free = [
            slot_assignment.words
            for slot_assignment in best.slot_assignments
            if slot_assignment.source in ("span", "told")
        ]
    exact = [
        slot_assignment.words
        for slot_assignment in other.slot_assignments
        if slot_assignment.source in ("enum", "boolean", "on")
    ]
    return bool(free) and all(any(_is_within(reading, words, span) for span in exact) for words in free)


def _is_within(reading: ClauseReading, free: tuple[int, int], exact: tuple[int, int]) -> bool:
    """Whether a declared name has all words of a free text, or of ordinary words at least half."""
    if exact[0] <= free[0] and free[1] <= exact[1]:
        return True
    inside = [content for content in reading.contents if free[0] <= content.position < free[1]]
    if any(content.is_name for content in inside):
        return False
    said = sum(content.weight for content in inside if exact[0] <= content.position < exact[1])
    return said >= sum(content.weight for content in inside) / 2


def _names_category(reading: ClauseReading, best: Candidate, other: Candidate) -> bool:
    """Whether the other is a category that a search may be made by: `Gas` for `gas stations`, but not `stations`."""
    search = next((assignment for assignment in best.slot_assignments if assignment.source == "search"), None)
    if search is None or len(other.slot_assignments) != 1 or other.slot_assignments[0].source != "enum":
        return False
    inside = [c.position for c in reading.contents if search.words[0] <= c.position < search.words[1]]
    return len(inside) > 1 and all(
        other.slot_assignments[0].covers.get(position, 0.0) >= 0.7 for position in inside[:-1]
    )


def _of_other_states(candidates: Iterable[Candidate], taken: Sequence[Candidate]) -> list[Candidate]:
    return [other for other in candidates if all(other.state is not candidate.state for candidate in taken)]


def _with_texts_as_in(best: Candidate, other: Candidate) -> Candidate:
    """A rival with each text where the best has it, if its state has a variable of that name: a title is no list."""
    places = {
        slot_assignment.words: slot_assignment
        for slot_assignment in best.slot_assignments
        if _is_value(slot_assignment) and slot_assignment.operator in _OF_TEXTS
    }
    filled = {slot_assignment.variable.variable.name for slot_assignment in other.slot_assignments}
    free = {
        (variable.variable.name, variable.variable.type, variable.variable.is_set): variable
        for variable in other.state.variables
        if variable.variable.name not in filled
    }
    moved = []
    for assignment in other.slot_assignments:
        place = places.get(assignment.words)
        wanted = place.variable.variable if place is not None else None
        there = free.get((wanted.name, wanted.type, wanted.is_set)) if wanted is not None else None
        moved.append(replace(place, variable=there) if place is not None and there is not None else assignment)
    return replace(other, slot_assignments=tuple(moved))


def _says_as_much(reading: ClauseReading, best: Candidate, other: Candidate) -> bool:
    """Whether another candidate demands all that the best demands by its values, only elsewhere."""
    wanted, found = _demanded(reading, best), _demanded(reading, other)
    in_role = {assignment.words for assignment in best.slot_assignments if stands_in_role(reading, assignment)}
    if any(
        slot_assignment.words in in_role and not stands_in_role(reading, slot_assignment)
        for slot_assignment in other.slot_assignments
    ):
        return False  # what is told is no city
    if any(
        slot_assignment.source in _AMOUNTS and slot_assignment.covers.get(slot_assignment.words[0], 1.0) < LIKELY_AMOUNT
        for slot_assignment in other.slot_assignments
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
    for assignment in candidate.slot_assignments:
        if assignment.only_observes:
            continue
        if assignment.source == "switch":
            demanded.add((-1, str(assignment.value)))  # no word of it says on or off; the command does
        positions = assignment.covers if assignment.source in SWITCHES else range(*assignment.words)
        heavy = {content.position for content in reading.contents if not content.classifies}
        denied = assignment.value == Literal(False) or assignment.operator in _DENIES
        how = "not" if denied else ""
        demanded |= {(position, how) for position in positions if position in heavy}
    return frozenset(demanded)
