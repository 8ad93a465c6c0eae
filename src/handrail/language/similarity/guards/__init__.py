"""Why two texts that look alike do not mean the same. Each guard is one reason and a pure function of two readings."""

from handrail.language.similarity.guards.additions import ADDITIONS
from handrail.language.similarity.guards.amounts import AMOUNTS
from handrail.language.similarity.guards.belonging import BELONGING
from handrail.language.similarity.guards.guard import Guard, first_objection
from handrail.language.similarity.guards.names import NAMES, SIGNS, SURNAMES
from handrail.language.similarity.guards.negations import NEGATIONS
from handrail.language.similarity.guards.opposites import DAYS_AND_QUANTIFIERS, OPPOSITES
from handrail.language.similarity.guards.order import ORDER
from handrail.language.similarity.guards.persons import PERSONS
from handrail.language.similarity.guards.reading import Reading, read_both
from handrail.language.similarity.guards.roles import DIRECTION
from handrail.language.similarity.guards.tense import TENSE

GUARDS = (
    AMOUNTS,
    NAMES,
    SURNAMES,
    SIGNS,
    NEGATIONS,
    OPPOSITES,
    DAYS_AND_QUANTIFIERS,
    PERSONS,
    TENSE,
    DIRECTION,
    ORDER,
    BELONGING,
    ADDITIONS,
)

__all__ = ["GUARDS", "Guard", "Reading", "first_objection", "read_both"]
