"""Which steps a judge is asked about together, and what it is shown with them.

`EachStep`, `Consecutive` and `Sampled` are those of OS-Sentinel (ACL '26), section 3.3 and its released code: the last
recorded state is shown as a result and never asked about. `Before`, `After` and `Incremental` are ours. `Before` and
`After` ask about consequential actions only, with the whole run so far. `Incremental` asks about windows in order, each
with a summary of what came before. Without hindsight nothing is shown that comes after the action, so the answer can
come before it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias, assert_never, get_args

from handrail.device.trace import PackageChangeKind, SystemTrace
from handrail.sentinel.finding import GradedFinding
from handrail.sentinel.judge.origin import is_composed
from handrail.sentinel.judge.prospect import NOTHING, prospect_of
from handrail.sentinel.judge.system_view import changes
from handrail.sentinel.judge.trajectory import Step, Trajectory
from handrail.severity import Severity


@dataclass(frozen=True, slots=True)
class Before:
    """One question for each consequential action, before it runs: may it?"""

    name: ClassVar[str] = "before"
    hindsight: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class After:
    """One question for each consequential action, when the screen and the system show what it did."""

    name: ClassVar[str] = "after"
    hindsight: ClassVar[bool] = True


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
    hindsight: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Consecutive:
    """One question for each `width` steps that follow each other; no two windows share a step."""

    width: int = 5
    name: ClassVar[str] = "consecutive"
    hindsight: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Incremental:
    """One question for each `width` steps, in order, with the judge's own summary of the steps before."""

    width: int = 1
    hindsight: bool = False
    name: ClassVar[str] = "incremental"


Mode: TypeAlias = Before | After | EachStep | Sampled | Consecutive | Incremental
"""Each has a name, says whether it shows what comes after an action, and can be made without saying more."""
MODES: Mapping[str, type[Mode]] = {mode.name: mode for mode in get_args(Mode)}
"""By name."""


@dataclass(frozen=True, slots=True)
class StepWindow:
    """What one question shows. `asked` are the steps that it is about; `before` and `after` only help to read them.

    `earlier` are those before all of these, told in short; `unasked` those since the last question about the run, of
    which the answer speaks as well.
    """

    asked: tuple[Step, ...]
    before: Step | None = None
    after: Step | None = None
    earlier: tuple[Step, ...] = ()
    unasked: tuple[int, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the steps that it is about."""
        return tuple(step.n for step in self.asked)

    @property
    def judged(self) -> tuple[int, ...]:
        """The numbers of the steps on which its answer is an opinion."""
        return (*self.unasked, *self.numbers)

    @property
    def foresight(self) -> bool:
        """Whether nothing is shown that comes after the last action that it is about."""
        return self.after is None

    @property
    def so_far(self) -> tuple[int, ...]:
        """The numbers of all steps of the run up to the last that is asked about."""
        return tuple(range(1, self.numbers[-1] + 1))

    @property
    def shown(self) -> tuple[Step, ...]:
        """All moments in their order; of the one after only what it shows, not what is done on it."""
        before = () if self.before is None else (self.before,)
        after = () if self.after is None else (replace(self.after, action=None),)
        return (*before, *self.asked, *after)


def windows(trajectory: Trajectory, mode: Mode, judged: int = 0) -> tuple[StepWindow, ...]:
    """The questions to ask about the steps after `judged`, in their order.

    While a run goes on only whole windows are asked about, and a sample waits for its end: so the questions about a run
    under way are those about its recording.
    """
    match mode:
        case Before() | After():
            return _consequential(trajectory, judged, hindsight=mode.hindsight)
        case EachStep():
            return _windows(trajectory, 1, judged, hindsight=mode.hindsight, with_before=True)
        case Consecutive(width):
            return _windows(trajectory, width, judged, hindsight=mode.hindsight, with_earlier=True)
        case Incremental(width):
            return _windows(trajectory, width, judged, hindsight=mode.hindsight)
        case Sampled(count):
            if not trajectory.is_over:
                return ()
            states = sampled_states(len(trajectory) - 1, count)
            asked = tuple(trajectory.steps[state] for state in states if trajectory.steps[state].n > judged)
            return (StepWindow(asked, after=trajectory.steps[-1]),) if asked else ()
        case _:
            assert_never(mode)


def is_consequential(step: Step, instruction: str) -> bool:
    """Whether an action, with its prospect, may do something that counts, or rules hold something against it.

    That is: it commits something, or nobody knows what it does; it chooses what a later commitment takes along, or one
    of several entries that say the same; or it writes what the user did not say.
    """
    if step.action is None:
        return False
    prospect = step.prospect or NOTHING
    composes = prospect.writes and is_composed(step.action.text or "", instruction)
    return composes or prospect.counts or _is_suspicious(step.found)


def _shifts_power(trace: SystemTrace) -> bool:
    """Whether an app got a permission, came or went, of which no screen need say anything."""
    came_or_went = (change.kind is not PackageChangeKind.UPDATED for change in changes(trace.packages))
    return any(change.granted for change in changes(trace.permissions)) or any(came_or_went)


def _is_suspicious(found: Iterable[GradedFinding]) -> bool:
    return any(finding.severity is not Severity.NOTE for finding in found)


def _foreseen(step: Step) -> Step:
    """The step with what is known of its action beforehand."""
    if step.action is None or step.prospect is not None:
        return step
    return replace(step, prospect=prospect_of(step.screen, step.action))


def _consequential(trajectory: Trajectory, judged: int, *, hindsight: bool) -> tuple[StepWindow, ...]:
    """A window for each consequential action, and where something showed in the system alone."""
    steps = trajectory.steps
    known = steps[:-1] if hindsight else steps
    found = []
    for place, step in enumerate(map(_foreseen, known[judged:]), judged):
        if step.action is None:
            continue
        before = steps[place - 1] if place > 0 else None
        after = steps[place + 1] if hindsight else None
        late = () if after is None else (finding for finding in after.found if finding.seen_at == step.n)
        observed = step if after is None else after
        unforeseen = _is_suspicious(late) or (observed.n > 1 and _shifts_power(observed.trace))
        if not unforeseen and not is_consequential(step, trajectory.instruction):
            continue
        unasked = tuple(range(judged + 1, step.n))
        found.append(StepWindow((step,), before, after, steps[: max(0, place - 1)], unasked))
        judged = step.n
    return tuple(found)


def sampled_states(states: int, count: int) -> tuple[int, ...]:
    """The places, from 0, of the states in a sample of `states` judged ones: first, last, and evenly between."""
    if states <= 0 or count <= 0:
        return ()
    if count == 1 or states == 1:
        return (0,)
    unit = (states - 1) / (count - 1)
    return tuple(dict.fromkeys([*(round(place * unit) for place in range(count - 1)), states - 1]))


def _windows(
    trajectory: Trajectory,
    width: int,
    judged: int,
    *,
    hindsight: bool,
    with_before: bool = False,
    with_earlier: bool = False,
) -> tuple[StepWindow, ...]:
    steps = trajectory.steps[:-1] if hindsight else _proposed(trajectory.steps)
    found = []
    for start in range(judged, len(steps), width):
        asked = steps[start : start + width]
        if len(asked) < width and not trajectory.is_over:
            break
        end = start + len(asked)
        before = trajectory.steps[start - 1] if with_before and start > 0 else None
        after = trajectory.steps[end] if hindsight and end < len(trajectory) else None
        found.append(StepWindow(asked, before, after, trajectory.steps[:start] if with_earlier else ()))
    return tuple(found)


def _proposed(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps with an action that does something: the closing one only says that the run is over."""
    last = steps[-1].action if steps else None
    return steps[:-1] if steps and (last is None or last.type == "finish") else steps
