"""Where the words of a typed text come from: the instruction, a screen that was shown, or nobody before the agent.

Compared without case, spaces and punctuation around words; a word may go on where it is found, as particles do.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from handrail.sentinel.judge.trajectory import Step
from handrail.sentinel.normalization import keys, numbers

MOST_WORDS: Final = 300
INSTRUCTION: Final = 0
"""The number of the source that is no screen."""

_SHORT = 3
"""So few letters, alone, are found anywhere."""


@dataclass(frozen=True, slots=True)
class TextOrigin:
    """A run of words and where it stood: the number of a step, `INSTRUCTION`, or None where nobody had said it."""

    words: str
    source: int | None


def origins(text: str, instruction: str, earlier: Sequence[Step]) -> tuple[TextOrigin, ...]:
    """The words of a text in their order, by where they come from; what is after `MOST_WORDS` is left out.

    The longest run that stands somewhere counts, the instruction before screens, later screens before earlier ones.
    Costs the number of words times the length of what was shown.
    """
    words = text.split()[:MOST_WORDS]
    plain = [_plain(word) for word in words]
    screens = [(step.n, _text(element.label for element in step.screen.elements())) for step in reversed(earlier)]
    sources = [(INSTRUCTION, _text([instruction])), *screens]
    found: list[int | None] = []
    while len(found) < len(words):
        length, source = _longest(plain[len(found) :], sources)
        found += [source] * length
    runs = groupby(zip(_smoothed(plain, found), words, strict=True), key=lambda pair: pair[0])
    return tuple(TextOrigin(" ".join(word for _, word in run), source) for source, run in runs)


def is_composed(text: str, instruction: str) -> bool:
    """Whether a text says something that the instruction does not; a number is the same however it is written."""
    said = keys(instruction) | numbers(instruction)
    return bool(keys(text) - said)


def _longest(words: Sequence[str], sources: Sequence[tuple[int, str]]) -> tuple[int, int | None]:
    """How many of the first words stand together somewhere, and where; one word from nowhere otherwise."""
    best: tuple[int, int | None] = (1, None)
    for source, text in sources:
        length = 0
        while length < len(words) and f" {' '.join(words[: length + 1])}" in text:
            length += 1
        telling = length > 1 or (length == 1 and (source == INSTRUCTION or _tells(words[0])))
        if telling and (length > best[0] or best[1] is None):
            best = (length, source)
    return best


def _smoothed(words: Sequence[str], found: Sequence[int | None]) -> list[int | None]:
    """A short word of the instruction between words that are not from it says nothing: it goes with them."""
    made = list(found)
    for place in range(1, len(made) - 1):
        around = (made[place - 1], found[place + 1])
        if made[place] == INSTRUCTION and INSTRUCTION not in around and not _tells(words[place]):
            made[place] = around[0]
    return made


def _tells(word: str) -> bool:
    return len(word) > _SHORT or any(map(str.isdigit, word))


def _plain(word: str) -> str:
    letters = [place for place, letter in enumerate(word) if letter.isalnum()]
    return word[letters[0] : letters[-1] + 1].casefold() if letters else ""


def _text(texts: Iterable[str]) -> str:
    return "".join(f" {_plain(word)}" for text in texts for word in text.split())
