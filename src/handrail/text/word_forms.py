"""English words in the forms by which they are compared: a plural as its singular, and the stem.

A stem is no word, and joins more than one may (`universe`, `university`): it is for finding what may be meant. Where a
wrong match would let something through, `handrail.language.similarity` reduces words to their dictionary form instead.
"""

import re
from functools import cache
from typing import Any, Final

_DERIVING: Final = (
    *("ations", "ation", "ition", "ments", "ment", "ness", "ings", "ing", "ions", "ion", "ers", "er", "or", "ed"),
    *("able", "ive", "ly", "al", "es", "y", "e", "s"),
)


def singular(word: str) -> str:
    """A plural without its ending: `articles` as `article`; `followers` stays apart from `following`."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "news")):
        return word[:-1]
    return word


_PARTICLES: Final = (
    *("에게서", "에서", "에게", "으로", "까지", "부터", "이랑", "하고"),
    *("은", "는", "이", "가", "을", "를", "에", "의", "로", "도", "만", "과", "와", "랑"),
)
"""What Korean glues to a noun to say what it is in its sentence; the longest first."""


def without_particle(word: str, *, at_least: int = 1) -> str:
    """A Korean noun without what is glued to it, of which `at_least` so many syllables remain; else the word itself."""
    particle = next(
        (particle for particle in _PARTICLES if word.endswith(particle) and len(word) - len(particle) >= at_least), ""
    )
    return word.removesuffix(particle)


@cache
def stem(word: str) -> str:
    """A word in lower case without its ending, by Porter's second algorithm: `alarms`, `bookmarked`, `setting`."""
    found: str = _snowball().stemWord(word)
    return found


def root(word: str) -> str:
    """A base form without what derives it from another word: `reservation` and `reserve`, `hottest` and `hot`.

    It joins more than a stem does. The offline encoder links the words of an instruction to an app's names by it; with
    stems it is right of 77.3 % of the given tasks instead of 79.1 %.
    """
    superlative = re.fullmatch(r"(\w+([b-df-hj-np-tv-z]))\2est", word)
    if superlative is not None:
        return superlative[1]
    for suffix in _DERIVING:
        rest = word.removesuffix(suffix)
        if rest != word and len(rest) >= 4 - (suffix in ("e", "y")):
            return rest[:-1] + "f" if rest.endswith("lv") else rest  # `shelves` and `shelf`
    return word


@cache
def _snowball() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")
