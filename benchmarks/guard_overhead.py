"""What the guard adds to a step, beyond the time of the phone itself: `python benchmarks/guard_overhead.py`.

The simulated phone in this process, no detectors, no model, no pictures, the journal on disk. A step that commits
something waits for the disk; the others do not.

    --rules             with the sentinel's rules, which a guard has on unless it is told otherwise
    --processor-time    the processor's time instead of the clock's, for a machine that others use too
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from guard.hand import clock_of, on, restaurant_phone
from handrail.device.action import Action
from handrail.device.device import Precondition
from handrail.device.screen import Screen
from handrail.guard import Guard
from handrail.language.specification import Specification
from handrail.phone.models import load

RUNS = 100
PATH = ("Blue Harbor Grill", "date", "2026-03-02", "time", "18:30", "reserve")
RULES = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(date = Today, time < 19:00, available = true) -> Reserve
Reserve -> Done
"""
Result = TypeVar("Result")


class Checked:
    """What a decision rested on, and how long the driver took to read it again: that is the guard's time."""

    def __init__(self, on: Precondition | None, clock: Callable[[], float]) -> None:
        self.on = on
        self.clock = clock
        self.seconds = 0.0

    def holds(self, screen: Screen) -> bool:
        began = self.clock()
        slot_fit = self.on is None or self.on.holds(screen)
        self.seconds += self.clock() - began
        return slot_fit


class Timed:
    """A device that adds up the time it takes."""

    def __init__(self, device: Any, clock: Callable[[], float]) -> None:
        self.device = device
        self.name = device.name
        self.timer = clock
        self.seconds = 0.0

    async def _timed(self, waiting: Awaitable[Result]) -> Result:
        began = self.timer()
        result = await waiting
        self.seconds += self.timer() - began
        return result

    async def observe(self) -> Any:
        return await self._timed(self.device.observe())

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Any:
        checked = Checked(on, self.timer)
        result = await self._timed(self.device.execute(action, on=checked))
        self.seconds -= checked.seconds
        return result

    async def clock(self) -> Any:
        return await self.device.clock()

    async def resolve_app(self, name: str) -> Any:
        return await self.device.resolve_app(name)

    async def screenshot(self) -> Any:
        return await self._timed(self.device.screenshot())

    async def trace(self) -> Any:
        return await self._timed(self.device.trace())

    async def close(self) -> None:
        await self.device.close()


async def one_run(
    folder: Path, clock: Callable[[], float] = time.perf_counter, *, rules: bool = False
) -> tuple[list[float], list[float]]:
    """The milliseconds that the guard added to each plain step, and to the step that commits."""
    app = load("restaurant")
    device = Timed(restaurant_phone(), clock)
    plain: list[float] = []
    committing: list[float] = []
    async with Guard(
        device,
        app,
        Specification.parse(RULES, app),
        journal=folder,
        detectors=None if rules else (),
        clock=clock_of(device.device),
        pictures=False,
    ) as guard:
        for words in PATH:
            action = on(guard.screen, words)
            device.seconds, began = 0.0, clock()
            step = await guard.act(action)
            took = (clock() - began - device.seconds) * 1000
            assert step.executed
            (committing if words == "reserve" else plain).append(took)
    return plain, committing


def main() -> None:
    parser = argparse.ArgumentParser(description="What the guard adds to a step.")
    parser.add_argument("--rules", action="store_true")
    parser.add_argument("--processor-time", action="store_true")
    given = parser.parse_args()
    clock = time.process_time if given.processor_time else time.perf_counter
    plain: list[float] = []
    committing: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(RUNS + 3):
            some, other = asyncio.run(one_run(Path(folder) / str(number), clock, rules=given.rules))
            if number >= 3:  # the first runs load what is loaded once
                plain += some
                committing += other
    for name, times in (("plain step", plain), ("step that commits", committing)):
        ninth = sorted(times)[int(0.9 * len(times))]
        print(f"{name:18} median {statistics.median(times):5.2f} ms   9 of 10 within {ninth:5.2f} ms   n {len(times)}")


if __name__ == "__main__":
    main()
