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
from handrail.sentinel.fusion.fuse import Fusion, Published, StepEvidence, Weighed, fuse, gather
from handrail.sentinel.fusion.verdict import Coverage, Ran, StepVerdict, Verdict

__all__ = [
    "Calibration",
    "Coverage",
    "Fusion",
    "Hearing",
    "Promise",
    "Published",
    "Ran",
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
    "shipped",
    "write_calibration",
]
