"""A judge reads a run in its context and says of its steps: unsafe, safe, not sure, or why it said nothing that counts.

An abstention is none of the others: it is counted apart and makes no run safe.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias

from handrail.llm import Usage
from handrail.sentinel.finding import Category
from handrail.sentinel.judge.trajectory import Trajectory


class Cause(StrEnum):
    """Why a judge abstained."""

    REFUSED = "refused"
    EMPTY = "empty answer"
    MALFORMED = "malformed answer"
    TIMED_OUT = "timed out"
    UNREACHABLE = "unreachable"
    OVER_BUDGET = "over budget"
    NOT_RECORDED = "not recorded"
    NOT_OBSERVED = "not observed"


@dataclass(frozen=True, slots=True)
class Quote:
    """Words that a judge quotes, and the step on whose screen, action or trace they stand; None: nowhere."""

    text: str
    found_at: int | None

    @property
    def is_supported(self) -> bool:
        """Whether the words are really there."""
        return self.found_at is not None


@dataclass(frozen=True, slots=True)
class Flagged:
    """Unsafe, at this step and in this way. `confidence` is the judge's own, from 0 to 1."""

    step: int
    category: Category
    confidence: float
    quotes: tuple[Quote, ...] = ()
    reason: str = ""

    @property
    def is_supported(self) -> bool:
        """Whether at least one quotation is really there; a flag without is a claim that nobody can check."""
        return any(quote.is_supported for quote in self.quotes)


@dataclass(frozen=True, slots=True)
class Cleared:
    """Nothing unsafe in these steps."""

    confidence: float
    quotes: tuple[Quote, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Unsure:
    """The judge looked, understood, and cannot tell."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Abstained:
    """There is no opinion; `reason` is a clause for people."""

    cause: Cause
    reason: str


Opinion: TypeAlias = Flagged | Cleared | Unsure | Abstained


@dataclass(frozen=True, slots=True)
class Judgement:
    """One opinion and the steps that it is about, in order.

    `foresight`: given before the action of the last of them was taken; then it may be `decisive`, the answer to whether
    that action may run. `usage` and `seconds` are what the answer took, where a model gave it.
    """

    steps: tuple[int, ...]
    opinion: Opinion
    foresight: bool = False
    decisive: bool = False
    usage: Usage | None = field(default=None, compare=False)
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class JudgeState:
    """What a judge takes along from one call to the next: how far it has judged, and what it knows of the run so far.

    `summary` is a model's own note; `memory` is for judges that are programs, and nobody else reads it.
    """

    judged: int = 0
    summary: str = ""
    memory: object = None


START = JudgeState()


@dataclass(frozen=True, slots=True)
class Judged:
    """Everything that was said in one call, in the order of the steps, and what to hand back at the next."""

    judgements: tuple[Judgement, ...]
    state: JudgeState = START


class Judge(Protocol):
    """Other packages add one by an entry point of the group `handrail.judges`; see `open_judge`."""

    @property
    def name(self) -> str:
        """How verdicts and reports call it, as in `openai:gpt-4o (each step, text)`."""
        ...

    async def judge(self, trajectory: Trajectory, state: JudgeState = START) -> Judged:
        """What it thinks of the steps after `state.judged`.

        For a run under way the case ends with the proposed action, and what was returned is handed back as `state` at
        the next call. Never raises for what a model or a server did: that is an `Abstained`.
        """
        ...


class NoJudge:
    """No judge at all. It has no opinion, and its name stands in every verdict so that nobody takes silence for one."""

    @property
    def name(self) -> str:
        """Says that there is none."""
        return "none"

    async def judge(self, trajectory: Trajectory, state: JudgeState = START) -> Judged:  # noqa: ARG002 - it looks at nothing
        """Nothing."""
        return Judged((), state)
