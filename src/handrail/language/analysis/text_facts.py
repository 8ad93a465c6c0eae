"""What the text operators say about two concrete texts: the functions that the monitor uses."""

from dataclasses import dataclass

from handrail.language.rule import Operator
from handrail.language.similarity import Similarity


@dataclass(frozen=True, slots=True)
class TextFacts:
    """Judges texts in normal form."""

    similarity: Similarity
    threshold: float

    def holds(self, operator: Operator, found: str, wanted: str) -> bool:
        """Whether `found contains wanted`, or `found ~= wanted`."""
        return wanted in found if operator is Operator.CONTAINS else self.similar(found, wanted)

    def similar(self, found: str, wanted: str) -> bool:
        """Whether `found ~= wanted`."""
        return self.similarity.matches(wanted, found, self.threshold)
