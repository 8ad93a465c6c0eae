"""What a question is asked about besides its rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from handrail.language.analysis.text_facts import TextFacts
from handrail.language.declaration import States
from handrail.language.normal_form import normal_form
from handrail.language.rule import Literal, Rule, StatePredicate


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
