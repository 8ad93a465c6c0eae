"""Words that nothing marks as a value and that still are one: names, what is searched for, what comes after `to`."""

from collections.abc import Iterator, Mapping, Sequence

from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.reading import ClauseReading, Content
from handrail.encoder.offline.schema import AppNames, NamedState, NamedVariable
from handrail.encoder.offline.slot import (
    FAIR,
    GOOD,
    NAMES_VARIABLE,
    NEAR,
    SlotAssignment,
    about,
    for_searching,
    gives,
    holds_search,
    role_fit,
    scaled,
    text_fit,
)
from handrail.encoder.offline.tokens import ValueKind
from handrail.language.operators import Operator
from handrail.language.rule import Literal
from handrail.language.value import Type

_ENDS_PHRASE = frozenset(["with", "and", "from", "to", "for", "that", "which", "who", "under", "over", "sorted", "by"])


def spans(
    reading: ClauseReading, state: NamedState, covered: Mapping[int, float], schema: AppNames, *, established: bool
) -> Iterator[SlotAssignment]:
    """Words that no name accounts for, as the text that a variable should hold.

    `established`: the clause is known to speak of this state, so that ordinary words may name a row of it.
    """
    runs = [run for run in _runs(reading, covered) if not _is_guessed(reading, *run)]
    ordinary = [run for run in runs if not _has_name(reading, *run)]
    kinds = {word.base for word in (*state.words, *state.description)}
    for first, last in runs:
        is_name = (first, last) not in ordinary
        words = [content.word for content in reading.contents if first <= content.position < last]
        known = kinds.issuperset(word.base for word in words)
        if not is_name and (reading.tokens[first].lower in grammar().verbs or known):
            continue
        if not is_name and ((first, last) != ordinary[-1] or not _may_be_text(reading, first)):
            continue
        for variable in state.variables:
            if variable.variable.type is not Type.TEXT:
                continue
            fit = text_fit(reading, variable) + role_fit(reading, first, variable)
            if established and is_name and _is_the_text(state):
                fit += FAIR
            if reading.clause.is_(VerbClass.SET):
                fit += NEAR * about(reading, variable, schema)[1]
            shows_page = reading.clause.is_(VerbClass.OPEN, VerbClass.VIEW) and _navigates(variable)
            fit += GOOD if shows_page else 0.0
            if fit < (FAIR if is_name or (established and variable.variable.key) else GOOD):
                continue
            name_covers, share = about(reading, variable, schema)
            covers = dict(scaled(name_covers, NAMES_VARIABLE)) if share > FAIR else {}
            covers |= gives(reading, first) if role_fit(reading, first, variable) > 0 else {}
            covers |= {p: min(0.9, (0.5 if is_name else 0.4) + 0.3 * fit) for p in range(first, last)}
            value = Literal(_verbatim(reading, first, last))
            cost = 0.2 if is_name else 0.25 if established and variable.variable.key else 0.35
            if not is_name and not shows_page and all(schema.names(word) for word in words):
                cost += 0.4  # words that the app uses itself are seldom a value
            cost += for_searching(reading, variable)
            operator = _span_operator(covered, first, last, is_name=is_name)
            yield SlotAssignment(variable, operator, value, covers, cost, (first, last), None, "span")


def _is_guessed(reading: ClauseReading, first: int, last: int) -> bool:
    """Whether words would be a value only because nothing else accounts for them, and a name says what is meant."""
    if reading.clause.is_(VerbClass.SET, VerbClass.SEARCH) or any(w.is_capitalised for w in reading.tokens[first:last]):
        return False
    many = reading.clause.is_(VerbClass.ACT) and last - first > MOST_UNKNOWN
    return many or any(mention.kind in _NAMING for mention in reading.mentions)


_NAMING = (ValueKind.TEXT, ValueKind.NAME)
MOST_UNKNOWN = 2  # words without a capital letter that may be a name


def _is_the_text(state: NamedState) -> bool:
    """Whether there is one text in a state, so that a name can only stand there."""
    return sum(variable.variable.type is Type.TEXT for variable in state.variables) == 1


def told(reading: ClauseReading, state: NamedState, schema: AppNames) -> Iterator[SlotAssignment]:
    """`change the theme to dark`, `sort by most recent`: all that comes after `to` or `by`, as a text."""
    clause = reading.clause
    tail = _tail(reading)
    if tail is None:
        return
    first, last = tail
    for variable in state.variables:
        if variable.variable.type is not Type.TEXT:
            continue
        covers, share = about(reading, variable, schema)
        names = {word.surface for word in variable.words}
        sorts = clause.verb in ("sort", "order", "arrange", "filter") and bool(names & grammar().sort_names)
        if (share < GOOD or any(first <= position < last for position in covers)) and not sorts:
            continue
        covered = {**scaled(covers, NAMES_VARIABLE), **dict.fromkeys(range(first, last), 0.85)}
        value = Literal(reading.words(first, last))
        yield SlotAssignment(variable, Operator.SIMILAR, value, covered, 0.15, (first, last), None, "told")


def searched(reading: ClauseReading, state: NamedState, schema: AppNames) -> Iterator[SlotAssignment]:
    """What a search is for, as the text of a search: all of it, or only the words that are no names of the app."""
    contents = [c for c in reading.contents if c.weight >= 0.9 or (c.weight > 0.35 and not c.is_value)]
    contents = [c for c in contents if reading.tokens[c.position].lower != reading.clause.verb]
    contents = _first_phrase(reading, contents)
    if not contents:
        return
    first, last = contents[0].position, contents[-1].position + 1
    own = [c for c in contents if c.word.base not in schema.rarity]
    whole = not own or own != contents[: len(own)] or own == contents  # the last words say of which category
    value = _verbatim(reading, first, last) if whole else _verbatim(reading, first, own[-1].position + 1)
    alone = len(contents) == 1 or all(content.is_name for content in contents)
    operator = Operator.SIMILAR if whole and not alone else Operator.CONTAINS
    for variable in state.variables:
        if variable.variable.type is Type.TEXT and holds_search(variable):
            fit = text_fit(reading, variable)
            covers = {content.position: min(1.0, 0.6 + 0.4 * fit) for content in contents}
            yield SlotAssignment(variable, operator, Literal(value), covers, 0.1, (first, last), None, "search")


def _tail(reading: ClauseReading) -> tuple[int, int] | None:
    """The words after the last `to`, or after `by` of a command to sort; none if a value stands there."""
    clause = reading.clause
    if not clause.is_(VerbClass.SET):
        return None
    links = ("by",) if clause.verb in ("sort", "order", "arrange", "filter") else ("to", "as")
    at = [position for position in clause.positions if reading.tokens[position].lower in links]
    if not at or at[-1] == clause.positions[-1]:
        return None
    first, last = at[-1] + 1, clause.positions[-1] + 1
    while first < last - 1 and reading.tokens[first].lower in ("the", "a", "an", "my"):
        first += 1
    blocked = any(mention.first < last and first < mention.last for mention in reading.mentions)
    return None if blocked or reading.tokens[first].lower in grammar().verbs else (first, last)


def _navigates(variable: NamedVariable) -> bool:
    """Whether a text says which page is shown: `tab_name`, `current_view`."""
    pages = {"tab", "view", "page", "section", "screen"}
    return any(word.surface in pages for word in variable.words)


def _span_operator(covered: Mapping[int, float], first: int, last: int, *, is_name: bool) -> Operator:
    """`contains` for what may be a part of what the app shows: `front` of `the front door`, `Tokyo`."""
    goes_on = last in covered or first - 1 in covered
    return Operator.CONTAINS if is_name or goes_on or first + 1 == last else Operator.SIMILAR


def _has_name(reading: ClauseReading, first: int, last: int) -> bool:
    return any(content.is_name for content in reading.contents if first <= content.position < last)


def _may_be_text(reading: ClauseReading, first: int) -> bool:
    """Whether ordinary words may be the value of a text: `change the name to red fox`, `find blue shoes`."""
    clause = reading.clause
    if clause.is_(VerbClass.SET):
        before = reading.tokens[first - 1].lower if first else ""
        return not clause.verb or before in ("to", "as", "called", "named", "saying")
    return clause.verb_class is not None


def _first_phrase(reading: ClauseReading, contents: Sequence[Content]) -> list[Content]:
    """What is searched for: the words up to the first value or the first word such as `with`; none if it is quoted."""
    phrase: list[Content] = []
    for content in contents:
        between = reading.tokens[phrase[-1].position + 1 : content.position] if phrase else ()
        if content.is_value or any(token.lower in _ENDS_PHRASE or token.text in ",;:" for token in between):
            break
        phrase.append(content)
    return phrase


def _verbatim(reading: ClauseReading, first: int, last: int) -> str:
    return reading.words(first, last)


def _runs(reading: ClauseReading, covered: Mapping[int, float]) -> Iterator[tuple[int, int]]:
    """Stretches of words that carry weight and are not accounted for well."""
    free = [c for c in reading.contents if not c.is_value and c.weight >= 0.9]
    free = [c for c in free if covered.get(c.position, 0.0) < (0.7 if c.is_name else 0.5)]
    names = [c.position for c in free if c.is_name]
    for content in free:  # `road` of `road trip` is no word of the app, and what follows belongs to it
        if content.position - 1 in names and not reading.tokens[content.position - 1].is_capitalised:
            names.append(content.position)
    names = sorted(set(names))
    yield from _stretches(reading, names)
    yield from _stretches(reading, [c.position for c in free if c.position not in names])


def _stretches(reading: ClauseReading, positions: Sequence[int]) -> Iterator[tuple[int, int]]:
    first = last = -1
    for position in positions:
        if first >= 0 and _joined(reading, last, position):
            last = position
            continue
        if first >= 0:
            yield first, last + 1
        first = last = position
    if first >= 0:
        yield first, last + 1


def _joined(reading: ClauseReading, last: int, position: int) -> bool:
    """Whether only little words stand between two positions."""
    between = [reading.tokens[p].lower for p in range(last + 1, position)]
    return all(word in ("of", "the", "and", "'", "&", "-") for word in between) and len(between) <= 2
