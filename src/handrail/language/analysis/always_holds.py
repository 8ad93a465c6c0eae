"""Row counts that hold whatever the tables: at most one row of a key, no row with contradicting constraints."""

from collections.abc import Iterator

from handrail.language.analysis import redundant
from handrail.language.analysis.disjunct import Disjunct, state_predicates
from handrail.language.analysis.plain import names_in
from handrail.language.analysis.subject import Subject
from handrail.language.diagnostic import Diagnostic


def always_holds(subject: Subject) -> Iterator[Diagnostic]:
    """Only those that cannot be seen without a solver."""
    for rule in subject.rules:
        for predicate in state_predicates(rule):
            joins = any(True for _ in names_in(predicate))
            if joins or not predicate.holds_on_nothing or redundant.is_idle(predicate, subject.states):
                continue
            question = f"whether a row count in line {rule.span.line} always holds"
            if subject.is_impossible(question, (), (Disjunct.of((predicate,)),)):
                yield redundant.always_holds(predicate, "")
