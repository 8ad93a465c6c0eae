"""How alike two words are: by their spelling, or in meaning by the embeddings of a small language model.

The model is all-MiniLM-L6-v2 with the weights of `handrail[similarity]` (docs/similarity.md). A text is embedded once
and remembered; loading takes 0.3 s, a new text 3 to 9 ms.
"""

from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from importlib import import_module
from typing import Any

from handrail.encoder.offline.tokens import Form
from handrail.language.similarity.cache import Cache
from handrail.language.similarity.encoder import Encoder
from handrail.language.similarity.guards.lexicon import is_ordinary, kinds_of
from handrail.language.similarity.model_files import require
from handrail.language.similarity.tokenizer import cut

SAME_BASE, SAME_STEM, MISSPELT = 0.9, 0.75, 0.8
ALIKE_FROM, ALIKE_TO = 0.5, 0.9  # the cosines that count as hardly and as fully alike
ALIKE_LEAST, ALIKE_MOST = 0.25, 0.6  # and what they count for
LONGEST = 60  # words of a text that is embedded


class Meaning:
    """Embeddings of words and phrases. Raises `MissingExtra` if the extra is not installed."""

    def __init__(self, cache_size: int = 8192) -> None:
        require()
        self._encoder = Encoder()
        self._vector: Cache[str, Any] = Cache(self._embed, cache_size)

    def vector(self, text: str) -> Any:
        """The direction of a text, of length 1."""
        return self._vector(text)

    def matrix(self, texts: Sequence[str]) -> Any:
        """The directions of some texts, a row each."""
        numpy = import_module("numpy")
        return numpy.array([self.vector(text) for text in texts]) if texts else numpy.zeros((0, 384))

    def _embed(self, text: str) -> Any:
        numpy = import_module("numpy")
        words = text.split()[:LONGEST]
        vector = numpy.array(self._encoder.rows(cut(words).numbers)).mean(axis=0)
        return vector / (numpy.linalg.norm(vector) or 1.0)


class Neighbours:
    """The words of one app, and which of them a word is like."""

    def __init__(self, meaning: Meaning, words: Iterable[str]) -> None:
        self._meaning = meaning
        self._words = tuple(sorted(words))
        self._matrix = meaning.matrix(self._words)

    def of(self, word: str) -> Mapping[str, float]:
        """The words of the app that are alike in meaning, and how much they count."""
        if not self._words:
            return {}
        cosines = self._matrix @ self._meaning.vector(word)
        near = [(other, round(float(cosine), 3)) for other, cosine in zip(self._words, cosines, strict=True)]
        kinds = kinds_of(word)
        return {
            other: _counts(cosine)
            for other, cosine in near
            if cosine >= ALIKE_FROM and (other == word or kinds.isdisjoint(kinds_of(other)))
        }


def _counts(cosine: float) -> float:
    share = min(1.0, (cosine - ALIKE_FROM) / (ALIKE_TO - ALIKE_FROM))
    return ALIKE_LEAST + share * (ALIKE_MOST - ALIKE_LEAST)


def likeness(word: Form, name: Form, near: Mapping[str, float]) -> float:
    """How much a word of the instruction says a word of a name; `near` are the neighbours of the former."""
    if word.surface == name.surface:
        return 1.0
    if word.base == name.base:
        return SAME_BASE
    if word.stem == name.stem and len(word.stem) > 2:
        return SAME_STEM
    if _is_misspelt(word.surface, name.surface):
        return MISSPELT
    return near.get(name.base, 0.0)


def _is_misspelt(word: str, name: str) -> bool:
    """One or two letters apart, and no word of its own."""
    if min(len(word), len(name)) < 5 or abs(len(word) - len(name)) > 2 or word[0] != name[0]:
        return False
    if is_ordinary(word):
        return False
    return SequenceMatcher(None, word, name, autojunk=False).ratio() >= 0.8
