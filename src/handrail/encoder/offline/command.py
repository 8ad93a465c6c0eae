"""The command that a clause begins with, and whether it is wanted or denied."""

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from handrail.encoder.offline.clause import Clause, Role
from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.mention import Mention
from handrail.encoder.offline.tokens import Token, form
from handrail.language.similarity.guards.lexicon import is_ordinary

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


def command_of(words: Sequence[Token], values: Sequence[Mention], positions: list[int], role: Role) -> Clause:
    """The clause that some positions make."""
    first = words[positions[0]]
    if first.is_quoted or first.kind != "word":
        return Clause(tuple(positions), "", None, None, Role.DETAIL if role is Role.COMMAND else role)
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
        flipped = {True: False, False: True, None: False}[clause.positive]
        return replace(clause, positive=flipped, positions=(*little, *clause.positions))
    return clause


def _with_verb(words: Sequence[Token], values: Sequence[Mention], positions: list[int], role: Role) -> Clause:
    lower = words[positions[0]].lower
    verb_class = class_of_verb(lower)
    if verb_class is None and role is Role.COMMAND and _begins_sentence(words, positions[0]) and len(positions) > 1:
        verb_class = VerbClass.ACT if lower not in grammar().stop else None
    if verb_class is None or any(mention.covers(positions[0]) for mention in values):
        return Clause(tuple(positions), "", None, None, Role.DETAIL if role is Role.COMMAND else role)
    rest = positions[1:]
    verb_class = _moved(words, lower, rest) or verb_class
    positive: bool | None = {VerbClass.ON: True, VerbClass.OFF: False}.get(verb_class)
    if lower in PARTICLE_VERBS:
        particle = next((p for p in rest if words[p].lower in PARTICLES and _is_particle(words, rest, p)), None)
        if particle is not None:
            verb_class = PARTICLES[words[particle].lower]
            positive = verb_class is VerbClass.ON
            rest = [p for p in rest if p != particle]
            return Clause((positions[0], *rest), lower, verb_class, positive, role)
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
