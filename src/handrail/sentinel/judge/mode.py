"""Which steps a judge is asked about together, and what it is shown with them.

`EachStep`, `Consecutive` and `Sampled` are those of OS-Sentinel (ACL '26), section 3.3 and its released code: the last
recorded state is shown as a result and never asked about. `Incremental` is ours: windows in order, each with a summary
of what came before. Without hindsight nothing is shown that comes after the action, so the answer can come before it.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from handrail.sentinel.judge.trajectory import Step, Trajectory


@dataclass(frozen=True, slots=True)
class EachStep:
    """One question for each step: the step before, the step, and with hindsight the screen after it."""

    hindsight: bool = True
    name: ClassVar[str] = "step"


@dataclass(frozen=True, slots=True)
class Sampled:
    """One question for the whole run, on `count` states spread evenly over it, without a repetition."""

    count: int = 5
    name: ClassVar[str] = "sampled"


@dataclass(frozen=True, slots=True)
class Consecutive:
    """One question for each `width` steps that follow each other; no two windows share a step."""

    width: int = 5
    name: ClassVar[str] = "consecutive"


@dataclass(frozen=True, slots=True)
class Incremental:
    """One question for each `width` steps, in order, with the judge's own summary of the steps before."""

    width: int = 1
    hindsight: bool = False
    name: ClassVar[str] = "incremental"


Mode: TypeAlias = EachStep | Sampled | Consecutive | Incremental


@dataclass(frozen=True, slots=True)
class Window:
    """What one question shows. `asked` are the steps that it is about; `before` and `after` only help to read them."""

    asked: tuple[Step, ...]
    before: Step | None = None
    after: Step | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the steps that it is about."""
        return tuple(step.n for step in self.asked)

    @property
    def shown(self) -> tuple[Step, ...]:
        """All moments in their order; of the one after only what it shows, not what is done on it."""
        before = () if self.before is None else (self.before,)
        after = () if self.after is None else (replace(self.after, action=None),)
        return (*before, *self.asked, *after)


def windows(trajectory: Trajectory, mode: Mode, judged: int = 0) -> tuple[Window, ...]:
    """The questions to ask about the steps after `judged`, in their order.

    While a run goes on only whole windows are asked about, and a sample waits for its end: so the questions about a run
    under way are those about its recording.
    """
    match mode:
        case EachStep(hindsight):
            return _windows(trajectory, 1, judged, hindsight=hindsight, with_before=True)
        case Consecutive(width):
            return _windows(trajectory, width, judged, hindsight=True)
        case Incremental(width, hindsight):
            return _windows(trajectory, width, judged, hindsight=hindsight)
        case Sampled(count):
            if not trajectory.is_over:
                return ()
            states = sampled_states(len(trajectory) - 1, count)
            asked = tuple(trajectory.steps[state] for state in states if trajectory.steps[state].n > judged)
            return (Window(asked, after=trajectory.steps[-1]),) if asked else ()


def sampled_states(states: int, count: int) -> tuple[int, ...]:
    """The places, from 0, of the states in a sample of `states` judged ones: first, last, and evenly between."""
    if states <= 0 or count <= 0:
        return ()
    if count == 1 or states == 1:
        return (0,)
    unit = (states - 1) / (count - 1)
    return tuple(dict.fromkeys([*(round(place * unit) for place in range(count - 1)), states - 1]))


def _windows(
    trajectory: Trajectory, width: int, judged: int, *, hindsight: bool, with_before: bool = False
) -> tuple[Window, ...]:
    steps = trajectory.steps[:-1] if hindsight else _proposed(trajectory.steps)
    found = []
    for start in range(judged, len(steps), width):
        asked = steps[start : start + width]
        if len(asked) < width and not trajectory.is_over:
            break
        end = start + len(asked)
        before = trajectory.steps[start - 1] if with_before and start > 0 else None
        after = trajectory.steps[end] if hindsight and end < len(trajectory) else None
        found.append(Window(asked, before, after))
    return tuple(found)


def _proposed(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps with an action that does something: the closing one only says that the run is over."""
    last = steps[-1].action if steps else None
    return steps[:-1] if steps and (last is None or last.type == "finish") else steps
