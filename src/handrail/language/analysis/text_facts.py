"""What the text operators say about two concrete texts: the functions that the monitor uses."""

from dataclasses import dataclass
from typing import assert_never

from handrail.language.operators import TextRelation
from handrail.language.similarity import Similarity


@dataclass(frozen=True, slots=True)
class TextFacts:
    """Judges texts in normal form."""

    similarity: Similarity
    threshold: float

    def holds(self, relation: TextRelation, found: str, wanted: str) -> bool:
        """Whether `found contains wanted`, or `found ~= wanted`."""
        match relation:
            case TextRelation.CONTAINMENT:
                return wanted in found
            case TextRelation.LIKENESS:
                return self.similar(found, wanted)
            case _:
                assert_never(relation)

    def similar(self, found: str, wanted: str) -> bool:
        """Whether `found ~= wanted`."""
        return self.similarity.matches(wanted, found, self.threshold)
