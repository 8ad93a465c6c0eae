"""All warnings of one specification: those to be seen in the text, then those that take a solver."""

from dataclasses import dataclass

from handrail.language.analysis import redundant
from handrail.language.analysis.disjunct import TooManyDisjuncts
from handrail.language.diagnostic import Diagnostic
from handrail.language.similarity import Similarity
from handrail.language.specification import Specification

MOST_RULES = 300
"""Rules are looked at in pairs; nobody writes so many for one task."""

PROVEN = (
    "whether every rule can hold",
    "whether a row count always holds",
    "whether a rule is implied by another",
    "whether the task may end early",
    "whether a branch lacks its other side",
)
"""What takes a solver to find out."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found, and what was not looked into.

    Warnings are in the order of the text; `skipped` has a clause for each question that nobody answered, and why.

    No diagnostics and an empty `skipped` mean: looked at everything, found nothing. `similarity` says what `~=` was
    taken to mean; another one can make another warning true.
    """

    diagnostics: tuple[Diagnostic, ...]
    engine: str
    skipped: tuple[str, ...]
    similarity: str


def inspect(specification: Specification, similarity: Similarity, threshold: float, solver: bool) -> Report:
    """The warnings. Without `solver` only those to be seen in the text, and `skipped` names the others."""
    rules, states = specification.rules, specification.states
    found = [
        *redundant.nowhere(rules),
        *redundant.done_at_once(rules),
        *redundant.idle_counts(rules, states),
        *redundant.identical(rules),
    ]
    texts = f"{similarity.name}, threshold {threshold:g}"
    if not solver:
        return _report(found, "none: install handrail[analysis]", texts, _all_skipped("that takes z3"))
    from handrail.language.analysis.logic import version

    if len(rules) > MOST_RULES:
        return _report(found, version(), texts, _all_skipped(f"there are more than {MOST_RULES} rules"))
    try:
        proven, doubts = _prove(specification, similarity, threshold)
    except TooManyDisjuncts:
        return _report(found, version(), texts, _all_skipped("`still` unfolds into too many cases"))
    return _report([*found, *proven], version(), texts, doubts)


def _all_skipped(reason: str) -> tuple[str, ...]:
    return tuple(f"{question}: {reason}" for question in PROVEN)


def _prove(
    specification: Specification, similarity: Similarity, threshold: float
) -> tuple[list[Diagnostic], tuple[str, ...]]:
    from handrail.language.analysis.branches import ends_early, one_sided
    from handrail.language.analysis.proof import Subject, always_holds, dead_rules, subsumed, unsatisfiable
    from handrail.language.analysis.setting import Setting, TextFacts, spellings

    rules = specification.rules
    setting = Setting(specification.states, TextFacts(similarity, threshold), None, spellings(rules))
    subject = Subject.of(rules, setting)
    dead = dead_rules(subject)
    found = [
        *unsatisfiable(subject, dead),
        *always_holds(subject),
        *subsumed(subject, dead),
        *ends_early(subject, dead),
        *one_sided(subject, dead),
    ]
    return found, tuple(subject.doubts)


def _report(diagnostics: list[Diagnostic], engine: str, similarity: str, skipped: tuple[str, ...]) -> Report:
    in_order = sorted(diagnostics, key=lambda diagnostic: (diagnostic.span.line, diagnostic.span.column))
    return Report(tuple(in_order), engine, skipped, similarity)
