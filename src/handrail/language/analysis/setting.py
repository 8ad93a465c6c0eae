"""What a question is asked about besides its rules: states, clock, spellings, and what operators say of two texts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from handrail.language.declaration import States
from handrail.language.normal_form import normal_form
from handrail.language.operators import AFFIRMING, TextRelation, holds
from handrail.language.rule import Literal, Rule, StatePredicate
from handrail.language.similarity import Similarity


@dataclass(frozen=True, slots=True)
class TextFacts:
    """What the text operators say about two texts in normal form: it is the monitor's `holds` that says so."""

    similarity: Similarity
    threshold: float

    def holds(self, relation: TextRelation, found: str, wanted: str) -> bool:
        """Whether `found contains wanted`, or `found ~= wanted`."""
        return holds(AFFIRMING[relation], found, (wanted,), self._matches)

    def similar(self, found: str, wanted: str) -> bool:
        """Whether `found ~= wanted`."""
        return self.holds(TextRelation.LIKENESS, found, wanted)

    def _matches(self, wanted: str, found: str) -> bool:
        return self.similarity.matches(wanted, found, self.threshold)


@dataclass(frozen=True, slots=True)
class Setting:
    """`clock` is when the session begins, None stands for any day.

    `spellings` has the texts of the rules as they were written, by normal form.
    """

    states: States
    facts: TextFacts
    clock: datetime | None
    spellings: Mapping[str, str]


def spellings(rules: Iterable[Rule]) -> Mapping[str, str]:
    """Every text constant of the rules, by normal form."""
    return {
        normal_form(term.value): term.value
        for rule in rules
        for predicate in rule.body
        if isinstance(predicate, StatePredicate)
        for constraint in predicate.constraints
        for term in constraint.terms
        if isinstance(term, Literal) and isinstance(term.value, str)
    }
