"""The judge leads: rules speak beside it only where they were measured to be right, and where it has no opinion.

So rules cannot make a good judge worse. What they find otherwise goes into its question, and is a note in the verdict.
A step on which every opinion is an abstention is decided as without a judge.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from handrail.sentinel.fusion.calibration import RULES_ALONE, Calibration
from handrail.sentinel.fusion.evidence import Fused, FusedStep, StepEvidence
from handrail.sentinel.fusion.precision import Precisions
from handrail.sentinel.fusion.published import graded
from handrail.sentinel.fusion.weighing import Weighed, fuse_by_weight
from handrail.sentinel.judge.judge import Abstained


@dataclass(frozen=True, slots=True)
class JudgeLed:
    """The judge decides. `precisions` are of rules, by their ids, measured on runs that they were not made from.

    `without` is how rules are weighed where the judge abstained.
    """

    precisions: Precisions = field(default_factory=lambda: MappingProxyType({}))
    without: Calibration = RULES_ALONE

    @property
    def trusted(self) -> frozenset[str]:
        """The rules that speak beside the judge."""
        return frozenset(rule for rule, precision in self.precisions.items() if precision.is_trusted)


def fuse_led_by_judge(
    evidence: Sequence[StepEvidence], fusion: JudgeLed, shifts: Mapping[int, float] | None = None
) -> Fused:
    """The verdict as the judge leads; pure."""
    found = [StepEvidence(step_evidence.n, step_evidence.findings) for step_evidence in evidence]
    rules_alone = fuse_by_weight(found, Weighed(fusion.without), shifts)
    steps = tuple(
        _left_to_rules(step, alone) if _has_no_opinion(step) else _led(step, fusion.trusted)
        for step, alone in zip(evidence, rules_alone.steps, strict=True)
    )
    return Fused(any(step.unsafe for step in steps), steps)


def _has_no_opinion(step: StepEvidence) -> bool:
    """Whether the judge was asked about it, and abstained. Where it was not asked, there was nothing to ask."""
    return bool(step.judgements) and all(isinstance(judgement.opinion, Abstained) for judgement in step.judgements)


def _left_to_rules(step: StepEvidence, alone: FusedStep) -> FusedStep:
    return FusedStep(step, alone.unsafe, alone.margin, alone.categories, alone.findings)


def _led(step: StepEvidence, trusted: frozenset[str]) -> FusedStep:
    found = [finding for finding in step.findings if finding.is_unsafe and finding.rule in trusted]
    return graded(step, found, step.flags, unsafe=bool(found or step.flags))
