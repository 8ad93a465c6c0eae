"""Amounts must agree: the same numbers with the same units, the same times, in the same order.

The order may differ only where every number has a thing of its own: `2 milk, 3 eggs` is `3 eggs, 2 milk`.
"""

from collections import Counter

from handrail.language.similarity.guards.guard import Guard
from handrail.language.similarity.guards.reading import Part, Reading


def _differ(wanted: Reading, found: Reading) -> bool:
    first, second = wanted.forms(Part.QUANTITY), found.forms(Part.QUANTITY)
    if first == second:
        return False
    return Counter(first) != Counter(second) or _with_their_things(wanted) != _with_their_things(found)


def _with_their_things(reading: Reading) -> Counter[tuple[str, str]]:
    """Each quantity with the word right after it; one without is told apart by its place."""
    followers = (*reading.words[1:], None)
    pairs: list[tuple[str, str]] = []
    for position, (word, follower) in enumerate(zip(reading.words, followers, strict=True)):
        if word.part is Part.QUANTITY:
            has_thing = follower is not None and follower.part in (Part.CONTENT, Part.NAME)
            pairs.append((word.form, follower.form if follower is not None and has_thing else f"at {position}"))
    return Counter(pairs)


AMOUNTS = Guard("amounts", _differ)
