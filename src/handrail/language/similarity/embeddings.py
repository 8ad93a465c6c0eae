"""Similarity in meaning: embeddings of a small language model behind the objections. Needs `handrail[similarity]`.

Raw cosines of sentence embeddings do not tell `SFO to JFK` from `JFK to SFO` (0.99), and the longer the texts, the less
one word matters. So the objections come first, and the model is asked only about the words that each text has for
itself, in their context: `asleep` and `sleeping` after `the kids are`. `benchmarks/similarity_error.py` measures it.
"""

from collections.abc import Callable, Sequence
from math import fsum, sqrt

from handrail.language.similarity.cache import Cache
from handrail.language.similarity.encoder import EmbeddingModel, Vector, mean
from handrail.language.similarity.measure import DEFAULT_THRESHOLD, Similarity
from handrail.language.similarity.model_files import require
from handrail.language.similarity.objections import OBJECTIONS, TokenizedText, first_objection, read_both
from handrail.language.similarity.objections.lexicon import lexicon
from handrail.language.similarity.objections.objection import leftovers
from handrail.language.similarity.objections.reading import Part

__all__ = [
    "ALIKE",
    "HAS_A_COUNTERPART",
    "LONGEST_TEXT",
    "Judge",
    "WordVectors",
    "cosine",
    "embeddings",
    "guarded",
    "rescaled",
    "weakest_counterpart",
]

ALIKE = 0.60  # the cosine of two passages from which they say the same, by the development half of calibration.json
HAS_A_COUNTERPART = 0.50  # the cosine below which a word has no counterpart: `eggs`, where the other has only `get`

WordVectors = Callable[[tuple[str, ...]], tuple[Vector, ...] | None]


def embeddings(cache_size: int = 512) -> Similarity:
    """The similarity by all-MiniLM-L6-v2; `cache_size` texts are remembered (about 15 kB each).

    Raises `MissingExtra` here. The vocabulary is loaded at the first pair (0.1 s), the model at the first pair that
    needs it (0.4 s, 230 MB of memory); there a file that is not the calibrated one raises `UnreadableInput`. A new pair
    then costs 0.1 ms, or 9 ms if the model is asked. Scores are rescaled so that the language's default threshold, 0.7,
    is the calibrated cut, and rounded to three decimals, so that processors that differ in the last bits agree. English
    only: a text in another language matches when its words are the same.
    """
    require()
    word_vectors = Cache(EmbeddingModel().word_vectors, cache_size)
    return guarded("all-MiniLM-L6-v2 int8 (guarded)", lambda wanted, found: _likeness(word_vectors, wanted, found))


def _likeness(word_vectors: WordVectors, wanted: TokenizedText, found: TokenizedText) -> float:
    """How alike the words are that each text has for itself; 0 if a text is too long for the model."""
    own, own_too = leftovers(wanted, found)
    passage, passage_too = _vectors_of(word_vectors, wanted, own), _vectors_of(word_vectors, found, own_too)
    if not passage or not passage_too:
        return 0.0
    whole = rescaled(cosine(mean(passage), mean(passage_too)), ALIKE)
    return round(min(whole, rescaled(weakest_counterpart(passage, passage_too), HAS_A_COUNTERPART)), 3)


def _vectors_of(word_vectors: WordVectors, reading: TokenizedText, own: Sequence[str]) -> list[Vector]:
    vectors = word_vectors(tuple(word.written for word in reading.words))
    if vectors is None:
        return []
    pairs = zip(reading.words, vectors, strict=True)
    return [vector for word, vector in pairs if word.part is Part.CONTENT and word.form in own]


def weakest_counterpart(passage: Sequence[Vector], other: Sequence[Vector]) -> float:
    """The cosine to its nearest counterpart of the word that has the least of one."""
    cosines = [[cosine(vector, vector_too) for vector_too in other] for vector in passage]
    there = min(max(row) for row in cosines)
    back = min(max(row[column] for row in cosines) for column in range(len(other)))
    return min(there, back)


def cosine(first: Sequence[float], second: Sequence[float]) -> float:
    """The cosine of the angle between two vectors; 0 for one without a length."""
    length = sqrt(fsum(x * x for x in first) * fsum(x * x for x in second))
    return fsum(x * y for x, y in zip(first, second, strict=True)) / length if length else 0.0


def rescaled(likeness: float, cut: float) -> float:
    """A cosine on the scale of the language: the cut becomes the default threshold, 0 and 1 stay."""
    if likeness < cut:
        return max(0.0, likeness / cut * DEFAULT_THRESHOLD)
    return min(1.0, DEFAULT_THRESHOLD + (likeness - cut) / (1 - cut) * (1 - DEFAULT_THRESHOLD))


# Likeness in meaning that no objection objects to.
#
# The objections decide what may be compared at all. What is left are two texts of the same words, but for some that do
# not matter, or two texts where each says something in words of its own; only of the latter a judge is asked.


Judge = Callable[[TokenizedText, TokenizedText], float]
"""How alike the words are that each of two texts has for itself; symmetric, from 0 to 1."""

LONGEST_TEXT = 2_000  # characters; a longer text, which a screen can show on purpose, matches only its equal
_SAYS_SOMETHING = (Part.CONTENT, Part.NAME, Part.QUANTITY, Part.SIGN)


def guarded(name: str, judge: Judge) -> Similarity:
    """A similarity that is 0 where a objection objects, and asks the judge where both texts have words of their own."""

    def between(wanted: str, found: str) -> float:
        if wanted == found:
            return 1.0
        if max(len(wanted), len(found)) > LONGEST_TEXT:
            return 0.0
        first, second = read_both(wanted, found)
        if first_objection(OBJECTIONS, first, second) is not None:
            return 0.0
        own, own_too = leftovers(first, second)
        return judge(first, second) if own and own_too else _shared(first, second)

    return Similarity(name, between)


def _shared(first: TokenizedText, second: TokenizedText) -> float:
    """How much two texts share of which one says all that the other says: 1 all, the default threshold little."""
    said, said_too = set(first.forms(*_SAYS_SOMETHING)), set(second.forms(*_SAYS_SOMETHING))
    if not said & said_too:  # texts of little words (`yes`, `where are you`) must be the same to mean the same
        little = _little_words(first)
        return DEFAULT_THRESHOLD if little and little == _little_words(second) else 0.0
    share = len(said & said_too) / len(said | said_too)
    return DEFAULT_THRESHOLD + (1 - DEFAULT_THRESHOLD) * share


def _little_words(reading: TokenizedText) -> list[str]:
    harmless = lexicon().harmless
    return [word.form for word in reading.words if word.part is not Part.LINK and word.form not in harmless]
