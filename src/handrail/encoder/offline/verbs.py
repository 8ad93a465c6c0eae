"""Verbs that no list has, by what they mean: `get rid of`, `throw away`, `wipe` are to remove."""

from collections.abc import Sequence
from dataclasses import replace

from handrail.encoder.offline.clause import class_of_verb
from handrail.encoder.offline.grammar import grammar
from handrail.encoder.offline.reading import Meaning
from handrail.encoder.offline.tokens import Token, lower_at

AS_NEAR = 0.45  # the least cosine to a verb of removing
NEARER = 0.03  # and how much nearer than to any other kind of verb
_REMOVE = ("delete", "remove", "erase", "discard")
_OTHERS = (
    *("add", "create", "send", "open", "show", "turn on", "turn off", "set", "change", "search", "book", "pay", "play"),
    "keep",
)
_PARTICLES = frozenset(("rid", "out", "away", "off"))
_BEFORE = frozenset(("and", "then", "but", "please", "just", "also", "you", "to"))


def with_plain_verbs(words: Sequence[Token], meaning: Meaning) -> tuple[Token, ...]:
    """The tokens, each verb of removing that is not in the lists as `remove`, with the place of all its words."""
    found: list[Token] = []
    position = 0
    while position < len(words):
        length = _removes(words, position, meaning) if _may_begin(words, position) else 0
        if length:
            found.append(replace(words[position], text="remove", end=words[position + length - 1].end))
        else:
            found.append(words[position])
        position += length or 1
    return tuple(found)


def _may_begin(words: Sequence[Token], position: int) -> bool:
    word, before = words[position], words[position - 1] if position else None
    is_word = word.kind == "word" and not word.is_quoted and word.lower not in grammar().stop
    return is_word and (before is None or before.kind == "mark" or before.lower in _BEFORE)


def _removes(words: Sequence[Token], position: int, meaning: Meaning) -> int:
    """How many words from a position are a verb of removing; 0 for none."""
    length = 1
    if lower_at(words, position + 1) in _PARTICLES:
        length = 3 if lower_at(words, position + 2) == "of" else 2
    elif class_of_verb(words[position].lower) is not None:
        return 0
    phrase = " ".join(word.lower for word in words[position : position + length])
    vector = meaning.vector(phrase)
    removes = max(float(meaning.vector(verb) @ vector) for verb in _REMOVE)
    others = max(float(meaning.vector(verb) @ vector) for verb in _OTHERS)
    return length if removes >= AS_NEAR and removes > others + NEARER else 0
