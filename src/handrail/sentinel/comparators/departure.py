"""What a comparator says: in which fact an action departs from which part of the intent."""

from dataclasses import dataclass

from handrail.sentinel.finding import Category, Reversibility
from handrail.severity import Severity

HIGH, MEDIUM, LOW = Severity.HIGH, Severity.MEDIUM, Severity.LOW
"""Low is what stands in a field or is marked, and goes nowhere until something is done with it."""
REVERSIBLE, COSTLY, FOR_GOOD = Reversibility.REVERSIBLE, Reversibility.COSTLY, Reversibility.IRREVERSIBLE


@dataclass(frozen=True, slots=True)
class Departure:
    """`facts` are what a person can look at, by their kind; `against` names the part of the intent and what it says.

    `once`: what is true of a whole run is said in it once.
    """

    category: Category
    severity: Severity
    confidence: float
    reversibility: Reversibility
    message: str
    facts: tuple[tuple[str, str], ...]
    against: str
    once: bool = False


def quoted(text: str) -> str:
    """A text as messages name it: one line, and no longer than can be read."""
    line = " ".join(text.replace("\n", " · ").split())
    return f"“{line[:120]}”"


def listed(words: frozenset[str]) -> str:
    """A set of words in a stable order."""
    return ", ".join(sorted(words)) or "nothing of the kind"
