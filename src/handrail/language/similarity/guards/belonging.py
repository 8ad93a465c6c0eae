"""What belongs to what must agree: `wifi on, sound off` has the words of `sound on, wifi off`.

Looked at only where a text holds two words of one kind: without a rival in the text nothing can have changed places.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, groupby

from handrail.language.similarity.guards.guard import Guard
from handrail.language.similarity.guards.kinds import is_pair_of_opposites, of_one_kind
from handrail.language.similarity.guards.reading import Part, Reading

_BELONGS = (Part.CONTENT, Part.NAME, Part.QUANTITY, Part.PERSON)


def _differ(wanted: Reading, found: Reading) -> bool:
    shared = frozenset(_forms(wanted)) & frozenset(_forms(found))
    rivals = of_one_kind(shared)
    counted = frozenset[str]().union(*rivals)
    first, second = list(_items(wanted, shared, counted)), list(_items(found, shared, counted))
    if not rivals or list(chain(*first)) == list(chain(*second)):
        return False
    if _with_a_rival(first, counted) != _with_a_rival(second, counted):
        return True
    pairs = [words for words in rivals if is_pair_of_opposites(words)]
    return any(pair <= set(item) for pair in pairs for item in first)


def _forms(reading: Reading) -> tuple[str, ...]:
    return reading.forms(*_BELONGS, Part.MARKER, Part.FUNCTION)


def _items(reading: Reading, shared: frozenset[str], counted: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """The items that links part, each with the words that the other text has too."""
    for is_link, run in groupby(reading.words, lambda word: word.part is Part.LINK):
        relevant = (word.form for word in run if word.part in _BELONGS or word.form in counted)
        if not is_link:
            yield tuple(form for form in relevant if form in shared)


def _with_a_rival(items: Iterable[tuple[str, ...]], counted: frozenset[str]) -> Counter[frozenset[str]]:
    return Counter(frozenset(item) for item in items if not counted.isdisjoint(item))


BELONGING = Guard("what belongs to what", _differ)
