"""What the API says and takes, as JSON: the shapes that its schema shows."""

import json
import re
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from handrail.guard.approval.queue import Pending
from handrail.guard.approval.shown import ShownChange, ShownConsequence
from handrail.guard.decision import reasons_of
from handrail.guard.report.timeline import TimelineStep, action_words
from handrail.language.verbalize import printable
from handrail.server.followed_run import FollowedRun, RunState

LONGEST_NOTE = 1_000
LONGEST_RULES = 100_000
_POLICY_NAME = re.compile(r'^name: (".*")$', re.MULTILINE)
_SEEN = re.compile(r"[0-9a-f]{64}")
LONGEST_TEXT = 300


class StepDocument(BaseModel):
    """One proposed action in a line: what it is, and how it went."""

    step: int
    action: str
    kind: str
    reason: str


class RuleDocument(BaseModel):
    """An objective of the specification in words, and whether it is achieved; how the run ended is its `state`."""

    head: str
    achieved: bool


class RunDocument(BaseModel):
    """One run as the wall shows it. `picture` is the newest screen, `questions` what waits for a person.

    `policy` is how the policies are called by which it is decided.
    """

    name: str
    instruction: str
    apps: list[str]
    agent: str
    device: str
    began: datetime
    state: RunState
    steps: int
    stopped: int
    asked: int
    last: StepDocument | None
    rules: list[RuleDocument]
    picture: str | None
    width_pixels: int
    height_pixels: int
    questions: list[str]
    version: int
    policy: str = ""


class RunsDocument(BaseModel):
    """A page of runs, how many there are in all, how many of all wait, and the folders that cannot be read.

    `expects` says which runs are about to begin, where the server knows that.
    """

    runs: list[RunDocument]
    total: int
    waiting: int
    unreadable: dict[str, str]
    expects: str = ""


class StepsDocument(BaseModel):
    """The steps of a run, in order; of a long one `left_out` in the middle are missing."""

    run: RunDocument
    steps: list[StepDocument]
    left_out: int


class DetailDocument(BaseModel):
    """One thing about what is done; where it is not `known`, `value` says why."""

    name: str
    value: str
    known: bool


class ConsequenceDocument(BaseModel):
    """What is committed, of which kind, and to what."""

    what: str
    kind: str
    irreversible: bool
    details: list[DetailDocument]


class ChangeDocument(BaseModel):
    """One update in words."""

    what: str
    goes: bool
    values: dict[str, str]


class QuestionDocument(BaseModel):
    """A question that waits. `seen` has to come back with the answer: it is the question as it was looked at.

    `title` says what it is about, as a clause; `wants` is the action by which it is done, `where` the app, by name
    where the run knows one. `seconds_left` is how long it still stands, by the clock of whoever asks. `alive` says
    whether they still wait.
    """

    run: str
    id: str
    seen: str
    step: int
    instruction: str
    title: str
    wants: str
    where: str
    first: list[str]
    does: list[ConsequenceDocument]
    changes: list[ChangeDocument]
    reasons: list[str]
    agent_says: list[str]
    irreversible: bool
    seconds_left: float
    specification: str
    has_picture: bool
    alive: bool


def _demand_seen(given: str) -> str:
    if _SEEN.fullmatch(given) is None:
        raise ValueError(
            f"it has {len(given):,} characters and is not what a question has as its `seen`, 64 hexadecimal digits; "
            "send that of `GET /api/questions` as it is, for the question that was looked at"
        )
    return given


class AnswerDocument(BaseModel):
    """A person's answer. `specification` is for `edit` alone."""

    model_config = ConfigDict(extra="forbid")

    answer: Literal["approve", "reject", "edit"]
    seen: Annotated[
        str, AfterValidator(_demand_seen), WithJsonSchema({"type": "string", "pattern": f"^{_SEEN.pattern}$"})
    ]
    note: str = Field(default="", max_length=LONGEST_NOTE)
    specification: str = Field(default="", max_length=LONGEST_RULES)


class OutcomeDocument(BaseModel):
    """Whether an answer counted; where not, why. `counted` is null where the guard did not say in time."""

    counted: bool | None
    why: str


def _policy_names(source: str) -> str:
    """How the policies of a canonical text are called."""
    return " + ".join(json.loads(match) for match in _POLICY_NAME.findall(source))


def run_document(run: FollowedRun) -> RunDocument:
    """A run as it stands."""
    timeline = run.timeline
    assert timeline is not None, "a run of the fleet has begun"
    opened, last = timeline.opened, run.last
    kinds = timeline.kinds.copy()
    if last is not None and last.decision is not None:
        kinds[last.kind] += 1  # a step is counted when the next one begins
    return RunDocument(
        name=run.name,
        instruction=printable(opened.instruction, 1_000),
        apps=[printable(app.name, LONGEST_TEXT) for app in opened.apps],
        agent=printable(opened.agent, LONGEST_TEXT),
        device=printable(opened.device, LONGEST_TEXT),
        began=opened.at,
        state=run.state,
        steps=timeline.left_out + len(timeline.steps),
        stopped=sum(kinds[outcome] for outcome in ("warned", "blocked", "refused")),
        asked=timeline.asked,
        last=step_document(last) if last is not None else None,
        rules=[
            RuleDocument(head=rule.head[:1].upper() + rule.head[1:], achieved=rule.achieved)
            for rule in timeline.last_progress.rules
            if rule.rule.rpartition("->")[2].strip() != "Done"
        ],
        picture=run.picture,
        width_pixels=opened.screen.width_pixels,
        height_pixels=opened.screen.height_pixels,
        questions=sorted(run.questions),
        version=run.version,
        policy=printable(_policy_names(opened.policy), LONGEST_TEXT),
    )


def step_document(step: TimelineStep) -> StepDocument:
    """A step in a line."""
    return StepDocument(
        step=step.step,
        action=action_words(step.decision_input),
        kind=step.kind if step.decision is not None else "deciding",
        reason=" ".join(reason.text for reason in reasons_of(step.decision)[:1]) if step.decision is not None else "",
    )


def question_document(run: FollowedRun, pending: Pending, now: datetime) -> QuestionDocument:
    """A question as a person is shown it, at a moment of the clock of whoever asks."""
    asked = pending.question
    apps = {app.package: app.name for app in run.timeline.opened.apps} if run.timeline is not None else {}
    return QuestionDocument(
        run=run.name,
        id=asked.identifier,
        seen=pending.seen,
        step=asked.step,
        instruction=asked.instruction,
        title=asked.title,
        wants=asked.wants,
        where=printable(apps.get(asked.where, ""), LONGEST_TEXT) or asked.where,
        first=list(asked.first),
        does=[_consequence(does) for does in asked.does],
        changes=[_change(change) for change in asked.changes],
        reasons=list(asked.reasons),
        agent_says=list(asked.agent_says),
        irreversible=any(does.irreversible for does in asked.does),
        seconds_left=max(0.0, (asked.expires_at - now).total_seconds()),
        specification=asked.specification,
        has_picture=pending.picture is not None,
        alive=pending.alive,
    )


def _consequence(consequence: ShownConsequence) -> ConsequenceDocument:
    details = [
        DetailDocument(name=detail.name, value=detail.value, known=detail.known) for detail in consequence.details
    ]
    return ConsequenceDocument(
        what=consequence.what, kind=consequence.kind, irreversible=consequence.irreversible, details=details
    )


def _change(shown_change: ShownChange) -> ChangeDocument:
    return ChangeDocument(what=shown_change.what, goes=shown_change.goes, values=dict(shown_change.values))
