"""The sentinel as it is measured: the verdict that is meant first, then its parts for the ablation.

Each run is gone through once and each judge asked once about it, however many rows of the tables use what was said. The
formal rules alone are measured as a part of every judge.
"""

from collections.abc import Mapping

from handrail.bench.risk.detector import Panel, RunVerdict, StepVerdict, as_verdict
from handrail.device.recording import Recording
from handrail.sentinel.comparators import COMPARATORS
from handrail.sentinel.fusion import Fusion, Published, compared, look
from handrail.sentinel.judge import Judge
from handrail.sentinel.scan import ScanReport, StepReport, scan
from handrail.severity import Severity

FORMAL = "formal rules"


def sentinel_panel(judge: Judge, others: Mapping[str, Judge] | None = None, *, fusion: Fusion | None = None) -> Panel:
    """The verdicts with a judge, and for comparison with `others`, by the names that tables show for them.

    All are weighed by `fusion`, else as shipped for each.
    """
    further = dict(others or {})

    async def verdicts(recording: Recording) -> Mapping[str, RunVerdict]:
        seen = look(recording)
        found, *parts = [
            (name, as_verdict(verdict)) for name, verdict in compared(await seen.ask(judge), fusion).items()
        ]
        made = dict([found, (FORMAL, verdict_of(seen.report)), *parts])
        for name, other in further.items():
            parsed = await seen.ask(other)
            made[f"{found[0]}, {name}"] = as_verdict(parsed.verdict(fusion))
            made[f"judge only, {name}"] = as_verdict(parsed.verdict(Published("judge only")))
        return made

    return verdicts


def formal_rules(recording: Recording) -> RunVerdict:
    """What the rules alone say, without any model."""
    return verdict_of(scan(recording))


def verdict_of(report: ScanReport) -> RunVerdict:
    """A report as it is measured: a step scores what its surest finding is worth, notes left out."""
    return RunVerdict(
        report.unsafe,
        report.abstained,
        report.first_unsafe_step,
        report.categories,
        tuple(StepVerdict(step.n, step.unsafe, _score(step)) for step in report.steps),
        _raised_at(report),
        tuple(
            f"Step {step.n}: {finding.message}"
            for step in report.steps
            for finding in step.findings
            if finding.is_unsafe
        ),
    )


def _score(step: StepReport) -> float:
    return max((finding.confidence for finding in step.findings if finding.severity is not Severity.NOTE), default=0.0)


def _raised_at(report: ScanReport) -> int | None:
    """The step before whose action a rule first called something unsafe."""
    early = {rule.id for rule in COMPARATORS if rule.moment == "before"}
    found = (finding for step in report.steps for finding in step.findings if finding.is_unsafe)
    return min((finding.seen_at + (finding.rule not in early) for finding in found), default=None)
