"""Models that two recorded walks of an app give, in place of those written by hand, for the tasks of the suite.

A task's rules are put into the drafts' words by what both models know at the same moments of walks with seeds that
nothing else uses; a task whose rules cannot be said so is not run. Source: docs/draft.md.
"""

import asyncio
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from handrail.agent.recorded_walk import walk_of
from handrail.app import App, Apps
from handrail.app.draft import Drafted, draft_of
from handrail.app.walk import Walk
from handrail.bench.suite.episode import SYSTEM_MODELS, TaskInstance, prepare
from handrail.bench.suite.task import Task
from handrail.bench.suite.tasks import all_tasks
from handrail.bench.suite.translation import Translated, Translation
from handrail.bench.suite.walks import record_walk
from handrail.language.specification import Specification
from handrail.phone import models

OF_THE_SYSTEM = ("notification_shade", "permission_dialog", "share_sheet")
WALKS, SEED = 2, 1000
LEARNING_SEEDS = range(2000, 2008)


def tasks_of(name: str) -> list[Task]:
    """Those of an app, first those that begin in it; every task begins on the launcher."""
    found = [task for task in all_tasks() if name in task.apps]
    return sorted(found, key=lambda task: task.apps[0] != name) or list(all_tasks()[:WALKS])


def walks_of(name: str) -> list[Walk]:
    """Walks of the agent that does not err through the first tasks of an app, with seeds that nothing else uses."""
    walks = []
    with tempfile.TemporaryDirectory() as folder:
        for number, task in enumerate(tasks_of(name)[:WALKS]):
            recording = asyncio.run(record_walk(task, SEED + number, Path(folder) / task.id))
            walks.append(walk_of(recording.steps, task.id))
    return walks


@cache
def draft_for(name: str) -> Drafted:
    """The model that the walks give, without a language model."""
    return draft_of(walks_of(name), models.load(name).package)


@dataclass(frozen=True, slots=True)
class WithDrafts:
    """A task with drafts in place of its apps' models; the launcher's and the system's windows keep theirs."""

    task: Task
    apps: Apps
    translation: Translation

    @classmethod
    def of(
        cls,
        task: Task,
        draft: Callable[[str], App] = lambda name: draft_for(name).app,
        learning_seeds: Iterable[int] = LEARNING_SEEDS,
    ) -> "WithDrafts":
        """Learn how its rules are said. Raises `Misuse` where walks of the two do not fit together."""
        apps = Apps.of(*(draft(name) for name in task.apps), *(models.load(name) for name in SYSTEM_MODELS))
        return cls(task, apps, Translation.learned(task, apps, learning_seeds))

    def translated(self, seed: int) -> Translated:
        """The rules with one seed. Raises `NotExpressible`."""
        return self.translation.of(prepare(self.task, seed))

    def setting(self, seed: int) -> TaskInstance:
        """Ready to be run. Raises `NotExpressible`."""
        given = prepare(self.task, seed)
        rules = Specification.parse(self.translation.of(given).rules, self.apps)
        scene = replace(given.scene, objectives={})
        return replace(given, scene=scene, apps=self.apps, specification=rules)
