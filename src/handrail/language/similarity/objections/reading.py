"""What a text says, as far as the objections ask: its words in their base form, each with the part that it plays."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby
from unicodedata import category, decimal, name, normalize

from handrail.language.similarity.objections.lexicon import base_form, is_ordinary, lexicon
from handrail.language.similarity.objections.quantities import quantity_at
from handrail.text.calendar_names import MONTHS


class Part(Enum):
    """The part that a word plays."""

    CONTENT = auto()
    NAME = auto()  # no ordinary word: a person, a place, a brand, a code
    QUANTITY = auto()
    NEGATION = auto()
    PERSON = auto()  # I, you, he, ...
    MARKER = auto()  # to, from, before, ...: what comes after it has a role
    LINK = auto()  # and, or, a comma
    SIGN = auto()  # an emoji or a mathematical sign
    FUNCTION = auto()


@dataclass(frozen=True, slots=True)
class Word:
    """A word: the base form by which it is compared, the part it plays, and how the text wrote it."""

    form: str
    part: Part
    written: str


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """The words of a text, in order."""

    words: tuple[Word, ...]

    def forms(self, *parts: Part) -> tuple[str, ...]:
        """The forms of the words that play one of these parts, in order."""
        return tuple(word.form for word in self.words if word.part in parts)


def read_both(wanted: str, found: str) -> tuple[TokenizedText, TokenizedText]:
    """Read two texts in normal form; what one of them writes as one word and the other as two is one word in both."""
    first, second = tokens(wanted), tokens(found)
    return _read(_joined(first, second)), _read(_joined(second, first))


def _joined(text: Sequence[str], other: Sequence[str]) -> list[str]:
    whole = frozenset(other) - frozenset(text)
    result: list[str] = []
    for token in text:
        if result and result[-1] + token in whole and token.isalpha():
            result[-1] += token
        else:
            result.append(token)
    return result


def _read(text: Sequence[str]) -> TokenizedText:
    return TokenizedText(tuple(_words(text)))


def _words(text: Sequence[str]) -> Iterator[Word]:
    position = 0
    while position < len(text):
        quantity = quantity_at(text, position)
        if quantity is not None:
            written = " ".join(text[position : position + quantity.length])
            yield Word(quantity.form, Part.QUANTITY, written)
            position += quantity.length
        else:
            yield from _word(text, position)
            position += 1


def _word(text: Sequence[str], position: int) -> Iterator[Word]:
    words, written = lexicon(), text[position]
    written_out = words.same.get(written, written)
    if written in words.negated:
        yield Word("not", Part.NEGATION, "not")
        yield Word(base_form(words.negated[written]), Part.CONTENT, words.negated[written])
    elif written in words.negations or written == "non":
        yield Word("not", Part.NEGATION, written)
    elif written in words.persons:
        yield Word(words.persons[written], Part.PERSON, written)
    elif written_out in words.links:
        yield Word("or" if written in ("or", "/") else "and", Part.LINK, written)
    elif written_out in words.markers:
        yield Word(written_out, Part.MARKER, written)
    elif written == "may" and _is_month(text, position):
        yield Word("may", Part.CONTENT, written)
    elif written_out in words.function:
        yield Word(written_out, Part.FUNCTION, written)
    else:
        yield _open_word(written)


def _open_word(token: str) -> Word:
    if not any(character.isalnum() for character in token):
        return Word(token, Part.SIGN, token)
    form = base_form(token)
    return Word(form, Part.CONTENT if is_ordinary(form) else Part.NAME, lexicon().same.get(token, token))


def _is_month(text: Sequence[str], position: int) -> bool:
    before = text[position - 1] if position else ""
    after = text[position + 1] if position + 1 < len(text) else ""
    return before in lexicon().before_the_month_may or before[:1].isdecimal() or after[:1].isdecimal() or len(text) == 1


# A text cut into numbers, words and the signs that mean something, contractions written out.
#
# Signs without a meaning of their own are dropped; letters of the Latin script lose their accents, as they do in the
# model. Other scripts stay as they are: there a mark is often the vowel.


_APOSTROPHES = str.maketrans("‘’ʼ`´＇", "''''''")
_MERIDIEM = re.compile(r"(?<=\d)\s*([ap])\.\s?m\b\.?|(?<=\d)\s*([ap])m\b")
_OCLOCK = re.compile(r"(?<=\d)\s*o'clock\b|\bo'clock\b")
_SHARP = re.compile(r"(?<=\w)#")  # c# is another thing than c; before a word the sign means nothing
_NUMBER = re.compile(
    r"""
    (?P<iso>\d{4}-\d{1,2}-\d{1,2}(?!\d))
  | (?P<slashed>\d+(?:/\d+)+)
  | (?P<clock>\d{1,2}:\d{2}(?::\d{2})?(?!\d))
  | (?P<phone>(?:\+\d{1,3}[-\s]?)?\(?\d{2,4}\)?[-\s]\d{3,4}[-\s]?\d{3,4}(?!\d)|\d{3}-\d{4}(?!\d))
  | (?P<number>(?:(?<![\w)])[-−])?\d+(?:,\d{3})*(?:\.\d+)*)
    """,
    re.VERBOSE,
)
_SIGNS = frozenset(",;/&@%")
_WITHOUT_MEANING = frozenset("|~^`´¨©®™")
_SUFFIXES = {"'ll": ("will",), "'re": ("are",), "'ve": ("have",), "'m": ("am",), "'d": ("would",), "'s": ()}


def tokens(text: str) -> list[str]:
    """The tokens of a text in normal form, in order."""
    text = _SHARP.sub(" sharp", _OCLOCK.sub(" o'clock ", _MERIDIEM.sub(_meridiem, _fold(text))))
    found: list[str] = []
    position = 0
    for match in _NUMBER.finditer(text):
        found += _words_of_run(text[position : match.start()])
        found += _number(match)
        position = match.end()
    return _without_phrases(found + list(_words_of_run(text[position:])))


def _meridiem(match: re.Match[str]) -> str:
    return f" {match[1] or match[2]}m "


def _fold(text: str) -> str:
    """Straight apostrophes, ASCII digits, Latin letters without accents."""
    if text.isascii():
        return text
    folded: list[str] = []
    for character in normalize("NFC", text.translate(_APOSTROPHES)):
        if character.isdecimal():
            folded.append(str(decimal(character)))
        elif character.isalpha() and name(character, "").startswith("LATIN"):
            folded += (c for c in normalize("NFD", character) if not category(c).startswith("M"))
        elif character not in "\ufe0e\ufe0f":  # says only whether the emoji is to be coloured
            folded.append(character)
    return "".join(folded)


def _number(match: re.Match[str]) -> list[str]:
    text = match[0]
    if match["phone"]:
        return ["".join(c for c in text if c.isdigit())]
    if match["iso"]:
        year, month, day = map(int, text.split("-"))
        return [MONTHS[month - 1].lower(), str(day), str(year)] if 1 <= month <= 12 else [text]
    return [text.replace(",", "").replace("−", "-")]


def _words_of_run(text: str) -> Iterator[str]:
    for kind, run in groupby(text, _kind):
        characters = "".join(run)
        if kind == "word":
            yield from _written_out(characters.strip("'"))
        elif kind == "sign":
            yield from _signs_of_run(characters)


def _kind(character: str) -> str:
    """Whether a character is part of a word, a sign with a meaning, or neither."""
    if character.isalnum() or character == "'":
        return "word"
    kind = category(character)
    if kind.startswith("M"):
        return "word"
    if character in _SIGNS or (kind.startswith("S") and kind != "Sk" and character not in _WITHOUT_MEANING):
        return "sign"
    return "neither"


def _signs_of_run(characters: str) -> Iterator[str]:
    """An arrow drawn with two characters is one sign."""
    if characters.startswith(("->", "=>")):
        yield "to"
    else:
        yield from characters


def _written_out(word: str) -> Iterator[str]:
    contractions = lexicon().contractions
    if word in contractions:
        yield from contractions[word]
    elif word == "o'clock":
        yield word
    elif word.endswith("n't"):
        yield from (word.removesuffix("n't"), "not")
    elif "'" in word:
        stem, apostrophe, rest = word.rpartition("'")
        suffix = _SUFFIXES.get(apostrophe + rest)
        yield from stem.split("'")
        yield from (rest,) if suffix is None and rest else suffix or ()
    elif word:
        yield word


def _without_phrases(found: list[str]) -> list[str]:
    words = lexicon()
    result: list[str] = []
    position = 0
    while position < len(found):
        for length in range(words.longest_phrase, 1, -1):
            meaning = words.phrases.get(tuple(found[position : position + length]))
            if meaning is not None:
                result += meaning
                position += length
                break
        else:
            result.append(found[position])
            position += 1
    return result
