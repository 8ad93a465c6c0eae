"""Names that an instruction gives without quotation marks: of people, places, works."""

from collections.abc import Callable, Collection, Iterator, Sequence

from handrail.encoder.offline.clause import ENDS, class_of_verb, is_inside
from handrail.encoder.offline.grammar import grammar
from handrail.encoder.offline.tokens import Mention, Token, ValueKind, form
from handrail.encoder.offline.values import ENDS_NAME
from handrail.language.similarity.guards.lexicon import is_ordinary
from handrail.text.word_forms import singular

_JOINS = frozenset(("of", "the", "de", "la", "van", "von", "&"))
_POSSESSIVE = ("'s", "’s")


def names(
    words: Sequence[Token], values: Sequence[Mention], hidden: Collection[int], own: Callable[[Token], bool], text: str
) -> Iterator[Mention]:
    """Every run of words with capital letters that are no words of the app's own (`own`) and no values already.

    Where nearly all words have capitals, they say nothing, and there are none.
    """
    plain = [word for word in words if word.kind == "word" and not word.is_quoted]
    if len(plain) > 2 and sum(word.is_capitalised for word in plain) > len(plain) * 0.7:
        return
    free = [
        position not in hidden and not is_inside(values, position) and not word.is_quoted
        for position, word in enumerate(words)
    ]
    position = 0
    while position < len(words):
        last = _end(words, free, position, own)
        if last == position or not _may_begin(words, position, last):
            position += 1
            continue
        last = _with_tail(words, free, last, own)
        written = text[words[position].start : words[last - 1].end]
        value = next((written[:-2] for ending in _POSSESSIVE if written.endswith(ending)), written)
        if any(one.last == position and one.kind is ValueKind.NUMBER and one.value != 1 for one in values):
            value = value[: len(value) - len(words[last - 1].text)] + _singular(
                words[last - 1].text
            )  # `two Desk Lamps`
        yield Mention(ValueKind.NAME, value, position, last, is_plain=True)
        position = last


def _singular(word: str) -> str:
    return word[: len(singular(word.lower()))] if word.lower().startswith(singular(word.lower())) else word


def _end(words: Sequence[Token], free: Sequence[bool], first: int, own: Callable[[Token], bool]) -> int:
    last = first
    at = first
    while at < len(words) and free[at]:
        if _is_name(words[at]) and not own(words[at]):
            last = at + 1
            if words[at].text.endswith(_POSSESSIVE):
                break
        elif at == first or words[at].lower not in _JOINS:
            break
        at += 1
    return last


def _with_tail(words: Sequence[Token], free: Sequence[bool], last: int, own: Callable[[Token], bool]) -> int:
    """The end of `Team lunch`: an ordinary word belongs to the name before it where nothing but the end of a phrase
    follows.
    """
    if last >= len(words) or words[last - 1].text.endswith(_POSSESSIVE) or not free[last]:
        return last
    tail = words[last]
    plain = tail.kind == "word" and tail.lower.isalpha() and not tail.lower.endswith("ing") and len(tail.lower) > 3
    if not plain or own(tail) or tail.lower in grammar().stop or class_of_verb(tail.lower) is not None:
        return last
    follower = words[last + 1] if last + 1 < len(words) else None
    ends = follower is None or follower.kind == "mark" or follower.lower in ENDS_NAME
    return last + 1 if ends else last


def _is_name(word: Token) -> bool:
    return word.kind == "word" and word.is_capitalised


def _may_begin(words: Sequence[Token], first: int, last: int) -> bool:
    """Whether a capital letter says that a name begins: not where any word has one, and not for `I` and `The`."""
    lower = words[first].lower
    if last - first == 1 and (lower in grammar().stop or not lower.isalpha()):
        return False
    begins = first == 0 or words[first - 1].text in ENDS or words[first - 1].text == ":"
    if not begins:
        return words[first - 1].text != "," or class_of_verb(lower) is None
    return class_of_verb(lower) is None and lower not in grammar().stop and not is_ordinary(form(lower).base)
