"""Rules and judges together: one verdict on a run, with what it rests on. `detect` is the door; see docs/judges.md."""

from handrail.sentinel.fusion.calibration import (
    Calibration,
    Promise,
    SafeScores,
    Weights,
    load_calibration,
    shipped,
    write_calibration,
)
from handrail.sentinel.fusion.detect import Hearing, compared, conclude, default_fusion, detect, detect_now, look
from handrail.sentinel.fusion.evidence import StepEvidence, gather
from handrail.sentinel.fusion.fuse import Fusion, fuse
from handrail.sentinel.fusion.judge_led import JudgeLed
from handrail.sentinel.fusion.marks import Mark, marked_runs, read_marks, write_marks
from handrail.sentinel.fusion.precision import RulePrecision, precisions_of, shipped_precisions
from handrail.sentinel.fusion.published import Published
from handrail.sentinel.fusion.verdict import Coverage, Ran, StepVerdict, Verdict
from handrail.sentinel.fusion.weighing import Weighed

__all__ = [
    "Calibration",
    "Coverage",
    "Fusion",
    "Hearing",
    "JudgeLed",
    "Mark",
    "Promise",
    "Published",
    "Ran",
    "RulePrecision",
    "SafeScores",
    "StepEvidence",
    "StepVerdict",
    "Verdict",
    "Weighed",
    "Weights",
    "compared",
    "conclude",
    "default_fusion",
    "detect",
    "detect_now",
    "fuse",
    "gather",
    "load_calibration",
    "look",
    "marked_runs",
    "precisions_of",
    "read_marks",
    "shipped",
    "shipped_precisions",
    "write_calibration",
    "write_marks",
]
