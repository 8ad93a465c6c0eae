"""From where to where must agree: what stands before `to` in one text must not stand after it in the other."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from handrail.language.similarity.guards.guard import Guard
from handrail.language.similarity.guards.lexicon import lexicon
from handrail.language.similarity.guards.reading import Part, Reading, Word

_REACH = 2  # words with a meaning, on each side, that a marker relates
_HAS_A_ROLE = (Part.CONTENT, Part.NAME, Part.QUANTITY, Part.PERSON)
_CONTRARY = frozenset(
    frozenset(pair)
    for pair in (
        *(("from", marker) for marker in ("to", "into", "onto", "for")),
        *(("by", marker) for marker in ("to", "of", "for")),
        ("for", "with"),
    )
)


@dataclass(frozen=True, slots=True)
class Roles:
    """The markers that a word stands before, and those that it stands after."""

    before: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()


def roles(reading: Reading) -> Mapping[str, Roles]:
    """The roles of the words that stand by a marker."""
    words = [word for word in reading.words if word.part in (*_HAS_A_ROLE, Part.MARKER)]
    found: dict[str, Roles] = {}
    for position, marker in enumerate(words):
        if marker.part is Part.MARKER:
            for word in _up_to_a_marker(reversed(words[:position])):
                known = found.get(word, Roles())
                found[word] = Roles(known.before | {marker.form}, known.after)
            for word in _up_to_a_marker(iter(words[position + 1 :])):
                known = found.get(word, Roles())
                found[word] = Roles(known.before, known.after | {marker.form})
    return found


def _up_to_a_marker(words: Iterator[Word]) -> Iterator[str]:
    for word in islice(words, _REACH):
        if word.part is Part.MARKER:
            return
        yield word.form


def _differ(wanted: Reading, found: Reading) -> bool:
    first, second = roles(wanted), roles(found)
    pairs = [(first[word], second[word]) for word in first.keys() & second.keys()]
    if any(
        _contrary(a, b) for here, there in pairs for a in here.after - there.after for b in there.after - here.after
    ):
        return True
    moved_behind = {marker for here, there in pairs for marker in here.before & there.after - here.after}
    moved_ahead = {marker for here, there in pairs for marker in here.after & there.before - there.after}
    return bool(moved_behind & moved_ahead)


def _contrary(marker: str, other: str) -> bool:
    """Whether two markers give a word two roles: `before` and `after`, `from` and `to`, but not `of` and `for`."""
    return frozenset((marker, other)) in _CONTRARY or not lexicon().light_markers.issuperset((marker, other))


DIRECTION = Guard("direction", _differ)
