"""Recorded walks through the simulated phone's apps, each recorded once."""

import asyncio
import tempfile
from functools import cache
from pathlib import Path

from handrail.agent.recorded_walk import walk_of
from handrail.app.walk import Walk
from handrail.bench.suite.tasks import all_tasks
from handrail.bench.suite.walks import record_walk

_TASKS = {task.id: task for task in all_tasks()}


@cache
def walk(task: str, seed: int = 101) -> Walk:
    with tempfile.TemporaryDirectory() as folder:
        return walk_of(asyncio.run(record_walk(_TASKS[task], seed, Path(folder))).steps, f"{task}-{seed}")
