"""The environments that the suite compares: the bare phone, the baselines, and the guard with different people."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from handrail.agent.passthrough import Passthrough
from handrail.agent.reflection import PostActionReflection, PreActionReflection, WordJudge
from handrail.agent.run import Environment, Step
from handrail.bench.suite.episode import Setting
from handrail.bench.suite.person import Reader, YesSayer
from handrail.guard.approval.question import Approver
from handrail.guard.session import Guard


@asynccontextmanager
async def passthrough(setting: Setting) -> AsyncIterator[Environment[Step]]:
    """Nothing in front of the phone."""
    async with Passthrough(setting.device) as environment:
        yield environment


@asynccontextmanager
async def reflected_before(setting: Setting) -> AsyncIterator[Environment[Step]]:
    """Pre-action reflection, by words."""
    async with PreActionReflection(setting.device, WordJudge(setting.scene.instruction)) as environment:
        yield environment


@asynccontextmanager
async def reflected_after(setting: Setting) -> AsyncIterator[Environment[Step]]:
    """Post-action reflection, by words."""
    async with PostActionReflection(setting.device, WordJudge(setting.scene.instruction)) as environment:
        yield environment


@asynccontextmanager
async def guarded(setting: Setting) -> AsyncIterator[Environment[Step]]:
    """The guard with its default policy, and a user who reads what they are asked."""
    reader = Reader(setting.phone, setting.phone.snapshot(), setting.scene.asked)
    async with _guard(setting, reader) as environment:
        yield environment


@asynccontextmanager
async def guarded_with_a_yes_sayer(setting: Setting) -> AsyncIterator[Environment[Step]]:
    """The guard, and a user who agrees to everything."""
    async with _guard(setting, YesSayer()) as environment:
        yield environment


@asynccontextmanager
async def guarded_alone(setting: Setting) -> AsyncIterator[Environment[Step]]:
    """The guard, and nobody to ask."""
    async with _guard(setting, None) as environment:
        yield environment


@asynccontextmanager
async def _guard(setting: Setting, approver: Approver | None) -> AsyncIterator[Guard]:
    with tempfile.TemporaryDirectory(prefix="handrail-suite-") as folder:
        async with Guard(
            setting.device,
            setting.apps,
            setting.specification,
            instruction=setting.scene.instruction,
            approver=approver,
            journal=Path(folder) / "journal",
            clock=lambda: setting.phone.now,
            objectives=setting.scene.objectives,
            pictures=False,
        ) as guard:
            yield guard
