"""The strictest similarity: texts are alike when their normal forms are equal, and not otherwise."""

from handrail.language.similarity.measure import Similarity


def _equal(wanted: str, found: str) -> float:
    return 1.0 if wanted == found else 0.0


EXACT = Similarity("exact-normalised", _equal)
