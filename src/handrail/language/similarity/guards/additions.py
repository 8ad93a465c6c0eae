"""What only one text says must not matter: `please`, `reminder`, `page`, but not `and eggs`.

Only where one text says all that the other says: where each has words of its own, they may mean the same.
"""

from handrail.language.similarity.guards.guard import Guard
from handrail.language.similarity.guards.lexicon import lexicon
from handrail.language.similarity.guards.reading import Part, Reading


def leftovers(wanted: Reading, found: Reading) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words with a meaning that each text has and the other has not, in order."""
    first, second = wanted.forms(Part.CONTENT), found.forms(Part.CONTENT)
    return tuple(word for word in first if word not in second), tuple(word for word in second if word not in first)


def _adds(wanted: Reading, found: Reading) -> bool:
    first, second = leftovers(wanted, found)
    return not (first and second) and any(word not in lexicon().harmless for word in first + second)


ADDITIONS = Guard("additions", _adds)
