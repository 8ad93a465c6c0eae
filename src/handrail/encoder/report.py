"""An outcome as JSON, for programs."""

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from handrail.encoder.difference_words import run_in_words
from handrail.encoder.outcome import AskUser, Attempt, Ballot, Cost, Encoded, EncodingFailed, Outcome
from handrail.encoder.reasons import told
from handrail.language.diagnostic import Diagnostic


def outcome_as_json(outcome: Outcome) -> dict[str, Any]:
    """One document for each outcome, with `outcome` saying which; `spec` is empty unless it is `encoded`."""
    match outcome:
        case Encoded():
            return _encoded(outcome)
        case EncodingFailed():
            return {
                "outcome": "failed",
                "spec": [],
                "reason": outcome.reason,
                "advice": outcome.advice,
                "stopped": outcome.stopped,
                **_attempts(outcome.attempts),
                "diagnostics": _diagnostics(outcome.attempts[-1].refused if outcome.attempts else ()),
                "cost": _cost(outcome.cost),
                "model": outcome.model,
                "votes": _ballot(outcome.ballot),
            }
        case AskUser():
            return _question(outcome)
        case _:
            assert_never(outcome)


def _encoded(outcome: Encoded) -> dict[str, Any]:
    return {
        "outcome": "encoded",
        "spec": outcome.specification.show().split("\n"),
        "objectives": dict(outcome.objectives),
        "review": outcome.review.as_json(),
        **_attempts(outcome.attempts),
        "diagnostics": _diagnostics(outcome.diagnostics),
        "cost": _cost(outcome.cost),
        "model": outcome.model,
        "confidence": outcome.confidence,
        "experience": list(outcome.experience),
        "retrieval": outcome.retrieval,
        "votes": _ballot(outcome.ballot),
    }


def _question(outcome: AskUser) -> dict[str, Any]:
    first, second = (reading.encoded for reading in outcome.readings[:2])
    shown = outcome.difference
    return {
        "outcome": "ask",
        "spec": [],
        "question": outcome.question,
        "readings": [
            {
                "spec": reading.encoded.specification.show().split("\n"),
                "votes": reading.votes,
                "review": reading.encoded.review.as_json(),
            }
            for reading in outcome.readings
        ],
        "run": [] if shown is None else list(run_in_words(first.specification, second.specification, shown)),
        "accepted_by": None if shown is None else shown.accepted_by,
        **_attempts([attempt for reading in outcome.readings for attempt in reading.encoded.attempts]),
        "diagnostics": [],
        "cost": _cost(outcome.cost),
        "model": outcome.model,
        "votes": _ballot(outcome.ballot),
    }


def _attempts(attempts: Sequence[Attempt]) -> dict[str, Any]:
    return {
        "attempts": len(attempts),
        "failed_attempts": [
            {
                "number": one.number,
                "spec": list(one.draft.rules) if one.draft else [],
                "diagnostics": _diagnostics((*one.refused, *one.doubts)),
                "no_answer": told(one.no_answer) if one.no_answer else None,
                "decoded": one.decoded or None,
            }
            for one in attempts
            if one.refused or one.no_answer or one.draft is None
        ],
    }


def _diagnostics(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    return [
        {
            "severity": one.level.value,
            "code": one.code,
            "line": one.span.line,
            "column": one.span.column,
            "length": one.span.length,
            "found": one.found,
            "help": one.help,
        }
        for one in diagnostics
    ]


def _cost(cost: Cost) -> dict[str, Any]:
    return {
        "calls": cost.calls,
        "input_tokens": cost.input_tokens,
        "output_tokens": cost.output_tokens,
        "dollars": cost.dollars,
        "seconds": round(cost.seconds, 3),
    }


def _ballot(ballot: Ballot | None) -> dict[str, Any] | None:
    return None if ballot is None else {"cast": ballot.votes, "classes": list(ballot.classes), "failed": ballot.failed}
