"""A path replayed against drafted rules: a step that commits anything achieves what holds then."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from handrail.bench.task_file import Task, TaskStep, load_tasks
from handrail.language.rule import established
from handrail.language.similarity import TRIGRAMS
from handrail.language.specification import Specification
from handrail.monitor.monitor import Monitor
from handrail.monitor.verdict import Allow, Block, Warn

MONDAY = datetime(2025, 3, 10, 9)  # noqa: DTZ001 - a session's clock may be naive


def own_tasks() -> dict[str, tuple[Task, ...]]:
    """The bundled tasks, by the file of their app."""
    folder = Path(__file__).with_name("tasks")
    return {path.stem: load_tasks(path) for path in sorted(folder.glob("*.json"))}


def accepts(task: Task, rules: Sequence[str]) -> bool:
    """Whether the rules let the path through and find the task done at its end."""
    specification = Specification.parse(rules, task.app)
    monitor = Monitor(specification, clock=MONDAY, similarity=TRIGRAMS)
    objectives = established(specification.rules)
    for step in task.steps:
        pending = [name for name in objectives if name not in monitor.achieved]
        holding = [name for name in pending if step.commits and _may_commit(monitor, step, name)]
        if step.commits and pending and not holding:
            return False
        if not _propose(monitor, step, holding):
            return False
        monitor.commit()
        monitor.observe(step.observed, now=MONDAY)
    return isinstance(monitor.finish(now=MONDAY), Allow)


def _may_commit(monitor: Monitor, step: TaskStep, objective: str) -> bool:
    allowed = _propose(monitor, step, [objective])
    if allowed:
        monitor.revert()
    return allowed


def _propose(monitor: Monitor, step: TaskStep, commits: Sequence[str]) -> bool:
    for _ in range(2):  # the agent insists
        verdict = monitor.anticipate(step.anticipated, commits, action=step.action, now=MONDAY)
        if not isinstance(verdict, Warn):
            return not isinstance(verdict, Block)
    return False
