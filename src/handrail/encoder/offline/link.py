"""What a clause means in the terms of an app: the states and constraints that account best for its words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.naming import named
from handrail.encoder.offline.placement import Placement
from handrail.encoder.offline.propose import placements
from handrail.encoder.offline.reading import ClauseReading
from handrail.encoder.offline.schema import NamedState, Schema
from handrail.encoder.offline.texts import searched, spans, told
from handrail.language.rule import Operator

STATE_NAME, DESCRIPTION = 0.6, 0.3  # how well a word is accounted for by the name of a state, by its description
UNSAID_STATE = 0.15  # what a name of a state costs that the clause says nothing of
SECOND_STATE_FROM = 0.4  # the weight that a further state must account for to be taken in
LEAST_GAIN = 0.12
MOST_STATES = 3
RIVAL_WITHIN = 0.3  # how much worse than the best a rival may account for the words
MOST_RIVALS = 3
SAYS_MUCH = 0.9  # the weight of a word that a rival must have something to do with
HAS_TO_DO = 0.35  # and how well it must account for it
LIKELY_AMOUNT = 0.5  # how well a number of a rival must fit its variable
NAMED_COST = 0.2  # of a text that is surely a name
EXACT_WITHIN = 0.25
FELT = 0.5  # how much of what the name of a state accounts for is no longer to be gained by its variables
MAKES = 0.08  # what speaks for a form or an editor where something is made
GOES_ON = 0.08  # what speaks for the state of the clause before


@dataclass(frozen=True, slots=True)
class Candidate:
    """Constraints over one state, what they account for, and the score by which candidates are compared."""

    state: NamedState
    placements: tuple[Placement, ...]
    covered: Mapping[int, float]
    score: float


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
        return _total(self.reading, self.covered) / weight if weight else 0.0


def link(reading: ClauseReading, schema: Schema, previous: Sequence[Candidate] = ()) -> Linked | None:
    """The best reading of a clause; None if nothing in the app accounts for any of it.

    `previous` are the candidates of the clause before, which this one may go on about.
    """
    candidates = (_candidate(reading, state, schema, previous) for state in schema.states)
    ranked = sorted((one for one in candidates if one.placements), key=lambda candidate: -candidate.score)
    if not ranked:
        return None
    best = ranked[0]
    exact = next((other for other in ranked[1:] if _says_exactly(reading, other, best)), None)
    if exact is not None:
        best = exact
    chosen, covered = _with_further_states(reading, best, ranked)
    rest = [other for other in ranked if all(other.state is not one.state for one in chosen)]
    rivals = [
        other for other in rest if other.score >= best.score - RIVAL_WITHIN and _says_as_much(reading, best, other)
    ]
    rivals = (
        rivals[:MOST_RIVALS]
        + [other for other in rest if other not in rivals and _names_category(reading, best, other)][:1]
    )
    others = [other for other in rest if other not in rivals]
    margin = best.score - others[0].score if others else best.score
    elsewhere = tuple(tuple(_elsewhere(one, rest)) for one in chosen[1:])
    return Linked(reading, tuple(chosen), tuple(rivals), elsewhere, covered, margin)


def _with_further_states(
    reading: ClauseReading, best: Candidate, ranked: Sequence[Candidate]
) -> tuple[list[Candidate], dict[int, float]]:
    """The candidate with those that account for what it leaves open, the best of them first."""
    chosen, covered = [best], dict(best.covered)
    while len(chosen) < MOST_STATES:
        others = [one for one in ranked if all(one.state is not other.state for other in chosen)]
        settled = any(p.source in _SETTLES for one in chosen for p in one.placements)
        extras = [
            extra for one in others if (extra := _extra(reading, covered, one, chosen, settled=settled)) is not None
        ]
        if not extras:
            break
        extra = max(
            extras, key=lambda one: (_total(reading, one.covered) - sum(p.cost for p in one.placements), one.score)
        )
        chosen.append(extra)
        covered = _joined(covered, extra.covered)
    return chosen, covered


def _candidate(reading: ClauseReading, state: NamedState, schema: Schema, previous: Sequence[Candidate]) -> Candidate:
    base = _base_cover(reading, state, schema)
    proposals = list(placements(reading, state, schema))
    if reading.clause.is_(VerbClass.SEARCH) or _looks_around(reading):
        proposals += searched(reading, state, schema)
    proposals += told(reading, state, schema)
    taken, covered = _greedy(reading, proposals, base)
    further = list(spans(reading, state, covered, schema, established=bool(taken)))
    taken, covered = _greedy(reading, [*proposals, *further], base) if further else (taken, covered)
    taken, covered = _with_identity(reading, state, taken, covered, previous)
    weight = reading.weight or 1.0
    score = (_total(reading, covered) - sum(one.cost for one in taken)) / weight
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
    taken: list[Placement],
    covered: dict[int, float],
    previous: Sequence["Candidate"],
) -> tuple[list[Placement], dict[int, float]]:
    """With what the clause before said of the same thing: `search for a book and view its ratings`."""
    before = next((one for one in previous if one.state is state), None)
    if before is None or not taken or not _refers_back(reading, taken):
        return taken, covered
    names = {one.variable.variable.name for one in taken}
    carried = [one for one in before.placements if not one.only_observes and one.variable.variable.name not in names]
    return [*taken, *(replace(one, covers={}, cost=0.0) for one in carried)], covered


def _refers_back(reading: ClauseReading, taken: Sequence[Placement]) -> bool:
    if any(not one.only_observes and one.variable.variable.key for one in taken):
        return False
    lower = {reading.tokens[position].lower for position in reading.clause.positions}
    return bool(lower & _PRONOUNS) or all(one.only_observes for one in taken)


_PRONOUNS = frozenset(["it", "its", "them", "their", "this", "that", "these", "those", "his", "her", "him"])


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


def _greedy(
    reading: ClauseReading, proposals: Sequence[Placement], base: Mapping[int, float]
) -> tuple[list[Placement], dict[int, float]]:
    """Take the placement that accounts for most of what is left, again and again; one for each variable and value."""
    taken: list[Placement] = []
    covered = {position: cover * FELT for position, cover in base.items()}
    left = list(proposals)
    while left:
        gains = [(_gain(reading, covered, one), -number) for number, one in enumerate(left)]
        gain, number = max(gains)
        if gain < LEAST_GAIN * min(1.0, reading.weight):
            break
        one = left[-number]
        taken.append(one)
        covered = _joined(covered, one.covers)
        left = [other for other in left if not _excludes(reading, one, other)]
    if taken and reading.clause.positive is not None and not any(one.source in _SETTLES for one in taken):
        switches = [one for one in left if one.source == "switch" or one.source in _SWITCHES]
        taken += sorted(switches, key=lambda one: one.cost)[:1]
    if not reading.clause.reads and any(not one.only_observes for one in taken):
        taken = [one for one in taken if not one.only_observes]
    return taken, _joined(covered, base)


def _excludes(reading: ClauseReading, taken: Placement, other: Placement) -> bool:
    if taken.variable.variable.name == other.variable.variable.name:
        return True
    if "becomes" in (taken.source, other.source) and {taken.source, other.source} & {"becomes", "enum", *_SWITCHES}:
        return taken.source != other.source or taken.source == "becomes"
    if taken.source in _SWITCHES and other.source in _SWITCHES:
        return not _coordinated(reading, taken, other)
    first, last = taken.words
    begin, end = other.words
    if taken.only_observes or other.only_observes:
        return False
    return begin < last and first < end and taken.source != "boolean" and other.source != "boolean"


def _coordinated(reading: ClauseReading, one: Placement, other: Placement) -> bool:
    """Whether two switches are named side by side: `traffic and transit`, but not `saved posts`."""
    first, second = sorted((one.words, other.words))
    between = reading.tokens[first[1] : second[0]]
    return any(token.lower in ("and", ",", "&", "both") for token in between)


def _gain(reading: ClauseReading, covered: Mapping[int, float], one: Placement) -> float:
    return _total(reading, _joined(covered, one.covers)) - _total(reading, covered) - one.cost


def _total(reading: ClauseReading, covered: Mapping[int, float]) -> float:
    return sum(content.weight * covered.get(content.position, 0.0) for content in reading.contents)


def _joined(first: Mapping[int, float], second: Mapping[int, float]) -> dict[int, float]:
    joined = dict(first)
    for position, cover in second.items():
        joined[position] = max(joined.get(position, 0.0), cover)
    return joined


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
    before = [placement for one in chosen for placement in one.placements]
    used = [one.words for one in before if one.source in _USES_WORDS or _is_value(one)]
    switches = [one for one in before if one.source in _SWITCHES]
    useful = [
        one
        for one in other.placements
        if not one.only_observes
        and (one.source != "span" or one.cost <= NAMED_COST)
        and _gain(reading, covered, one) >= SECOND_STATE_FROM
        and _is_news(one, covered)
        and not any(_overlap(one.words, other) for other in used)
        and (one.source != "enum" or _may_add_option(reading, one))
        and not any(one.source in _SWITCHES and not _coordinated(reading, one, switch) for switch in switches)
    ]
    if not useful:
        return None
    taken, both = _greedy(reading, useful, covered)
    if reading.clause.is_(VerbClass.REMOVE) and not any(_is_value(one) for one in taken):
        return None
    if settled and all(one.source == "boolean" and _only_verb(reading, one) for one in taken):
        return None
    return Candidate(other.state, tuple(taken), both, other.score)


def _may_add_option(reading: ClauseReading, one: Placement) -> bool:
    """Whether a declared value may be meant besides what a clause is about: `pause the song` does not choose songs."""
    clause = reading.clause
    if clause.is_(VerbClass.SET, VerbClass.SEARCH, VerbClass.ON, VerbClass.OFF) or clause.verb_class is None:
        return True
    said = [content for content in reading.contents if one.words[0] <= content.position < one.words[1]]
    return any(content.is_name or reading.tokens[content.position].lower == clause.verb for content in said)


def _only_verb(reading: ClauseReading, one: Placement) -> bool:
    """Whether nothing but the verb speaks for a placement."""
    return all(reading.tokens[position].lower == reading.clause.verb for position in one.covers)


def _overlap(first: tuple[int, int], second: tuple[int, int]) -> bool:
    return first[0] < second[1] and second[0] < first[1]


def _is_value(one: Placement) -> bool:
    return one.source.startswith("value:")


def _is_news(one: Placement, covered: Mapping[int, float]) -> bool:
    """Whether the words of a placement are not yet accounted for, and say it well enough."""
    if one.source == "switch" or (one.source in ("boolean", "on") and one.cost > 0.2):
        return False
    first, last = one.words
    said = [covered.get(position, 0.0) for position in range(first, last)]
    return not said or sum(said) / len(said) < (0.5 if one.source == "enum" else 0.8)


def _says_exactly(reading: ClauseReading, other: Candidate, best: Candidate) -> bool:
    """Whether the words that one takes for free text are a declared name or value of the other."""
    free = [one.words for one in best.placements if one.source in _FREE]
    if len(free) < len(best.placements) or other.score < best.score - EXACT_WITHIN:
        return False
    if reading.clause.is_(VerbClass.CREATE, VerbClass.SEARCH, VerbClass.SET):
        free = [one.words for one in best.placements if one.source in ("span", "told")]
    exact = [one.words for one in other.placements if one.source in ("enum", "boolean", "on")]
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


_OF_TEXTS = (Operator.EQUAL, Operator.SIMILAR, Operator.CONTAINS)
_SWITCHES = ("boolean", "on")
_USES_WORDS = ("enum", "search", "span", "told")
_SETTLES = ("boolean", "on", "enum")
_AMOUNTS = ("value:number", "value:money", "value:duration")
_FREE = ("span", "told", "value:text", "value:name")


def _elsewhere(extra: Candidate, rest: Sequence[Candidate]) -> Iterator[Candidate]:
    """Other states that can hold the same texts as a further state."""
    if not all(_is_value(one) and one.operator in _OF_TEXTS for one in extra.placements):
        return
    for other in rest[:6]:
        same = [one for one in other.placements if any(_same_text(one, mine) for mine in extra.placements)]
        if len(same) == len(extra.placements):
            yield Candidate(other.state, tuple(same), other.covered, other.score)


def _same_text(one: Placement, other: Placement) -> bool:
    return one.value == other.value and one.words == other.words


def _names_category(reading: ClauseReading, best: Candidate, other: Candidate) -> bool:
    """Whether the other is a category that a search may be made by: `Gas` for `gas stations`, but not `stations`."""
    search = next((one for one in best.placements if one.source == "search"), None)
    if search is None or len(other.placements) != 1 or other.placements[0].source != "enum":
        return False
    inside = [c.position for c in reading.contents if search.words[0] <= c.position < search.words[1]]
    return len(inside) > 1 and all(other.placements[0].covers.get(position, 0.0) >= 0.7 for position in inside[:-1])


def _says_as_much(reading: ClauseReading, best: Candidate, other: Candidate) -> bool:
    """Whether another candidate demands all that the best demands by its values, only elsewhere."""
    wanted, found = _demanded(reading, best), _demanded(reading, other)
    if any(one.source in _AMOUNTS and one.covers.get(one.words[0], 1.0) < LIKELY_AMOUNT for one in other.placements):
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
    for one in candidate.placements:
        if one.only_observes:
            continue
        positions = one.covers if one.source in _SWITCHES else range(*one.words)
        heavy = {content.position for content in reading.contents if not content.classifies}
        how = str(one.value) if one.source in _SWITCHES else _DENIED.get(one.operator, "")
        demanded |= {(position, how) for position in positions if position in heavy}
    return frozenset(demanded)


_DENIED = {Operator.NOT_EQUAL: "not", Operator.NOT_SIMILAR: "not"}


def is_search(linked: Linked) -> bool:
    """Whether the clause only looks for something."""
    return linked.reading.clause.verb_class is VerbClass.SEARCH
