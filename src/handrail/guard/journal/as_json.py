"""What was found out about a journal, for programs: the same from the command and from the server."""

from dataclasses import asdict
from typing import Any

from handrail.guard.decision import Decision, reasons_of
from handrail.guard.journal.reading import Broken, CutOff, Verified
from handrail.guard.journal.replay import Replay


def verification_as_json(found: Verified | CutOff | Broken) -> dict[str, Any]:
    """Whether a journal is what was written."""
    told: dict[str, Any] = {"entries": None, "head": None, "line": None, "why": None, "unnamed": []}
    known = {"ok": not isinstance(found, Broken), "cut_off": isinstance(found, CutOff), **told, **asdict(found)}
    return {**known, "entries": known["line"] - 1} if isinstance(found, Broken) else known


def replay_as_json(again: Replay) -> dict[str, Any]:
    """The decisions of a replay, then and now."""
    return {
        "same": again.same,
        "diverges_at": again.diverges_at,
        "remarks": list(again.remarks),
        "steps": [
            {
                "step": step.step,
                "line": step.judged.line.n,
                "action": step.judged.considered.decision_input.proposal.action.type,
                "changed": step.changed,
                "verdict_changed": step.verdict_changed,
                "recorded": _decision_as_json(step.recorded),
                "now": _decision_as_json(step.decision),
            }
            for step in again.steps
        ],
    }


def _decision_as_json(decision: Decision) -> dict[str, Any]:
    reasons = [
        {"source": str(reason.source), "rule": reason.rule, "text": reason.text} for reason in reasons_of(decision)
    ]
    return {"decision": type(decision).__name__.lower(), "reasons": reasons}
