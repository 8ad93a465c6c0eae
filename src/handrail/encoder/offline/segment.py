"""An instruction cut into clauses: what each asks for, whether it is a condition, and what is only the way there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum

from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.tokens import Token, form
from handrail.encoder.offline.values import Mention
from handrail.language.similarity.guards.spelling import is_ordinary


class Role(StrEnum):
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
    """

    positions: tuple[int, ...]
    verb: str
    verb_class: VerbClass | None
    positive: bool | None
    role: Role
    does_nothing: bool = False
    tells: bool = False
    is_next: bool = False

    @property
    def reads(self) -> bool:
        """Whether the user wants to see something rather than to change it."""
        return self.verb_class is not None and self.verb_class.reads

    def is_(self, *classes: VerbClass) -> bool:
        """Whether the verb is of one of these classes."""
        return self.verb_class in classes


_ENDS = frozenset(".!?;")
_IF = frozenset(("if", "unless", "provided"))
_THEN = frozenset(("then", "afterwards", "finally", "lastly"))
_ELSE = (("otherwise",), ("else",), ("if", "not"), ("if", "none"), ("or", "else"))
_PARTICLES = {"on": VerbClass.ON, "off": VerbClass.OFF}
_PARTICLE_VERBS = frozenset(["turn", "switch", "toggle", "put", "set", "flip"])
_PREPOSITIONS = frozenset(["on", "in", "using", "from", "via", "at", "of", "inside", "within", "through", "with"])
_OPENERS = frozenset(["open", "launch", "start", "go", "to", "visit", "enter", "access"])
_NOUNS_AFTER = frozenset(["and", "or", "of", "is", "are", ",", ".", "for", "in", "on", "at", "with", "by"])


def clauses(words: Sequence[Token], values: Sequence[Mention], app_words: frozenset[str]) -> tuple[Clause, ...]:
    """The clauses of an instruction in order, without the words that only name the app."""
    hidden = _app_mentions(words, values, app_words)
    found: list[Clause] = []
    for sentence in _sentences(words, values):
        found += _of_sentence(words, values, [p for p in sentence if p not in hidden])
    return tuple(clause for clause in found if clause.positions or clause.does_nothing)


def _inside(values: Sequence[Mention], position: int) -> bool:
    return any(mention.covers(position) for mention in values)


def _sentences(words: Sequence[Token], values: Sequence[Mention]) -> Iterator[list[int]]:
    sentence: list[int] = []
    for position, word in enumerate(words):
        if word.text in _ENDS and word.kind == "mark" and not _inside(values, position):
            numbered = bool(sentence) and words[sentence[-1]].kind == "number" and sentence[-1] == position - 1
            if numbered and position + 1 < len(words) and words[position + 1].is_capitalised:
                sentence.pop()  # the `1.` of a numbered list
            yield sentence
            sentence = []
        else:
            sentence.append(position)
    yield sentence


def _app_mentions(words: Sequence[Token], values: Sequence[Mention], app_words: frozenset[str]) -> frozenset[int]:
    """The positions of `on BBC`, `the Clock app`, `using Google Maps`."""
    hidden = set(_leading_place(words, values))
    for position, word in enumerate(words):
        if word.kind != "word" or position in hidden or _inside(values, position):
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


def _leading_place(words: Sequence[Token], values: Sequence[Mention]) -> range:
    """`On Play Books,` at the very beginning: a place with a capital, before a comma."""
    if not words or words[0].lower not in ("on", "in", "using", "with", "inside", "within", "from"):
        return range(0)
    comma = next((position for position, word in enumerate(words[:7]) if word.text == ","), 0)
    place = [word for word in words[1:comma] if word.lower not in ("the", "app", "application", "my")]
    if not place or not all(word.is_capitalised for word in place):
        return range(0)
    return range(0) if any(_inside(values, position) for position in range(comma)) else range(comma)


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


def _of_sentence(words: Sequence[Token], values: Sequence[Mention], sentence: list[int]) -> Iterator[Clause]:
    role = Role.COMMAND
    for part in _parts(words, values, sentence):
        positions = _without_courtesy(words, part)
        if not positions:
            continue
        alternative = next((len(p) for p in _ELSE if _starts(words, positions, p)), 0)
        if alternative:
            role = Role.OTHERWISE
            positions = _without_courtesy(words, positions[alternative:])
        elif words[positions[0]].lower in _IF:
            yield _condition(words, positions)
            role = Role.CONSEQUENCE
            continue
        if positions:
            clause = _command(words, values, positions, role)
            yield replace(clause, is_next=_comes_next(words, positions[0]))


def _comes_next(words: Sequence[Token], first: int) -> bool:
    """Whether the words before a command say that it comes after another: `then`, `after that`, `finally`."""
    before = [word.lower for word in words[max(0, first - 3) : first]]
    return (
        any(word in _THEN for word in before) or before[-3:-1] == ["after", "that"] or before[-2:] == ["after", "that"]
    )


def _starts(words: Sequence[Token], positions: Sequence[int], phrase: Sequence[str]) -> bool:
    return len(positions) >= len(phrase) and all(
        words[position].lower == word for position, word in zip(positions, phrase, strict=False)
    )


def _condition(words: Sequence[Token], positions: list[int]) -> Clause:
    negative = words[positions[0]].lower == "unless" or any(
        words[position].lower in grammar().negations for position in positions
    )
    rest = tuple(p for p in positions[1:] if words[p].lower not in grammar().negations)
    return Clause(rest, "", None, False if negative else None, Role.CONDITION)


def _parts(words: Sequence[Token], values: Sequence[Mention], sentence: list[int]) -> Iterator[list[int]]:
    part: list[int] = []
    conditional = False
    for index, position in enumerate(sentence):
        word = words[position]
        if not part and word.lower in _IF:
            conditional = True
        rest = sentence[index + 1 :]
        if part and not _inside(values, position):
            comma = word.text == "," and word.kind == "mark"
            if comma and conditional and not _starts_as_item(words, rest):
                yield part
                part, conditional = [], False
                continue
            if word.lower == "so" and words[position - 1].text == "," and _begins_command(words, rest):
                part = []  # what came before is only the reason
                continue
            linked = comma or word.lower in ("and", "then", "but", "&")
            if linked and (_begins_command(words, rest) or _begins_clause(words, rest)):
                yield part
                part, conditional = [], False
                continue
            if word.lower == "and" and _goes_on_switching(words, part, rest):
                yield part
                part = [_without_courtesy(words, part)[0]]
                continue
            if word.lower == "then" and conditional:
                yield part
                part, conditional = [], False
                continue
            if word.lower == "to" and _is_opening(words, part) and _begins_command(words, rest):
                yield part
                part = []
                continue
            if word.lower in ("if", "unless", "otherwise") and not conditional:
                yield part
                part, conditional = [position], word.lower != "otherwise"
                continue
        part.append(position)
    yield part


def _goes_on_switching(words: Sequence[Token], part: list[int], rest: Sequence[int]) -> bool:
    """`switch the wifi off` before `and bluetooth on`."""
    said = _without_courtesy(words, part)
    if not said or words[said[0]].lower not in _PARTICLE_VERBS or words[said[-1]].lower not in _PARTICLES:
        return False
    return any(words[position].lower in _PARTICLES for position in rest[1:5])


def _starts_as_item(words: Sequence[Token], rest: Sequence[int]) -> bool:
    return bool(rest) and words[rest[0]].lower in ("and", "or")


def _begins_clause(words: Sequence[Token], rest: list[int]) -> bool:
    positions = [position for position in rest if words[position].text != ","]
    if positions and words[positions[0]].lower in ("and", "then", "but"):
        positions = positions[1:]
    return bool(positions) and words[positions[0]].lower in ("if", "otherwise", "unless")


def _is_opening(words: Sequence[Token], part: list[int]) -> bool:
    positions = _without_courtesy(words, part)
    return bool(positions) and words[positions[0]].lower in ("open", "launch", "use", "go", "visit", "enable")


def _begins_command(words: Sequence[Token], rest: list[int]) -> bool:
    while rest and words[rest[0]].lower in ("and", "then", ",", "also"):
        rest = rest[1:]
    positions = _without_courtesy(words, list(rest))
    if not positions or words[positions[0]].kind != "word":
        return False
    lower = words[positions[0]].lower
    if not _verb_class(lower):
        return False
    if lower in ("don't", "dont") or len(positions) == 1:
        return len(positions) > 1 or grammar().verbs.get(lower) in (VerbClass.ACT, VerbClass.CREATE, VerbClass.REMOVE)
    if grammar().verbs.get(lower) is VerbClass.CHECK and lower in ("is", "are", "do", "does", "count"):
        return False
    follower = words[positions[1]]
    return not (follower.lower in _NOUNS_AFTER and follower.lower not in ("on", "in", "for", "with", "at"))


def _without_courtesy(words: Sequence[Token], positions: list[int]) -> list[int]:
    while positions:
        word = words[positions[0]]
        if word.kind == "mark" or (word.lower in ("and", "then", "so", "but") and word.kind == "word"):
            positions = positions[1:]
            continue
        phrase = next((p for p in grammar().polite if _starts(words, positions, p)), None)
        if phrase is None:
            break
        ordinal = words[positions[0]].lower in ("first", "second", "third", "just", "next")
        if (
            ordinal
            and len(positions) > 1
            and words[positions[1]].text != ","
            and not _verb_class(words[positions[1]].lower)
        ):
            break
        positions = positions[len(phrase) :]
    while positions and words[positions[-1]].kind == "mark" and words[positions[-1]].text not in "%+$€£":
        positions = positions[:-1]
    return positions


def _verb_class(lower: str) -> VerbClass | None:
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


def _command(words: Sequence[Token], values: Sequence[Mention], positions: list[int], role: Role) -> Clause:
    first = words[positions[0]]
    if first.is_quoted or first.kind != "word":
        return Clause(tuple(positions), "", None, None, Role.DETAIL if role is Role.COMMAND else role)
    negated = first.lower in ("don't", "dont", "never") or _starts(words, positions, ("do", "not"))
    little = positions[: 2 if first.lower == "do" else 1] if negated else []
    if negated:
        positions = positions[len(little) :]
        if [words[p].lower for p in positions[:2]] in (["do", "anything"], ["do", "nothing"]):
            return Clause((), "", None, None, role, does_nothing=True)
    if _starts(words, positions, ("do", "nothing")) or _starts(words, positions, ("leave", "it")):
        return Clause((), "", None, None, role, does_nothing=True)
    if not positions:
        return Clause((), "", None, None, role)
    clause = _with_verb(words, values, positions, role)
    if negated:
        flipped = {True: False, False: True, None: False}[clause.positive]
        return replace(clause, positive=flipped, positions=(*little, *clause.positions))
    return clause


def _with_verb(words: Sequence[Token], values: Sequence[Mention], positions: list[int], role: Role) -> Clause:
    lower = words[positions[0]].lower
    verb_class = _verb_class(lower)
    if verb_class is None and role is Role.COMMAND and _begins_sentence(words, positions[0]) and len(positions) > 1:
        verb_class = VerbClass.ACT if lower not in grammar().stop else None
    if verb_class is None or any(mention.covers(positions[0]) for mention in values):
        return Clause(tuple(positions), "", None, None, Role.DETAIL if role is Role.COMMAND else role)
    rest = positions[1:]
    positive: bool | None = {VerbClass.ON: True, VerbClass.OFF: False}.get(verb_class)
    if lower in _PARTICLE_VERBS:
        particle = next((p for p in rest if words[p].lower in _PARTICLES and _is_particle(words, rest, p)), None)
        if particle is not None:
            verb_class = _PARTICLES[words[particle].lower]
            positive = verb_class is VerbClass.ON
            rest = [p for p in rest if p != particle]
            return Clause((positions[0], *rest), lower, verb_class, positive, role)
    if lower == "look" and rest and words[rest[0]].lower in ("for", "up"):
        return Clause(tuple(rest[1:]), "search", VerbClass.SEARCH, None, role)
    if lower == "check" and rest and words[rest[0]].lower in ("in", "out"):
        return Clause(tuple(positions), lower, VerbClass.ACT, None, role, tells=True)
    if lower == "set" and rest and words[rest[0]].lower == "up":
        return Clause(tuple(rest[1:]), lower, VerbClass.CREATE, None, role)
    denied = (lower.startswith("un") and lower[2:] in grammar().verbs) or lower in grammar().antonyms
    if denied:
        return Clause(tuple(positions), lower, VerbClass.OFF, False, role, tells=True)
    return Clause(tuple(positions), lower, verb_class, positive, role, tells=_tells(lower, verb_class))


def _tells(verb: str, verb_class: VerbClass) -> bool:
    return verb_class is VerbClass.ACT or verb in ("hide", "save", "start", "stop", "sort", "filter", "show")


def _begins_sentence(words: Sequence[Token], position: int) -> bool:
    return position == 0 or words[position - 1].text in _ENDS


def _is_particle(words: Sequence[Token], rest: Sequence[int], position: int) -> bool:
    """`off` always; `on` right after the verb or at the end, else it is a preposition."""
    if words[position].lower == "off" or position == rest[0] or position == rest[-1]:
        return True
    follower = words[position + 1] if position + 1 < len(words) else None
    return follower is None or follower.kind == "mark" or follower.lower in ("and", "in", "for")
