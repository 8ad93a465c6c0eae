"""One encoding of an instruction as an evaluation keeps it, and several as the vote of the encoder counts them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import assert_never

from handrail.bench.verification.question import Question
from handrail.encoder.draft import Draft
from handrail.encoder.grounding import GroundedInstruction
from handrail.encoder.outcome import AskUser, Attempt, Cost, Encoded, EncodingFailed, Outcome
from handrail.encoder.report import ADVICE_CHECKS
from handrail.encoder.review import review_of
from handrail.language.specification import Specification
from handrail.llm.model import Declined, Malformed, NoAnswer, NotRecorded, OverBudget, TimedOut, Unreachable


class EncodingEnd(StrEnum):
    """How an encoding, or a vote among several, ended."""

    ENCODED = "encoded"
    FAILED = "failed"
    ASK = "ask"
    UNANSWERED = "unanswered"
    """The model was not reached or had no time or budget left: that says nothing about the instruction."""
    WAITING = "waiting"
    """Its question is in no batch or recording yet."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One encoding. `draft` is what passed all checks, None with the `reason` where nothing did."""

    ended: EncodingEnd
    draft: Draft | None
    reason: str = ""
    attempts: int = 0
    cost: Cost = field(default=Cost())

    @property
    def is_final(self) -> bool:
        """Whether asking again would give the same."""
        return self.ended not in (EncodingEnd.UNANSWERED, EncodingEnd.WAITING)


@dataclass(frozen=True, slots=True)
class EncodedAnswer:
    """What an instruction was taken to mean: rules with the meanings of their objectives, or why there are none.

    `attempts` counts the drafts of all votes. `seconds` is how long the user would wait, the votes being cast at once.
    """

    ended: EncodingEnd
    rules: tuple[str, ...] = ()
    meanings: tuple[tuple[str, str], ...] = ()
    reason: str = ""
    attempts: int = 0
    cost: Cost = field(default=Cost())
    seconds: float = 0.0

    @property
    def abstained(self) -> bool:
        """Whether there are no rules to judge a path by."""
        return self.ended is not EncodingEnd.ENCODED


def sample_of(outcome: Outcome) -> Sample:
    """An outcome that was not voted upon."""
    match outcome:
        case Encoded():
            return Sample(EncodingEnd.ENCODED, outcome.attempts[-1].draft, "", len(outcome.attempts), outcome.cost)
        case EncodingFailed():
            last = outcome.attempts[-1].no_answer if outcome.attempts else None
            return Sample(_ended(last), None, outcome.reason, len(outcome.attempts), outcome.cost)
        case AskUser():
            raise AssertionError("a single encoding asks nobody")
        case _:
            assert_never(outcome)


def _ended(no_answer: NoAnswer | None) -> EncodingEnd:
    match no_answer:
        case None | Declined() | Malformed() | Unreachable(rejected=True):
            return EncodingEnd.FAILED
        case Unreachable() | TimedOut() | OverBudget():
            return EncodingEnd.UNANSWERED
        case NotRecorded():
            return EncodingEnd.WAITING
        case _:
            assert_never(no_answer)


def answer_of(question: Question, samples: Sequence[Sample], model: str) -> EncodedAnswer:
    """What the samples say together: the one there is, or what more than half of them mean."""
    attempts = sum(sample.attempts for sample in samples)
    cost = Cost.sum(sample.cost for sample in samples)
    seconds = max((sample.cost.seconds for sample in samples), default=0.0)
    open_ones = [sample for sample in samples if not sample.is_final]
    if open_ones:
        return EncodedAnswer(
            open_ones[0].ended, reason=open_ones[0].reason, attempts=attempts, cost=cost, seconds=seconds
        )
    (first, *others) = samples
    found = first if not others else _voted(question, samples, model)
    rules = found.draft.rules if found.draft is not None else ()
    meanings = found.draft.objectives if found.draft is not None else ()
    return EncodedAnswer(found.ended, rules, meanings, found.reason, attempts, cost, seconds)


def _voted(question: Question, samples: Sequence[Sample], model: str) -> Sample:
    from handrail.encoder.vote import count

    outcomes = [_outcome(question, sample, model) for sample in samples]
    counted = count(outcomes, question.now, model)
    if isinstance(counted, AskUser):
        return Sample(EncodingEnd.ASK, None, counted.question)
    return sample_of(counted)


def _outcome(question: Question, sample: Sample, model: str) -> Encoded | EncodingFailed:
    """The sample as the encoder gave it, its drafts before the last aside."""
    if sample.draft is None:
        return EncodingFailed(sample.reason, ADVICE_CHECKS, "checks", (Attempt(1, None),), sample.cost, model)
    specification = Specification.parse(sample.draft.rules, question.task.app)
    review = review_of(specification, sample.draft, GroundedInstruction.of(question.instruction, question.now))
    attempt = Attempt(1, sample.draft)
    return Encoded(specification, sample.draft.rules, review.objectives, review, (attempt,), (), sample.cost, model)
