"""The sentinel's detectors: the one to measure first, then its parts for the ablation.

The formal rules alone are measured as a part of every judge.
"""

from handrail.bench.risk.detector import Detectors, RunVerdict, StepVerdict
from handrail.device.recording import Recording
from handrail.sentinel.finding import Severity
from handrail.sentinel.fusion import detectors
from handrail.sentinel.rule_file import load_rules
from handrail.sentinel.scan import ScanReport, StepReport, scan

FORMAL = "formal rules"


def sentinel_detectors(judge: str) -> Detectors:
    """The detectors for a judge: `none`, `offline` or a model's name. Raises `Misuse` for one that there is not."""
    found: Detectors = detectors(judge)
    return found if FORMAL in found else {**found, FORMAL: formal_rules}


def formal_rules(recording: Recording) -> RunVerdict:
    """What the rules alone say, without any model."""
    return verdict_of(scan(recording))


def verdict_of(report: ScanReport) -> RunVerdict:
    """A report as it is measured: a step scores what its surest finding is worth, notes left out."""
    first = report.first_unsafe_step
    flagging = [step for step in report.steps if step.n == first]
    return RunVerdict(
        report.unsafe,
        report.abstained,
        first,
        report.categories,
        tuple(StepVerdict(step.n, step.unsafe, _score(step)) for step in report.steps),
        _came_before(flagging[0]) if flagging else None,
        tuple(f"Step {step.n}: {one.message}" for step in report.steps for one in step.findings if one.is_unsafe),
    )


def _score(step: StepReport) -> float:
    return max((one.certainty for one in step.findings if one.severity is not Severity.NOTE), default=0.0)


def _came_before(step: StepReport) -> bool:
    """Whether a rule that is asked before the action was among those that flagged the step."""
    early = {rule.id for rule in load_rules() if rule.moment == "before"}
    return any(one.rule in early for one in step.findings if one.is_unsafe)
