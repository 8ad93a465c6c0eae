"""What a label or a question says will be done, by the phrases of the lexicon.

A label commands with its first words or its last, depending on the language; what is mentioned in between is what it is
about. A long text on a button is content. A question is read whole.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from handrail.app.generic.objective import BOOK, BY_ACT, MOST_GRAVE, ORDER, SAVE, GenericObjective
from handrail.text import Mention, fold, lexicon, word_list

LONGEST_LABEL = 48
"""Characters of a label that can be a command."""

_AROUND = " .…!?:>›→«»\"'()[]+✓✔"
_CHECK_MARKS = frozenset("✓✔☑")


@dataclass(frozen=True, slots=True)
class Said:
    """What words say will be done: an objective, or only an act of which the kind is not known. `phrase` says it."""

    objective: GenericObjective | None
    phrase: str
    alone: bool
    """Whether nothing else stands there."""


def plain(label: str) -> str:
    """A label as it is compared: without case, and without what decorates it."""
    return " ".join(fold(label).strip(_AROUND).split())


@lru_cache(maxsize=8192)
def command(label: str) -> Said | None:
    """What a label commands, if its first or its last words do."""
    folded = plain(label)
    if not folded or len(folded) > LONGEST_LABEL:
        return None
    mentions = [
        mention
        for mention in lexicon("acts").mentions(folded)
        if mention.start == 0 or _end_of_word(folded, mention) == len(folded)
    ]
    return _gravest(mentions, folded) if mentions else None


def _end_of_word(folded: str, mention: Mention) -> int:
    """Where the word ends in which a mention ends: of a phrase with a star only the beginning is mentioned."""
    end = mention.end
    if mention.phrase.endswith("*"):
        while end < len(folded) and folded[end].isalnum():
            end += 1
    return end


@lru_cache(maxsize=2048)
def asked(text: str) -> Said | None:
    """What a question or a title says will be done."""
    folded = plain(text[:600])
    return _gravest(list(lexicon("acts").mentions(folded)), folded)


def graver(first: Said | None, other: Said | None) -> Said | None:
    """The one of the two to reckon with; what is of no known kind only where the other one is, too."""
    said = [mention for mention in (first, other) if mention is not None]
    return min(said, key=_grave) if said else None


def _grave(said: Said) -> int:
    return MOST_GRAVE.index(said.objective) if said.objective is not None else len(MOST_GRAVE)


def _gravest(mentions: list[Mention], folded: str) -> Said | None:
    said = [
        Said(_objective(mention), mention.phrase, mention.start == 0 and _end_of_word(folded, mention) == len(folded))
        for mention in mentions
    ]
    return min(said, key=_grave) if said else None


def _objective(mention: Mention) -> GenericObjective | None:
    objective = BY_ACT.get(mention.concept)
    if objective is not ORDER:
        return objective
    phrase = fold(mention.phrase)
    if names_one_of(phrase, word_list("puts_into")):
        return SAVE
    return BOOK if phrase in word_list("bookings") else ORDER


def refuses(label: str) -> bool:
    """Whether a label declines, closes or leads back."""
    return plain(label) in word_list("refusals") or fold(label).strip() in word_list("refusals")


def confirms(label: str) -> bool:
    """Whether a label says yes to a question, and nothing of it."""
    return plain(label) in _confirming() or label.strip() in _CHECK_MARKS


def takes_note(label: str) -> bool:
    """Whether a label may only close what was read."""
    return plain(label) in word_list("closes")


@lru_cache(maxsize=1)
def _confirming() -> frozenset[str]:
    return word_list("confirms") | word_list("closes")


def marks(label: str) -> bool:
    """Whether a label marks what it stands beside at once: as a favourite, as important."""
    return _starts(plain(label), word_list("marks"))


def begins(label: str) -> bool:
    """Whether a label leads to where something is written or made."""
    return plain(label).startswith(tuple(word_list("beginnings"))) and not puts_into(label)


def answers(label: str) -> bool:
    """Whether a label opens where an answer is written, unless it stands beside the field already."""
    return plain(label) in word_list("answers")


def goes_on(label: str) -> bool:
    """Whether a label only goes on to the next page of several."""
    return plain(label) in word_list("next_steps")


def has_happened(title: str) -> bool:
    """Whether a title tells of something that has come about already."""
    words = word_list("happened")
    return bool(words & set(plain(title).split())) or names_one_of(title, words)


def leads(label: str) -> bool:
    """Whether a label leads somewhere, shows something, or looks for it."""
    folded = plain(label)
    if puts_into(label):
        return False
    return _starts(folded, word_list("leads")) or _ends(folded, word_list("leads"))


def puts_into(label: str) -> bool:
    """Whether a label puts something into a list of its own: a cart, favourites, a queue."""
    return names_one_of(label, word_list("puts_into"))


def is_open(label: str) -> bool:
    """Whether a label is a command that stops before it says where to or with whom, as in `Add to`."""
    rest, _, last = plain(label).rpartition(" ")
    if last not in word_list("open_ends"):
        return False
    said = command(rest)
    return (said is not None and said.alone) or plain(label) in word_list("puts_into")


def is_in_use(text: str) -> bool:
    """Whether what stands below the name of an entry says that it is the one of its list that is in use."""
    return re.split(r" ?[/·•,|–—(] ?", plain(text))[0] in word_list("in_use")


def counts(title: str) -> bool:
    """Whether a title says how many are selected: `3`, `3 selected`."""
    return re.fullmatch(r"[0-9]{1,3}( [^0-9]+)?", plain(title)) is not None


def searches(label: str) -> bool:
    """Whether a field is there to look something up."""
    return names_one_of(label, word_list("searches"))


def names_one_of(label: str, words: frozenset[str]) -> bool:
    """Whether a label is one of some words, or begins or ends with one."""
    folded = plain(label)
    return _starts(folded, words) or _ends(folded, words)


def _starts(folded: str, words: frozenset[str]) -> bool:
    if not folded.startswith(tuple(words)):
        return False
    return any(folded == word or (folded.startswith(word) and _parted(folded, len(word))) for word in words)


def _ends(folded: str, words: frozenset[str]) -> bool:
    if not folded.endswith(tuple(words)):
        return False
    return any(folded.endswith(word) and _parted(folded, len(folded) - len(word)) for word in words)


def _parted(text: str, place: int) -> bool:
    """Whether a word may end at a place: scripts without spaces have no other sign of it."""
    if place <= 0 or place >= len(text):
        return True
    before, behind = text[place - 1], text[place]
    return not (before.isalnum() and behind.isalnum()) or ord(before) > 0x1100 or ord(behind) > 0x1100
