"""One slot of a state and how likely a clause fills it: what is assigned, how far its name is said, what it holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.reading import LIKE, ClauseReading
from handrail.encoder.offline.schema import AppNames, NamedVariable, words_of
from handrail.encoder.offline.tokens import ValueKind, ValueMention, WordForms
from handrail.language.operators import Operator
from handrail.language.rule import Constraint, RuleVariable, Term
from handrail.language.value import Type

# One constraint that a clause may mean: a variable, what it should be, and the words that say so.


@dataclass(frozen=True, slots=True)
class SlotAssignment:
    """`covers` says for each position how well the assignment accounts for the word there, from 0 to 1.

    `words` are the positions of the words that name the value, from the first up to the last (excluded); both 0 where
    no word does. `cost` is what speaks against it, on the scale of the weights of words.
    """

    variable: NamedVariable
    operator: Operator
    value: Term | tuple[Term, ...]
    covers: Mapping[int, float]
    cost: float
    words: tuple[int, int] = (0, 0)
    assumption: str | None = None
    source: str = ""

    @property
    def constraint(self) -> Constraint:
        """As rules hold it."""
        return Constraint(self.variable.variable.name, self.operator, self.value)

    @property
    def only_observes(self) -> bool:
        """Whether any value will do."""
        return isinstance(self.value, RuleVariable)


# How far a clause says the name of something: which of its words, and what share of the name.


NAMES_VARIABLE, NAMES_OBSERVED = 0.85, 0.8  # how well a word is accounted for by the name of what it is about
GOOD, FAIR = 0.6, 0.3
VERB_SAYS_IT = 0.25  # what speaks for `is_locked` where the command is `lock`


def about(reading: ClauseReading, variable: NamedVariable, schema: AppNames) -> tuple[Mapping[int, float], float]:
    """Which words of the clause say words of a variable's name, and which share of its telling words is said."""
    covers, share = named(reading, variable.telling, schema)
    if share == 0.0:
        return covers, share
    return named(reading, variable.words, schema)[0], share


def named(reading: ClauseReading, words: Sequence[WordForms], schema: AppNames) -> tuple[Mapping[int, float], float]:
    """Which words of the clause say words of a name, and which share of the name is said; a word says one of them."""
    pairs = [
        (content.like(name), -number, -content.position)
        for number, name in enumerate(words)
        for content in reading.contents
    ]
    covers: dict[int, float] = {}
    said: dict[int, float] = {}
    for like, number, position in sorted(pairs, reverse=True):
        if like > 0 and -number not in said and -position not in covers:
            covers[-position] = said[-number] = like
    weights = [schema.weight(name) for name in words]
    total = sum(weights)
    return covers, sum(weights[number] * like for number, like in said.items()) / total if total else 0.0


def scaled(covers: Mapping[int, float], factor: float) -> dict[int, float]:
    """What is accounted for, less well."""
    return {position: cover * factor for position, cover in covers.items()}


def span_of(covers: Mapping[int, float]) -> tuple[int, int]:
    """The stretch of positions that is accounted for, its end excluded."""
    return (min(covers), max(covers) + 1) if covers else (0, 0)


def names_thing(variable: NamedVariable) -> bool:
    """Whether a variable holds the name of a thing: `book_title`, but not `text_size`."""
    names = grammar().entity_names
    return variable.words[-1].surface in names or all(word.surface in names for word in variable.telling)


# How likely a text variable is to hold what a clause names.


_BETWEEN = frozenset(("the", "a", "my", "an", "on", "at", "date"))
_PLACES = frozenset(("in", "out", "to", "from", "by", "until"))
_AMOUNTS = frozenset(("count", "number", "num", "duration", "price"))
KIND_FITS = 0.5  # how much the noun before a name counts
SEARCHED = 0.8  # how much the text of a search counts where something is searched for
NEAR, FAR = 0.9, 0.3  # what the name of a variable counts for a value beside it, and elsewhere


def text_fit(reading: ClauseReading, variable: NamedVariable, *, beside: bool = False) -> float:
    """How likely a variable is to hold the name of what a clause is about; `beside`: of where or with whom that is."""
    fit = 0.0
    if any(word.surface in grammar().time_names | grammar().date_names | _AMOUNTS for word in variable.words):
        fit -= 0.4
    if variable.variable.key and not beside:
        fit += 0.3
    if names_thing(variable) and not beside:
        fit += 0.3
    if reading.clause.verb_class is VerbClass.SEARCH and holds_search(variable):
        fit += SEARCHED
    return fit


def for_searching(reading: ClauseReading, variable: NamedVariable) -> float:
    """What speaks against the text of a search where something is written or changed."""
    clause = reading.clause
    looks = clause.reads or clause.is_(VerbClass.SEARCH) or clause.verb_class is None
    return 0.0 if looks or variable.variable.type is not Type.TEXT or not holds_search(variable) else 0.4


def holds_search(variable: NamedVariable) -> bool:
    """Whether a variable holds what was searched for: `search_term`, `searchbar_text`, the `query` of a search."""
    names = {word.surface for word in variable.words}
    if names & {"result", "history", "count", "suggestion"}:
        return False
    of_search = any(word.surface.startswith("search") for word in words_of(variable.state.name))
    typed = of_search and bool(names & {"text", "typed", "input", "field", "box"})
    return typed or bool(names & grammar().search_names) or any(name.startswith("search") for name in names)


def role_fit(reading: ClauseReading, first: int, variable: NamedVariable) -> float:
    """`to "Bob"` fits a recipient, `named "Work"` a label; `from Leeds` does not fit where it goes to."""
    word = _role_of(reading, first)
    if word == "to" and reading.clause.is_(VerbClass.SET):
        return 0.0
    names = {part.surface for part in variable.words}
    roles = grammar().roles
    if names & roles.get(word, frozenset()) or (word in _PLACES and word in names):
        return ROLE + (PAIRED if _has_counterpart(reading, variable, word) else 0.0)
    if word not in _OPPOSED or not any(names & roles[other] for other in _OPPOSED):
        return 0.0
    better = any(not roles[word].isdisjoint(words_of_names(other)) for other in variable.state.variables)
    return -ROLE if better else 0.0


def stands_beside(reading: ClauseReading, first: int) -> bool:
    """Whether a value is not what a clause is about: `at Riverside`, `with Ann`."""
    position = first - 1
    while position > 0 and reading.tokens[position].lower in ("the", "a", "my", "an"):
        position -= 1
    return position >= 0 and reading.tokens[position].lower in _BESIDE


_BESIDE = frozenset(("at", "in", "from", "under", "inside", "into", "by", "with"))


def stands_in_role(reading: ClauseReading, assignment: SlotAssignment) -> bool:
    """Whether a value stands where a word says that it belongs, which excludes other places."""
    first = assignment.words[0]
    exclusive = _is_told(reading, first) or _role_of(reading, first) in ("to", "from")
    return exclusive and role_fit(reading, first, assignment.variable) > 0


def _is_told(reading: ClauseReading, first: int) -> bool:
    return any(mention.first == first and mention.is_told for mention in reading.mentions)


def _has_counterpart(reading: ClauseReading, variable: NamedVariable, word: str) -> bool:
    """`receiver_city` beside `sender_city`, where it says from where to where."""
    other = {"to": "from", "from": "to"}.get(word, "")
    if not other or other not in {reading.tokens[position].lower for position in reading.clause.positions}:
        return False
    roles = grammar().roles
    rest = words_of_names(variable.variable.name) - roles[word]
    names = (words_of_names(name) for name in variable.state.variables)
    return any(name & roles[other] and name - roles[other] == rest for name in names)


def differ_in_role(variable: NamedVariable, other: NamedVariable) -> bool:
    """Whether two variables are the same but for from where and to where: `sender_city`, `receiver_city`."""
    first, second = words_of_names(variable.variable.name), words_of_names(other.variable.name)
    roles = grammar().roles["from"], grammar().roles["to"]
    apart = (first - second, second - first)
    return all(words for words in apart) and all(any(words <= role for role in roles) for words in apart)


def words_of_names(name: str) -> frozenset[str]:
    """The words of a name as they are written there, in lower case and without plurals."""
    return frozenset(word.surface for word in words_of(name))


PAIRED = 0.15  # what speaks for one of two variables that differ only in their role
ROLE = 0.6  # what a word before a value says for what is of its role, and against what is of another one
_OPPOSED = ("to", "from", "for", "saying", "about")


GIVES = 0.5  # how well a verb of giving or telling is accounted for by whom or what is told


def gives(reading: ClauseReading, first: int) -> dict[int, float]:
    """The verb of a clause, where a value is what is given or told, or to whom."""
    clause = reading.clause
    at = clause.positions[0] if clause.positions else -1
    is_verb = at >= 0 and reading.tokens[at].lower == clause.verb and clause.verb in grammar().giving
    return {at: GIVES} if is_verb and _role_of(reading, first) in ("to", "saying") else {}


def _role_of(reading: ClauseReading, first: int) -> str:
    """The word that says what a value is for: a preposition, or `to` for whom something is given to: `send Ann ...`."""
    position = first - 1
    while position > 0 and reading.tokens[position].lower in _BETWEEN:
        position -= 1
    word = reading.tokens[position].lower if position >= 0 else ""
    is_given = position in reading.clause.positions[:1] and word == reading.clause.verb and word in grammar().giving
    if _is_told(reading, first):
        return "saying"
    told = reading.tokens[first].is_quoted
    if is_given:
        return "saying" if told else "to"
    return "saying" if told and reading.clause.verb in grammar().giving and word not in grammar().roles else word


def kind_fit(reading: ClauseReading, mention: ValueMention, variable: NamedVariable) -> float:
    """What the noun before a name says for a variable: `the playlist "Focus"` is no `episode_title`."""
    kind = next(
        (content for content in reading.contents if content.position == mention.first - 1 and content.classifies), None
    )
    if kind is None:
        return 0.0
    names = (*variable.words, *words_of(variable.state.name)) if names_thing(variable) else variable.words[-1:]
    if any(kind.like(name) >= LIKE for name in names):
        return KIND_FITS
    return -KIND_FITS if any(name.surface in grammar().things for name in variable.words) else 0.0


def name_fit(reading: ClauseReading, mention: ValueMention, covers: Mapping[int, float], share: float) -> float:
    """How well the name of a variable is said beside a value: `with the subject "Hello"`, `300 reviews`."""
    if share < 0.4:
        return 0.0
    others = [other for other in reading.mentions if other is not mention]
    fit = 0.0
    for position in covers:
        first, last = min(position, mention.first), max(position, mention.last)
        between = sum(other.first < last and first < other.last for other in others)
        distance = mention.first - position if position < mention.first else position - mention.last + 1
        if mention.covers(position):
            distance = 1
        near = NEAR - 0.12 * (distance - 1 if position < mention.first else 2 * (distance - 1))
        fit = max(fit, (max(near, FAR) if between == 0 else FAR) * min(1.0, share + 0.2))
    return fit


def is_asked_of(
    reading: ClauseReading, variable: NamedVariable, mention: ValueMention, covers: Mapping[int, float], share: float
) -> bool:
    """`check the author of "Dune"`: the author is asked for, and "Dune" is something else."""
    if share < 0.4 or mention.kind not in (ValueKind.TEXT, ValueKind.NAME) or not covers:
        return False
    if reading.clause.is_(VerbClass.SET):
        before = reading.tokens[mention.first - 1].lower if mention.first else ""
        return before in ("of", "for") and min(covers) < mention.first - 2
    if not reading.clause.reads:
        return False
    last = max(position for position in covers if position < mention.first) if min(covers) < mention.first else -1
    if reading.clause.is_(VerbClass.CHECK) and last < mention.first - 1 and not names_thing(variable):
        return True
    between = [reading.tokens[position].lower for position in range(last + 1, mention.first)]
    return last >= 0 and any(word in ("of", "for", "in", "from", "by") for word in between)
