"""What a text is about, as a vector of MiniLM: the mean of its words' vectors, of length one.

Needs `handrail[similarity]`. English only: a text in another script has no vector, and what is weighed by vectors is
then left at zero. Texts are cut to a few words, because a word costs up to a millisecond.
"""

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from typing import TypeAlias

from handrail.language.similarity.cache import Cache

Vector: TypeAlias = Sequence[float]
Embed: TypeAlias = Callable[[str], Vector | None]

MOST_WORDS = 48
_REMEMBERED = 4_096


def open_embed() -> Embed:
    """The function; loads the model at the first text. Raises `MissingExtra` here."""
    from handrail.language.similarity.encoder import Encoder, mean
    from handrail.language.similarity.model_files import require

    require()
    encoder = Encoder()

    def embed(text: str) -> Vector | None:
        words = tuple(text.casefold().split()[:MOST_WORDS])
        if not words or not is_latin(text):
            return None
        vectors = encoder.word_vectors(words)
        return _unit(mean(vectors)) if vectors else None

    return Cache(embed, _REMEMBERED)


def likeness(first: Vector | None, second: Vector | None) -> float:
    """The cosine of two vectors of length one; 0 where one is missing."""
    if first is None or second is None:
        return 0.0
    return fsum(x * y for x, y in zip(first, second, strict=True))


def is_latin(text: str) -> bool:
    """Whether most letters are Latin ones."""
    letters = [character for character in text if character.isalpha()]
    return bool(letters) and 2 * sum(character < "\u0370" for character in letters) >= len(letters)


def _unit(vector: Vector) -> Vector:
    length = sqrt(fsum(x * x for x in vector))
    return [x / length for x in vector] if length else vector
