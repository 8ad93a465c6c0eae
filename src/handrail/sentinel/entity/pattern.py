"""Patterns over text that others chose: RE2 only, whose time is linear in the text whatever it says."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

import re2

MOST_MEMORY_BYTES = 32 << 20
_LONGEST_LABEL = 120


class Pattern:
    """An automaton over text; lone surrogates, which RE2 cannot take, are read as question marks."""

    __slots__ = ("_automaton",)

    def __init__(self, pattern: str) -> None:
        options = re2.Options()
        options.log_errors = False
        options.max_mem = MOST_MEMORY_BYTES
        self._automaton: Any = re2.compile(pattern, options)

    def search(self, text: str) -> Any:
        """The first match, or None."""
        return self._automaton.search(readable(text))

    def fullmatch(self, text: str) -> Any:
        """The match of the whole text, or None."""
        return self._automaton.fullmatch(readable(text))

    def occurs(self, text: str) -> bool:
        """Whether it matches anywhere. Asked of the bytes, which saves counting out where its characters are."""
        return self._automaton.search(text.encode("utf-8", "replace")) is not None

    def finditer(self, text: str) -> Iterator[Any]:
        """Every match, from left to right; nearly always there is none, and that is told sooner."""
        found: Iterator[Any] = self._automaton.finditer(readable(text)) if self.occurs(text) else iter(())
        return found

    def findall(self, text: str) -> list[str]:
        """What every match matches."""
        found: list[str] = self._automaton.findall(readable(text)) if self.occurs(text) else []
        return found

    def split(self, text: str) -> list[str]:
        """The pieces between the matches."""
        pieces: list[str] = self._automaton.split(readable(text))
        return pieces

    def sub(self, replacement: str, text: str) -> str:
        """The text with every match replaced."""
        return str(self._automaton.sub(replacement, readable(text)))


@cache
def compiled(pattern: str) -> Pattern:
    """The automaton of a pattern, built on first use; a pattern that RE2 does not take is a defect of ours."""
    return Pattern(pattern)


def readable(text: str) -> str:
    """The text, character by character, without lone surrogates."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def spans(pattern: str, text: str, group: int = 0) -> Iterator[tuple[int, int]]:
    """Where the pattern matches, without overlaps, from left to right; of the group where one is named."""
    for match in compiled(pattern).finditer(text):
        yield match.span(group)


def occurs(pattern: str, text: str) -> bool:
    """Whether the pattern matches anywhere in the text; of texts as short as a label the answer is kept."""
    return _occurs_in_a_label(pattern, text) if len(text) <= _LONGEST_LABEL else compiled(pattern).occurs(text)


@lru_cache(maxsize=8192)
def _occurs_in_a_label(pattern: str, text: str) -> bool:
    return compiled(pattern).occurs(text)


def same_length(text: str) -> str:
    """The text with every decimal digit, space and hyphen of other scripts as the ASCII one, character by character.

    Places in the result are places in the original.
    """
    return text if text.isascii() or _OF_OTHER_SCRIPTS.search(text) is None else text.translate(_AsciiDigits())


_OF_OTHER_SCRIPTS = re.compile("[^\x00-\x7f\\D]|[\u00a0\u2000-\u200a\u202f\u3000\u2010-\u2013\u2212\uff01-\uff5e]")
"""One character, which is found in linear time without RE2 as well: some that `_AsciiDigits` replaces, or near them."""


class _AsciiDigits(dict[int, int]):
    """A translation table that fills itself with what it is asked for."""

    def __missing__(self, code: int) -> int:
        character = chr(code)
        if character.isdecimal():
            replacement = ord("0") + int(character)
        elif character in "\u00a0\u2000\u2001\u2002\u2003\u2007\u2009\u200a\u202f\u3000":
            replacement = ord(" ")
        elif character in "\u2010\u2011\u2012\u2013\u2212\uff0d":
            replacement = ord("-")
        elif 0xFF01 <= code <= 0xFF5E:  # full-width ASCII
            replacement = code - 0xFEE0
        else:
            replacement = code
        self[code] = replacement
        return replacement


def joins_word(character: str) -> bool:
    """Whether a number beside it would be a part of something longer; particles of other scripts are not."""
    return character.isascii() and (character.isalnum() or character == "_")
