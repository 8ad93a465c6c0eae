"""Exploring an app on a device: the explorer and its walk put together, within bounds, and what came of it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from handrail.agent.explore.explorer import Explorer, Surprise
from handrail.agent.passthrough import Outcome
from handrail.agent.run import Run
from handrail.agent.walk import walk
from handrail.device.device import Device
from handrail.device.recording import RecordedStep
from handrail.device.screen import Screen
from handrail.guard.decision import Proposal

__all__ = ["Bounds", "Exploration", "explore"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far an app is explored: actions, moves from its first page, and time by the clock; None is any time."""

    steps: int = 200
    depth: int = 8
    longest: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Exploration:
    """What came of it. `pages` were seen, `left_alone` is how much on them was not touched, since it may do something.

    `surprises` were judged harmless and changed something. `is_lost`: the app did not come to the front again.
    """

    run: Run[Outcome]
    pages: int
    left_alone: int
    surprises: tuple[Surprise, ...]
    is_lost: bool


async def explore(
    device: Device,
    package: str,
    bounds: Bounds,
    clock: Callable[[], datetime],
    *,
    earlier: Iterable[RecordedStep] = (),
    tell: Callable[[Proposal, Outcome, Screen], None] = lambda *_: None,
) -> Exploration:
    """Walk the app by itself; `earlier` is what a walk of before has recorded. The device stays the caller's to close.

    Wrap the device in a recorder to keep what was seen. Raises `Misuse` where the app cannot be opened.
    """
    ends = clock() + bounds.longest if bounds.longest is not None else None
    explorer = Explorer(package, device.trace, deepest=bounds.depth, clock=clock, ends=ends)
    explorer.remember(earlier)
    done = await walk(explorer, device, package, limit_steps=bounds.steps, tell=tell)
    return Exploration(
        done,
        len(explorer.explored.moves),
        len(explorer.left_alone),
        tuple(explorer.surprises),
        explorer.is_lost,
    )
