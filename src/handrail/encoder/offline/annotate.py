"""What is noted on the words of an instruction before it is cut: verbs that no list has, names, what is taken back."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from handrail.encoder.offline.clause import ENDS, PARTICLES, class_of_verb, is_inside
from handrail.encoder.offline.grammar import grammar
from handrail.encoder.offline.reading import Embeddings
from handrail.encoder.offline.tokens import Token, ValueKind, ValueMention, form, lower_at, matches_at
from handrail.encoder.offline.values import ENDS_NAME
from handrail.language.similarity.objections.lexicon import is_ordinary
from handrail.text.word_forms import singular

# Verbs that no list has, by what they mean: `get rid of`, `throw away`, `wipe` are to remove.


AS_NEAR = 0.45  # the least cosine to a verb of removing
NEARER = 0.03  # and how much nearer than to any other kind of verb
_REMOVE = ("delete", "remove", "erase", "discard")
_OTHERS = (
    *("add", "create", "send", "open", "show", "turn on", "turn off", "set", "change", "search", "book", "pay", "play"),
    "keep",
)
_PARTICLES = frozenset(("rid", "out", "away", "off"))
_BEFORE_A_VERB = frozenset(("and", "then", "but", "please", "just", "also", "you", "to"))


def with_plain_verbs(words: Sequence[Token], meaning: Embeddings) -> tuple[Token, ...]:
    """The tokens, each verb of removing that is not in the lists as `remove`, with the place of all its words."""
    found: list[Token] = []
    position = 0
    while position < len(words):
        length = _removes(words, position, meaning) if _may_be_a_verb(words, position) else 0
        if length:
            found.append(replace(words[position], text="remove", end=words[position + length - 1].end))
        else:
            found.append(words[position])
        position += length or 1
    return tuple(found)


def _may_be_a_verb(words: Sequence[Token], position: int) -> bool:
    word, before = words[position], words[position - 1] if position else None
    is_word = word.kind == "word" and not word.is_quoted and word.lower not in grammar().stop
    return is_word and (before is None or before.kind == "mark" or before.lower in _BEFORE_A_VERB)


def _removes(words: Sequence[Token], position: int, meaning: Embeddings) -> int:
    """How many words from a position are a verb of removing; 0 for none."""
    length = 1
    if lower_at(words, position + 1) in _PARTICLES:
        length = 3 if lower_at(words, position + 2) == "of" else 2
    elif class_of_verb(words[position].lower) is not None:
        return 0
    phrase = " ".join(word.lower for word in words[position : position + length])
    vector = meaning.vector(phrase)
    removes = max(float(meaning.vector(verb) @ vector) for verb in _REMOVE)
    others = max(float(meaning.vector(verb) @ vector) for verb in _OTHERS)
    return length if removes >= AS_NEAR and removes > others + NEARER else 0


# Names that are given without quotation marks: of people, places, works.


_JOINS = frozenset(("of", "the", "de", "la", "van", "von", "&"))
_POSSESSIVE = ("'s", "’s")


def names(
    words: Sequence[Token],
    values: Sequence[ValueMention],
    hidden: Collection[int],
    own: Callable[[Token], bool],
    text: str,
) -> Iterator[ValueMention]:
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
        if any(
            mention.last == position and mention.kind is ValueKind.NUMBER and mention.value != 1 for mention in values
        ):
            value = value[: len(value) - len(words[last - 1].text)] + _singular(
                words[last - 1].text
            )  # `two Desk Lamps`
        yield ValueMention(ValueKind.NAME, value, position, last, is_plain=True)
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


# What the instruction itself takes back or leaves out: `instead of my own`, `but not Gita`, `at nine, no wait`.


_CORRECTS = (("no", "wait"), ("no", ",", "wait"), ("wait", ",", "no"), ("i", "mean"), ("sorry",), ("or", "rather"))
_INSTEAD = (("instead", "of"), ("rather", "than"))
_WITHOUT = (
    *(("but", "not"), ("and", "not"), (",", "not"), ("except",), ("except", "for"), ("apart", "from")),
    *(("but", "keep"), ("and", "keep")),
)
_AS_IT_IS = (("as", "it", "is"), ("as", "they", "are"), ("as", "is"), ("alone",), ("untouched",), ("unchanged",))
_CLAUSE_ENDS = frozenset((",", ":", *ENDS))


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Words, by the positions of the first and after the last, of which no rule is made, and why."""

    first: int
    last: int
    why: str


def taken_back(words: Sequence[Token], values: Sequence[ValueMention]) -> Iterator[TakenBack]:
    """Every stretch that is taken back, left to right."""
    for position in range(len(words)):
        if is_inside(values, position):
            continue
        if _begins_with(words, position, _INSTEAD):
            yield TakenBack(position, _phrase_end(words, values, position + 2), "what it was before, or is not to be")
        without = _begins_with(words, position, _WITHOUT)
        named = next((value for value in values if without and _is_next(words, position + without, value)), None)
        if named is not None and lower_at(words, named.last) not in PARTICLES:
            yield TakenBack(position, named.last, "it is left out; nothing is asked of it")
        alone = _left_alone(words, position)
        if alone is not None:
            yield TakenBack(position, alone, "it stays as it is; nothing is asked of it")
        corrected = _begins_with(words, position, _CORRECTS)
        earlier = _corrected(values, position, position + corrected) if corrected else None
        if earlier is not None:
            yield TakenBack(earlier.first, position + corrected, "the user corrects it")


def _left_alone(words: Sequence[Token], position: int) -> int | None:
    """The end of `leave the heating as it is`."""
    if lower_at(words, position) not in ("leave", "keep"):
        return None
    for last in range(position + 1, len(words)):
        if words[last].text in _CLAUSE_ENDS:
            return None
        length = _begins_with(words, last, _AS_IT_IS)
        if length:
            return last + length
    return None


def _begins_with(words: Sequence[Token], position: int, phrases: Sequence[Sequence[str]]) -> int:
    """The length of the longest of some phrases that stands at a position; 0 for none."""
    return max((len(phrase) for phrase in phrases if matches_at(words, position, phrase)), default=0)


def _is_next(words: Sequence[Token], position: int, value: ValueMention) -> bool:
    return position <= value.first and all(
        lower_at(words, place) in ("the", "my", "on", "in", "at", "to", "for") for place in range(position, value.first)
    )


def _phrase_end(words: Sequence[Token], values: Sequence[ValueMention], first: int) -> int:
    last = first
    while last < len(words):
        within = is_inside(values, last)
        if not within and (words[last].text in _CLAUSE_ENDS or words[last].lower in ("and", "but", "then")):
            break
        last += 1
    return last


def _corrected(values: Sequence[ValueMention], first: int, last: int) -> ValueMention | None:
    """The value before a correction that the first value of its kind after it replaces."""
    following = next((mention for mention in values if mention.first >= last), None)
    before = [value for value in values if following and value.last <= first and value.kind is following.kind]
    return before[-1] if before else None
