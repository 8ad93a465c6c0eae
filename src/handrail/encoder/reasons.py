"""Why there is no specification, and what can be done about it, in words for the user."""

from collections.abc import Sequence
from typing import assert_never

from handrail.encoder.outcome import Attempt
from handrail.language.diagnostic import Diagnostic
from handrail.llm import (
    Declined,
    Malformed,
    NoAnswer,
    NotRecorded,
    OverBudget,
    TimedOut,
    Unreachable,
)

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
    clauses = [one.found for one in found[:MOST_FINDINGS]]
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
