"""Who does what to whom must agree: `Anna owes Ben` is not `Ben owes Anna`. A list may stand in any order."""

from collections import Counter
from collections.abc import Iterator, Mapping

from handrail.language.similarity.guards.guard import Guard
from handrail.language.similarity.guards.kinds import of_one_kind
from handrail.language.similarity.guards.lexicon import lexicon
from handrail.language.similarity.guards.reading import Part, Reading
from handrail.language.similarity.guards.roles import Roles, roles

_CLOSE = 5  # words between two rivals of one clause


def _rivals_change_places(wanted: Reading, found: Reading) -> bool:
    rivals = _rivals(wanted, found)
    first, second = _pairs(wanted, rivals), _pairs(found, rivals)
    role, role_too = roles(wanted), roles(found)
    persons = frozenset(wanted.forms(Part.PERSON))  # said too often in a text for a marker to be of this mention
    turned = [(a, b) for a, b in first if first[a, b] > second[a, b] and second[b, a] > first[b, a]]
    return any(not persons.isdisjoint(pair) or not _markers_tell_apart(*pair, role, role_too) for pair in turned)


def _markers_tell_apart(a: str, b: str, role: Mapping[str, Roles], role_too: Mapping[str, Roles]) -> bool:
    """Whether each does the same in both texts by its marker: `to JFK` is that wherever it stands."""
    after, after_too = (tuple(known.get(word, Roles()).after for word in (a, b)) for known in (role, role_too))
    return after == after_too and after[0] != after[1]


def _rivals(wanted: Reading, found: Reading) -> frozenset[str]:
    """The words whose order matters: people, names, and what both texts have along with another of its kind."""
    shared = frozenset(word.form for word in wanted.words) & frozenset(word.form for word in found.words)
    actors = frozenset(wanted.forms(Part.NAME, Part.PERSON)) | (lexicon().people & shared)
    return actors.union(*of_one_kind(shared))


def _pairs(reading: Reading, rivals: frozenset[str]) -> Counter[tuple[str, str]]:
    """Which rival stands before which, close by and in one clause; those that one list names are one."""
    pairs: Counter[tuple[str, str]] = Counter()
    before: frozenset[str] = frozenset()
    distance = 0
    for here in _runs(reading, rivals):
        if here:
            pairs.update((a, b) for a in before for b in here if a != b and distance <= _CLOSE)
            before, distance = here, 0
        else:
            distance += 1
    return pairs


def _runs(reading: Reading, rivals: frozenset[str]) -> Iterator[frozenset[str]]:
    """The words in order, each as the rivals it names; a list of rivals is one word, any other link a long way."""
    words = reading.words
    position = 0
    while position < len(words):
        here = {words[position].form} & rivals
        while here and position + 2 < len(words) and words[position + 1].part is Part.LINK:
            if words[position + 2].form not in rivals:
                break
            position += 2
            here.add(words[position].form)
        if words[position].part is Part.LINK:
            yield from [frozenset[str]()] * _CLOSE
        yield frozenset(here)
        position += 1


ORDER = Guard("who does it", _rivals_change_places)
