"""Concrete texts that stand for all texts there are, so that every witness can be read and is judged as at run time.

Two texts need not be told apart when every operator treats them alike. So the pool has each constant, for each set of
`contains` constants that a text can hold one that holds exactly those, variants of the `~=` constants, and as many
unrelated texts as there can be rows. What a text matches is computed by the functions that the monitor uses.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, count, islice

from handrail.language.analysis.columns import TextClass
from handrail.language.analysis.text_facts import TextFacts
from handrail.language.normal_form import normal_form

MOST_CONTAINED = 4
MOST_COPIES = 24
MOST_SIMILAR = 16

_WORDS = ("apple", "bridge", "cloud", "desert", "engine", "forest", "guitar", "harbour", "island", "jungle")
_SEPARATORS = "/|+~^*_;#@§¦·•"
_LETTERS = "qxzjkvwyghpbfmucldrnsitoae0123456789"


@dataclass(frozen=True, slots=True)
class TextPool:
    """Texts by normal form, as they are shown. `complete`: whether they can stand for all texts there are."""

    shown: Mapping[str, str]
    complete: bool


def text_pool(
    wanted: TextClass, options: Iterable[str], rows: int, spellings: Mapping[str, str], facts: TextFacts
) -> TextPool:
    """The pool for a class of columns. `options` are the values of its Enum columns; `rows` counts all its cells."""
    known = {normal_form(option): option for option in options}
    known.update((text, spellings.get(text, text)) for text in sorted(wanted.constants))
    builder = _Builder(wanted, facts, known, spellings)
    copies = min(rows, MOST_COPIES) if wanted.tells_rows_apart else 1
    complete = copies == rows or not wanted.tells_rows_apart
    for held in _holdings(wanted.contained):
        complete &= builder.add_holders(held, copies)
    builder.add_variants(copies)
    if wanted.compares_texts:
        builder.add_mixtures()
    complete &= len(wanted.contained) <= MOST_CONTAINED and not wanted.similar and not wanted.compares_texts
    return TextPool(builder.shown, complete)


def enum_pool(options: Iterable[str]) -> TextPool:
    """The pool for columns that are all Enums: their values and nothing else."""
    return TextPool({normal_form(option): option for option in options}, complete=True)


def _holdings(contained: Iterable[str]) -> Iterator[frozenset[str]]:
    """The sets of constants that a text can hold together, each with all that its members contain."""
    constants = sorted(contained)
    sizes: Iterable[int] = range(len(constants) + 1)
    if len(constants) > MOST_CONTAINED:
        sizes = (0, 1, len(constants))
    seen = set()
    for size in sizes:
        for chosen in combinations(constants, size):
            held = frozenset(text for text in constants if any(text in holder for holder in chosen))
            if held not in seen:
                seen.add(held)
                yield held


class _Builder:
    """Collects the texts of one pool."""

    def __init__(
        self, wanted: TextClass, facts: TextFacts, known: Mapping[str, str], spellings: Mapping[str, str]
    ) -> None:
        self.wanted = wanted
        self.facts = facts
        self.spellings = spellings
        self.shown = dict(known)
        self.similar = sorted(wanted.similar)[:MOST_SIMILAR]
        used = set("".join((*known, *wanted.contained, *wanted.similar)))
        self.separator = next((c for c in _SEPARATORS if c not in used), "\u241f")
        self.letters = [letter for letter in _LETTERS if letter not in used]

    def add(self, text: str) -> bool:
        """Add a text unless an equal one is there."""
        normal = normal_form(text)
        if normal in self.shown:
            return False
        self.shown[normal] = text
        return True

    def add_holders(self, held: frozenset[str], copies: int) -> bool:
        """So many texts that contain exactly these constants and are equal and similar to none; False if in vain."""
        longest = [text for text in sorted(held) if not any(text in other for other in held - {text})]
        stem = f" {self.separator} ".join(self.spellings.get(text, text) for text in longest)
        added = 0
        for text in self._candidates(stem):
            if self._holds_exactly(text, held) and self.add(text):
                added += 1
                if added == copies:
                    return True
        return False

    def _candidates(self, stem: str) -> Iterator[str]:
        if stem:
            yield stem
        for word in islice(self._words(), 4 * MOST_COPIES + len(_WORDS)):
            yield f"{stem} {self.separator} {word}" if stem else word

    def _words(self) -> Iterator[str]:
        yield from _WORDS
        a, b = (*self.letters, self.separator, self.separator)[:2]
        for number in count(1):
            yield a * 3 + (b * number if a != b else a * number)

    def _holds_exactly(self, text: str, held: frozenset[str]) -> bool:
        normal = normal_form(text)
        if any((constant in normal) != (constant in held) for constant in self.wanted.contained):
            return False
        return not any(self.facts.similar(normal, constant) for constant in self.similar)

    def add_variants(self, copies: int) -> None:
        """Texts similar to each `~=` constant and not equal to it, alone and together with what they may contain."""
        others = [*self.similar, *sorted(self.wanted.contained)[:MOST_SIMILAR]]
        for constant in self.similar:
            wanted = self.spellings.get(constant, constant)
            texts = [wanted, *(f"{wanted}{'!' * number}" for number in range(1, copies + 1))]
            texts += [f"{wanted}s", wanted[:-1], wanted[1:], f"the {wanted}", f"{wanted} {wanted}"]
            texts += [f"{wanted} {self.spellings.get(other, other)}" for other in others]
            for text in texts:
                if self.facts.similar(normal_form(text), constant):
                    self.add(text)

    def add_mixtures(self) -> None:
        """Texts that contain, or resemble, other texts of the pool."""
        texts = [text for text in list(self.shown)[:6] if text]
        for text in texts:
            self.add(f"{text}!")
        for first, second in combinations(texts, 2):
            self.add(f"{first} {self.separator} {second}")
