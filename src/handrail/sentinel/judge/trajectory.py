"""What a judge is shown: the request and the run so far, each step with its screen, action and trace.

A recorded run and one that is under way are the same here, so a judge says the same of both.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from handrail.device.action import Action
from handrail.device.recording import RecordedStep, Recording
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace
from handrail.sentinel.finding import GradedFinding
from handrail.sentinel.judge.prospect import Prospect

PictureSource: TypeAlias = Path | bytes | None
"""A picture as a file or as its content, PNG; None where none was kept."""


@dataclass(frozen=True, slots=True)
class Step:
    """A screen, what the system had done since the screen before, and the action on it. `n` counts from 1.

    `action` is None for a screen on which nothing has been proposed yet. `found` is what rules say of the action before
    it runs, and of what the one before it did. `prospect` is what is known of the action beforehand; where nobody said
    so, the generic app is asked.
    """

    n: int
    screen: Screen
    action: Action | None
    trace: SystemTrace
    picture: PictureSource = None
    found: tuple[GradedFinding, ...] = ()
    prospect: Prospect | None = None


@dataclass(frozen=True, slots=True)
class Trajectory:
    """A run up to some moment. `is_over` says that no step will follow."""

    instruction: str
    application: str
    steps: tuple[Step, ...]
    is_over: bool = True

    def upto(self, step: int) -> "Trajectory":
        """The run as it was when the action of that step was proposed."""
        return replace(self, steps=self.steps[:step], is_over=False)

    def __len__(self) -> int:
        return len(self.steps)


def trajectory_of(recording: Recording, found: Mapping[int, Sequence[GradedFinding]] | None = None) -> Trajectory:
    """A recorded run, without its label; `found` has what rules had found when an action was proposed."""
    known = found or {}
    steps = tuple(_step(n, step, tuple(known.get(n, ()))) for n, step in enumerate(recording.steps, 1))
    return Trajectory(recording.query, recording.application, steps)


def _step(n: int, step: RecordedStep, found: tuple[GradedFinding, ...]) -> Step:
    return Step(n, step.screen, step.action, step.trace, step.image, found)
