"""What a similarity is, a named measure of two texts in normal form; and the two that need no language model."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from unicodedata import category

DEFAULT_THRESHOLD = 0.7


@dataclass(frozen=True, slots=True)
class Similarity:
    """A measure between texts in normal form, from 0 (nothing in common) to 1, and the name that reports give it.

    `between` must be symmetric and a function of its arguments alone: the same journal gives the same verdicts.
    """

    name: str
    between: Callable[[str, str], float]

    def matches(self, wanted: str, found: str, threshold: float) -> bool:
        """`~=` on normal forms: equal, or at least the threshold alike."""
        return wanted == found or self.between(wanted, found) >= threshold


# The strictest similarity: texts are alike when their normal forms are equal, and not otherwise.


def _equal(wanted: str, found: str) -> float:
    return 1.0 if wanted == found else 0.0


EXACT = Similarity("exact-normalised", _equal)


# The similarity used without an embedding model: cosine of character trigrams.
#
# Source: docs/language.md: counts of the trigrams of the normal form without punctuation.


def _without_punctuation(text: str) -> str:
    return " ".join("".join(c for c in text if not category(c).startswith("P")).split())


def _cosine(wanted: str, found: str) -> float:
    first, second = _without_punctuation(wanted), _without_punctuation(found)
    if first == second:
        return 1.0 if first else 0.0  # two texts of nothing but punctuation say nothing about each other
    a, b = _trigrams(first), _trigrams(second)
    shared = sum(count * b[trigram] for trigram, count in a.items() if trigram in b)
    if not shared:
        return 0.0
    return shared / sqrt(sum(n * n for n in a.values()) * sum(n * n for n in b.values()))


def _trigrams(text: str) -> Counter[str]:
    return Counter(text[i : i + 3] for i in range(len(text) - 2))


TRIGRAMS = Similarity("character trigrams", _cosine)
