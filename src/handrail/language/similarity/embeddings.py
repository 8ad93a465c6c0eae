"""Similarity in meaning, by the embeddings of a small language model behind the guards. Needs `handrail[similarity]`.

Raw cosines of sentence embeddings do not tell `SFO to JFK` from `JFK to SFO` (0.99), and the longer the texts, the less
one word matters. So the guards come first, and the model is asked only about the words that each text has for itself,
in their context: `asleep` and `sleeping` after `the kids are`. `benchmarks/similarity_error.py` measures the error.
"""

from collections.abc import Callable, Sequence
from math import fsum, sqrt

from handrail.language.similarity.cache import Cache
from handrail.language.similarity.encoder import Encoder, Vector, mean
from handrail.language.similarity.guarded import guarded
from handrail.language.similarity.guards import Reading
from handrail.language.similarity.guards.additions import leftovers
from handrail.language.similarity.guards.reading import Part
from handrail.language.similarity.measure import DEFAULT_THRESHOLD, Similarity
from handrail.language.similarity.model_files import require

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
    word_vectors = Cache(Encoder().word_vectors, cache_size)
    return guarded("all-MiniLM-L6-v2 int8 (guarded)", lambda wanted, found: _likeness(word_vectors, wanted, found))


def _likeness(word_vectors: WordVectors, wanted: Reading, found: Reading) -> float:
    """How alike the words are that each text has for itself; 0 if a text is too long for the model."""
    own, own_too = leftovers(wanted, found)
    passage, passage_too = _vectors_of(word_vectors, wanted, own), _vectors_of(word_vectors, found, own_too)
    if not passage or not passage_too:
        return 0.0
    whole = rescaled(cosine(mean(passage), mean(passage_too)), ALIKE)
    return round(min(whole, rescaled(weakest_counterpart(passage, passage_too), HAS_A_COUNTERPART)), 3)


def _vectors_of(word_vectors: WordVectors, reading: Reading, own: Sequence[str]) -> list[Vector]:
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
