"""One encoding by a model: draft, check, say what was found, draft again, a bounded number of times.

What refuses a draft goes back as an error. A doubt goes back once: a drafter that keeps to it is taken at its word, and
the doubt is shown to the user. Every draft is kept. Source: VeriSafe Agent (MobiCom '25), section 5.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from handrail.encoder.check import NOT_WORTH_ASKING, check_draft, with_common_end
from handrail.encoder.draft import Draft
from handrail.encoder.drafting import (
    AnsweredDraft,
    CompareAnswer,
    Constrain,
    DecodedAnswer,
    DraftFeedback,
    Sampling,
    ask_for_draft,
)
from handrail.encoder.encoding_request import EncodingRequest
from handrail.encoder.outcome import Attempt, Cost
from handrail.encoder.prompt import COMPARE, DECODE, SYSTEM
from handrail.language.diagnostic import Diagnostic
from handrail.language.rule import NOWHERE
from handrail.language.specification import Specification
from handrail.llm import Declined, Malformed, Message, Model, NoAnswer, Request, TimedOut, Typed, Usage, ask_typed

Checks: TypeAlias = Literal["rules", "rules+meaning"]
"""What a draft must pass: checks that ask nobody, or also that it means the same when it is told back (two calls)."""

DEFAULT_ATTEMPTS = 3


# Do the rules mean what the instruction says? They are told back by someone who never saw it, and compared.
#
# Two calls: one decodes the rules to plain language from the app and the rules alone, the other compares the two
# texts. Source: VeriSafe Agent (MobiCom '25), section 5.1.


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the rules say in plain words, and where that is not what the instruction says."""

    decoded: str
    differences: tuple[Diagnostic, ...]
    cost: Cost


async def _compare_meaning(model: Model, request: EncodingRequest, specification: Specification) -> Meaning | NoAnswer:
    """Tell the rules back and compare; the differences name what is missing, added or changed."""
    decoded = await ask_typed(model, decode_request(request, specification), DecodedAnswer)
    if not isinstance(decoded, Typed):
        return decoded
    told_back = decoded.value.request
    compared = await ask_typed(model, compare_request(request, told_back), CompareAnswer)
    if not isinstance(compared, Typed):
        return compared
    cost = Cost()
    for answer in (decoded.answer, compared.answer):
        cost = cost.plus(answer.usage, answer.seconds)
    return Meaning(told_back, _differences(compared.value), cost)


def decode_request(request: EncodingRequest, specification: Specification) -> Request:
    """The question what the rules ask for. The instruction is not in it."""
    text = DECODE.fill(
        {
            "app_name": request.app.name,
            "states": request.states,
            "clock": request.clock,
            "rules": specification.show().split("\n"),
        }
    )
    return _request(f"{SYSTEM.purpose}+{DECODE.purpose}", text)


def compare_request(request: EncodingRequest, decoded: str) -> Request:
    """The question how the instruction and the decoded rules differ. The rules are not in it."""
    text = COMPARE.fill({"instruction": request.instruction, "decoded": decoded, "clock": request.clock})
    return _request(f"{SYSTEM.purpose}+{COMPARE.purpose}", text)


def _request(purpose: str, text: str) -> Request:
    return Request(purpose, (Message("system", (SYSTEM.fill({}),)), Message("user", (text,))))


def _differences(answer: CompareAnswer) -> tuple[Diagnostic, ...]:
    kinds = (
        ("meaning-missing", "the rules do not ask for this", answer.missing),
        ("meaning-added", "the rules ask for what nobody asked for", answer.added),
        ("meaning-changed", "the rules ask for something else", answer.changed),
    )
    return tuple(
        Diagnostic(code, NOWHERE, f"{found}: {' '.join(difference.split())}")
        for code, found, differences in kinds
        for difference in differences
        if difference.strip()
    )


# Drafts, corrected until one passes.


@dataclass(frozen=True, slots=True)
class Passed:
    """A draft that passed; `doubts` are what its drafter stood by."""

    specification: Specification
    draft: Draft
    doubts: tuple[Diagnostic, ...]
    attempts: tuple[Attempt, ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """No draft passed. The last attempt says why; `no_answer` is there if the model ended it."""

    attempts: tuple[Attempt, ...]
    no_answer: NoAnswer | None


@dataclass(slots=True)
class Correction:
    """The attempts at one instruction. `attempts` bounds the drafts; a call that gives no draft counts as one."""

    model: Model
    request: EncodingRequest
    attempts: int = DEFAULT_ATTEMPTS
    checks: Checks = "rules"
    constrain: Constrain = "shape"
    sampling: Sampling = field(default=Sampling())

    async def run(self) -> Passed | Failed:
        """Draft until one passes, the attempts are used up, or the model does not answer any more."""
        kept: list[Attempt] = []
        feedback: DraftFeedback | None = None
        told: set[str] = set()
        for number in range(1, self.attempts + 1):
            drafted = await ask_for_draft(self.model, self.request, feedback, self.constrain, self.sampling)
            if not isinstance(drafted, AnsweredDraft):
                kept.append(Attempt(number, None, no_answer=drafted, cost=_cost_of(drafted)))
                if not isinstance(drafted, TimedOut | Malformed):  # another question may fare better
                    return Failed(tuple(kept), drafted)
                continue
            attempt, specification = await self._look_at(number, drafted, told)
            kept.append(attempt)
            if attempt.no_answer is not None:
                return Failed(tuple(kept), attempt.no_answer)
            asked = _untold(attempt.doubts, told)
            if specification is not None and attempt.draft is not None and not attempt.refused and not asked:
                return Passed(specification, attempt.draft, attempt.doubts, tuple(kept))
            feedback = DraftFeedback(drafted.answer.text, attempt.draft or drafted.draft, attempt.refused, asked)
            told |= {diagnostic.code for diagnostic in asked}
        return Failed(tuple(kept), kept[-1].no_answer)

    async def _look_at(
        self, number: int, drafted: AnsweredDraft, told: set[str]
    ) -> tuple[Attempt, Specification | None]:
        draft = with_common_end(drafted.draft)
        checked = check_draft(draft, self.request.app, self.request.instruction, self.request.now)
        cost = Cost().plus(drafted.answer.usage, drafted.answer.seconds)
        attempt = Attempt(number, draft, checked.refused, checked.doubts, cost=cost)
        passes = checked.specification is not None and not checked.refused and not _untold(checked.doubts, told)
        if not passes or self.checks == "rules" or checked.specification is None:
            return attempt, checked.specification
        meaning = await _compare_meaning(self.model, self.request, checked.specification)
        return _with_meaning(attempt, meaning), checked.specification


def _with_meaning(attempt: Attempt, meaning: Meaning | NoAnswer) -> Attempt:
    if not isinstance(meaning, Meaning):
        cost = Cost.sum((attempt.cost, _cost_of(meaning)))
        return Attempt(attempt.number, attempt.draft, (), attempt.doubts, meaning, cost=cost)
    cost = Cost.sum((attempt.cost, meaning.cost))
    return Attempt(
        attempt.number, attempt.draft, meaning.differences, attempt.doubts, decoded=meaning.decoded, cost=cost
    )


def _untold(doubts: Sequence[Diagnostic], told: set[str]) -> tuple[Diagnostic, ...]:
    return tuple(doubt for doubt in doubts if doubt.code not in NOT_WORTH_ASKING and doubt.code not in told)


def _cost_of(no_answer: NoAnswer) -> Cost:
    match no_answer:
        case Declined(usage=usage) | Malformed(usage=usage):
            return Cost().plus(usage)
        case TimedOut(seconds):
            return Cost().plus(Usage(), seconds)
        case _:
            return Cost()
