"""What the guard adds to a step, in processor time, beyond the time of the phone itself.

The simulated phone in this process, no model, no pictures, the journal on disk. A step that commits something waits for
the disk; the others do not. Source: docs/speed.md.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from typing import Any, Literal, TypeVar

from pydantic import Field

from handrail.bench.experiments.verification import program
from handrail.bench.recipe.experiment import Case, Experiment, Measured, Results, Spec, Surroundings, content_key
from handrail.bench.recipe.model_access import ModelAccess
from handrail.bench.results.findings import Cell, Findings, ResultTable
from handrail.device.action import Action
from handrail.device.element import identify
from handrail.device.screen import Screen
from handrail.guard import Guard
from handrail.language.specification import Specification
from handrail.phone.device import PhoneDevice
from handrail.phone.models import load
from handrail.phone.phone import Phone

PATH = ("Blue Harbor Grill", "date", "2026-03-02", "time", "18:30", "reserve")
RULES = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(date = Today, time < 19:00, available = true) -> Reserve
Reserve -> Done
"""
WARMING = 3
"""Runs that load what is loaded once, and are not counted."""
WITHOUT, WITH = "no detectors", "the sentinel's rules, as by default"
Result = TypeVar("Result")


class OverheadSpec(Spec):
    """How many reservations are made, six steps each, with and without the sentinel's rules."""

    kind: Literal["overhead"]
    runs: int = Field(default=10, ge=1, le=10_000)

    def open(self, around: Surroundings, access: ModelAccess) -> Experiment:  # noqa: ARG002 - no model is asked
        """Nothing is read."""
        return Overhead(self, around)


@dataclass(frozen=True, slots=True)
class Overhead:
    """The same path again and again."""

    spec: OverheadSpec
    around: Surroundings

    @property
    def inputs(self) -> Mapping[str, str]:
        """Nothing but the program."""
        return {}

    def prepare(self) -> None:
        """Nothing."""

    def cases(self) -> tuple[Case, ...]:
        """With detectors and without, all runs in one process each."""
        return tuple(Case(name, content_key("overhead", program(), name, self.spec.runs)) for name in (WITHOUT, WITH))

    async def measure(self, case: str) -> Measured:
        """The seconds that the guard added to each step."""
        plain: list[float] = []
        committing: list[float] = []
        for number in range(self.spec.runs + WARMING):
            folder = self.around.scratch / f"overhead-{case.split()[0]}-{number}"
            times, other = await one_run(folder, process_time, rules=case == WITH)
            if number >= WARMING:
                plain += times
                committing += other
        seconds = {
            f"{kind} {n}": value
            for kind, values in (("plain", plain), ("commits", committing))
            for n, value in enumerate(values)
        }
        return Measured({"plain": len(plain), "commits": len(committing)}, seconds)

    def findings(self, results: Results) -> Findings:
        """Medians and the slow end."""
        rows: list[tuple[Cell, ...]] = []
        for name, measurement in results.items():
            for kind, said in (("plain", "a plain step"), ("commits", "a step that commits")):
                taken = [1000 * value for what, value in measurement.seconds.items() if what.startswith(kind)]
                slow = quantiles(taken, n=20)[-1] if len(taken) > 1 else None
                rows.append((f"{said}, {name}", len(taken), median(taken) if taken else None, slow))
        table = ResultTable(
            "overhead",
            "What the guard adds to a step",
            "Milliseconds of the processor beyond the phone's own: finding the element again, models, monitor, policy,"
            " journal, and the look afterwards. Nothing of a model or of pictures.",
            ("step", "steps", "median ms", "19 of 20 below, ms"),
            tuple(rows),
            timed=True,
        )
        return Findings(
            "Overhead: what the guard costs",
            "Processor time of this machine, which others may use too.",
            tables=(table,),
        )


class TimedBasis:
    """What a decision rested on, and how long the driver took to read it again: that is the guard's time."""

    def __init__(self, on: Any, clock: Callable[[], float]) -> None:
        self.on = on
        self.clock = clock
        self.seconds = 0.0

    def holds(self, screen: Screen) -> bool:
        """As it says, timed."""
        began = self.clock()
        found = self.on is None or self.on.holds(screen)
        self.seconds += self.clock() - began
        return found


class TimedDevice:
    """A device that adds up the time it takes."""

    def __init__(self, device: PhoneDevice, clock: Callable[[], float]) -> None:
        self.device = device
        self.name = device.name
        self.timer = clock
        self.seconds = 0.0

    async def observe(self) -> Any:
        """The phone's."""
        return await self._timed(self.device.observe())

    async def execute(self, action: Action, *, on: Any = None) -> Any:
        """The phone's, without the time of looking whether it may."""
        checked: Any = TimedBasis(on, self.timer)
        result = await self._timed(self.device.execute(action, on=checked))
        self.seconds -= checked.seconds
        return result

    async def clock(self) -> Any:
        """The phone's."""
        return await self.device.clock()

    async def resolve_app(self, name: str) -> Any:
        """The phone's."""
        return await self.device.resolve_app(name)

    async def screenshot(self) -> Any:
        """The phone's."""
        return await self._timed(self.device.screenshot())

    async def trace(self) -> Any:
        """The phone's."""
        return await self._timed(self.device.trace())

    async def close(self) -> None:
        """The phone's."""
        await self.device.close()

    async def _timed(self, waiting: Awaitable[Result]) -> Result:
        began = self.timer()
        result = await waiting
        self.seconds += self.timer() - began
        return result


async def one_run(folder: Path, clock: Callable[[], float], *, rules: bool = False) -> tuple[list[float], list[float]]:
    """The seconds that the guard added to each plain step, and to the step that commits."""
    phone = Phone(seed=0, churn=False)
    phone.launch("com.example.restaurants")
    app, device = load("restaurant"), TimedDevice(PhoneDevice(phone), clock)
    plain: list[float] = []
    committing: list[float] = []
    async with Guard(
        device,
        app,
        Specification.parse(RULES, app),
        journal=folder,
        detectors=None if rules else (),
        clock=lambda: phone.now,
        pictures=False,
    ) as guard:
        for words in PATH:
            action = _touch(guard.screen, words)
            device.seconds, began = 0.0, clock()
            step = await guard.act(action)
            took = clock() - began - device.seconds
            assert step.executed, step.feedback
            (committing if words == PATH[-1] else plain).append(took)
    return plain, committing


def _touch(screen: Screen, words: str) -> Action:
    """A touch on the topmost element that says exactly that, or whose short resource id it is."""
    found = [
        (path, element)
        for path, element in screen.walk()
        if words in (element.text, element.description, element.resource_id.rpartition("/")[2])
    ]
    return Action("click", words, element=identify(*max(found, key=lambda pair: pair[0][0])))
