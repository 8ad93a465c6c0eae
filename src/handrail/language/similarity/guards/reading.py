"""What a text says, as far as the guards ask: its words in their base form, each with the part that it plays."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from handrail.language.similarity.guards.lexicon import lexicon
from handrail.language.similarity.guards.quantities import quantity_at
from handrail.language.similarity.guards.spelling import base_form, is_ordinary
from handrail.language.similarity.guards.tokens import tokens


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
class Reading:
    """The words of a text, in order."""

    words: tuple[Word, ...]

    def forms(self, *parts: Part) -> tuple[str, ...]:
        """The forms of the words that play one of these parts, in order."""
        return tuple(word.form for word in self.words if word.part in parts)


def read_both(wanted: str, found: str) -> tuple[Reading, Reading]:
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


def _read(text: Sequence[str]) -> Reading:
    return Reading(tuple(_words(text)))


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
