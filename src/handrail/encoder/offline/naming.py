"""How far a clause says the name of something: which of its words, and what share of the name."""

from collections.abc import Mapping, Sequence

from handrail.encoder.offline.grammar import grammar
from handrail.encoder.offline.reading import ClauseReading
from handrail.encoder.offline.schema import NamedVariable, Schema
from handrail.encoder.offline.tokens import Form

NAMES_VARIABLE, NAMES_OBSERVED = 0.85, 0.8  # how well a word is accounted for by the name of what it is about
GOOD, FAIR = 0.6, 0.3
VERB_SAYS_IT = 0.25  # what speaks for `is_locked` where the command is `lock`


def about(reading: ClauseReading, variable: NamedVariable, schema: Schema) -> tuple[Mapping[int, float], float]:
    """Which words of the clause say words of a variable's name, and which share of its telling words is said."""
    covers, share = named(reading, variable.telling, schema)
    if share == 0.0:
        return covers, share
    return named(reading, variable.words, schema)[0], share


def named(reading: ClauseReading, words: Sequence[Form], schema: Schema) -> tuple[Mapping[int, float], float]:
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
