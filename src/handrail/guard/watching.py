"""The sentinel as a detector of the guard: its findings in the guard's own form."""

from typing import TYPE_CHECKING

from handrail.guard.detector import Detector, Finding

if TYPE_CHECKING:
    from handrail.sentinel.finding import GradedFinding
    from handrail.sentinel.judge.judge import Judge


def sentinel_detector(
    instruction: str, application: str = "", *, judge: "Judge | None" = None, false_alarms: float | None = None
) -> Detector:
    """A detector for one session. Without a judge the rules look alone; `false_alarms` is the share that is borne."""
    from handrail.sentinel.fusion.live import as_guard_detector

    return as_guard_detector(instruction, application, _as_guard_finding, judge=judge, budget=false_alarms)


def _as_guard_finding(finding: "GradedFinding") -> Finding:
    return Finding(
        "sentinel",
        finding.rule,
        str(finding.category),
        finding.severity,
        finding.message,
        tuple(f"{one.kind}: {one.text}" for one in finding.evidence),
        finding.step,
    )
