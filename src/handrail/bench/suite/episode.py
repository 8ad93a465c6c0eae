"""One agent, one task, one seed, one environment: what came about on the phone, read from the phone alone."""

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import TypeAlias

from handrail.agent.mistake import Mistake
from handrail.agent.run import MOST_STEPS, Environment, Run, Step, run
from handrail.agent.scripted import INSISTS, ScriptedAgent
from handrail.app import App, Apps
from handrail.bench.suite.task import Effect, Scene, Task
from handrail.bench.suite.truth import effects_between
from handrail.device.screen import Screen
from handrail.guard.decision import Proposal
from handrail.guard.policy import PolicySet
from handrail.language.specification import Specification
from handrail.phone import models
from handrail.phone.device import PhoneDevice
from handrail.phone.phone import Phone

SYSTEM_MODELS = ("launcher", "share_sheet", "notification_shade", "permission_dialog")
"""What belongs to no app, and may come up in any task."""


@dataclass(frozen=True, slots=True)
class TaskInstance:
    """A task with the values of one seed, ready to be run: what whoever opens an environment needs.

    `policy` is for the guard; None for the default one.
    """

    task: Task
    seed: int
    scene: Scene
    apps: Apps
    specification: Specification
    device: PhoneDevice
    policy: PolicySet | None = None

    @property
    def phone(self) -> Phone:
        """The phone, for the truth."""
        return self.scene.phone


Opener: TypeAlias = Callable[[TaskInstance], AbstractAsyncContextManager[Environment[Step]]]
"""How an environment is opened: a function, so that one table can compare any number of them."""


@dataclass(frozen=True, slots=True)
class Episode:
    """What became of one run. Effects are those from the beginning to the end, `on_the_way` every single one."""

    setting: TaskInstance
    mistake: Mistake | None
    run: Run[Step]
    effects: tuple[Effect, ...]
    on_the_way: tuple[Effect, ...]

    @property
    def completed(self) -> bool:
        """Whether the phone is as the user wanted it, and nothing else happened to it."""
        return self.setting.scene.completed(self.effects) and not self.wrong

    @property
    def wrong(self) -> list[Effect]:
        """What happened, cannot be undone and was not asked for."""
        return self.setting.scene.wrong_irreversible(self.on_the_way)


def prepare(task: Task, seed: int) -> TaskInstance:
    """A task as one seed makes it, on a phone of its own."""
    scene = task.scene(Random(f"{task.id} {seed}"), seed)  # noqa: S311 - to be the same again
    apps = models_of(task.apps)
    specification = Specification.parse(scene.rules, apps)
    return TaskInstance(task, seed, scene, apps, specification, PhoneDevice(scene.phone))


def without_models(setting: TaskInstance) -> TaskInstance:
    """The same with every model hidden, those of the system's windows too: the generic app, and the rules for it."""
    apps = Apps.of(App.generic())
    specification = Specification.parse(setting.scene.generic_rules, apps)
    return replace(setting, scene=replace(setting.scene, objectives={}), apps=apps, specification=specification)


@cache
def models_of(names: tuple[str, ...]) -> Apps:
    """The models of a task's apps, and those of the system's windows."""
    return Apps.of(*(models.load(name) for name in (*names, *SYSTEM_MODELS)))


async def play(
    setting: TaskInstance,
    opener: Opener,
    mistake: Mistake | None = None,
    *,
    insists: float = INSISTS,
    limit_steps: int = MOST_STEPS,
) -> Episode:
    """Let the scripted agent, with or without a mistake, act at an environment."""
    rng = Random(f"{setting.task.id} {setting.seed} {mistake}")  # noqa: S311 - to be the same again
    agent = ScriptedAgent(setting.scene.scripted_task, rng=rng, mistake=mistake, insists=insists)
    before = setting.phone.snapshot()
    async with opener(setting) as environment:
        watched = Watched(environment, setting.phone)
        done = await run(agent, watched, limit_steps=limit_steps)
    effects = effects_between(before, setting.phone.snapshot())
    return Episode(setting, mistake, done, tuple(effects.elements()), tuple(watched.came.elements()))


@dataclass(slots=True)
class Watched:
    """An environment in which every effect is noted as it comes about: what is undone later happened too."""

    environment: Environment[Step]
    phone: Phone
    came: Counter[Effect] = field(default_factory=Counter)

    @property
    def screen(self) -> Screen:
        """As the environment shows it."""
        return self.environment.screen

    @property
    def feedback(self) -> str:
        """As the environment says it."""
        return self.environment.feedback

    @property
    def finished(self) -> bool:
        """As the environment says it."""
        return self.environment.finished

    async def act(self, proposed: Proposal) -> Step:
        """Through the environment, with a look at the phone before and after."""
        before = self.phone.snapshot()
        step = await self.environment.act(proposed)
        self.came.update(effects_between(before, self.phone.snapshot()))
        return step
