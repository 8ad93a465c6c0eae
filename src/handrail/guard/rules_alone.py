"""The sentinel's comparators as a detector of the guard, with no judge: what a guard has on by default."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from handrail.app.consequence import DeclaredCommitment
from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace
from handrail.guard.detector import Finding
from handrail.language.specification import Specification

if TYPE_CHECKING:
    from handrail.sentinel.finding import GradedFinding
    from handrail.sentinel.sentinel import Sentinel


class RulesAlone:
    """The sentinel's comparators with no judge: what a guard has on unless it is told otherwise.

    It reads what was asked for from the accepted rules, and else from the words of the instruction. `declared` says of
    which kinds the objectives of rules are. Nothing of it is loaded before the first action.
    """

    def __init__(
        self, instruction: str, specification: Specification, declared: Iterable[DeclaredCommitment] = ()
    ) -> None:
        self._instruction, self._specification, self._declared = instruction, specification, tuple(declared)
        self._opened: Sentinel | None = None

    @property
    def name(self) -> str:
        """How it is called in journals and policies."""
        return "sentinel"

    async def before(self, screen: Screen, action: Action) -> tuple[Finding, ...]:
        """What speaks against an action, whoever supports it."""
        return self._found(screen, action, authorised=False)

    def where_supported(self, screen: Screen, action: Action) -> tuple[Finding, ...]:
        """What still speaks against it where the accepted specification supports what it commits."""
        return self._found(screen, action, authorised=True)

    async def after(self, before: Screen, action: Action, after: Screen, trace: SystemTrace) -> tuple[Finding, ...]:
        """What it turned out to have done."""
        return tuple(map(as_guard_finding, self._sentinel.after(before, action, after, trace)))

    def _found(self, screen: Screen, action: Action, *, authorised: bool) -> tuple[Finding, ...]:
        return tuple(map(as_guard_finding, self._sentinel.before(screen, action, authorised=authorised)))

    @property
    def _sentinel(self) -> "Sentinel":
        from handrail.sentinel.intent import read_specification
        from handrail.sentinel.sentinel import Sentinel

        if self._opened is None:
            self._opened = Sentinel(read_specification(self._instruction, self._specification, self._declared))
        return self._opened


def as_guard_finding(finding: "GradedFinding", detector: str = "sentinel") -> Finding:
    """A finding of the sentinel in the guard's own form; `detector` is how the one that found it is called."""
    return Finding(
        detector,
        finding.rule,
        str(finding.category),
        finding.severity,
        finding.message,
        tuple(f"{quote.kind}: {quote.text}" for quote in finding.evidence),
        finding.step,
    )
