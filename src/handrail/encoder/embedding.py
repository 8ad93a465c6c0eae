"""What a text is about, as a vector: the mean of its words' vectors by MiniLM, if `handrail[similarity]` is there."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

from handrail.encoder.words import words_of
from handrail.error import MissingExtra

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
    from handrail.language.similarity.encoder import Encoder, mean

    encoder = Encoder()

    @cache
    def embed(text: str) -> Vector | None:
        vectors = encoder.word_vectors(words_of(text)[:LONGEST_TEXT])
        return mean(vectors) if vectors else None

    return embed
