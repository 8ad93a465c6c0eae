"""From evidence to a verdict, in one of three ways: either is enough, both are needed, or weighed as measured."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

from handrail.error import Misuse
from handrail.sentinel.finding import Category
from handrail.sentinel.fusion.calibration import Calibration
from handrail.sentinel.fusion.conformal import Promise
from handrail.sentinel.fusion.log_odds import log_odds, probability
from handrail.sentinel.fusion.published import Combined, consensus, formal_only, judge_only, strict
from handrail.sentinel.fusion.step_evidence import StepEvidence
from handrail.sentinel.fusion.weighing import combine

EVEN_ODDS = -1e-9
"""Just below, so that what is as likely as not counts as unsafe, as a finding of certainty 0.5 does."""

PublishedWay: TypeAlias = Literal["strict", "consensus", "rules only", "judge only"]


@dataclass(frozen=True, slots=True)
class Published:
    """One of the ways without weights."""

    way: PublishedWay


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


Fusion: TypeAlias = Published | Weighed


@dataclass(frozen=True, slots=True)
class FusedStep:
    """A step after fusion; `margin` is how far it is above the threshold, in log-odds."""

    evidence: StepEvidence
    unsafe: bool
    margin: float
    categories: tuple[Category, ...]

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


def fuse(evidence: Sequence[StepEvidence], fusion: Fusion, shifts: Mapping[int, float] | None = None) -> Fused:
    """The verdict of one way on some evidence; pure."""
    match fusion:
        case Published(way):
            return _published(evidence, way)
        case Weighed(calibration):
            promise = fusion.promise()
            threshold = promise.threshold if promise is not None else EVEN_ODDS
            steps = []
            for step, weight in zip(evidence, combine(evidence, calibration, shifts), strict=True):
                over = weight.above(threshold)
                steps.append(FusedStep(step, bool(over), weight.margin - threshold, over))
            return Fused(any(step.unsafe for step in steps), tuple(steps), promise)
    assert_never(fusion)


def _published(evidence: Sequence[StepEvidence], way: PublishedWay) -> Fused:
    ways = {"strict": strict, "consensus": consensus, "rules only": formal_only, "judge only": judge_only}
    combined: Combined = ways[way](evidence)
    flagged = frozenset(combined.steps)
    return Fused(combined.unsafe, tuple(_plain(step, way, unsafe=step.n in flagged) for step in evidence))


def _plain(step: StepEvidence, way: PublishedWay, *, unsafe: bool) -> FusedStep:
    """Graded by the surest of those who are heard; there is no scale between them, that is what weighing is for."""
    found = {finding.category: finding.confidence for finding in step.findings if finding.is_unsafe}
    flagged = {flag.category: flag.confidence for flag in step.flags}
    heard = {**(found if way != "judge only" else {}), **(flagged if way != "rules only" else {})}
    surest = max(heard.values(), default=0.01)
    margin = log_odds(surest)
    return FusedStep(step, unsafe, max(margin, 0.05) if unsafe else min(margin, -0.05), tuple(heard) if unsafe else ())
