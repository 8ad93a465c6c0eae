"""What an agent proposes, everything that a decision about it is taken from, and the decision with its reasons.

Pure values, in the order of a step: a proposal, which nothing trusts; the decision input, which the journal keeps, so
that the same input gives the same decision and a run can be decided again under another policy; and the decision. The
monitor's verdict, what detectors found and what the policy says all become reasons; each names where it comes from, so
that nobody has to read its text to know.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias, assert_never

from handrail.app.trigger import Anticipation
from handrail.app.update import Update
from handrail.device.action import Action
from handrail.guard.detector import Finding
from handrail.monitor import Verdict

INFEASIBLE = "infeasible"
"""The text with which an agent ends a task that cannot be done."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """An action, why the agent wants it, and what the agent itself says that it changes, commits or cannot take back.

    Nothing in it is trusted: what the agent says of its own action may make the guard stricter and never laxer.
    `commits` and `irreversible` are added to what the trusted sources say, `updates` are judged beside it. `request` is
    what whoever proposes calls this proposal, so that one that comes again is told apart from a new one.
    """

    action: Action
    thought: str = ""
    commits: frozenset[str] = frozenset()
    irreversible: bool = False
    request: str = ""
    updates: tuple[Update, ...] = ()


class Condition(StrEnum):
    """What the guard finds about an action that the rule language does not speak of: a person should look.

    On top of the specification's verdict, by names that a policy decides on; it can only make a decision stricter.
    """

    UNKNOWN_RECEIVER = "unknown receiver"
    """Nobody can say which view receives the touch, the text or the key."""
    EFFECT_UNKNOWN = "effect unknown"
    """What is committed, or to what, is not known: no update, no object, or a part of it could not be read."""
    ANOTHER_OBJECT = "another object"
    """An objective is committed again and nothing changes that its rules speak of, or a condition becomes the aim."""
    REPEATED = "repeated"
    """Exactly this ran already, known to the last detail; weighed where it cannot be taken back by the user alone."""
    UNCONFIRMED = "unconfirmed"
    """It is to follow or end with what no screen has shown to have come about, or rests on what nobody looked at."""
    BESIDE_THE_RULES = "beside the rules"
    """What is committed changes only states that no rule for the objective mentions."""
    ALSO_REMOVES = "also removes"
    """A row goes with it that no rule for the objective speaks of, or only as of what there is none of."""
    MORE_THAN_ASKED = "more than asked"
    """Something leaves the phone with it, or is overwritten, that no rule for the objective speaks of."""
    OTHER_SPELLING = "other spelling"
    """A text is equal to the one asked for in normal form only, or uses look-alike characters or another script."""
    SUSPECT_COMMITMENT = "suspect commitment"
    """A value looks wrong together with a commitment; insisting does not pass it."""
    RAW = "raw"
    """An action whose effect no model can foresee."""
    MODEL_DRIFT = "model drift"
    """It may commit something in an app that was seen to be otherwise than its model says."""
    UNDONE = "undone"
    """At the end: what a commitment set is known to be otherwise, and nothing that the user asked for changed it."""


@dataclass(frozen=True, slots=True)
class Circumstance:
    """A condition that holds, and what about: a clause in words, with everything from outside in quotation marks."""

    condition: Condition
    text: str


class Reversibility(StrEnum):
    """Whether an action can be taken back."""

    READ_ONLY = "read-only"
    REVERSIBLE = "reversible"
    EXTERNALLY_REVERSIBLE = "externally reversible"
    IRREVERSIBLE = "irreversible"
    UNKNOWN = "unknown"


MILDEST_FIRST = (
    Reversibility.READ_ONLY,
    Reversibility.REVERSIBLE,
    Reversibility.EXTERNALLY_REVERSIBLE,
    Reversibility.UNKNOWN,
    Reversibility.IRREVERSIBLE,
)


def rank(reversibility: Reversibility) -> int:
    """How severe a class is; the unknown stands just below the irreversible."""
    return MILDEST_FIRST.index(reversibility)


@dataclass(frozen=True, slots=True)
class ScreenNote:
    """A screen as the journal knows it. `digest` names its content, `picture` the SHA-256 of a kept screenshot."""

    digest: str
    package: str
    activity: str
    width_pixels: int
    height_pixels: int
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class SessionState:
    """How the session stands when an action is proposed.

    `steps` were executed, `seconds` have passed since it began; `refused_in_a_row` counts warnings and blocks since
    the last executed action, `insistences` all actions that ran although they had been warned of. `done` names
    what was committed, or may have been, before.
    """

    steps: int = 0
    seconds: float = 0.0
    refused_in_a_row: int = 0
    insistences: int = 0
    done: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Failure:
    """A part of the verification that did not come to an end: which one, and what happened."""

    stage: str
    what: str


@dataclass(frozen=True, slots=True)
class DecisionInput:
    """A proposed action with all that trusted sources, the monitor and the detectors say about it.

    `package` owns the element that takes the action, or the screen; `modelled` says whether an app model speaks for
    that package. `anticipation` holds the agent's own claims too. `verdict` is None for a `finish` that was not
    judged, or where the monitor failed; `failures` says so. `verdict_text` is the monitor's feedback in words. `called`
    is what the screen calls the element that is acted on, where its own text is no name for it.
    """

    step: int
    at: datetime
    proposal: Proposal
    screen: ScreenNote
    package: str
    modelled: bool
    anticipation: Anticipation
    verdict: Verdict | None
    verdict_text: str
    findings: tuple[Finding, ...]
    session_state: SessionState = field(metadata={"journal": "standing"})
    failures: tuple[Failure, ...] = ()
    insisted: bool = False
    circumstances: tuple[Circumstance, ...] = ()
    called: str = ""

    @property
    def commits(self) -> frozenset[str]:
        """The objectives that the action commits, as trusted sources and the agent say."""
        return self.anticipation.commits | self.proposal.commits

    @property
    def irreversible(self) -> bool:
        """Whether the action cannot be taken back, as trusted sources or the agent say."""
        return self.anticipation.irreversible or self.proposal.irreversible


class Source(StrEnum):
    """Where a reason comes from."""

    SPECIFICATION = "specification"
    POLICY = "policy"
    DETECTOR = "detector"
    APPROVAL = "approval"
    DEVICE = "device"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: `rule` is a stable name, as `hard` or `payments`; `text` is for the agent and for people."""

    source: Source
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Allow:
    """The action may run. `despite` is what it was insisted on against, if anything."""

    despite: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Warn:
    """Not run this time; the same action, proposed again at once, goes through."""

    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Not run; repeating it does not help."""

    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """Only a person decides; until one has, it is not run."""

    reasons: tuple[Reason, ...]


Decision: TypeAlias = Allow | Warn | Block | Ask


def reasons_of(decision: Decision) -> tuple[Reason, ...]:
    """The reasons that a decision carries, of whichever kind it is."""
    return decision.despite if isinstance(decision, Allow) else decision.reasons


def is_about_the_device(decision: Decision) -> bool:
    """Whether nothing but the device speaks against the action."""
    reasons = reasons_of(decision)
    return bool(reasons) and all(reason.source is Source.DEVICE for reason in reasons)


_HOW_TO_INSIST = "If it is right all the same, propose exactly this action again."


def said_about(decision: Decision) -> str:
    """Why an action did not run and what would be right; nothing if it runs."""
    match decision:
        case Allow():
            return ""
        case Warn(reasons):
            return f"Not executed. {_listed(reasons)} {_HOW_TO_INSIST}"
        case Block(reasons):
            return f"Blocked. {_listed(reasons)} Repeating the action does not help."
        case Ask(reasons):
            return f"Waiting for the user. {_listed(reasons)}"
        case _:
            assert_never(decision)


def _listed(reasons: tuple[Reason, ...]) -> str:
    texts = dict.fromkeys(reason.text.strip() for reason in reasons)
    return " ".join(f"{text[0].upper()}{text[1:]}{'' if text[-1] in '.?!' else '.'}" for text in texts if text)
