"""Words of a text in the form in which they are compared: without case and endings. The lists are in `words.json`."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from handrail.language.normal_form import normal_form
from handrail.language.verbalize import spaced


@dataclass(frozen=True, slots=True)
class Lists:
    """`little` words name nothing (`on` is one: as a setting it is a value, which others look after); `numbers` are
    words that say a number, `top`, `latest` and `a` for one.
    """

    little: frozenset[str]
    numbers: Mapping[str, int]


@cache
def lists() -> Lists:
    """The lists, read once."""
    raw = json.loads(files("handrail.encoder").joinpath("words.json").read_text("utf-8"))
    return Lists(frozenset(raw["little"]), raw["numbers"])


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in normal form; a name is taken apart first."""
    return tuple(_word().findall(normal_form(text)))


def words_of_name(name: str) -> tuple[str, ...]:
    """The words of `AlarmSettings` or `snooze_length`."""
    return words_of(spaced(name))


def stem(word: str) -> str:
    """A word without its ending, so that `alarms`, `bookmarked` and `setting` meet `alarm`, `bookmark` and `set`."""
    for ending in ("ingly", "edly", "ings", "ing", "ied", "ies", "ed", "es", "ly", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stump = word[: -len(ending)]
            if ending in ("ied", "ies"):
                return stump + "y"
            if len(stump) > 3 and stump[-1] == stump[-2] and stump[-1] not in "aeiosl":
                stump = stump[:-1]
            return stump.removesuffix("e") if len(stump) > 3 else stump
    return word.removesuffix("e") if len(word) > 4 else word


def stems(words: tuple[str, ...]) -> frozenset[str]:
    """The stems of the words that name something."""
    return frozenset(stem(word) for word in words if word not in lists().little)
