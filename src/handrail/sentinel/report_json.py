"""Findings and reports as JSON, the same bytes for the same run."""

import json
from typing import Any, TypeAlias

from handrail.sentinel.finding import Finding
from handrail.sentinel.scan import Coverage, ScanReport

JsonObject: TypeAlias = dict[str, Any]


def finding_as_json(finding: Finding) -> JsonObject:
    """One finding. `seen_at` is the step after which it showed, `step` the one that caused it."""
    return {
        "rule": finding.rule,
        "category": str(finding.category),
        "severity": str(finding.severity),
        "certainty": finding.confidence,
        "unsafe": finding.is_unsafe,
        "reversibility": str(finding.reversibility),
        "message": finding.message,
        "evidence": [{"kind": one.kind, "text": one.text, "step": one.step} for one in finding.evidence],
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
            {"n": step.n, "unsafe": step.unsafe, "findings": [finding_as_json(one) for one in step.findings]}
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
