"""An instruction and an app go in, a checked specification comes out, or the reason why there is none."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Literal, assert_never

from handrail.app.app import App, Apps
from handrail.encoder.check import NOT_WORTH_ASKING, check_draft
from handrail.encoder.correction import DEFAULT_ATTEMPTS, Checks, Correction, Failed, Passed
from handrail.encoder.draft import Draft
from handrail.encoder.drafting import Constrain, Sampling
from handrail.encoder.encoding_request import EncodingRequest
from handrail.encoder.grounding import GroundedInstruction
from handrail.encoder.likeness import embeddings, measure_name
from handrail.encoder.outcome import Attempt, Cost, Encoded, EncodingFailed, Outcome
from handrail.encoder.report import ADVICE_OFFLINE, advice_for, reason_for, why_refused
from handrail.encoder.retrieval import MOST_STATES, candidates
from handrail.encoder.review import review_of
from handrail.error import Misuse
from handrail.llm import Model, open_model

if TYPE_CHECKING:
    from handrail.encoder.experience import Experience
    from handrail.encoder.offline import OfflineEncoder


LONGEST_INSTRUCTION = 10_000
MOST_VOTES = 25
OFFLINE = "offline"
MEANT_OFFLINE = NOT_WORTH_ASKING | {"ends-early", "looks-only"}
"""Doubts that do not refuse a draft of the offline encoder: it lets a task also end by what the app shows, whether or
not the agent said what it committed, also where there is only something to look at.
"""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to encode. `attempts` bounds the drafts of each vote.

    With `checks="rules"` a first draft that passes costs one call; `rules+meaning` takes two more for each draft that
    passes the other checks. `temperature` is that of the votes; a single encoding is drafted at 0.
    """

    votes: int = 1
    attempts: int = DEFAULT_ATTEMPTS
    checks: Checks = "rules"
    constrain: Constrain = "shape"
    most_states: int = MOST_STATES
    temperature: float = 0.7
    seed: int = 0

    def __post_init__(self) -> None:
        for name, value, most in (("votes", self.votes, MOST_VOTES), ("attempts", self.attempts, 20)):
            if not 1 <= value <= most:
                raise Misuse(f"`{name}` is {value}; it is from 1 to {most}")
        if self.most_states < 1:
            raise Misuse(f"`most_states` is {self.most_states}; a draft needs at least one state")


DEFAULT_SETTINGS = Settings()


async def encode(
    instruction: str,
    app: App | Apps,
    *,
    now: datetime,
    model: Model | str = OFFLINE,
    settings: Settings = DEFAULT_SETTINGS,
    experience: "Experience | None" = None,
) -> Outcome:
    """Encode an instruction for an app. `now` is when the session begins, in its zone; a naive clock has none.

    `model` is `offline`, a model, or the name of one, which is then opened. `experience` is read and never written:
    only the caller learns how the task ended. Raises `Misuse` for what cannot be meant, and `MissingExtra` if a vote is
    asked for without `handrail[analysis]`; whatever a model does is an outcome.
    """
    if not instruction.strip():
        raise Misuse("the instruction is empty; say what the agent is asked to do")
    if len(instruction) > LONGEST_INSTRUCTION:
        raise Misuse(f"the instruction has {len(instruction):,} characters; at most {LONGEST_INSTRUCTION:,} are read")
    if model == OFFLINE:
        return _encode_offline(instruction, app, now)
    if isinstance(model, str):
        model = open_model(model)
    request = _request(instruction, app, now, settings, experience)
    if settings.votes > 1:
        from handrail.encoder.vote import vote

        return await vote(model, request, settings)
    return await encode_once(model, request, settings, Sampling(seed=settings.seed))


async def encode_once(
    model: Model, request: EncodingRequest, settings: Settings, sampling: Sampling
) -> Encoded | EncodingFailed:
    """One encoding by a model, with its corrections."""
    correction = Correction(model, request, settings.attempts, settings.checks, settings.constrain, sampling)
    found = await correction.run()
    cost = Cost.sum(attempt.cost for attempt in found.attempts)
    match found:
        case Passed():
            encoded = _encoded(found, request.instruction, request.now, model.name, cost)
            shown = tuple(remembered.digest for remembered in request.experience)
            return replace(encoded, experience=shown, retrieval=request.retrieval)
        case Failed(attempts, no_answer):
            stopped: Literal["no answer", "checks"] = "no answer" if no_answer is not None else "checks"
            return EncodingFailed(reason_for(attempts), advice_for(attempts), stopped, attempts, cost, model.name)
        case _:
            assert_never(found)


def _encoded(passed: Passed, instruction: str, now: datetime, model: str, cost: Cost) -> Encoded:
    said = GroundedInstruction.of(instruction, now)
    review = review_of(passed.specification, passed.draft, said, passed.doubts)
    return Encoded(
        passed.specification,
        passed.draft.rules,
        review.objectives,
        review,
        passed.attempts,
        passed.doubts,
        cost,
        model,
    )


def _request(
    instruction: str, app: App | Apps, now: datetime, settings: Settings, experience: "Experience | None"
) -> EncodingRequest:
    embed = embeddings() if len(app.states) > settings.most_states or experience is not None else None
    similar = experience.similar(app, instruction, embed=embed) if experience is not None else ()
    used = frozenset(predicate.partition(".")[0] for entry in similar for predicate in entry.line.predicates)
    chosen = candidates(app.states, instruction, most=settings.most_states, embed=embed, used=used)
    remembered = f"; experience: {measure_name(embed)}" if experience is not None else ""
    return EncodingRequest(instruction, app, now, chosen, similar, f"states: {chosen.how}{remembered}")


def _encode_offline(instruction: str, app: App | Apps, now: datetime) -> Encoded | EncodingFailed:
    """Without any model. Most doubts refuse as well: nobody can be asked whether they were meant."""
    started = perf_counter()
    found = _draft_offline(instruction, app, now)
    if found.abstained:
        attempt = Attempt(1, found.draft)
        return EncodingFailed(found.abstained, ADVICE_OFFLINE, "abstained", (attempt,), Cost(), found.name)
    assert found.draft is not None
    checked = check_draft(found.draft, app, instruction, now)
    doubts = tuple(doubt for doubt in checked.doubts if doubt.code in MEANT_OFFLINE)
    refused = (*checked.refused, *(doubt for doubt in checked.doubts if doubt.code not in MEANT_OFFLINE))
    cost = Cost(seconds=perf_counter() - started)
    attempt = Attempt(1, found.draft, refused, doubts, cost=cost)
    if checked.specification is None or refused:
        reason = why_refused(refused)
        return EncodingFailed(reason, ADVICE_OFFLINE, "checks", (attempt,), cost, found.name)
    passed = Passed(checked.specification, found.draft, doubts, (attempt,))
    return replace(_encoded(passed, instruction, now, found.name, cost), confidence=found.confidence)


# A draft by the offline encoder, as the other drafts are: no network, no model server, the same every time.


@dataclass(frozen=True, slots=True)
class OfflineResult:
    """`abstained` is the reason for not answering, empty if there is an answer; `draft` may be there all the same."""

    draft: Draft | None
    confidence: float
    abstained: str = ""
    name: str = OFFLINE


def _draft_offline(instruction: str, app: App | Apps, now: datetime) -> OfflineResult:
    """What the offline encoder makes of an instruction."""
    from handrail.encoder.offline import Abstained, OfflineDraft

    found = _encoder().encode(instruction, app, now=now)
    match found:
        case OfflineDraft():
            return OfflineResult(found.as_draft, found.confidence)
        case Abstained(reason, confidence, draft):
            return OfflineResult(draft.as_draft if draft else None, confidence, reason)
        case _:
            assert_never(found)


@cache
def _encoder() -> "OfflineEncoder":
    """Kept: it loads its models when it reads the first sentence."""
    from handrail.encoder.offline import OfflineEncoder

    return OfflineEncoder()
