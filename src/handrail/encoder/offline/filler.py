"""Words that ask for nothing: courtesies, reasons, and what someone only tells."""

from collections.abc import Sequence

from handrail.encoder.offline.command import class_of_verb, starts_with
from handrail.encoder.offline.grammar import grammar
from handrail.encoder.offline.mention import Mention
from handrail.encoder.offline.tokens import Token

_SPEAKERS = frozenset(["i", "i'm", "i've", "i'll", "we", "we're", "we've"])
_SUBJECTS = frozenset(["that", "it", "i", "we", "they", "he", "she"])


def is_inside(values: Sequence[Mention], position: int) -> bool:
    """Whether a position is part of a value."""
    return any(mention.covers(position) for mention in values)


def without_reason(words: Sequence[Token], values: Sequence[Mention], part: list[int]) -> list[int]:
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
    return lower in _SPEAKERS and len(positions) > 1


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
