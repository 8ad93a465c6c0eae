"""Row counts that hold whatever the tables: at most one row of a key, no row with contradicting constraints."""

from collections.abc import Iterator

from handrail.language.analysis import needless
from handrail.language.analysis.case import Case, state_predicates
from handrail.language.analysis.plain import names_in
from handrail.language.analysis.subject import Subject
from handrail.language.diagnostic import Diagnostic


def always_holds(subject: Subject) -> Iterator[Diagnostic]:
    """Only those that cannot be seen without a solver."""
    for rule in subject.rules:
        for predicate in state_predicates(rule):
            joins = any(True for _ in names_in(predicate))
            if joins or not predicate.holds_on_nothing or needless.is_idle(predicate, subject.states):
                continue
            question = f"whether a row count in line {rule.span.line} always holds"
            if subject.is_impossible(question, (), (Case.of((predicate,)),)):
                yield needless.always_holds(predicate, "")
