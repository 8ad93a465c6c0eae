"""All detectors of a session, asked one after the other; one that breaks or takes too long is a failure."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace
from handrail.guard.decision import Failure
from handrail.guard.detector import Detector, Finding, InformedDetector, Outlook, Severity, WeighsSupport
from handrail.guard.device_access import told, within


class Detected(NamedTuple):
    """What was found, and what could not be looked for."""

    findings: tuple[Finding, ...] = ()
    failures: tuple[Failure, ...] = ()


@dataclass(frozen=True, slots=True)
class Detection:
    """The detectors, and how many seconds each may take."""

    detectors: tuple[Detector, ...]
    seconds: float
    wants_outlook: bool = field(init=False)
    """Whether some detector asks for what is known of an action."""

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "wants_outlook", any(isinstance(detector, InformedDetector) for detector in self.detectors)
        )

    async def before(self, screen: Screen, action: Action, outlook: Outlook | None = None) -> Detected:
        """What speaks against an action. `outlook` is what is known of it, for those who ask for that."""

        def ask(detector: Detector) -> Awaitable[tuple[Finding, ...]]:
            if outlook is not None and isinstance(detector, InformedDetector):
                return detector.before_knowing(screen, action, outlook)
            return detector.before(screen, action)

        return await self._all(ask)

    def where_supported(self, screen: Screen, action: Action, seen: Detected) -> Detected:
        """What was found of an action whose commitment the accepted specification supports."""
        weighing = [detector for detector in self.detectors if isinstance(detector, WeighsSupport)]
        try:
            again = [finding for detector in weighing for finding in _checked(detector.where_supported(screen, action))]
        except Exception as error:
            return seen._replace(failures=(*seen.failures, Failure("detector", told(error))))
        names = {detector.name for detector in self.detectors if isinstance(detector, WeighsSupport)}
        kept = tuple(finding for finding in seen.findings if finding.detector not in names)
        return seen._replace(findings=(*kept, *again))

    async def after(self, before: Screen, action: Action, after: Screen, trace: SystemTrace) -> Detected:
        """What an action turned out to have done."""
        return await self._all(lambda detector: detector.after(before, action, after, trace))

    async def _all(self, ask: Callable[[Detector], Awaitable[tuple[Finding, ...]]]) -> Detected:
        findings: list[Finding] = []
        failures: list[Failure] = []
        for detector in self.detectors:
            try:
                findings += _checked(await within(self.seconds, ask(detector)))
            except Exception as error:
                failures.append(Failure(f"detector {detector.name}", told(error)))
        return Detected(tuple(findings), tuple(failures))


def _checked(said: Iterable[object]) -> tuple[Finding, ...]:
    """What a detector returned, if it is findings; whatever else it is says nothing that could be relied upon."""
    findings: list[Finding] = []
    for finding in said:
        if not isinstance(finding, Finding) or not isinstance(finding.severity, Severity):
            raise TypeError(f"it returned a {type(finding).__name__} that is no finding with a severity")
        findings.append(finding)
    return tuple(findings)
