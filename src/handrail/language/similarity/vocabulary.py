"""Which words are ordinary English; any other may be a name.

Ordinary is what the model knows as a whole word and `names.txt`, a list of our own making, does not have. Of the
shortest words and those without a vowel most are abbreviations, so none is ordinary unless the lexicon has it.
"""

from functools import cache
from importlib.resources import files

from handrail.language.similarity.tokenizer import pieces


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
