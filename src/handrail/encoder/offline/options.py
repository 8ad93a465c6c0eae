"""One of several, or yes and no: which declared values of a variable a clause says."""

from collections.abc import Iterator, Mapping

from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.reading import BECOMES, ClauseReading
from handrail.encoder.offline.schema import AppNames, NamedOption, NamedVariable, is_on_off, words_of
from handrail.encoder.offline.slot import (
    FAIR,
    GOOD,
    NAMES_VARIABLE,
    VERB_SAYS_IT,
    SlotAssignment,
    about,
    names_thing,
    scaled,
    span_of,
)
from handrail.encoder.offline.tokens import ValueKind
from handrail.language.operators import Operator
from handrail.language.rule import Literal
from handrail.language.similarity.objections.lexicon import is_pair_of_opposites
from handrail.language.value import Type

OPTION_WORD = 0.45  # how well a word must say a word of a declared value
_SAYS_LITTLE = frozenset(["on", "off", "yes", "no", "none", "all", "any", "other", "default", "true", "false"])


def options(reading: ClauseReading, variable: NamedVariable, schema: AppNames) -> Iterator[SlotAssignment]:
    """The declared values that a clause says, wanted or not wanted."""
    if variable.truth is not None:
        yield from _on_off(reading, variable, schema)
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
        if verb_only and (len(covers) < len(option.words) or reading.clause.verb not in grammar().verbs):
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
    several = {
        p for mention in reading.mentions if mention.kind is ValueKind.DAYS for p in range(mention.first, mention.last)
    }
    missed = 0.0
    for number, word in enumerate(option.words):
        little = word.surface in words.stop or _is_command(option, number)
        best = max(
            (
                content
                for content in (*reading.contents, *reading.little)
                if content.position not in covers and content.position not in several
            ),
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


# Yes or no: what `turn on`, `follow` and `hide` mean for a variable that says whether something is so.


SWITCHED = 0.2  # what speaks for a yes or no where the command is to turn on or off


def switch(reading: ClauseReading, variable: NamedVariable, schema: AppNames) -> Iterator[SlotAssignment]:
    """A Boolean that should hold, or not hold."""
    covers, share = about(reading, variable, schema)
    if share < 0.4 and reading.clause.positive is not None and _is_the_switch(variable):
        yield SlotAssignment(
            variable, Operator.EQUAL, Literal(reading.clause.positive), {}, 0.0, (0, 0), None, "switch"
        )
        return
    if share < 0.4 and _says_opposite(reading, variable):
        share = 0.5
    if share < 0.4:
        return
    truth = _truth(reading, variable)
    if truth is None:
        return
    yes, assumption = truth
    cost = 0.1 + 0.4 * (1 - share) + _opens_only(reading, variable)
    if reading.clause.positive is not None:
        cost -= SWITCHED
    if any(reading.tokens[position].lower == reading.clause.verb for position in covers):
        cost -= VERB_SAYS_IT
    elif reading.clause.is_(VerbClass.ACT) and reading.clause.positive is None:
        cost += 2 * VERB_SAYS_IT  # `dim the light` does not say that it is on
    yield SlotAssignment(
        variable, Operator.EQUAL, Literal(yes), scaled(covers, 0.95), cost, span_of(covers), assumption, "boolean"
    )


def _on_off(reading: ClauseReading, variable: NamedVariable, schema: AppNames) -> Iterator[SlotAssignment]:
    """An Enum that says on or off."""
    covers, share = about(reading, variable, schema)
    truth = _truth(reading, variable)
    if truth is None or variable.truth is None:
        return
    if share < 0.4:
        if reading.clause.positive is not None and _is_the_switch(variable):
            value = variable.truth[0] if truth[0] else variable.truth[1]
            yield SlotAssignment(variable, Operator.EQUAL, Literal(value), {}, 0.0, (0, 0), None, "switch")
        return
    value = variable.truth[0] if truth[0] else variable.truth[1]
    cost = 0.1 + 0.4 * (1 - share) - (SWITCHED if reading.clause.positive is not None else 0.0)
    yield SlotAssignment(
        variable, Operator.EQUAL, Literal(value), scaled(covers, 0.95), cost, span_of(covers), truth[1], "on"
    )


def told_on_off(reading: ClauseReading, variable: NamedVariable, schema: AppNames) -> Iterator[SlotAssignment]:
    """A text that says whether something is on, as apps that show `On` below the name of a setting have it."""
    clause = reading.clause
    if variable.variable.type is not Type.TEXT:
        return
    if variable.words[-1].surface in ("number", "code", "id"):
        return
    if names_thing(variable) or variable.variable.name.lower().endswith(clause.verb + "s" if clause.verb else " "):
        return  # `upvotes` are counted, and say nothing about one's own
    covers, share = about(reading, variable, schema)
    by_verb = any(reading.tokens[position].lower == clause.verb for position in covers)
    if clause.positive is None and not (by_verb and clause.is_(VerbClass.ACT) and share >= GOOD):
        return
    if share < (GOOD if by_verb or clause.positive is not None else 1.0):
        return
    positive = clause.positive is not False
    said = ("On", "Enabled", "Yes", "true") if positive else ("Off", "Disabled", "No", "false")
    forms = _verb_forms(clause.verb) if by_verb and positive else ()
    value = tuple(Literal(text) for text in (*forms, *said))
    cost = 0.25 + 0.4 * (1 - share) - (SWITCHED if clause.positive is not None else VERB_SAYS_IT)
    assumption = f"a text that says whether it is {'on' if positive else 'off'} may be any of these"
    yield SlotAssignment(variable, Operator.IN, value, scaled(covers, 0.9), cost, span_of(covers), assumption, "on")


def _verb_forms(verb: str) -> tuple[str, ...]:
    """`Following` and `Followed` for `follow`."""
    stem = verb.removesuffix("e")
    return f"{stem}ing".capitalize(), f"{stem}ed".capitalize()


def _is_the_switch(variable: NamedVariable) -> bool:
    """Whether `turn off` can only mean this variable of its state: the one yes or no there, named in general terms."""
    switches = [
        variable
        for variable in variable.state.variables.values()
        if variable.type is Type.BOOLEAN or is_on_off(variable)
    ]
    generic = grammar().generic_names
    return len(switches) == 1 and all(w.surface in generic or w.base in generic for w in variable.words)


def _opens_only(reading: ClauseReading, variable: NamedVariable) -> float:
    """What speaks against `check_following` for `follow the user`, and against `follow_action` for `view followers`."""
    opens = any(word.base in grammar().opened for word in variable.words)
    if opens:
        return -0.2 if reading.clause.reads else 0.3
    return 0.25 if reading.clause.reads else 0.0


def _truth(reading: ClauseReading, variable: NamedVariable) -> tuple[bool, str | None] | None:
    clause = reading.clause
    names = {word.base for word in variable.words} | {word.surface for word in variable.words}
    verb = clause.verb
    if names & _negative_words() and not clause.is_(VerbClass.ON, VerbClass.OFF):
        return clause.positive is False, None
    if clause.positive is not None:
        if not clause.positive and verb in names and clause.is_(VerbClass.OFF):
            return True, None  # `hide` and a variable that says what is hidden
        return clause.positive, None
    lower = {reading.tokens[position].lower for position in clause.positions}
    words = grammar()
    if lower & words.hides:
        return False, None
    if lower & words.shows:
        return True, None
    if _says_opposite(reading, variable):
        return False, None
    match clause.verb_class:
        case VerbClass.SET:
            return (True, None) if verb in words.uses or verb in names else None
        case VerbClass.CHECK if not names & words.opened:
            return None
        case VerbClass.REMOVE:
            return verb in names, None
        case _:
            return True, None


def _negative_words() -> frozenset[str]:
    """The words with which a name says that something is not so: `dont_play_videos`."""
    return grammar().negative_names


def _says_opposite(reading: ClauseReading, variable: NamedVariable) -> bool:
    """Whether a word of the clause is the opposite of a word of the name: `make it public` and `is_private`."""
    pairs = ((content.word.base, name.base) for content in reading.contents for name in variable.words)
    return any(first != other and is_pair_of_opposites(frozenset((first, other))) for first, other in pairs)
