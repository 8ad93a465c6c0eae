"""How alike two texts are: what `~=` asks. A function passed in, so that every report can say which one was used.

Similarity in meaning, which needs `handrail[similarity]`, stands in `embeddings`.
"""

from handrail.language.similarity.exact import EXACT
from handrail.language.similarity.measure import DEFAULT_THRESHOLD, Similarity
from handrail.language.similarity.trigrams import TRIGRAMS

__all__ = ["DEFAULT_THRESHOLD", "EXACT", "TRIGRAMS", "Similarity"]
