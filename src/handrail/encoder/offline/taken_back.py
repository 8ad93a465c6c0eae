"""What an instruction itself takes back or leaves out: `instead of my own`, `but not Gita`, `at nine, no wait`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from handrail.encoder.offline.clause import ENDS, PARTICLES, is_inside
from handrail.encoder.offline.tokens import Mention, Token, lower_at, matches_at

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


def taken_back(words: Sequence[Token], values: Sequence[Mention]) -> Iterator[TakenBack]:
    """Every stretch that is taken back, left to right."""
    for position in range(len(words)):
        if is_inside(values, position):
            continue
        if _begins_with(words, position, _INSTEAD):
            yield TakenBack(position, _phrase_end(words, values, position + 2), "what it was before, or is not to be")
        without = _begins_with(words, position, _WITHOUT)
        named = next((one for one in values if without and _is_next(words, position + without, one)), None)
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


def _is_next(words: Sequence[Token], position: int, value: Mention) -> bool:
    return position <= value.first and all(
        lower_at(words, place) in ("the", "my", "on", "in", "at", "to", "for") for place in range(position, value.first)
    )


def _phrase_end(words: Sequence[Token], values: Sequence[Mention], first: int) -> int:
    last = first
    while last < len(words):
        within = is_inside(values, last)
        if not within and (words[last].text in _CLAUSE_ENDS or words[last].lower in ("and", "but", "then")):
            break
        last += 1
    return last


def _corrected(values: Sequence[Mention], first: int, last: int) -> Mention | None:
    """The value before a correction that the first value of its kind after it replaces."""
    following = next((one for one in values if one.first >= last), None)
    before = [one for one in values if following and one.last <= first and one.kind is following.kind]
    return before[-1] if before else None
