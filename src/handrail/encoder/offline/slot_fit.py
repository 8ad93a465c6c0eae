"""How likely a text variable is to hold what a clause names."""

from collections.abc import Mapping

from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.mention import Kind, Mention
from handrail.encoder.offline.naming import names_thing
from handrail.encoder.offline.reading import LIKE, ClauseReading
from handrail.encoder.offline.schema import NamedVariable, words_of
from handrail.language.value import Type

_BETWEEN = frozenset(("the", "a", "my", "an", "on", "at", "date"))
_PLACES = frozenset(("in", "out", "to", "from", "by", "until"))
_AMOUNTS = frozenset(("count", "number", "num", "duration", "price"))
KIND_FITS = 0.5  # how much the noun before a name counts
SEARCHED = 0.8  # how much the text of a search counts where something is searched for
NEAR, FAR = 0.9, 0.3  # what the name of a variable counts for a value beside it, and elsewhere


def text_fit(reading: ClauseReading, variable: NamedVariable) -> float:
    """How likely a variable is to hold the name of what a clause is about."""
    fit = 0.0
    if any(word.surface in grammar().time_names | grammar().date_names | _AMOUNTS for word in variable.words):
        fit -= 0.4
    if variable.variable.key:
        fit += 0.3
    if names_thing(variable):
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
    """`to "Bob"` fits a recipient, `named "Work"` a label."""
    position = first - 1
    while position > 0 and reading.tokens[position].lower in _BETWEEN:
        position -= 1
    word = reading.tokens[position].lower if position >= 0 else ""
    if word == "to" and reading.clause.is_(VerbClass.SET):
        return 0.0
    role = grammar().roles.get(word, frozenset())
    said = any(word.surface in role for word in variable.words)
    return 0.6 if said or (word in _PLACES and any(part.surface == word for part in variable.words)) else 0.0


def kind_fit(reading: ClauseReading, mention: Mention, variable: NamedVariable) -> float:
    """What the noun before a name says for a variable: `the playlist "Focus"` is no `episode_title`."""
    kind = next((one for one in reading.contents if one.position == mention.first - 1 and one.classifies), None)
    if kind is None:
        return 0.0
    names = (*variable.words, *words_of(variable.state.name)) if names_thing(variable) else variable.words[-1:]
    if any(kind.like(name) >= LIKE for name in names):
        return KIND_FITS
    return -KIND_FITS if any(name.surface in grammar().things for name in variable.words) else 0.0


def name_fit(reading: ClauseReading, mention: Mention, covers: Mapping[int, float], share: float) -> float:
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
    reading: ClauseReading, variable: NamedVariable, mention: Mention, covers: Mapping[int, float], share: float
) -> bool:
    """`check the author of "Dune"`: the author is asked for, and "Dune" is something else."""
    if share < 0.4 or mention.kind not in (Kind.TEXT, Kind.NAME) or not covers:
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
