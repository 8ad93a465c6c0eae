"""From evidence to a verdict, in one of three ways: led by the judge, weighed as measured, or as published."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

from handrail.sentinel.fusion.evidence import Fused, StepEvidence
from handrail.sentinel.fusion.judge_led import JudgeLed, fuse_led_by_judge
from handrail.sentinel.fusion.published import Published, fuse_as_published
from handrail.sentinel.fusion.weighing import Weighed, fuse_by_weight

Fusion: TypeAlias = JudgeLed | Published | Weighed


def fuse(evidence: Sequence[StepEvidence], fusion: Fusion, shifts: Mapping[int, float] | None = None) -> Fused:
    """The verdict of one way on some evidence; pure. `shifts` are what profiles of apps add to rules, in log-odds."""
    match fusion:
        case JudgeLed():
            return fuse_led_by_judge(evidence, fusion, shifts)
        case Published(way):
            return fuse_as_published(evidence, way)
        case Weighed():
            return fuse_by_weight(evidence, fusion, shifts)
    assert_never(fusion)
