"""How alike two texts are: what `~=` asks. A function passed in, so that every report can say which one was used.

Similarity in meaning, which needs `handrail[similarity]`, stands in `embeddings`.
"""

from handrail.language.similarity.measure import DEFAULT_THRESHOLD, EXACT, TRIGRAMS, Similarity

__all__ = ["DEFAULT_THRESHOLD", "EXACT", "TRIGRAMS", "Similarity"]
