"""Replays as the JSON that other programs rely on. Source: docs/replay.md."""

from collections.abc import Iterable, Sequence
from typing import Any

from handrail.bench.replay import Replayed
from handrail.language.diagnostic import Diagnostic
from handrail.language.similarity import Similarity


def replays_as_json(
    replays: Iterable[Replayed], skipped: Sequence[str], similarity: Similarity, threshold: float
) -> dict[str, Any]:
    """One document for all replays, saying which text similarity decided `~=`."""
    return {
        "tasks": [replayed_as_json(one) for one in replays],
        "skipped": list(skipped),
        "similarity": {"name": similarity.name, "threshold": threshold},
    }


def replayed_as_json(one: Replayed) -> dict[str, Any]:
    """One replay."""
    return {
        "id": one.id,
        "which": one.which,
        "accepted": one.accepted,
        "blocked_step": one.blocked_step,
        "soft_at": list(one.soft_at),
        "done": one.done,
        "reason": one.reason,
        "unrequested": [{"n": unrequested.n, "objective": unrequested.objective} for unrequested in one.unrequested],
        "update_errors": [{"n": error.n, "reason": error.reason} for error in one.update_errors],
        "spec_errors": [diagnostic_as_json(error) for error in one.spec_errors],
    }


def diagnostic_as_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """One diagnostic; `line` and `column` count from 1."""
    return {
        "severity": diagnostic.level.value,
        "code": diagnostic.code,
        "line": diagnostic.span.line,
        "column": diagnostic.span.column,
        "length": diagnostic.span.length,
        "found": diagnostic.found,
        "help": diagnostic.help,
    }
