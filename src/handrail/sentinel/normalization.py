"""Words, numbers and days as they are compared, however a text writes them.

Words are without case, endings and the words that say nothing. Two words count as the same when they begin alike for
six letters after their endings are gone: a request says "recordings" where the screen says "Recorder". Chinese and
Japanese have no spaces, so pairs of characters are words. 13 Nov and November 13th are one day.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from handrail.sentinel.entity.pattern import compiled, occurs, readable, same_length
from handrail.text import fold, lexicon, word_list
from handrail.text.calendar_names import MONTH_BEGINNING_OF
from handrail.text.word_forms import without_particle

_LONG = 2_000
_WORD = re.compile("[^\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\u2000-\u206f\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]+")
"""A run of one class of characters, which is found in linear time without RE2 as well, and much sooner."""
_NUMBER = re.compile(r"[0-9]+(?:[.,:][0-9]+)*")
_IN_THOUSANDS = re.compile(r"[0-9]{1,3}(?:[.,][0-9]{3})+(?:[.,][0-9]{1,2})?")
"""Where a number may go on, one character says how: both are found in linear time without RE2 as well."""
_LONGEST_LABEL = 200
_KEPT_LABELS = 4096
"""Texts as short as a row of a list come again and again, on a screen and from screen to screen."""
_ENDINGS = ("'s", "ings", "ing", "ers", "es", "en", "ed", "er", "s", "n", "e")
_NUMBER_NAMES = (
    "zero null cero 영",
    "one eins uno 하나 一",
    "two zwei dos 둘 两 二",
    "three drei tres 셋 三",
    "four vier cuatro 넷 四",
    "five fünf cinco 다섯 五",
    "six sechs seis 여섯 六",
    "seven sieben siete 일곱 七",
    "eight acht ocho 여덟 八",
    "nine neun nueve 아홉 九",
    "ten zehn diez 열 十",
    "eleven elf once",
    "twelve zwölf doce",
)
NUMBER_WORDS = {word: str(number) for number, words in enumerate(_NUMBER_NAMES) for word in words.split()}


def keys(text: str) -> frozenset[str]:
    """The words of a text that say something, each as it is compared."""
    if len(text) > _LONG:
        text = " ".join(dict.fromkeys(text.split()))  # a long text says most of its words many times
    return _keys_of_a_label(text) if len(text) <= _LONGEST_LABEL else frozenset(_keys(text))


@lru_cache(maxsize=_KEPT_LABELS)
def _keys_of_a_label(text: str) -> frozenset[str]:
    return frozenset(_keys(text))


def _keys(text: str) -> Iterator[str]:
    silent = word_list("silent")
    for span in _WORD.findall(readable(same_length(text).casefold())):
        for word in (span,) if span.isascii() else _pieces(span):
            if word in NUMBER_WORDS:
                yield NUMBER_WORDS[word]
            elif word not in silent:
                yield key(word)


def _pieces(word: str) -> Iterator[str]:
    if any("一" <= character <= "鿿" or "぀" <= character <= "ヿ" for character in word):
        yield from (word[place : place + 2] for place in range(max(1, len(word) - 1)))
    else:
        yield word


@lru_cache(maxsize=8192)
def key(word: str) -> str:
    """One word as it is compared."""
    if word.isdecimal():
        return word.lstrip("0") or "0"
    if "가" <= word[:1] <= "힣":
        return without_particle(word, at_least=2)[:4]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)][:6]
    return word[:6]


def numbers(text: str) -> frozenset[str]:
    """The numbers of a text, in figures and up to twelve in words; without separators of thousands."""
    found = set(map(plain, _NUMBER.findall(same_length(text))))
    found |= {plain(amount) for amount in tens_of_thousands(text)}
    return frozenset(found | {NUMBER_WORDS[word] for word in text.casefold().split() if word in NUMBER_WORDS})


def tens_of_thousands(text: str) -> Iterator[str]:
    """Korean and Chinese count in ten thousands: 21만 is 210000."""
    if not text.isascii():
        for number in compiled(r"(\d+(?:\.\d+)?) ?[만万萬]").findall(text):
            yield str(round(float(number) * 10_000))


def plain(number: str) -> str:
    """A number without separators of thousands and zeros that say nothing; a time keeps its colon."""
    if ":" in number:
        return number.lstrip("0") or "0"
    if number.isdecimal():
        return number.lstrip("0") or "0"
    if _IN_THOUSANDS.fullmatch(number):
        whole, mark, cents = number[:-3], number[-3], number[-2:]
        if mark in ".," and len(number) > 3 and not number[-3:].isdecimal():
            return plain(f"{whole.replace('.', '').replace(',', '')}.{cents}")
        return number.replace(".", "").replace(",", "").lstrip("0") or "0"
    value = number.replace(",", ".")
    if value.count(".") == 1:
        value = value.rstrip("0").rstrip(".")
    value = value.lstrip("0")
    return f"0{value}" if value[:1] in {"", "."} else value


def squeeze(text: str) -> str:
    """Letters and digits alone: a number is the same however it is written."""
    return "".join(filter(str.isalnum, same_length(text).casefold()))


def without_acts(text: str) -> frozenset[str]:
    """The words of a text without those that say what is done: `wedding` of `Delete wedding folder`."""
    folded = fold(text)
    for mention in reversed(lexicon("acts").mentions(text)):
        folded = folded[: mention.start] + " " + folded[mention.end :]
    return keys(folded)


_NAMES = "|".join(MONTH_BEGINNING_OF)
_DAY_MONTH = rf"(?i)\b(\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of| de)? ({_NAMES})[a-zäé]*\b"
_MONTH_DAY = rf"(?i)\b({_NAMES})[a-zäé]*\.? (\d{{1,2}})(?:st|nd|rd|th)?\b"
_NUMERIC = r"\b(\d{1,2})\.(\d{1,2})\.(?:\d{2,4})?(?:\D|$)"
_ISO = r"\b\d{4}-(\d{2})-(\d{2})\b"
_EASTERN = r"(\d{1,2})[월月] ?(\d{1,2})[일日号]"
_ANY_DAY = "|".join(f"(?:{form})" for form in (_DAY_MONTH, _MONTH_DAY, _NUMERIC, _ISO, _EASTERN))


def dates(text: str) -> frozenset[tuple[int, int]]:
    """The days that a text names, as month and day; a range such as 28-29 Nov names its last."""
    if not any(map(str.isdigit, text)):
        return frozenset()
    return _dates_of_a_label(text) if len(text) <= _LONGEST_LABEL else _dates(text)


@lru_cache(maxsize=_KEPT_LABELS)
def _dates_of_a_label(text: str) -> frozenset[tuple[int, int]]:
    return _dates(text)


def _dates(text: str) -> frozenset[tuple[int, int]]:
    text = same_length(text)
    if not occurs(_ANY_DAY, text):  # most texts name none, which one look tells
        return frozenset()
    found = [(_month(match.group(2)), int(match.group(1))) for match in compiled(_DAY_MONTH).finditer(text)]
    found += [(_month(match.group(1)), int(match.group(2))) for match in compiled(_MONTH_DAY).finditer(text)]
    found += [(int(match.group(2)), int(match.group(1))) for match in compiled(_NUMERIC).finditer(text)]
    for pattern in (_ISO, _EASTERN):
        found += [(int(match.group(1)), int(match.group(2))) for match in compiled(pattern).finditer(text)]
    return frozenset((month, day) for month, day in found if 1 <= month <= 12 and 1 <= day <= 31)


def _month(name: str) -> int:
    return MONTH_BEGINNING_OF[name.casefold()] + 1
