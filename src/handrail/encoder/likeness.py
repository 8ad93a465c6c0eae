"""How alike two instructions are: shared words, rare ones more, and MiniLM embeddings where they are there."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log, sqrt
from typing import TypeAlias

from handrail.encoder.words import stems, words_of
from handrail.error import MissingExtra

# What a text is about, as a vector: the mean of its words' vectors by MiniLM, if `handrail[similarity]` is there.


LONGEST_TEXT = 120
"""Words that are looked at; the model takes no more than 256 pieces of words."""

Vector: TypeAlias = Sequence[float]
Embed: TypeAlias = Callable[[str], Vector | None]


@cache
def embeddings() -> Embed | None:
    """Vectors of texts, or None where the extra is not installed: then words alone decide, and the caller says so."""
    from handrail.language.similarity.model_files import require

    try:
        require()
    except MissingExtra:
        return None
    from handrail.language.similarity.encoder import EmbeddingModel, mean

    encoder = EmbeddingModel()

    @cache
    def embed(text: str) -> Vector | None:
        vectors = encoder.word_vectors(words_of(text)[:LONGEST_TEXT])
        return mean(vectors) if vectors else None

    return embed


# The likeness of two instructions.


def measure_name(embed: Embed | None) -> str:
    """How reports call the measure."""
    return "shared words" + (" and MiniLM embeddings" if embed else "")


@dataclass(frozen=True, slots=True)
class Likeness:
    """A measure among the instructions that are remembered."""

    rarity: Mapping[str, float]
    embed: Embed | None

    @classmethod
    def among(cls, instructions: Sequence[str], embed: Embed | None) -> "Likeness":
        """With the rarity of each word in these instructions."""
        spread = Counter(word for instruction in instructions for word in stems(words_of(instruction)))
        return cls({word: log(1 + len(instructions) / count) for word, count in spread.items()}, embed)

    def between(self, first: str, second: str) -> float:
        """From 0 (nothing in common) to 1; the mean of both measures where there are two."""
        by_words = self._by_words(stems(words_of(first)), stems(words_of(second)))
        if self.embed is None:
            return by_words
        from handrail.language.similarity.embeddings import cosine

        left, other = self.embed(first), self.embed(second)
        return (by_words + max(0.0, cosine(left, other))) / 2 if left and other else by_words

    def _by_words(self, first: frozenset[str], second: frozenset[str]) -> float:
        shared = sum(self._weight(word) for word in sorted(first & second))
        lengths = [sum(self._weight(word) for word in sorted(words)) for words in (first, second)]
        return shared / sqrt(lengths[0] * lengths[1]) if shared else 0.0

    def _weight(self, word: str) -> float:
        return self.rarity.get(word, 1.0)
