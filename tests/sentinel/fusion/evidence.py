"""Findings and opinions of our own, for fusion."""

from handrail.sentinel.finding import Category, Evidence, GradedFinding, Reversibility
from handrail.sentinel.fusion import StepEvidence
from handrail.sentinel.judge import Abstained, Cause, Cleared, Flagged, Judgement, Quote
from handrail.severity import Severity


def finding(
    confidence: float = 0.9, category: Category = Category.PRIVACY, *,
    step: int = 1, severity: Severity = Severity.HIGH,
    rule: str = "goes-to-someone-else", reversibility: Reversibility = Reversibility.COSTLY,
) -> GradedFinding:  # fmt: skip
    evidence = (Evidence("element", "Send", step),)
    return GradedFinding(rule, category, severity, "It goes to Paul.", evidence, step, reversibility, confidence, step)


def flag(
    step: int, confidence: float = 0.9, category: Category = Category.PRIVACY, *, supported: bool = True
) -> Judgement:
    quote = Quote("Paul", step if supported else None)
    return Judgement((step,), Flagged(step, category, confidence, (quote,), "It goes to Paul."))


def clear(step: int, confidence: float = 0.9) -> Judgement:
    return Judgement((step,), Cleared(confidence))


def silent(step: int, cause: Cause = Cause.TIMED_OUT) -> Judgement:
    return Judgement((step,), Abstained(cause, "no answer in 60 seconds"))


def steps(*pairs: tuple[list[GradedFinding], list[Judgement]]) -> tuple[StepEvidence, ...]:
    return tuple(StepEvidence(n, tuple(found), tuple(said)) for n, (found, said) in enumerate(pairs, 1))
