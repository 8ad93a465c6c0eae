"""What the offline encoder knows about English commands: `grammar.json`, read on first use."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from handrail.text.numerals import CARDINALS, ORDINALS


class VerbClass(StrEnum):
    """What kind of thing a command asks for."""

    OPEN = "open"
    VIEW = "view"
    CHECK = "check"
    SEARCH = "search"
    ON = "on"
    OFF = "off"
    SET = "set"
    CREATE = "create"
    REMOVE = "remove"
    ACT = "act"

    @property
    def reads(self) -> bool:
        """Whether the user wants to see something rather than to change it."""
        return self in (VerbClass.OPEN, VerbClass.VIEW, VerbClass.CHECK)


@dataclass(frozen=True, slots=True)
class WordLists:
    """The word lists. A word that is in several classes of verbs has the first."""

    verbs: Mapping[str, VerbClass]
    polite: tuple[tuple[str, ...], ...]
    negations: frozenset[str]
    stop: frozenset[str]
    light: frozenset[str]
    generic_names: frozenset[str]
    entity_names: frozenset[str]
    search_names: frozenset[str]
    ordinal_names: frozenset[str]
    late_names: frozenset[str]
    numbers: Mapping[str, float]
    ordinals: Mapping[str, int]
    units: Mapping[str, str]
    roles: Mapping[str, frozenset[str]]
    shows: frozenset[str]
    hides: frozenset[str]
    opened: frozenset[str]
    money_names: frozenset[str]
    duration_names: frozenset[str]
    antonyms: Mapping[str, str]
    navigation_names: frozenset[str]
    becomes: Mapping[str, frozenset[str]]
    uses: frozenset[str]
    like: Mapping[str, frozenset[str]]
    negative_names: frozenset[str]
    time_names: frozenset[str]
    date_names: frozenset[str]
    sort_names: frozenset[str]
    making_names: frozenset[str]
    things: frozenset[str]
    named: frozenset[str]
    streets: frozenset[str]
    giving: frozenset[str]
    telling: frozenset[str]
    plain_verbs: frozenset[str]
    naming: frozenset[str]


@cache
def grammar() -> WordLists:
    """The lists, built once."""
    raw: dict[str, Any] = json.loads(files(__package__).joinpath("grammar.json").read_text("utf-8"))
    verbs: dict[str, VerbClass] = {}
    for name, words in raw["verbs"].items():
        for word in words.split():
            verbs.setdefault(word, VerbClass(name))
    units = {form: unit for unit, forms in raw["units"].items() for form in (unit, *forms.split())}
    polite = tuple(tuple(phrase.split()) for phrase in raw["polite"].split("|"))
    return WordLists(
        verbs=verbs,
        polite=tuple(sorted(polite, key=len, reverse=True)),
        negations=_words(raw["negations"]),
        stop=_words(raw["stop"]),
        light=_words(raw["light"]),
        generic_names=_words(raw["generic_names"]),
        entity_names=_words(raw["entity_names"]),
        search_names=_words(raw["search_names"]),
        ordinal_names=_words(raw["ordinal_names"]),
        late_names=_words(raw["late_names"]),
        numbers={**CARDINALS, **raw["numbers"]},
        ordinals={**ORDINALS, **raw["ordinals"]},
        units=units,
        roles={word: _words(names) for word, names in raw["roles"].items()},
        shows=_words(raw["shows"]),
        hides=_words(raw["hides"]),
        opened=_words(raw["opened"]),
        money_names=_words(raw["money_names"]),
        duration_names=_words(raw["duration_names"]),
        antonyms=raw["antonyms"],
        navigation_names=_words(raw["navigation_names"]),
        becomes={verb: _words(words) for verb, words in raw["becomes"].items()},
        uses=_words(raw["uses"]),
        like={word: _words(words) for word, words in raw["like"].items()},
        negative_names=_words(raw["negative_names"]),
        time_names=_words(raw["time_names"]),
        date_names=_words(raw["date_names"]),
        sort_names=_words(raw["sort_names"]),
        making_names=_words(raw["making_names"]),
        things=_words(raw["things"]),
        named=_words(raw["named"]),
        streets=_words(raw["streets"]),
        giving=_words(raw["giving"]),
        telling=_words(raw["telling"]),
        plain_verbs=_words(raw["plain_verbs"]),
        naming=_words(raw["naming"]),
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())
