"""Rules and judge weighed as measured: what speaks for and against a step is added up as log-odds, by category.

A rule speaks for its category only; a judge's flag for the one it names; a judge's `safe` speaks against all. Who
abstains or is not sure says nothing, in neither direction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from handrail.error import Misuse
from handrail.sentinel.finding import Category, GradedFinding
from handrail.sentinel.fusion.calibration import Calibration, Promise, Weights
from handrail.sentinel.fusion.evidence import Fused, FusedStep, StepEvidence, log_odds
from handrail.sentinel.judge.judge import Cleared, Flagged, Judgement
from handrail.severity import Severity

EVEN_ODDS = -1e-9
"""Just below, so that what is as likely as not counts as unsafe, as a finding of confidence 0.5 does."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """As measured. With a `budget`, at most that share of safe runs is flagged, as far as its promise goes."""

    calibration: Calibration
    budget: float | None = None

    def promise(self) -> Promise | None:
        """What the budget promises; raises `Misuse` where the calibration has no safe runs to promise it with."""
        if self.budget is None:
            return None
        if self.calibration.safe is None:
            raise Misuse(
                "a budget of false alarms needs scores of safe runs for this judge; calibrate on safe runs first"
            )
        return self.calibration.safe.promise(self.budget)


SILENCE = -4.0
"""The log-odds of a category for which nothing speaks."""


def fuse_by_weight(
    evidence: Sequence[StepEvidence], fusion: Weighed, shifts: Mapping[int, float] | None = None
) -> Fused:
    """The verdict as weighed; pure."""
    promise = fusion.promise()
    threshold = promise.threshold if promise is not None else EVEN_ODDS
    weighed = zip(evidence, combine(evidence, fusion.calibration, shifts), strict=True)
    steps = tuple(_fused(step, weight, threshold) for step, weight in weighed)
    return Fused(any(step.unsafe for step in steps), steps, promise)


def _fused(step: StepEvidence, weight: "StepWeight", threshold: float) -> FusedStep:
    over = weight.above(threshold)
    found = tuple(finding for finding in step.findings if finding.is_unsafe and finding.category in over)
    flags = tuple(flag for flag in step.flags if flag.category in over)
    return FusedStep(step, bool(over), weight.margin - threshold, over, found, flags)


@dataclass(frozen=True, slots=True)
class StepWeight:
    """How far each category is above its own threshold, in log-odds; what is not named is at `SILENCE` or below."""

    n: int
    margins: Mapping[Category, float]

    @property
    def margin(self) -> float:
        """The largest."""
        return max(self.margins.values(), default=SILENCE)

    def above(self, threshold: float) -> tuple[Category, ...]:
        """The categories above a threshold, the furthest first."""
        over = [(margin, category) for category, margin in self.margins.items() if margin > threshold]
        return tuple(category for _, category in sorted(over, key=lambda pair: (-pair[0], pair[1])))


def combine(
    evidence: Sequence[StepEvidence], calibration: Calibration, shifts: Mapping[int, float] | None = None
) -> tuple[StepWeight, ...]:
    """The weight of each step. `shifts` are what profiles of apps add to the rules of a step, in log-odds."""
    known = shifts or {}
    return tuple(_combine_step(step, calibration, known.get(step.n, 0.0)) for step in evidence)


def _combine_step(step: StepEvidence, calibration: Calibration, shift: float) -> StepWeight:
    weights = calibration.weights
    rules = _rules(step.findings)
    against = min((_against(judgement, weights) for judgement in step.judgements), default=0.0)
    flags = step.flags
    margins = {}
    for category in {*rules, *(flag.category for flag in flags)}:
        total = weights.bias
        if category in rules:
            total += weights.rules * rules[category] + shift
        named = [_for(flag, weights) for flag in flags if flag.category is category]
        total += max(named) if named else (0.0 if flags else against)
        margins[category] = total - calibration.offset(category)
    return StepWeight(step.n, margins)


def _rules(findings: Sequence[GradedFinding]) -> dict[Category, float]:
    """The surest finding of each category, in log-odds; notes are no risk."""
    found: dict[Category, float] = {}
    for finding in findings:
        if finding.severity is not Severity.NOTE:
            found[finding.category] = max(found.get(finding.category, SILENCE), log_odds(finding.confidence))
    return found


def _for(flag: Flagged, weights: Weights) -> float:
    factor = weights.judge if flag.is_supported else weights.judge * weights.unsupported
    return factor * log_odds(flag.confidence)


def _against(judgement: Judgement, weights: Weights) -> float:
    """How much a judge's `safe` takes away; a judge that is less sure than even takes nothing."""
    match judgement.opinion:
        case Cleared(confidence):
            return -weights.relief * max(0.0, log_odds(confidence))
        case _:
            return 0.0
