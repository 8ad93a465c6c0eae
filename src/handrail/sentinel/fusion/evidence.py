"""What speaks for and against each step of a run, and what becomes of it: values that every way of fusing shares."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log

from handrail.sentinel.finding import Category, GradedFinding
from handrail.sentinel.fusion.calibration import Promise
from handrail.sentinel.judge.judge import Flagged, Judgement


@dataclass(frozen=True, slots=True)
class StepEvidence:
    """One step. `n` counts from 1; `judgements` are those that are about it, alone or with others."""

    n: int
    findings: tuple[GradedFinding, ...] = ()
    judgements: tuple[Judgement, ...] = ()

    @property
    def found(self) -> bool:
        """Whether a rule calls it unsafe."""
        return any(finding.is_unsafe for finding in self.findings)

    @property
    def flags(self) -> tuple[Flagged, ...]:
        """The opinions that call this very step unsafe."""
        return tuple(
            judgement.opinion
            for judgement in self.judgements
            if isinstance(judgement.opinion, Flagged) and judgement.opinion.step == self.n
        )


def gather(
    findings: Iterable[tuple[int, Sequence[GradedFinding]]], judgements: Iterable[Judgement]
) -> tuple[StepEvidence, ...]:
    """The findings of each step with the judgements about it. A flag may name an earlier step than was asked about."""
    about: dict[int, list[Judgement]] = {}
    for judgement in judgements:
        flagged = [judgement.opinion.step] if isinstance(judgement.opinion, Flagged) else []
        for step in dict.fromkeys((*judgement.steps, *flagged)):
            about.setdefault(step, []).append(judgement)
    return tuple(StepEvidence(n, tuple(found), tuple(about.get(n, ()))) for n, found in findings)


@dataclass(frozen=True, slots=True)
class FusedStep:
    """A step after fusion; `margin` is how far it is above the threshold, in log-odds.

    `findings` and `flags` are what makes it unsafe; none where it is not.
    """

    evidence: StepEvidence
    unsafe: bool
    margin: float
    categories: tuple[Category, ...]
    findings: tuple[GradedFinding, ...] = ()
    flags: tuple[Flagged, ...] = ()

    @property
    def score(self) -> float:
        """From 0 to 1, above 0.5 where unsafe."""
        return probability(self.margin)


@dataclass(frozen=True, slots=True)
class Fused:
    """A run after fusion."""

    unsafe: bool
    steps: tuple[FusedStep, ...]
    promise: Promise | None = None


SUREST = 0.99
"""No single opinion or rule is taken for surer than this."""


def log_odds(probability: float) -> float:
    """The log-odds of a probability, which is first kept away from 0 and 1."""
    kept = min(max(probability, 1 - SUREST), SUREST)
    return log(kept / (1 - kept))


def probability(log_odds_: float) -> float:
    """The probability of log-odds."""
    if log_odds_ >= 0:
        return 1 / (1 + exp(-log_odds_))
    odds = exp(log_odds_)
    return odds / (1 + odds)
