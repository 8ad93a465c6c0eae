"""The base form of a word: one form for plural and singular, the tenses, the two spellings, the usual abbreviations.

A suffix is taken off only where an ordinary word remains, so that no name is changed: `james` stays `james`.
"""

from collections.abc import Iterator
from functools import cache
from itertools import chain

from handrail.language.similarity.guards.lexicon import lexicon, opposites
from handrail.language.similarity.vocabulary import names, ordinary_words


def base_form(word: str) -> str:
    """The form by which a word is compared."""
    words = lexicon()
    word = words.same.get(word, word)
    if word in words.irregular:
        word = words.irregular[word]
    elif word not in words.keep and word not in names():
        word = next((stem for stem in _stems(word) if is_ordinary(stem)), word)
    return words.same.get(word, word)


def is_ordinary(word: str) -> bool:
    """Whether a word is ordinary English; what is not may be a name."""
    return word in ordinary_words() or word in _other_words()


@cache
def _other_words() -> frozenset[str]:
    words = lexicon()
    tables = (words.same, words.irregular)
    mapped = frozenset(chain.from_iterable(chain(table.keys(), table.values()) for table in tables))
    of_a_kind = frozenset(chain.from_iterable(opposites().one_of)) - names()
    return mapped | of_a_kind | words.everyday | words.harmless | words.function


def _stems(word: str) -> Iterator[str]:
    """The shorter words that this one may be a form of, the likeliest first."""
    if len(word) > 4 and word.endswith("ies"):
        yield word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
        yield word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        yield from _american(word[:-1])
        yield word[:-1]
    for suffix in ("ing", "ed"):
        stem = word.removesuffix(suffix)
        if stem != word and len(stem) > 2:
            yield from _american(stem + "e")
            yield from _american(stem)
            if stem[-1] == stem[-2] and stem[-1] not in "ls":
                yield stem[:-1]  # planning, plan
            if stem[-1] not in "aeiouwxy" and stem[-2] in "aeiou" and stem[-3] not in "aeiou":
                yield stem + "e"  # baking, bake; but not watering
            yield stem
            yield stem + "e"
            if stem.endswith("i"):
                yield stem[:-1] + "y"  # tidied, tidy
    yield from _american(word)


def _american(word: str) -> Iterator[str]:
    if len(word) > 5 and "our" in word:
        yield word.replace("our", "or", 1)
    if len(word) > 6 and word.endswith("ise"):
        yield word[:-2] + "ze"
    if len(word) > 6 and word.endswith("yse"):
        yield word[:-2] + "ze"
