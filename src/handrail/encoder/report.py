"""An outcome told: as JSON for programs, why there is no specification, and what to ask the user."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, assert_never

from handrail.encoder.outcome import AskUser, Attempt, Ballot, Cost, Encoded, EncodingFailed, Outcome
from handrail.language.analysis.run import Difference, Row, RunStep, Seen
from handrail.language.declaration import State
from handrail.language.diagnostic import Diagnostic
from handrail.language.rule import StatePredicate
from handrail.language.specification import Specification
from handrail.language.verbalize import Verbalizer, in_words, spaced
from handrail.llm import (
    Declined,
    Malformed,
    NoAnswer,
    NotRecorded,
    OverBudget,
    TimedOut,
    Unreachable,
)


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
        "run": [] if shown is None else list(_run_in_words(first.specification, second.specification, shown)),
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
                "number": attempt.number,
                "spec": list(attempt.draft.rules) if attempt.draft else [],
                "diagnostics": _diagnostics((*attempt.refused, *attempt.doubts)),
                "no_answer": told(attempt.no_answer) if attempt.no_answer else None,
                "decoded": attempt.decoded or None,
            }
            for attempt in attempts
            if attempt.refused or attempt.no_answer or attempt.draft is None
        ],
    }


def _diagnostics(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    return [
        {
            "severity": diagnostic.level.value,
            "code": diagnostic.code,
            "line": diagnostic.span.line,
            "column": diagnostic.span.column,
            "length": diagnostic.span.length,
            "found": diagnostic.found,
            "help": diagnostic.help,
        }
        for diagnostic in diagnostics
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


# Why there is no specification, and what can be done about it, in words for the user.


MOST_FINDINGS = 3
ADVICE_OFFLINE = "say it in simpler words, give each value in so many words, or name a model with `--model`"
ADVICE_CHECKS = "say more exactly what is wanted, allow more attempts, or name another model"


def reason_for(attempts: Sequence[Attempt]) -> str:
    """What ended the last attempt."""
    last = attempts[-1]
    if last.no_answer is not None:
        return f"the model gave no draft: {told(last.no_answer)}"
    number = len(attempts)
    tries = "the only draft" if number == 1 else f"none of {number} drafts passed; the last one"
    return f"{tries} was refused: {why_refused((*last.refused, *last.doubts))}"


def why_refused(found: Sequence[Diagnostic]) -> str:
    """The findings in one sentence."""
    clauses = [diagnostic.found for diagnostic in found[:MOST_FINDINGS]]
    more = len(found) - len(clauses)
    return "; ".join(clauses) + (f"; and {more} more" if more > 0 else "")


def advice_for(attempts: Sequence[Attempt]) -> str:
    """What to do so that it goes better."""
    match attempts[-1].no_answer:
        case None | Declined() | Malformed():
            return ADVICE_CHECKS
        case TimedOut():
            return "try again, or give the model more time"
        case Unreachable():
            return "start the server, mend the address or the key, or use `--model offline`"
        case OverBudget():
            return "raise the budget, or use `--model offline`"
        case NotRecorded():
            return "record the calls again: prompts, states or the instruction have changed since"
        case never:
            assert_never(never)


def told(no_answer: NoAnswer) -> str:
    """Why a model did not answer."""
    match no_answer:
        case Declined(reason):
            return f"it declined ({reason})"
        case TimedOut(seconds):
            return f"no answer in {seconds:g} s"
        case Malformed(reason):
            return f"its answer is not of the shape asked for ({' '.join(reason.split())})"
        case Unreachable(reason):
            return f"it cannot be reached ({reason})"
        case OverBudget(reason):
            return reason
        case NotRecorded(digest):
            return f"the recording has no answer to this question ({digest[:12]})"
        case _:
            assert_never(no_answer)


# The difference between two readings as a question to the user: a run that one accepts and the other does not.


MOST_ROWS = 5


def question_of(first: Specification, second: Specification, difference: Difference | None) -> str:
    """What to ask. Without a run, both readings are told in words."""
    if difference is None:
        return (
            "The instruction can be understood in ways whose difference could not be shown by an example. "
            f"Is this meant:\n{first.explain()}\nor this:\n{second.explain()}"
        )
    accepted, refused = ("first", "second") if difference.accepted_by == "first" else ("second", "first")
    shown = "\n".join(f"  {number}. {line}" for number, line in enumerate(_run_in_words(first, second, difference), 1))
    return (
        f"Would this be right?\n{shown}\nThe {accepted} reading accepts it, the {refused} one does not. "
        "Which one is meant?"
    )


def _run_in_words(first: Specification, second: Specification, difference: Difference) -> Iterator[str]:
    """Each step of the run: what the app shows, and what is then done."""
    mentioned = _mentioned(first) | _mentioned(second)
    words = Verbalizer(first.states)
    for step in difference.run.steps:
        shown = "; ".join(_tables(step, words, mentioned)) or "the app shows nothing of this"
        yield f"{shown} — {_done(step)}"


def _done(step: RunStep | Seen) -> str:
    match step:
        case Seen():
            return "and the agent goes on"
        case RunStep(objective=None):
            return "the task is called done"
        case RunStep(objective=str() as name):
            return f"the agent does: {spaced(name)}"
    raise AssertionError(f"{step} is no step")


def _tables(step: RunStep | Seen, words: Verbalizer, mentioned: frozenset[str]) -> Iterator[str]:
    for name, rows in step.tables.items():
        state = words.states.get(name)
        if state is None or name not in mentioned:
            continue
        yield from (_row(row, state, words) for row in rows[:MOST_ROWS])
        if len(rows) > MOST_ROWS:
            yield f"and {len(rows) - MOST_ROWS} more of {words.state(name)}"


def _row(row: Row, state: State, words: Verbalizer) -> str:
    values = ", ".join(f"{words.variable(state.name, name)} is {in_words(value)}" for name, value in row.items())
    return f"{words.state(state.name)}: {values}" if values else f"{words.state(state.name)} is shown"


def _mentioned(specification: Specification) -> frozenset[str]:
    return frozenset(
        predicate.state
        for rule in specification.rules
        for predicate in rule.body
        if isinstance(predicate, StatePredicate)
    )
