"""A run step by step through the rules, for the numbers behind them: what is proposed, then what it did."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from handrail.device.action import Action
from handrail.sentinel.detector_state import DetectorState
from handrail.sentinel.features.features import Features
from handrail.sentinel.finding import Finding
from handrail.sentinel.judge.trajectory import Trajectory
from handrail.sentinel.request import read_request
from handrail.sentinel.rule import Rule
from handrail.sentinel.screen_view import look
from handrail.sentinel.sentinel import after, before


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run was walked: steps whose consequences are known, and the step that was last proposed."""

    state: DetectorState = field(default_factory=DetectorState)
    done: int = 0
    proposed: int = 0


@dataclass(frozen=True, slots=True)
class Seen:
    """One step at one moment. `foresight`: before its action; afterwards the facts and findings are those of both."""

    n: int
    action: Action
    features: tuple[Features, ...]
    findings: tuple[Finding, ...]
    foresight: bool
    progress: Progress


def walk(trajectory: Trajectory, progress: Progress, rules: tuple[Rule, ...], region: str = "US") -> Iterator[Seen]:
    """Everything that is new in the case since `progress`; an action whose result is not there yet is only proposed."""
    request = read_request(trajectory.instruction, region)
    for place in range(progress.done, len(trajectory)):
        step = trajectory.steps[place]
        if step.action is None:
            return
        view = look(step.screen, region)
        weighed = before(request, progress.state, view, step.action, rules)
        if step.n > progress.proposed:
            progress = Progress(progress.state, progress.done, step.n)
            yield Seen(step.n, step.action, weighed.features, weighed.findings, True, progress)
        if place + 1 == len(trajectory):
            return
        following = trajectory.steps[place + 1]
        seen = look(following.screen, region)
        done = after(request, progress.state, view, step.action, seen, following.trace, rules)
        progress = Progress(done.state, step.n, step.n)
        findings = (*weighed.findings, *(one for one in done.findings if one.step == step.n))
        yield Seen(step.n, step.action, (*weighed.features, *done.features), findings, False, progress)
