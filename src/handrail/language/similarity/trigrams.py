"""The similarity used without an embedding model: cosine of character trigrams.

Source: docs/language.md: counts of the trigrams of the normal form without punctuation.
"""

from collections import Counter
from math import sqrt
from unicodedata import category

from handrail.language.similarity.measure import Similarity


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
