"""The sentinel as a detector of the guard: its findings in the guard's own form."""

from typing import TYPE_CHECKING

from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace
from handrail.guard.detector import Detector, Finding
from handrail.language.specification import Specification

if TYPE_CHECKING:
    from handrail.sentinel.finding import GradedFinding
    from handrail.sentinel.judge.judge import Judge
    from handrail.sentinel.sentinel import Sentinel


def sentinel_detector(
    instruction: str, application: str = "", *, judge: "Judge | None" = None, false_alarms: float | None = None
) -> Detector:
    """A detector for one session. Without a judge the rules look alone; `false_alarms` is the share that is borne."""
    from handrail.sentinel.fusion.live import as_guard_detector

    return as_guard_detector(instruction, application, _as_guard_finding, judge=judge, budget=false_alarms)


class RulesAlone:
    """The sentinel's comparators with no judge: what a guard has on unless it is told otherwise.

    It reads what was asked for from the accepted rules, and else from the words of the instruction. Nothing of it is
    loaded before the first action.
    """

    def __init__(self, instruction: str, specification: Specification) -> None:
        self._instruction, self._specification = instruction, specification
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
        return tuple(map(_as_guard_finding, self._sentinel.after(before, action, after, trace)))

    def _found(self, screen: Screen, action: Action, *, authorised: bool) -> tuple[Finding, ...]:
        return tuple(map(_as_guard_finding, self._sentinel.before(screen, action, authorised=authorised)))

    @property
    def _sentinel(self) -> "Sentinel":
        from handrail.sentinel.intent import read_specification
        from handrail.sentinel.sentinel import Sentinel

        if self._opened is None:
            self._opened = Sentinel(read_specification(self._instruction, self._specification))
        return self._opened


def _as_guard_finding(finding: "GradedFinding") -> Finding:
    return Finding(
        "sentinel",
        finding.rule,
        str(finding.category),
        finding.severity,
        finding.message,
        tuple(f"{one.kind}: {one.text}" for one in finding.evidence),
        finding.step,
    )
