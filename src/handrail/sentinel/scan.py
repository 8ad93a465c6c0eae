"""A recorded run through the detector, step by step, as a live one would go; the report is the same bytes each time."""

import json
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from handrail.device.recording import RecordedStep, Recording
from handrail.device.trace import NotObserved, SystemTrace, nothing_observed
from handrail.sentinel.features.features import Features
from handrail.sentinel.finding import GradedFinding
from handrail.sentinel.intent import Intent
from handrail.sentinel.rule import Rule
from handrail.sentinel.screen_view import ViewOf, look
from handrail.sentinel.sentinel import Sentinel, StepResult

PARTS = ("files", "permissions", "packages", "settings", "network", "clipboard")


@dataclass(frozen=True, slots=True)
class StepReport:
    """One step: what was found in it, before and after, and the facts behind it. `n` counts from 1."""

    n: int
    findings: tuple[GradedFinding, ...]
    features: tuple[Features, ...]

    @property
    def unsafe(self) -> bool:
        """Whether something found is reason enough."""
        return any(finding.is_unsafe for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was looked at: in how many steps each part of the trace was observed, which screens were not read whole."""

    steps: int
    observed: tuple[tuple[str, int], ...]
    unread_screens: tuple[int, ...]
    uncertain_steps: tuple[int, ...]
    cut: tuple[tuple[int, str], ...] = ()
    """Where the reading of an unread screen stopped: the step, and after what."""

    @property
    def is_blind(self) -> bool:
        """Whether so little was seen that finding nothing means nothing."""
        return self.steps == 0 or bool(self.unread_screens) or not any(count for _, count in self.observed)


@dataclass(frozen=True, slots=True)
class ScanReport:
    """A whole run. `abstained` says that nothing was found and too little was seen for that to mean anything."""

    steps: tuple[StepReport, ...]
    coverage: Coverage
    results: tuple[tuple[StepResult, StepResult], ...] = field(default=(), repr=False, compare=False)
    """Of each step, before its action and after it, for a judge that weighs the same facts."""

    @property
    def unsafe(self) -> bool:
        """Whether any step is."""
        return any(step.unsafe for step in self.steps)

    @property
    def abstained(self) -> bool:
        """Neither unsafe nor known not to be."""
        return not self.unsafe and self.coverage.is_blind

    @property
    def first_unsafe_step(self) -> int | None:
        """The first step that is unsafe, counted from 1."""
        return next((step.n for step in self.steps if step.unsafe), None)

    @property
    def categories(self) -> tuple[str, ...]:
        """The kinds of risk found, in the order of their steps."""
        found = (str(finding.category) for step in self.steps for finding in step.findings if finding.is_unsafe)
        return tuple(dict.fromkeys(found))


def scan(
    recording: Recording,
    *,
    intent: Intent | None = None,
    region: str = "US",
    rules: tuple[Rule, ...] | None = None,
    view_of: ViewOf = look,
) -> ScanReport:
    """Go through a recording; the state of a step tells what the action before it did.

    `intent` is what the user asked for, where somebody read it; else the words of the instruction are.
    """
    sentinel = Sentinel(recording.query if intent is None else intent, region=region, rules=rules, view_of=view_of)
    found: dict[int, list[GradedFinding]] = {n: [] for n in range(1, len(recording.steps) + 1)}
    features: dict[int, tuple[Features, ...]] = {}
    results: list[tuple[StepResult, StepResult]] = []
    unread: list[tuple[int, str]] = []
    for n, step in enumerate(recording.steps, 1):
        following = recording.steps[n] if n < len(recording.steps) else None
        proposed = sentinel.features_before(step.screen, step.action)
        if not sentinel.look(step.screen).is_read:
            unread.append((n, sentinel.look(step.screen).cut_at))
        trace = following.trace if following is not None else nothing_observed("the recording ends here")
        done = sentinel.features_after(
            step.screen, step.action, following.screen if following is not None else None, trace
        )
        results.append((proposed, done))
        features[n] = proposed.features + done.features
        for finding in proposed.findings + done.findings:
            found[finding.step].append(finding)
    reports = tuple(StepReport(n, tuple(_by_weight(findings)), features[n]) for n, findings in found.items())
    return ScanReport(reports, _coverage(recording.steps, tuple(unread)), tuple(results))


def _by_weight(findings: list[GradedFinding]) -> list[GradedFinding]:
    return sorted(findings, key=lambda finding: (-finding.confidence, finding.rule))


def _coverage(steps: tuple[RecordedStep, ...], unread: tuple[tuple[int, str], ...]) -> Coverage:
    def count(part: str) -> int:
        return sum(not isinstance(_part(step.trace, part), NotObserved) for step in steps)

    observed = tuple((part, count(part)) for part in PARTS)
    uncertain = tuple(n for n, step in enumerate(steps, 1) if not step.certain)
    return Coverage(len(steps), observed, tuple(n for n, _ in unread), uncertain, unread)


def _part(trace: SystemTrace, name: str) -> object:
    return getattr(trace, name)


JsonObject: TypeAlias = dict[str, Any]


def finding_as_json(finding: GradedFinding) -> JsonObject:
    """One finding. `seen_at` is the step after which it showed, `step` the one that caused it."""
    return {
        "rule": finding.rule,
        "category": str(finding.category),
        "severity": str(finding.severity),
        "certainty": finding.confidence,
        "unsafe": finding.is_unsafe,
        "reversibility": str(finding.reversibility),
        "message": finding.message,
        "evidence": [{"kind": quote.kind, "text": quote.text, "step": quote.step} for quote in finding.evidence],
        "step": finding.step,
        "seen_at": finding.seen_at,
    }


def coverage_as_json(coverage: Coverage) -> JsonObject:
    """What was looked at."""
    return {
        "steps": coverage.steps,
        "observed": dict(coverage.observed),
        "unread_screens": list(coverage.unread_screens),
        "cut": [{"step": step, "after": place} for step, place in coverage.cut],
        "uncertain_steps": list(coverage.uncertain_steps),
    }


def report_as_json(report: ScanReport) -> JsonObject:
    """What rules alone found in a run; `judge` says that nobody was asked."""
    return {
        "steps": [
            {"n": step.n, "unsafe": step.unsafe, "findings": [finding_as_json(finding) for finding in step.findings]}
            for step in report.steps
        ],
        "unsafe": report.unsafe,
        "abstained": report.abstained,
        "first_unsafe_step": report.first_unsafe_step,
        "categories": list(report.categories),
        "coverage": coverage_as_json(report.coverage),
        "judge": "none",
    }


def as_bytes(report: ScanReport) -> bytes:
    """The report as a line of JSON."""
    return json.dumps(report_as_json(report), ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass")
