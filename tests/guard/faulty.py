"""Parts of a session that break on cue: a device, models, detectors, approvers and journals with faults in them."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from handrail.app import Anticipation
from handrail.device.action import Action
from handrail.device.device import Executed, Execution, Precondition, Refused
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace
from handrail.guard.approval.question import Answer, Approved, Question, Rejected
from handrail.guard.detector import Finding
from handrail.phone.device import PhoneDevice


class Broken(Exception):
    """A fault that was put in on purpose."""


@dataclass(slots=True)
class Cues:
    """Decides, at each place that can break, whether it breaks now; and remembers where it did."""

    random: Random
    chance: float
    places: frozenset[str]
    hit: list[str] = field(default_factory=list)

    async def maybe(self, place: str) -> None:
        """Go on, break, or never come back."""
        if place not in self.places or self.random.random() >= self.chance:
            return
        self.hit.append(place)
        if self.random.random() < 0.5:
            raise Broken(place)
        await asyncio.Event().wait()

    def now(self, place: str) -> None:
        """Go on, or break."""
        if place in self.places and self.random.random() < self.chance:
            self.hit.append(place)
            raise Broken(place)


@dataclass(slots=True)
class FaultyDevice:
    """The simulated phone; every call may fail or hang, before or after the phone did it. `executed` is the truth."""

    device: PhoneDevice
    cues: Cues
    before_execution: Callable[[Action], None]
    executed: list[Action] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.device.name

    async def observe(self) -> Screen:
        await self.cues.maybe("observe")
        return await self.device.observe()

    async def screenshot(self) -> bytes:
        await self.cues.maybe("screenshot")
        return b"\x89PNG"

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        self.before_execution(action)
        await self.cues.maybe("before execution")
        execution = await self.device.execute(action, on=on)
        if isinstance(execution, Executed):
            self.executed.append(action)
        await self.cues.maybe("after execution")
        return execution

    async def clock(self) -> datetime:
        return await self.device.clock()

    async def resolve_app(self, name: str) -> str | Refused:
        return await self.device.resolve_app(name)

    async def trace(self) -> SystemTrace:
        await self.cues.maybe("trace")
        return await self.device.trace()

    async def close(self) -> None:
        await self.device.close()


@dataclass(slots=True)
class FaultyDetector:
    """Finds nothing, or breaks."""

    cues: Cues

    @property
    def name(self) -> str:
        return "faulty"

    async def before(self, screen: Screen, action: Action) -> tuple[Finding, ...]:
        await self.cues.maybe("detector before")
        return ()

    async def after(self, before: Screen, action: Action, after: Screen, trace: SystemTrace) -> tuple[Finding, ...]:
        await self.cues.maybe("detector after")
        return ()


@dataclass(slots=True)
class FaultyApprover:
    """Says yes or no, or breaks."""

    cues: Cues

    async def __call__(self, question: Question) -> Answer:
        await self.cues.maybe("approval")
        if self.cues.random.random() < 0.5:
            return Approved(question.digest, "the test")
        return Rejected("the test", "not now")


@dataclass(slots=True)
class FaultyTrigger:
    """Makes a model break while it works out what an action is about to change."""

    cues: Cues

    def __call__(self, *_: object, **__: object) -> Anticipation:
        self.cues.now("model")
        return Anticipation()
