"""What a journal says, entry by entry. A step is `Considered`, perhaps `Asked` and `Answered`, then `Decided`; if it is
to run `Executing` (on disk before the device hears of it) and `Ran`; and then `Saw`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from handrail.app.drift import Drift
from handrail.app.update import Update
from handrail.device.element import Bounds
from handrail.guard.approval.question import Answer
from handrail.guard.decision import Decision, DecisionInput, Failure, ScreenNote
from handrail.guard.detector import Finding
from handrail.guard.doubts import Agreement, AppFit
from handrail.guard.progress_note import ProgressNote
from handrail.monitor import Verdict


@dataclass(frozen=True, slots=True)
class AppNote:
    """An app model that the session trusts: its name, its package, and the SHA-256 of its states as text."""

    name: str
    package: str
    digest: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A session began. `specification` and `policy` are texts that can be read again; `states` is an app document.

    `updates` are what the first screen said. `objectives` gives the specification's name for what an app's model calls
    otherwise. `fits` and `drift` are as in `Saw`.
    """

    at: datetime
    session: str
    instruction: str
    specification: str
    states: str
    policy: str
    apps: tuple[AppNote, ...]
    device: str
    agent: str
    detectors: tuple[str, ...]
    threshold: float
    similarity: str
    screen: ScreenNote
    updates: tuple[Update, ...]
    unread: tuple[str, ...]
    progress: ProgressNote
    feedback: str
    objectives: Mapping[str, str] = field(default_factory=dict)
    fits: tuple[AppFit, ...] = ()
    drift: tuple[Drift, ...] = ()


@dataclass(frozen=True, slots=True)
class Considered:
    """An action was proposed, and this is everything that its decision is taken from; `target` is where it stands.

    `hides_text` says that the field that takes the action hides what is typed in it: then the text is a password.
    """

    decision_input: DecisionInput = field(metadata={"journal": "consideration"})
    digest: str
    target: Bounds | None
    hides_text: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A person was asked. What was shown is what `Considered` says."""

    step: int
    at: datetime
    question: str
    digest: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Answered:
    """What the person answered."""

    step: int
    at: datetime
    question: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class SpecificationChanged:
    """A person edited the specification, and it passed its checks."""

    step: int
    at: datetime
    by: str
    specification: str


@dataclass(frozen=True, slots=True)
class Decided:
    """The decision, after people were asked where they had to be, and what the agent is told.

    `proposed` is what the policy decided before anybody was asked. Without `progress` it is as the last entry says that
    has one.
    """

    step: int
    at: datetime
    proposed: Decision
    decision: Decision
    feedback: str
    progress: ProgressNote | None


@dataclass(frozen=True, slots=True)
class Executing:
    """The action is about to be given to the device. No action is executed without this line before it."""

    step: int
    at: datetime
    digest: str


@dataclass(frozen=True, slots=True)
class Ran:
    """What the device said: `executed`, `stale`, `refused` or `lost`. After `lost` nobody knows whether it ran."""

    step: int
    at: datetime
    outcome: str
    reason: str


@dataclass(frozen=True, slots=True)
class Saw:
    """What there was after the action: the screen, what the app answered, and how far the task has come.

    `open` is what was committed and no screen has shown yet, each with whether its app stays on the page on which it
    was; `several` are rows of which there are several of one name. `agreement` says how it agrees with what the models
    said of the action, `fits` what of a model was met for the first time, and `drift` is all that speaks against a
    model as it stands. `progress` as in `Decided`.
    """

    step: int
    at: datetime
    screen: ScreenNote
    updates: tuple[Update, ...]
    unread: tuple[str, ...]
    findings: tuple[Finding, ...]
    not_observed: tuple[str, ...]
    failures: tuple[Failure, ...]
    progress: ProgressNote | None
    feedback: str
    agreement: Agreement | None = None
    fits: tuple[AppFit, ...] = ()
    drift: tuple[Drift, ...] = ()
    open: Mapping[str, bool] | None = None
    several: tuple[Update, ...] = ()


@dataclass(frozen=True, slots=True)
class UpdatesJudged:
    """A decision about updates alone, for a program that keeps the device and the loop: no screen, policy or person.

    First `ran` says of the last one that was allowed whether its action ran, and `observed` what the app said since;
    then comes what the action was about to change and commit. `finish` asks whether the task may end. `proposal` is
    what the program calls the action, and `request` what it calls the question, so that it is judged once.
    """

    number: int
    at: datetime
    ran: bool
    observed: tuple[Update, ...]
    updates: tuple[Update, ...]
    commits: tuple[str, ...]
    proposal: str
    irreversible: bool
    finish: bool
    verdict: Verdict
    now: datetime | None = None
    request: str = ""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A session that was interrupted goes on."""

    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The session ended; `finished` says that a verified `finish` was accepted."""

    at: datetime
    finished: bool
    reason: str


Entry: TypeAlias = (
    Opened
    | Considered
    | Asked
    | Answered
    | SpecificationChanged
    | Decided
    | Executing
    | Ran
    | Saw
    | UpdatesJudged
    | Resumed
    | Closed
)
