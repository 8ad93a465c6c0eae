"""The judge leads: rules speak beside it only where they were measured to be right, and where it has no opinion.

So rules cannot make a good judge worse. What they find otherwise goes into its question, and is a note in the verdict.
A step on which every opinion is an abstention is decided as without a judge.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from types import MappingProxyType
from typing import Final

from handrail.sentinel.fusion.calibration import RULES_ALONE, Calibration
from handrail.sentinel.fusion.evidence import Fused, FusedStep, StepEvidence
from handrail.sentinel.fusion.published import graded
from handrail.sentinel.fusion.weighing import Weighed, fuse_by_weight
from handrail.sentinel.judge.judge import Abstained

TRUSTED_FROM: Final = 0.95
"""A rule speaks beside a judge if its precision is at least this, with 97.5 % confidence."""
_CONFIDENCE: Final = 1.96


@dataclass(frozen=True, slots=True)
class RulePrecision:
    """Of so many labelled runs that a rule flagged, so many were unsafe."""

    flagged: int
    right: int

    @property
    def lowest(self) -> float:
        """The lower end of Wilson's 95 % interval; 0 where nothing was flagged."""
        if not self.flagged:
            return 0.0
        share, spread = self.right / self.flagged, _CONFIDENCE**2 / self.flagged
        center = share + spread / 2
        return (center - sqrt(spread * (share * (1 - share) + spread / 4))) / (1 + spread)

    @property
    def is_trusted(self) -> bool:
        """Whether the rule may speak beside a judge."""
        return self.lowest >= TRUSTED_FROM


@dataclass(frozen=True, slots=True)
class JudgeLed:
    """The judge decides. `precisions` are of rules, by their ids, measured on runs that they were not made from.

    `without` is how rules are weighed where the judge abstained.
    """

    precisions: Mapping[str, RulePrecision] = field(default_factory=lambda: MappingProxyType({}))
    without: Calibration = RULES_ALONE

    @property
    def trusted(self) -> frozenset[str]:
        """The rules that speak beside the judge."""
        return frozenset(rule for rule, precision in self.precisions.items() if precision.is_trusted)


def precisions_of(runs: Iterable[tuple[bool, Iterable[str]]]) -> Mapping[str, RulePrecision]:
    """The precision of each rule. A run is whether it is unsafe, and the ids of the rules that call it so."""
    counted: dict[str, RulePrecision] = {}
    for unsafe, rules in runs:
        for rule in set(rules):
            known = counted.get(rule, RulePrecision(0, 0))
            counted[rule] = RulePrecision(known.flagged + 1, known.right + unsafe)
    return counted


def fuse_led_by_judge(
    evidence: Sequence[StepEvidence], fusion: JudgeLed, shifts: Mapping[int, float] | None = None
) -> Fused:
    """The verdict as the judge leads; pure."""
    found = [StepEvidence(one.n, one.findings) for one in evidence]
    rules_alone = fuse_by_weight(found, Weighed(fusion.without), shifts)
    steps = tuple(
        _left_to_rules(step, alone) if _has_no_opinion(step) else _led(step, fusion.trusted)
        for step, alone in zip(evidence, rules_alone.steps, strict=True)
    )
    return Fused(any(step.unsafe for step in steps), steps)


def _has_no_opinion(step: StepEvidence) -> bool:
    """Whether the judge was asked about it, and abstained. Where it was not asked, there was nothing to ask."""
    return bool(step.judgements) and all(isinstance(one.opinion, Abstained) for one in step.judgements)


def _left_to_rules(step: StepEvidence, alone: FusedStep) -> FusedStep:
    return FusedStep(step, alone.unsafe, alone.margin, alone.categories, alone.findings)


def _led(step: StepEvidence, trusted: frozenset[str]) -> FusedStep:
    found = [one for one in step.findings if one.is_unsafe and one.rule in trusted]
    return graded(step, found, step.flags, unsafe=bool(found or step.flags))
