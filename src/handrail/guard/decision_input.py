"""Everything that a decision is taken from, as one value: the same consideration gives the same decision.

It is what the journal keeps of a proposed action, so that a run can be decided again under another policy.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from handrail.app.trigger import Anticipation
from handrail.guard.condition import Circumstance
from handrail.guard.detector import Finding
from handrail.guard.proposal import Proposal
from handrail.monitor import Verdict


class Reversibility(StrEnum):
    """Whether an action can be taken back."""

    READ_ONLY = "read-only"
    REVERSIBLE = "reversible"
    EXTERNALLY_REVERSIBLE = "externally reversible"
    IRREVERSIBLE = "irreversible"
    UNKNOWN = "unknown"


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
    judged, or where the monitor failed; `failures` says so. `verdict_text` is the monitor's feedback in words.
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

    @property
    def commits(self) -> frozenset[str]:
        """The objectives that the action commits, as trusted sources and the agent say."""
        return self.anticipation.commits | self.proposal.commits

    @property
    def irreversible(self) -> bool:
        """Whether the action cannot be taken back, as trusted sources or the agent say."""
        return self.anticipation.irreversible or self.proposal.irreversible
