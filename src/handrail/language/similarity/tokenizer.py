"""Words cut into the pieces that the model knows, by the tokenizer that goes with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from handrail.language.similarity.model_files import TOKENIZER, read


@dataclass(frozen=True, slots=True)
class Cut:
    """The numbers of a text's pieces, with the marks of its begin and end, and which word each piece is of."""

    numbers: list[int]
    word_of: list[int | None]


def cut(words: Sequence[str]) -> Cut:
    """Cut the words of a text; quadratic in the length of a word, of which the model takes at most 100 characters."""
    encoding = _tokenizer().encode(words, is_pretokenized=True)
    return Cut(encoding.ids, encoding.word_ids)


def pieces() -> frozenset[str]:
    """All that the model knows: whole words, and `##` before a piece that continues one."""
    return frozenset(_tokenizer().get_vocab())


@cache
def _tokenizer() -> Any:
    """Loaded at the first text (0.05 s). The file asks for texts of 128 pieces, cut off or filled up; we do neither."""
    loaded = import_module("tokenizers").Tokenizer.from_buffer(read(TOKENIZER))
    loaded.no_truncation()
    loaded.no_padding()
    return loaded
