"""What looks for risk whatever was asked: before an action and after it.

A detector never decides. It finds, and the policy says what a finding of that severity means.
"""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace
from handrail.severity import Severity

__all__ = ["Detector", "Finding", "Severity", "WeighsSupport"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One risk, with what shows it. `message` is one sentence for people; `evidence` names elements, values, files."""

    detector: str
    rule: str
    category: str
    severity: Severity
    message: str
    evidence: tuple[str, ...] = ()
    step: int | None = None


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


@runtime_checkable
class WeighsSupport(Protocol):
    """A detector that holds less against an action where the accepted specification supports what it commits."""

    def where_supported(self, screen: Screen, action: Action) -> tuple[Finding, ...]:
        """What it finds then, in place of what `before` found of the same action."""
        ...
