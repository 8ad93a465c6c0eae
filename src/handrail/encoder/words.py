"""Words of a text in the form in which they are compared: without case and endings. The lists are in `words.json`."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from handrail.language.normal_form import normal_form
from handrail.language.verbalize import spaced
from handrail.text.numerals import CARDINALS, ORDINALS
from handrail.text.word_forms import stem


@dataclass(frozen=True, slots=True)
class CommonWords:
    """`little` words name nothing (`on` is one: as a setting it is a value, which others look after); `numbers` are
    words that say a number, `top`, `latest` and `a` for one.
    """

    little: frozenset[str]
    numbers: Mapping[str, int]


@cache
def lists() -> CommonWords:
    """The lists, read once."""
    raw = json.loads(files("handrail.encoder").joinpath("words.json").read_text("utf-8"))
    return CommonWords(frozenset(raw["little"]), {**CARDINALS, **ORDINALS, **raw["numbers"]})


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[^\W_]+(?:'[^\W_]+)?")


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in normal form; a name is taken apart first."""
    return tuple(_word().findall(normal_form(text).replace("’", "'")))


def words_of_name(name: str) -> tuple[str, ...]:
    """The words of `AlarmSettings` or `snooze_length`."""
    return words_of(spaced(name))


def spoken_words(text: str) -> tuple[str, ...]:
    """The words of a text as they are compared with what somebody said: stems, and a number apart from its unit."""
    return tuple(stem(part) for word in words_of(text) for part in _number_and_unit().findall(word))


def is_unspaced(text: str) -> bool:
    """Whether a text is written in a script that does not put spaces between words: Han and kana."""
    return any(0x3040 <= ord(character) <= 0x9FFF or 0xF900 <= ord(character) <= 0xFAFF for character in text)


@cache
def _number_and_unit() -> re.Pattern[str]:
    return re.compile(r"[0-9]+|[^0-9]+")


def stems(words: tuple[str, ...]) -> frozenset[str]:
    """The stems of the words that name something."""
    return frozenset(stem(word) for word in words if word not in lists().little)
