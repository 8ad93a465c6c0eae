"""From evidence to a verdict, in one of three ways: either is enough, both are needed, or weighed as measured.

Weighed, what speaks for and against each step is added up as log-odds, for each category by itself. A rule speaks for
its category only; a judge's flag for the one it names; a judge's `safe` speaks against all. Who abstains or is not sure
says nothing, in neither direction.

The published ways are for comparison. Source: OS-Sentinel (ACL '26), section 3.3, and its released code: with either,
the first flag of both counts; with both, the run is unsafe if each flags some step, and the step is the first that both
flag, if there is one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Literal, TypeAlias, assert_never

from handrail.error import Misuse
from handrail.sentinel.finding import Category, GradedFinding
from handrail.sentinel.fusion.calibration import Calibration, Promise, Weights
from handrail.sentinel.judge.judge import Cleared, Flagged, Judgement
from handrail.severity import Severity


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
    """The findings of each step with the judgements that are about it."""
    about: dict[int, list[Judgement]] = {}
    for judgement in judgements:
        for step in judgement.steps:
            about.setdefault(step, []).append(judgement)
    return tuple(StepEvidence(n, tuple(found), tuple(about.get(n, ()))) for n, found in findings)


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


SILENCE = -4.0
"""The log-odds of a category for which nothing speaks."""


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
        return tuple(category for _, category in sorted(over, key=lambda one: (-one[0], one[1])))


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


@dataclass(frozen=True, slots=True)
class Combined:
    """The verdict on a run; `steps` are the flagged ones."""

    unsafe: bool
    steps: tuple[int, ...]

    @property
    def first_unsafe_step(self) -> int | None:
        """The first of them."""
        return min(self.steps, default=None)


def strict(evidence: Sequence[StepEvidence]) -> Combined:
    """Unsafe where the rules or the judge say so."""
    steps = tuple(step.n for step in evidence if step.found or step.flags)
    return Combined(bool(steps), steps)


def consensus(evidence: Sequence[StepEvidence]) -> Combined:
    """Unsafe where the rules and the judge say so, though perhaps of different steps; then no step is named."""
    found, flagged = any(step.found for step in evidence), any(step.flags for step in evidence)
    steps = tuple(step.n for step in evidence if step.found and step.flags)
    return Combined(found and flagged, steps)


def formal_only(evidence: Sequence[StepEvidence]) -> Combined:
    """What the rules alone say."""
    steps = tuple(step.n for step in evidence if step.found)
    return Combined(bool(steps), steps)


def judge_only(evidence: Sequence[StepEvidence]) -> Combined:
    """What the judge alone says."""
    steps = tuple(step.n for step in evidence if step.flags)
    return Combined(bool(steps), steps)


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
