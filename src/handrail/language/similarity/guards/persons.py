"""Who is meant by the pronouns must agree: `call me` is not `call him`."""

from handrail.language.similarity.guards.guard import Guard
from handrail.language.similarity.guards.reading import Part, Reading


def _differ(wanted: Reading, found: Reading) -> bool:
    """One side may leave a pronoun out (`your order has shipped`), but not put another in its place."""
    first, second = set(wanted.forms(Part.PERSON)), set(found.forms(Part.PERSON))
    return bool(first - second and second - first)


PERSONS = Guard("persons", _differ)
