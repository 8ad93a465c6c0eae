"""Sets of words of which none may stand for another: opposites, weekdays, colours. The data is `opposites.json`."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache

from handrail.language.similarity.guards.lexicon import opposites
from handrail.language.similarity.guards.spelling import base_form


def kinds_of(word: str) -> frozenset[int]:
    """The numbers of the sets that a word in its base form is in."""
    return _kinds_of_word().get(word, frozenset())


def of_one_kind(words: Iterable[str]) -> list[frozenset[str]]:
    """Which of some words have another of their kind among them, kind by kind."""
    by_kind: defaultdict[int, set[str]] = defaultdict(set)
    for word in words:
        for kind in kinds_of(word):
            by_kind[kind].add(word)
    return [frozenset(found) for found in by_kind.values() if len(found) > 1]


def is_pair_of_opposites(words: frozenset[str]) -> bool:
    """Whether two words are a set of their own, as `on` and `off` are and `red` and `blue` are not."""
    return words in _pairs()


@cache
def must_agree() -> frozenset[str]:
    """The words that both texts have, or none."""
    return frozenset(base_form(word) for words in opposites().must_agree for word in words)


@cache
def _kinds() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(map(base_form, words)) for words in opposites().one_of)


@cache
def _pairs() -> frozenset[frozenset[str]]:
    return frozenset(words for words in _kinds() if len(words) == 2)


@cache
def _kinds_of_word() -> Mapping[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for number, words in enumerate(_kinds()):
        for word in words:
            found[word] = found.get(word, frozenset()) | {number}
    return found
