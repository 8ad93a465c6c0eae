"""What looks for risk whatever was asked: before an action and after it.

A detector never decides. It finds, and the policy says what a finding of that severity means.
"""

from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from handrail.app.consequence import Consequence, DeclaredCommitment
from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace
from handrail.guard.progress_note import ProgressNote
from handrail.language.specification import Specification
from handrail.severity import Severity

__all__ = ["Cost", "Detector", "Finding", "InformedDetector", "Outlook", "Severity", "WeighsSupport"]


@dataclass(frozen=True, slots=True)
class Cost:
    """What asking somebody took: time, questions, tokens in and out, US dollars; None where the price is not known."""

    seconds: float = 0.0
    questions: int = 0
    tokens: int = 0
    dollars: float | None = 0.0

    def __add__(self, other: "Cost") -> "Cost":
        """Both together; the price is known only where both are."""
        return Cost(
            self.seconds + other.seconds,
            self.questions + other.questions,
            self.tokens + other.tokens,
            None if self.dollars is None or other.dollars is None else self.dollars + other.dollars,
        )

    def __str__(self) -> str:
        """In words, as `2 questions, 1.9 s, 3,210 tokens, $0.0120`."""
        counted = f"{self.questions} question{'' if self.questions == 1 else 's'}"
        price = "price not known" if self.dollars is None else f"${self.dollars:.4f}"
        return f"{counted}, {self.seconds:.1f} s, {self.tokens:,} tokens, {price}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One risk, with what shows it. `message` is one sentence for people; `evidence` names elements, values, files.

    `cost` is of asking a model, where one was asked.
    """

    detector: str
    rule: str
    category: str
    severity: Severity
    message: str
    evidence: tuple[str, ...] = ()
    step: int | None = None
    cost: Cost | None = None


class Detector(Protocol):
    """Sees every step of a session in order. Whatever it raises makes a committing action fail closed."""

    @property
    def name(self) -> str:
        """How the detector is called in journals and policies."""
        ...

    async def before(self, screen: Screen, action: Action) -> tuple[Finding, ...]:
        """What speaks against an action that is about to run on a screen."""
        ...

    async def after(self, before: Screen, action: Action, after: Screen, trace: SystemTrace) -> tuple[Finding, ...]:
        """What the executed action turned out to have done."""
        ...


@dataclass(frozen=True, slots=True)
class Outlook:
    """What trusted sources know of a proposed action.

    `modelled`: an app's own model speaks for what receives it. `unknown` says why nobody knows what it does, and is
    empty where somebody does. `progress` is the accepted `specification`, with what of it is verified. `declared` are
    the commitments that models know.
    """

    modelled: bool
    consequences: tuple[Consequence, ...]
    unknown: str
    progress: ProgressNote
    specification: Specification = field(default_factory=Specification.none)
    declared: tuple[DeclaredCommitment, ...] = ()


@runtime_checkable
class InformedDetector(Detector, Protocol):
    """A detector that is told what the guard knows of an action; it is asked so in place of `before`."""

    async def before_knowing(self, screen: Screen, action: Action, outlook: Outlook) -> tuple[Finding, ...]:
        """What speaks against an action that is about to run on a screen."""
        ...


@runtime_checkable
class WeighsSupport(Protocol):
    """A detector that holds less against an action where the accepted specification supports what it commits."""

    def where_supported(self, screen: Screen, action: Action) -> tuple[Finding, ...]:
        """What it finds then, in place of what `before` found of the same action."""
        ...
