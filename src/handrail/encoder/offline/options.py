"""One of several: which declared values of an Enum a clause says."""

from collections.abc import Iterator, Mapping

from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.naming import FAIR, GOOD, NAMES_VARIABLE, VERB_SAYS_IT, about, scaled, span_of
from handrail.encoder.offline.reading import BECOMES, ClauseReading
from handrail.encoder.offline.schema import NamedOption, NamedVariable, Schema, words_of
from handrail.encoder.offline.slot_assignment import SlotAssignment
from handrail.encoder.offline.switches import on_off
from handrail.language.operators import Operator
from handrail.language.rule import Literal
from handrail.language.value import Type

OPTION_WORD = 0.45  # how well a word must say a word of a declared value
_SAYS_LITTLE = frozenset(["on", "off", "yes", "no", "none", "all", "any", "other", "default", "true", "false"])


def options(reading: ClauseReading, variable: NamedVariable, schema: Schema) -> Iterator[SlotAssignment]:
    """The declared values that a clause says, wanted or not wanted."""
    if variable.truth is not None:
        yield from on_off(reading, variable, schema)
    name_covers, share = about(reading, variable, schema)
    for option in variable.options:
        covers = _says_option(reading, option)
        if not covers or _counts_it(reading, option):
            continue
        cost = 0.13 - 0.03 * min(len(covers), 4) + (0.15 if reading.clause.verb_class is VerbClass.CHECK else 0.0)
        cost += _only_navigates(reading, variable)
        verb_only = all(reading.tokens[position].lower == reading.clause.verb for position in covers)
        if any(reading.tokens[position].lower == reading.clause.verb for position in covers):
            cost -= VERB_SAYS_IT + 0.1
        is_text = variable.variable.type is Type.TEXT
        cost += 0.1 if is_text else 0.0
        negative = reading.clause.positive is False and reading.clause.verb_class is VerbClass.OFF
        if is_text:
            operator = Operator.NOT_SIMILAR if negative else Operator.SIMILAR
        else:
            operator = Operator.NOT_EQUAL if negative else Operator.EQUAL
        if list(covers) != sorted(covers):
            cost += 0.3  # `Z to A` has the words of `A to Z`
        if all(content.classifies for content in reading.contents if content.position in covers):
            cost += 0.4  # `the song "Yesterday"` says what it is, not what is to be chosen
        if verb_only and len(covers) < len(option.words):
            continue
        if reading.clause.is_(VerbClass.ACT) and not verb_only and _is_whole_object(reading, covers):
            cost += 0.3  # `shuffle the playlist` chooses no `Playlists`
        if option.text.lower() in _SAYS_LITTLE and share < GOOD:
            continue
        if len(option.words) == 1 and option.text.lower() in grammar().verbs and max(covers.values()) < 1:
            cost += 0.25  # `saved posts` is not the command to save one
        both = dict(scaled(name_covers, NAMES_VARIABLE)) if share > FAIR else {}
        for position, cover in covers.items():
            both[position] = max(both.get(position, 0.0), cover)
        assumption = f"the description names '{option.text}'" if is_text else None
        source = "becomes" if verb_only and max(covers.values()) <= BECOMES else "enum"
        yield SlotAssignment(variable, operator, Literal(option.text), both, cost, span_of(covers), assumption, source)


def _says_option(reading: ClauseReading, option: NamedOption) -> dict[int, float]:
    """The words that say a value of an Enum: all of its words, or all but one of four or more."""
    words = grammar()
    covers: dict[int, float] = {}
    missed = 0.0
    for number, word in enumerate(option.words):
        little = word.surface in words.stop or _is_command(option, number)
        best = max(
            (content for content in (*reading.contents, *reading.little) if content.position not in covers),
            key=lambda content: content.like(word),
            default=None,
        )
        like = best.like(word) if best is not None else 0.0
        if best is not None and like >= OPTION_WORD:
            covers[best.position] = like
        elif not little or len(option.words) == 1:
            missed += 0.5 if word.surface in words.light else 1.0
        else:
            missed += 0.2
    said = [content for content in reading.contents if content.position in covers]
    telling = [
        word for word in option.words if word.surface not in words.stop and word.surface not in words.plain_verbs
    ]
    if not said or missed > len(telling) / 4:
        return {} if not said or missed != 0.5 or all(content.weight < 0.4 for content in said) else covers
    return covers


def _is_command(option: NamedOption, number: int) -> bool:
    """Whether a word of a declared value only says what is done there: `Manage` of `Manage notification settings`."""
    return number == 0 and len(option.words) > 2 and option.words[0].surface in grammar().verbs


def _counts_it(reading: ClauseReading, option: NamedOption) -> bool:
    """Whether a declared value is about what a command does, and is not its name: `Upvotes` where it says `upvote`."""
    return reading.clause.is_(VerbClass.ACT) and option.text.lower() == reading.clause.verb + "s"


def _is_whole_object(reading: ClauseReading, covers: Mapping[int, float]) -> bool:
    """Whether some ordinary words are all that a command is about."""
    verb = reading.clause.verb
    others = [c for c in reading.contents if c.position not in covers and reading.tokens[c.position].lower != verb]
    said = [c for c in reading.contents if c.position in covers]
    return all(c.weight < 0.5 for c in others) and not any(c.is_name for c in said)


def _only_navigates(reading: ClauseReading, variable: NamedVariable) -> float:
    """What speaks against a tab where something is to be changed."""
    if reading.clause.is_(VerbClass.OPEN, VerbClass.VIEW) or reading.clause.verb_class is None:
        return 0.0
    names = {word.surface for word in (*variable.words, *words_of(variable.state.name))}
    if reading.clause.positive is not None and names & grammar().navigation_names:
        return 0.7
    return 0.3 if names & grammar().navigation_names else 0.0
