"""Secrets that were found once, found again in a text: in the time of reading the text, however many there are."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from handrail.language.normal_form import normal_form
from handrail.sentinel.entity import EntityKind

SHORTEST = 4
"""Characters: shorter ones stand everywhere."""

LONGEST = 2_000
"""Characters: longer ones are no secrets that anybody types."""

MOST_TOKENS = 40
"""Words and signs of one secret; of a longer one nothing is remembered."""

_TOKEN = re.compile(r"\w+|[^\w\s]")
_BEFORE = re.compile(r"(?:[0-9][-./:,]|\w)\Z")
_AFTER = re.compile(r"\w|[-./:,][0-9]")


@dataclass(slots=True)
class Remembered:
    """Secrets by their words. What is shown as a value of the journal anyway is not hidden: nobody would be helped."""

    _by_first: dict[str, dict[int, dict[tuple[str, ...], EntityKind]]] = field(default_factory=dict)
    _shown: set[str] = field(default_factory=set)

    def __bool__(self) -> bool:
        """Whether there is anything to look for."""
        return bool(self._by_first)

    def add(self, secret: str, kind: EntityKind) -> None:
        """From now on this is taken out wherever it stands alone."""
        key = normal_form(secret)
        words = tuple(_TOKEN.findall(key))
        if not SHORTEST <= len(key) <= LONGEST or not 0 < len(words) <= MOST_TOKENS or key in self._shown:
            return
        self._by_first.setdefault(words[0], {}).setdefault(len(words), {}).setdefault(words, kind)

    def show(self, value: str) -> None:
        """The journal shows this value; it is a secret no more."""
        key = normal_form(value)
        if len(key) > LONGEST:
            return
        self._shown.add(key)
        words = tuple(_TOKEN.findall(key))
        if words and words[0] in self._by_first:
            self._by_first[words[0]].get(len(words), {}).pop(words, None)

    def is_shown(self, value: str) -> bool:
        """Whether the journal shows this value."""
        return normal_form(value) in self._shown

    def holds(self, text: str) -> bool:
        """Whether the whole text is one of them."""
        words = tuple(_TOKEN.findall(normal_form(text)))
        return bool(words) and words in self._by_first.get(words[0], {}).get(len(words), {})

    def find(self, text: str) -> Iterator[tuple[int, int, EntityKind]]:
        """Where they stand alone, and not within a longer word or number; the longest at each place."""
        if not self._by_first:
            return
        tokens = [(match.start(), match.end(), normal_form(match.group())) for match in _TOKEN.finditer(text)]
        at = 0
        while at < len(tokens):
            number, kind = self._at(text, tokens, at)
            if number:
                yield tokens[at][0], tokens[at + number - 1][1], kind
            at += number or 1

    def _at(self, text: str, tokens: list[tuple[int, int, str]], at: int) -> tuple[int, EntityKind]:
        lengths = self._by_first.get(tokens[at][2], {})
        for number in sorted(lengths, reverse=True):
            words = tuple(token for _, _, token in tokens[at : at + number])
            kind = lengths[number].get(words)
            if kind is not None and _stands_alone(text, tokens[at][0], tokens[at + number - 1][1]):
                return number, kind
        return 0, EntityKind.PASSWORD


def _stands_alone(text: str, start: int, end: int) -> bool:
    return _BEFORE.search(text[max(0, start - 2) : start]) is None and _AFTER.match(text[end : end + 2]) is None
