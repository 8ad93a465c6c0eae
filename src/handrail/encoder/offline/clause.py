"""One clause of an instruction: its words, its command, and what it is to the others."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum

from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.tokens import Token, ValueMention, form, lower_at
from handrail.language.similarity.objections.lexicon import is_ordinary


class ClauseRole(StrEnum):
    """What a clause is to the others."""

    COMMAND = "command"
    CONDITION = "condition"  # `if there is no table`
    CONSEQUENCE = "consequence"  # what to do if so
    OTHERWISE = "otherwise"  # what to do if not
    DETAIL = "detail"  # no command of its own: says more about the one before


@dataclass(frozen=True, slots=True)
class Clause:
    """Some tokens of the instruction, as their positions, and the command they give.

    `positive` is False for `turn off`, `unfollow`, `do not show`, True for `turn on`, None where nothing was said.
    `tells`: the verb says what is to be done, as `follow` does and `set` does not. `is_next`: after the one before.
    `is_purpose`: what the one before is good for, as `to save power`, if the app has nothing of it.
    `is_kept`: it is to stay as it is said, so that nothing is done for it.
    """

    positions: tuple[int, ...]
    verb: str
    verb_class: VerbClass | None
    positive: bool | None
    role: ClauseRole
    does_nothing: bool = False
    tells: bool = False
    is_next: bool = False
    is_purpose: bool = False
    is_kept: bool = False

    @property
    def reads(self) -> bool:
        """Whether the user wants to see something rather than to change it."""
        return self.verb_class is not None and self.verb_class.reads

    def is_(self, *classes: VerbClass) -> bool:
        """Whether the verb is of one of these classes."""
        return self.verb_class in classes


# The command that a clause begins with, and whether it is wanted or denied.


ENDS = frozenset(".!?;")
PARTICLES = {"on": VerbClass.ON, "off": VerbClass.OFF}
PARTICLE_VERBS = frozenset(["turn", "switch", "toggle", "put", "set", "flip"])
_PRESSES = frozenset(["click", "tap", "press", "hit"])


def starts_with(words: Sequence[Token], positions: Sequence[int], phrase: Sequence[str]) -> bool:
    """Whether some positions begin with a phrase."""
    return len(positions) >= len(phrase) and all(
        words[position].lower == word for position, word in zip(positions, phrase, strict=False)
    )


def class_of_verb(lower: str) -> VerbClass | None:
    """What kind of thing a verb asks for; None for a word that is no verb."""
    verbs = grammar().verbs
    if lower in verbs:
        return verbs[lower]
    if lower.startswith("un") and lower[2:] in verbs:
        return VerbClass.OFF
    if lower in ("don't", "dont", "never"):
        return VerbClass.SET
    return None if len(lower) < 5 or is_ordinary(form(lower).base) else _misspelt_verb(lower)


def _misspelt_verb(lower: str) -> VerbClass | None:
    """`serach`: the verb with the same letters, or nearly the same."""
    verbs = grammar().verbs
    near = get_close_matches(lower, [verb for verb in verbs if verb[0] == lower[0]], n=1, cutoff=0.8)
    return verbs[near[0]] if near else None


def command_of(
    words: Sequence[Token], values: Sequence[ValueMention], positions: list[int], role: ClauseRole
) -> Clause:
    """The clause that some positions make."""
    first = words[positions[0]]
    if first.is_quoted or first.kind != "word":
        return Clause(tuple(positions), "", None, None, ClauseRole.DETAIL if role is ClauseRole.COMMAND else role)
    negated = first.lower in ("don't", "dont", "never") or starts_with(words, positions, ("do", "not"))
    little = positions[: 2 if first.lower == "do" else 1] if negated else []
    if negated:
        positions = positions[len(little) :]
        if [words[p].lower for p in positions[:2]] in (["do", "anything"], ["do", "nothing"]):
            return Clause((), "", None, None, role, does_nothing=True)
    if starts_with(words, positions, ("do", "nothing")) or starts_with(words, positions, ("leave", "it")):
        return Clause((), "", None, None, role, does_nothing=True)
    if not positions:
        return Clause((), "", None, None, role)
    clause = _with_verb(words, values, positions, role)
    if negated:
        if little[0] and clause.verb_class is VerbClass.ACT and clause.positive is None:
            return Clause((), "", None, None, role, does_nothing=True)
        flipped = {True: False, False: True, None: False}[clause.positive]
        return replace(clause, positive=flipped, positions=(*little, *clause.positions))
    return clause


def _with_verb(
    words: Sequence[Token], values: Sequence[ValueMention], positions: list[int], role: ClauseRole
) -> Clause:
    lower = words[positions[0]].lower
    verb_class = class_of_verb(lower)
    if verb_class is None or lower not in grammar().verbs:
        bare = _without_verb(words, positions, role)
        if bare is not None:
            return bare
    if (
        verb_class is None
        and role is ClauseRole.COMMAND
        and _begins_sentence(words, positions[0])
        and len(positions) > 1
    ):
        verb_class = VerbClass.ACT if lower not in grammar().stop else None
    if verb_class is None or any(mention.covers(positions[0]) for mention in values):
        return Clause(tuple(positions), "", None, None, ClauseRole.DETAIL if role is ClauseRole.COMMAND else role)
    rest = positions[1:]
    verb_class = _moved(words, lower, rest) or verb_class
    if lower in grammar().telling and any(value.is_told and value.covers(p) for value in values for p in rest):
        verb_class = VerbClass.ACT  # `tell Bob that I am late` asks for nothing to be told to the user
    positive: bool | None = {VerbClass.ON: True, VerbClass.OFF: False}.get(verb_class)
    if lower in PARTICLE_VERBS:
        particle = next((p for p in rest if words[p].lower in PARTICLES and _is_particle(words, rest, p)), None)
        if particle is not None:
            verb_class = PARTICLES[words[particle].lower]
            positive = verb_class is VerbClass.ON
            rest = [p for p in rest if p != particle]
            return Clause((positions[0], *rest), lower, verb_class, positive, role)
    if rest and words[rest[0]].lower in ("me", "us") and len(rest) > 1 and words[rest[1]].lower in ("to", "back"):
        return Clause(tuple(positions), "go", VerbClass.OPEN, None, role)  # `take me to the list`
    if lower == "look" and rest and words[rest[0]].lower in ("for", "up"):
        return Clause(tuple(rest[1:]), "search", VerbClass.SEARCH, None, role)
    if lower in _PRESSES:
        if _is_of_a_list(words, rest):
            return Clause(tuple(rest), "open", VerbClass.OPEN, None, role)
        button = _command_of_button(words, rest)
        if button is not None:
            return _with_verb(words, values, button, role)
    if lower == "check" and rest and words[rest[0]].lower in ("in", "out"):
        return Clause(tuple(positions), lower, VerbClass.ACT, None, role, tells=True)
    if lower == "set" and rest and words[rest[0]].lower == "up":
        return Clause(tuple(rest[1:]), lower, VerbClass.CREATE, None, role)
    if lower in ("mark", "flag") and any(words[position].lower == "as" for position in rest):
        return Clause(tuple(positions), lower, VerbClass.ACT, None, role)
    denied = (lower.startswith("un") and lower[2:] in grammar().verbs) or lower in grammar().antonyms
    if denied:
        return Clause(tuple(positions), lower, VerbClass.OFF, False, role, tells=True)
    return Clause(tuple(positions), lower, verb_class, positive, role, tells=_tells(lower, verb_class))


def _without_verb(words: Sequence[Token], positions: Sequence[int], role: ClauseRole) -> Clause | None:
    """`dark theme on`, `lights off in the hall`, `the timeout should be ten minutes`: what is to hold, and no verb."""
    for index, position in enumerate(positions):
        lower = words[position].lower
        ends = index + 1 == len(positions)
        follows = "" if ends else words[positions[index + 1]].lower
        rest = (*positions[:index], *positions[index + 1 :])
        if index and lower in PARTICLES and (ends or (lower == "off" and follows in ("in", "for"))):
            kept = not _STAYS.isdisjoint(words[p].lower for p in positions)
            return Clause(rest, "", PARTICLES[lower], lower == "on", role, is_kept=kept)
        if index and lower in ("should", "must") and follows == "be" and words[positions[-1]].lower not in PARTICLES:
            return Clause((*positions[:index], *positions[index + 2 :]), "", VerbClass.SET, None, role)
    return None


_STAYS = frozenset(("stay", "stays", "remain", "remains"))


def names_it(words: Sequence[Token], position: int) -> bool:
    """`call it` before a name."""
    return lower_at(words, position) in grammar().naming and lower_at(words, position + 1) in ("it", "this", "them")


def _command_of_button(words: Sequence[Token], rest: Sequence[int]) -> list[int] | None:
    """The command that a button gives: to press the like button is to like."""
    named = [position for position in rest if words[position].lower not in ("on", "the", "a")]
    is_button = len(named) == 1 or (len(named) > 1 and words[named[1]].lower in ("button", "icon"))
    if not named or not is_button or class_of_verb(words[named[0]].lower) is not VerbClass.ACT:
        return None
    return [named[0], *named[2:]]


def _is_of_a_list(words: Sequence[Token], rest: Sequence[int]) -> bool:
    """Whether what is clicked is one of several by its place: to click the first one is to open it."""
    said = [words[position].lower for position in rest[:3] if words[position].lower not in ("on", "the")]
    return bool(said) and said[0] in grammar().ordinals


def _moved(words: Sequence[Token], verb: str, rest: Sequence[int]) -> VerbClass | None:
    """What a verb of going somewhere asks for where it has an object: `move the note to Work` changes the note."""
    if verb not in _MOVES or not rest or words[rest[0]].lower in _WHERETO:
        return None
    return _MOVES[verb]


_MOVES = {"move": VerbClass.SET, "bring": VerbClass.SET, "pull": VerbClass.SET, "return": VerbClass.ACT}
_WHERETO = frozenset(["to", "back", "into", "in", "on", "up", "down", "home", "forward", "towards", "over"])


def _tells(verb: str, verb_class: VerbClass) -> bool:
    return verb_class is VerbClass.ACT or verb in ("hide", "save", "start", "stop", "sort", "filter", "show")


def _begins_sentence(words: Sequence[Token], position: int) -> bool:
    return position == 0 or words[position - 1].text in ENDS


def _is_particle(words: Sequence[Token], rest: Sequence[int], position: int) -> bool:
    """`off` always; `on` right after the verb or at the end, else it is a preposition."""
    if words[position].lower == "off" or position == rest[0] or position == rest[-1]:
        return True
    follower = words[position + 1] if position + 1 < len(words) else None
    return follower is None or follower.kind == "mark" or follower.lower in ("and", "in", "for")


# Words that ask for nothing: courtesies, reasons, and what someone only tells.


SPEAKERS = frozenset(["i", "i'm", "i've", "i'll", "i'd", "we", "we're", "we've", "we'll"])
_SUBJECTS = frozenset(["that", "it", "i", "we", "they", "he", "she"])


def is_inside(values: Sequence[ValueMention], position: int) -> bool:
    """Whether a position is part of a value."""
    return any(mention.covers(position) for mention in values)


def without_reason(words: Sequence[Token], values: Sequence[ValueMention], part: list[int]) -> list[int]:
    """Without what only says what a command is good for: `so that it stands out`, `is too loud`."""
    for index, position in enumerate(part[1:-1], 1):
        follower = words[part[index + 1]].lower
        if words[position].lower in ("is", "are") and follower == "too" and not is_inside(values, position):
            return part[:index]
        if words[position].lower == "so" and not is_inside(values, position) and follower in _SUBJECTS:
            return part[:index]
    return part


def says_only(words: Sequence[Token], positions: Sequence[int], *, is_first: bool) -> bool:
    """Whether words ask for nothing: `I am going for a run`, `to be sure that I hear it` before the command."""
    lower = words[positions[0]].lower
    if lower == "to" and is_first:
        return positions[-1] + 1 < len(words) and words[positions[-1] + 1].text == ","
    if lower == "follow" and words[positions[-1]].lower in ("instructions", "instruction", "steps"):
        return True
    return lower in SPEAKERS and len(positions) > 1


def without_filler(words: Sequence[Token], positions: list[int]) -> list[int]:
    """The positions without `please`, `I want to`, `finally` before the command, and marks after it."""
    while positions:
        word = words[positions[0]]
        if word.kind == "mark" or (word.lower in ("and", "then", "so", "but") and word.kind == "word"):
            positions = positions[1:]
            continue
        phrase = next((p for p in grammar().polite if starts_with(words, positions, p)), None)
        if phrase is None:
            break
        ordinal = words[positions[0]].lower in ("first", "second", "third", "just", "next")
        if (
            ordinal
            and len(positions) > 1
            and words[positions[1]].text != ","
            and not class_of_verb(words[positions[1]].lower)
        ):
            break
        positions = positions[len(phrase) :]
    while positions and words[positions[-1]].kind == "mark" and words[positions[-1]].text not in "%+$€£":
        positions = positions[:-1]
    return positions


# The words of an instruction that only name the app: `on BBC`, `the Clock app`, `using Google Maps`.


_PREPOSITIONS = frozenset(["on", "in", "using", "from", "via", "at", "of", "inside", "within", "through", "with"])
_OPENERS = frozenset(["open", "launch", "start", "go", "to", "visit", "enter", "access"])


def app_mentions(words: Sequence[Token], values: Sequence[ValueMention], app_words: frozenset[str]) -> frozenset[int]:
    """The positions of `on BBC`, `the Clock app`, `using Google Maps`."""
    hidden = set(_leading_place(words, values, app_words))
    for position, word in enumerate(words):
        if word.kind != "word" or position in hidden or is_inside(values, position):
            continue
        last = _app_name_end(words, position, app_words)
        if last is None:
            continue
        first = position
        while first and words[first - 1].lower in ("the", "my", "this"):
            first -= 1
        before = words[first - 1].lower if first else ""
        has_app = last < len(words) and words[last].lower in ("app", "application", "apps")
        whole = last - position > 1 and all(word.is_capitalised for word in words[position:last])
        framed = before in _PREPOSITIONS or before in _OPENERS or whole
        if not framed and not (has_app and word.is_capitalised and first == 0):
            continue
        if before in _PREPOSITIONS and before not in _OPENERS:
            first -= 1
        hidden.update(range(first, last + has_app))
    return frozenset(hidden)


def _leading_place(words: Sequence[Token], values: Sequence[ValueMention], app_words: frozenset[str]) -> range:
    """`On Play Books,` at the very beginning: a place with a capital, before a comma."""
    if not words or words[0].lower not in ("on", "in", "using", "with", "inside", "within", "from"):
        return range(0)
    comma = next((position for position, word in enumerate(words[:7]) if word.text == ","), 0)
    place = [word for word in words[1:comma] if word.lower not in ("the", "app", "application", "my")]
    if not place or not all(word.is_capitalised for word in place) or not _is_app(place, app_words):
        return range(0)
    return range(0) if any(is_inside(values, position) for position in range(comma)) else range(comma)


def _is_app(place: Sequence[Token], app_words: frozenset[str]) -> bool:
    together = "".join(word.lower for word in place)
    return together in app_words or any(form(word.lower).surface in app_words for word in place)


def _app_name_end(words: Sequence[Token], position: int, app_words: frozenset[str]) -> int | None:
    end = _longest_name(words, position, app_words)
    follows = words[end].lower if end < len(words) else ""
    if end > position:
        named = follows in ("app", "application") or any(word.is_capitalised for word in words[position:end])
        before = words[position - 1].lower if position else ""
        named = named or end > position + 1 or before in ("open", "launch")
        ends = end == len(words) or words[end].lower in (",", ".", "!", "?", "and", "then")
        named = named or (ends and before in ("in", "on", "using", "from", "via"))
        return end if named else None
    for after in range(position + 1, min(position + 4, len(words))):
        if words[after].lower in ("app", "application") and words[position].is_capitalised:
            before = words[position - 1].lower if position else ""
            before = words[position - 2].lower if before == "the" and position > 1 else before
            return after if before in _PREPOSITIONS or before in ("open", "launch") else None
    return None


def _longest_name(words: Sequence[Token], position: int, app_words: frozenset[str]) -> int:
    """The end of the longest stretch that is made of the app's name, or that is its name written together."""
    end = position
    while end < len(words) and words[end].kind == "word" and form(words[end].lower).surface in app_words:
        end += 1
    for last in range(min(position + 3, len(words)), position, -1):
        if "".join(word.lower for word in words[position:last]) in app_words:
            return max(end, last)
    return end
