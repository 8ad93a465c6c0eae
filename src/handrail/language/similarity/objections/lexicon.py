"""What the objections know about English words: their tables, their base forms, and which of them exclude each other.

The tables are `lexicon.json` and `opposites.json`, read on first use. Lists of words stand there as strings, separated
by spaces, long ones line by line; a key is the base form of its words.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any

from handrail.language.similarity.tokenizer import names, ordinary_words


@dataclass(frozen=True, slots=True)
class WordTables:
    """The tables of `lexicon.json`; mappings go from a form to its base."""

    contractions: Mapping[str, tuple[str, ...]]
    phrases: Mapping[tuple[str, ...], tuple[str, ...]]
    same: Mapping[str, str]
    irregular: Mapping[str, str]
    units: Mapping[str, str]
    persons: Mapping[str, str]
    negated: Mapping[str, str]
    keep: frozenset[str]
    function: frozenset[str]
    markers: frozenset[str]
    light_markers: frozenset[str]
    people: frozenset[str]
    before_the_month_may: frozenset[str]
    before_the_pronoun_one: frozenset[str]
    links: frozenset[str]
    negations: frozenset[str]
    past: frozenset[str]
    harmless: frozenset[str]
    everyday: frozenset[str]
    longest_phrase: int


@dataclass(frozen=True, slots=True)
class Opposites:
    """The sets of `opposites.json`, words as written there."""

    must_agree: tuple[frozenset[str], ...]
    one_of: tuple[frozenset[str], ...]


@cache
def lexicon() -> WordTables:
    """The tables, built once."""
    raw = _read("lexicon.json")
    phrases = {tuple(phrase.split()): tuple(meaning.split()) for phrase, meaning in raw["phrases"].items()}
    return WordTables(
        contractions={form: tuple(words.split()) for form, words in raw["contractions"].items()},
        phrases=phrases,
        same=_to_base(raw["same"]),
        irregular=_to_base(raw["irregular"]),
        units=_to_base(raw["units"]) | {unit: unit for unit in raw["units"]},
        persons=_to_base(raw["persons"]),
        negated={prefix + base: base for prefix, bases in raw["negated"].items() for base in bases.split()},
        keep=_words(raw["keep"]),
        function=_words(raw["function"]),
        markers=_words(raw["markers"]),
        light_markers=_words(raw["light_markers"]),
        people=_words(raw["people"]),
        before_the_month_may=_words(raw["before_the_month_may"]),
        before_the_pronoun_one=_words(raw["before_the_pronoun_one"]),
        links=_words(raw["links"]),
        negations=_words(raw["negations"]),
        past=_words(raw["past"]),
        harmless=_words(raw["harmless"]),
        everyday=_words(raw["everyday"]),
        longest_phrase=max(map(len, phrases)),
    )


@cache
def opposites() -> Opposites:
    """The sets, built once."""
    raw = _read("opposites.json")
    return Opposites(tuple(map(_words, raw["must_agree"].values())), tuple(map(_words, raw["one_of"])))


def _read(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(files(__package__).joinpath(name).read_text("utf-8"))
    return content


def _words(text: str | list[str]) -> frozenset[str]:
    lines = [text] if isinstance(text, str) else text
    return frozenset(word for line in lines for word in line.split())


def _to_base(entries: Mapping[str, str]) -> dict[str, str]:
    return dict(chain.from_iterable(_forms(base, forms.split()) for base, forms in entries.items()))


def _forms(base: str, forms: Iterable[str]) -> Iterable[tuple[str, str]]:
    return ((form, base) for form in forms)


# The base form of a word: one form for plural and singular, the tenses, the two spellings, the usual abbreviations.
#
# A suffix is taken off only where an ordinary word remains, so that no name is changed: `james` stays `james`.


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


# Sets of words of which none may stand for another: opposites, weekdays, colours. The data is `opposites.json`.


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
