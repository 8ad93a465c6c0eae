"""What the guards know about English words: `lexicon.json` and `opposites.json`, read on first use.

Lists of words stand in the files as strings, separated by spaces, long ones line by line; a key is the base form of
its words.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The tables of `lexicon.json`; mappings go from a form to its base."""

    contractions: Mapping[str, tuple[str, ...]]
    phrases: Mapping[tuple[str, ...], tuple[str, ...]]
    same: Mapping[str, str]
    irregular: Mapping[str, str]
    units: Mapping[str, str]
    numbers: Mapping[str, int]
    ordinals: Mapping[str, int]
    multipliers: Mapping[str, int]
    persons: Mapping[str, str]
    negated: Mapping[str, str]
    keep: frozenset[str]
    function: frozenset[str]
    markers: frozenset[str]
    light_markers: frozenset[str]
    people: frozenset[str]
    months: tuple[str, ...]
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
def lexicon() -> Lexicon:
    """The tables, built once."""
    raw = _read("lexicon.json")
    phrases = {tuple(phrase.split()): tuple(meaning.split()) for phrase, meaning in raw["phrases"].items()}
    return Lexicon(
        contractions={form: tuple(words.split()) for form, words in raw["contractions"].items()},
        phrases=phrases,
        same=_to_base(raw["same"]),
        irregular=_to_base(raw["irregular"]),
        units=_to_base(raw["units"]) | {unit: unit for unit in raw["units"]},
        numbers=raw["numbers"],
        ordinals=raw["ordinals"],
        multipliers=raw["multipliers"],
        persons=_to_base(raw["persons"]),
        negated={prefix + base: base for prefix, bases in raw["negated"].items() for base in bases.split()},
        keep=_words(raw["keep"]),
        function=_words(raw["function"]),
        markers=_words(raw["markers"]),
        light_markers=_words(raw["light_markers"]),
        people=_words(raw["people"]),
        months=tuple(raw["months"].split()),
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
