"""How alike two instructions are: shared words, rare ones more, and MiniLM embeddings where they are there."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt

from handrail.encoder.embedding import Embed
from handrail.encoder.words import stems, words_of


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
        spread = Counter(word for one in instructions for word in stems(words_of(one)))
        return cls({word: log(1 + len(instructions) / count) for word, count in spread.items()}, embed)

    def between(self, first: str, second: str) -> float:
        """From 0 (nothing in common) to 1; the mean of both measures where there are two."""
        by_words = self._by_words(stems(words_of(first)), stems(words_of(second)))
        if self.embed is None:
            return by_words
        from handrail.language.similarity.embeddings import cosine

        one, other = self.embed(first), self.embed(second)
        return (by_words + max(0.0, cosine(one, other))) / 2 if one and other else by_words

    def _by_words(self, first: frozenset[str], second: frozenset[str]) -> float:
        shared = sum(self._weight(word) for word in sorted(first & second))
        lengths = [sum(self._weight(word) for word in sorted(words)) for words in (first, second)]
        return shared / sqrt(lengths[0] * lengths[1]) if shared else 0.0

    def _weight(self, word: str) -> float:
        return self.rarity.get(word, 1.0)
