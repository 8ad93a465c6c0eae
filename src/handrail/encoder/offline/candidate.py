"""What a clause may mean over one state: the constraints that together account best for its words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.options import options, switch, told_on_off
from handrail.encoder.offline.reading import ClauseReading
from handrail.encoder.offline.schema import AppNames, NamedState, NamedVariable
from handrail.encoder.offline.slot import NAMES_OBSERVED, SlotAssignment, about, differ_in_role, named, scaled, span_of
from handrail.encoder.offline.texts import searched, spans, told
from handrail.encoder.offline.typed import claimed_values, typed
from handrail.language.operators import Operator
from handrail.language.rule import RuleVariable
from handrail.language.value import Type

STATE_NAME, DESCRIPTION = 0.6, 0.3  # how well a word is accounted for by the name of a state, by its description
NEAR_STATE = 0.15  # what it counts that a state is near to a clause in meaning
UNSAID_STATE = 0.15  # what a name of a state costs that the clause says nothing of
MAKES = 0.08  # what speaks for a form or an editor where something is made
TIED_WITHIN = 0.02  # of the weight of a clause
_OF_TEXT = ("span", "value:text", "value:name")
GOES_ON, GOES_ON_WITHOUT_VERB = 0.08, 0.25  # what speaks for the state of the clause before
_PRONOUNS = frozenset(["it", "its", "them", "their", "this", "that", "these", "those", "his", "her", "him"])


@dataclass(frozen=True, slots=True)
class Candidate:
    """Constraints over one state, what they account for, and the score by which candidates are compared.

    `tied`: a text could as well stand in another variable of the state, as the city of the sender or of the receiver.
    """

    state: NamedState
    slot_assignments: tuple[SlotAssignment, ...]
    covered: Mapping[int, float]
    score: float
    tied: bool = False

    @property
    def names_whole_key(self) -> bool:
        """Whether every key of a table is named, and not only a part of what its rows are called."""
        keys = {variable.variable.name for variable in self.state.variables if variable.variable.key}
        return bool(keys) and keys <= {assignment.variable.variable.name for assignment in self.slot_assignments}


def candidate_over(
    reading: ClauseReading, state: NamedState, schema: AppNames, previous: Sequence[Candidate]
) -> Candidate:
    """What a clause means if it is about one state."""
    base = _base_cover(reading, state, schema)
    proposals = list(_slot_assignments(reading, state, schema))
    if reading.clause.is_(VerbClass.SEARCH) or _looks_around(reading):
        proposals += searched(reading, state, schema)
    proposals += told(reading, state, schema)
    taken, covered = greedy(reading, proposals, base)
    established = bool(taken) or any(candidate.state is state for candidate in previous)
    further = list(spans(reading, state, covered, schema, established=established))
    taken, covered = greedy(reading, [*proposals, *further], base) if further else (taken, covered)
    taken, covered = _with_identity(reading, state, taken, covered, previous)
    weight = reading.weight or 1.0
    score = (total_cover(reading, covered) - sum(assignment.cost for assignment in taken)) / weight
    score += NEAR_STATE * reading.near[state.state.name] - _unsaid(reading, state, schema)
    if any(candidate.state is state for candidate in previous):
        score += GOES_ON if reading.clause.verb else GOES_ON_WITHOUT_VERB
    if reading.clause.is_(VerbClass.CREATE) and any(word.surface in grammar().making_names for word in state.words):
        score += MAKES
    return Candidate(state, tuple(taken), covered, score, _is_tied(reading, taken, [*proposals, *further]))


def _is_tied(reading: ClauseReading, taken: Sequence[SlotAssignment], proposals: Sequence[SlotAssignment]) -> bool:
    return any(
        other.words == assignment.words
        and other.variable is not assignment.variable
        and (assignment.source == "value:name" or differ_in_role(assignment.variable, other.variable))
        and all(other.variable is not held.variable for held in taken)
        and abs(gain_of(reading, {}, assignment) - gain_of(reading, {}, other)) < TIED_WITHIN
        for assignment in taken
        if assignment.source in _OF_TEXT
        for other in proposals
        if other.source in _OF_TEXT
    )


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
    before = next((candidate for candidate in previous if candidate.state is state), None)
    if before is None or not taken or not _refers_back(reading, taken):
        return taken, covered
    names = {assignment.variable.variable.name for assignment in taken}
    carried = [
        slot_assignment
        for slot_assignment in before.slot_assignments
        if not slot_assignment.only_observes and slot_assignment.variable.variable.name not in names
    ]
    return [*taken, *(replace(assignment, covers={}, cost=0.0) for assignment in carried)], covered


def _refers_back(reading: ClauseReading, taken: Sequence[SlotAssignment]) -> bool:
    if any(not assignment.only_observes and assignment.variable.variable.key for assignment in taken):
        return False
    lower = {reading.tokens[position].lower for position in reading.clause.positions}
    return bool(lower & _PRONOUNS) or all(assignment.only_observes for assignment in taken)


def _base_cover(reading: ClauseReading, state: NamedState, schema: AppNames) -> dict[int, float]:
    covers, _ = named(reading, state.words, schema)
    base = {position: cover * STATE_NAME for position, cover in covers.items()}
    for content in reading.contents:
        if content.is_value:
            continue
        best = max((content.like(word) for word in state.description), default=0.0)
        if best >= 0.7:
            base[content.position] = max(base.get(content.position, 0.0), best * DESCRIPTION)
    return base


def _unsaid(reading: ClauseReading, state: NamedState, schema: AppNames) -> float:
    _, share = named(reading, state.words, schema)
    return UNSAID_STATE * (1 - min(1.0, share)) * 0.3


# Which constraints over one state a clause may mean: every variable that its words or values fit.


def _slot_assignments(reading: ClauseReading, state: NamedState, schema: AppNames) -> Iterator[SlotAssignment]:
    """Every single constraint over a state that the clause may mean, but for texts that are not marked as values."""
    claimed = claimed_values(reading, state)
    for variable in state.variables:
        match variable.variable.type:
            case Type.BOOLEAN:
                yield from switch(reading, variable, schema)
            case Type.ENUM:
                yield from options(reading, variable, schema)
                yield from typed(reading, variable, schema, claimed)
            case Type.TEXT:
                yield from options(reading, variable, schema)
                yield from typed(reading, variable, schema, claimed)
                yield from told_on_off(reading, variable, schema)
            case _:
                yield from typed(reading, variable, schema, claimed)
        yield from _observed(reading, variable, schema)


def _observed(reading: ClauseReading, variable: NamedVariable, schema: AppNames) -> Iterator[SlotAssignment]:
    """The user wants to see what the variable holds, or to change it without saying to what."""
    if not (reading.clause.reads or reading.clause.verb_class is VerbClass.SET):
        return
    covers, share = about(reading, variable, schema)
    if share < 0.5:
        return
    cost = 0.25 + 0.5 * (1 - share)
    if variable.variable.type is Type.BOOLEAN:
        cost += 0.2
    covered = scaled(covers, NAMES_OBSERVED)
    yield SlotAssignment(variable, Operator.EQUAL, RuleVariable("_"), covered, cost, span_of(covers), None, "observed")


# Constraints taken one after another, each for the words that are still open; some of them exclude each other.


LEAST_GAIN = 0.12
FELT = 0.5  # how much of what the name of a state accounts for is no longer to be gained by its variables
SWITCHES = ("boolean", "on")
SETTLES = ("boolean", "on", "enum")


def greedy(
    reading: ClauseReading, proposals: Sequence[SlotAssignment], base: Mapping[int, float]
) -> tuple[list[SlotAssignment], dict[int, float]]:
    """Take the assignment that accounts for most of what is left, again and again; one for each variable and value."""
    taken: list[SlotAssignment] = []
    covered = {position: cover * FELT for position, cover in base.items()}
    left = list(proposals)
    while left:
        gains = [(gain_of(reading, covered, slot_assignment), -number) for number, slot_assignment in enumerate(left)]
        gain, number = max(gains)
        if gain < LEAST_GAIN * min(1.0, reading.weight):
            break
        assignment = left[-number]
        taken.append(assignment)
        covered = joined_cover(covered, assignment.covers)
        left = [other for other in left if not _excludes(reading, assignment, other)]
    if (
        taken
        and reading.clause.positive is not None
        and not any(slot_assignment.source in SETTLES for slot_assignment in taken)
    ):
        switches = [
            slot_assignment
            for slot_assignment in left
            if slot_assignment.source == "switch" or slot_assignment.source in SWITCHES
        ]
        taken += sorted(switches, key=lambda slot_assignment: slot_assignment.cost)[:1]
    if not reading.clause.reads and any(not slot_assignment.only_observes for slot_assignment in taken):
        taken = [slot_assignment for slot_assignment in taken if not slot_assignment.only_observes]
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


def coordinated(reading: ClauseReading, assignment: SlotAssignment, other: SlotAssignment) -> bool:
    """Whether two switches are named side by side: `traffic and transit`, but not `saved posts`."""
    first, second = sorted((assignment.words, other.words))
    between = reading.tokens[first[1] : second[0]]
    return any(token.lower in ("and", ",", "&", "both") for token in between)


def _tells_which(reading: ClauseReading, assignment: SlotAssignment, other: SlotAssignment) -> bool:
    """Whether one of two switches is what is to be done and the other which things it is done to: `like all posts that
    I have saved`.
    """
    verb = reading.clause.verb
    said = [
        {reading.tokens[position].lower for position in slot_assignment.covers}
        for slot_assignment in (assignment, other)
    ]
    if reading.clause.verb_class is not VerbClass.ACT or not any(words == {verb} for words in said):
        return False
    rest = set().union(*said) - {verb}
    return len(rest) == 1 and next(iter(rest)).endswith("ed")


def gain_of(reading: ClauseReading, covered: Mapping[int, float], assignment: SlotAssignment) -> float:
    """How much better a clause is accounted for with one assignment more, its cost taken off."""
    return (
        total_cover(reading, joined_cover(covered, assignment.covers)) - total_cover(reading, covered) - assignment.cost
    )


def total_cover(reading: ClauseReading, covered: Mapping[int, float]) -> float:
    """The weight of a clause that is accounted for."""
    return sum(content.weight * covered.get(content.position, 0.0) for content in reading.contents)


def joined_cover(first: Mapping[int, float], second: Mapping[int, float]) -> dict[int, float]:
    """The better of two covers for each word."""
    joined = dict(first)
    for position, cover in second.items():
        joined[position] = max(joined.get(position, 0.0), cover)
    return joined
