"""Phrases by concept, found in a text in one pass: whole words only, whatever the case, in any script.

A phrase that ends with `*` stands for every word that begins so. Scripts that do not put spaces between words have no
word boundaries to ask for. The phrases and plain word lists that come with Handrail are readable files beside this one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import ahocorasick

from handrail.error import UnreadableInput

MOST_CHARACTERS = 2_000_000
_LONGEST_LABEL = 120
_KEPT_LABELS = 4096
"""Texts as short as a label come again and again, on a screen and from screen to screen."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One phrase of a concept in a text; the places are those of the folded text, which `fold` gives."""

    concept: str
    phrase: str
    start: int
    end: int


def fold(text: str) -> str:
    """The text without differences of case, with typographic apostrophes as the plain one."""
    return text.casefold().replace("’", "'").replace("\n", " ")


class Lexicon:
    """An automaton over the phrases of many concepts."""

    def __init__(self, phrases: Mapping[str, Iterable[str]]) -> None:
        self.concepts = frozenset(phrases)
        self._automaton: Any = ahocorasick.Automaton()
        entries: dict[str, list[tuple[str, str, bool]]] = {}
        for concept, texts in phrases.items():
            for text in texts:
                stem = fold(text).removesuffix("*")
                entries.setdefault(stem, []).append((concept, text, not text.endswith("*")))
        for stem, kinds in entries.items():
            self._automaton.add_word(stem, (stem, tuple(kinds)))
        self._automaton.make_automaton()
        self._in_a_label = lru_cache(_KEPT_LABELS)(self._mentions)

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """Every mention in the order of the text; one that lies within a longer one is not meant."""
        return self._in_a_label(text) if len(text) <= _LONGEST_LABEL else self._mentions(text)

    def _mentions(self, text: str) -> tuple[Mention, ...]:
        folded = fold(text[:MOST_CHARACTERS])
        found: list[Mention] = []
        for last, (stem, kinds) in self._automaton.iter(folded):
            start, end = last - len(stem) + 1, last + 1
            if _joined(folded, start - 1, start):
                continue
            whole = not _joined(folded, last, end)
            found += [Mention(concept, phrase, start, end) for concept, phrase, closed in kinds if whole or not closed]
        return _outermost(found)

    def among(self, text: str) -> frozenset[str]:
        """The concepts that the text mentions."""
        return frozenset(mention.concept for mention in self.mentions(text))


def _joined(text: str, left: int, right: int) -> bool:
    """Whether the two characters stand in one word of a script that separates words."""
    if left < 0 or right >= len(text):
        return False
    first, second = text[left], text[right]
    return first.isalnum() and second.isalnum() and not (_unspaced(first) or _unspaced(second))


def _unspaced(character: str) -> bool:
    """Han, kana and Hangul: Korean has spaces, but glues particles to its words."""
    code = ord(character)
    return 0x1100 <= code <= 0x11FF or 0x3040 <= code <= 0x9FFF or 0xAC00 <= code <= 0xD7AF or 0xF900 <= code <= 0xFAFF


def _outermost(found: list[Mention]) -> tuple[Mention, ...]:
    if len(found) < 2:
        return tuple(found)
    kept: list[Mention] = []
    reach, reach_start = -1, -1
    for mention in sorted(found, key=lambda mention: (mention.start, -mention.end)):
        inside = mention.end <= reach and (mention.start, mention.end) != (reach_start, reach)
        if not inside:
            kept.append(mention)
        if mention.end > reach:
            reach_start, reach = mention.start, mention.end
    return tuple(kept)


GROUPS = ("acts", "asks", "things", "amounts", "intents", "orders", "people", "signs", "stances")


@cache
def lexicon(group: str) -> Lexicon:
    """The phrases of a group, built on first use."""
    return Lexicon(read_phrases(group))


@cache
def everything() -> Lexicon:
    """What acts and things a text speaks of: the two groups in one pass."""
    return Lexicon(read_phrases("acts") | read_phrases("things"))


@cache
def read_phrases(group: str) -> dict[str, tuple[str, ...]]:
    """The phrases of a group by concept; raises `UnreadableInput` with the file and the concept."""
    import yaml

    name = f"{group}.yaml"
    document = yaml.safe_load(files("handrail.text").joinpath("phrases", name).read_text("utf-8"))
    phrases: dict[str, tuple[str, ...]] = {}
    for concept, languages in document.items():
        if not isinstance(languages, dict) or not languages:
            raise UnreadableInput(f"{name}: `{concept}` has no phrases; write `{concept}: {{en: [...]}}`")
        for language, texts in languages.items():
            if len(set(texts)) < len(texts) or not all(isinstance(text, str) for text in texts):
                raise UnreadableInput(f"{name}: `{concept}`, {language}: a phrase stands twice or is no text; quote it")
        phrases[concept] = tuple(dict.fromkeys(text for texts in languages.values() for text in texts))
    return phrases


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of a list, of all languages together."""
    return frozenset(word for words in _lists()[name].values() for word in words)


@cache
def _lists() -> dict[str, dict[str, list[str]]]:
    import yaml

    text = files("handrail.text").joinpath("words.yaml").read_text("utf-8")
    return dict(yaml.safe_load(text))
