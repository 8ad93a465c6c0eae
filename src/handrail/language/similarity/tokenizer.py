"""Words cut into the pieces that the model knows, by the tokenizer that goes with it; and which words are ordinary."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
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


# Which words are ordinary English; any other may be a name.
#
# Ordinary is what the model knows as a whole word and `names.txt`, a list of our own making, does not have. Of the
# shortest words and those without a vowel most are abbreviations, so none is ordinary unless the lexicon has it.


@cache
def ordinary_words() -> frozenset[str]:
    """The words that the model knows and that are no names."""
    return frozenset(piece for piece in pieces() if _may_be_ordinary(piece)) - names()


@cache
def names() -> frozenset[str]:
    """The names that we list."""
    lines = files(__package__).joinpath("names.txt").read_text("utf-8").splitlines()
    return frozenset(name for line in lines if not line.startswith("#") for name in line.split())


def _may_be_ordinary(piece: str) -> bool:
    return len(piece) > 2 and piece.isalpha() and not set("aeiouy").isdisjoint(piece)
