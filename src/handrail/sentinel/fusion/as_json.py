"""A verdict as the JSON that other programs read."""

from handrail.sentinel.fusion.verdict import Verdict
from handrail.sentinel.scan import JsonObject, finding_as_json


def verdict_as_json(verdict: Verdict, judge: str) -> JsonObject:
    """The verdict as documented in docs/sentinel.md."""
    coverage = verdict.coverage
    return {
        "steps": [
            {
                "n": step.n,
                "unsafe": step.unsafe,
                "score": round(step.score, 6),
                "findings": [finding_as_json(finding) for finding in step.findings],
                "sentences": list(step.sentences),
            }
            for step in verdict.steps
        ],
        "unsafe": verdict.unsafe,
        "abstained": verdict.abstained,
        "first_unsafe_step": verdict.first_unsafe_step,
        "categories": list(verdict.categories),
        "coverage": {
            "steps": coverage.steps,
            "observed": dict(coverage.observed),
            "unread_screens": list(coverage.unread_screens),
            "uncertain_steps": list(coverage.uncertain_steps),
            "asked": coverage.asked,
            "judged": coverage.judged,
            "unsure": coverage.unsure,
            "abstained": {str(cause): count for cause, count in coverage.abstained},
        },
        "judge": judge,
        "ran": str(verdict.ran),
    }
