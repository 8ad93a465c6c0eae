"""Every task is sound: its rules are accepted, its plan leads to what was asked, and the guard lets it."""

import ast
import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from handrail.agent.action_queue import with_mistake, without_mistake
from handrail.agent.mistake import MistakeKind, Obeyed, kind_of
from handrail.agent.run import End, Environment
from handrail.app import App
from handrail.app.drift import Drift
from handrail.bench.suite import environments, tasks
from handrail.bench.suite.episode import TaskInstance, models_of, play, prepare
from handrail.bench.suite.task import Task
from handrail.bench.suite.tasks import all_tasks
from handrail.error import Misuse
from handrail.guard import Guard
from handrail.guard.decision import Ask, Block, is_about_the_device
from handrail.guard.step import Step
from handrail.language.analysis import warnings
from handrail.language.specification import Specification, diagnose

TASKS = all_tasks()
each_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)


def test_there_are_enough_of_every_sort() -> None:
    assert len(TASKS) >= 40
    assert len({task.id for task in TASKS}) == len(TASKS)
    assert len({app for task in TASKS for app in task.apps}) >= 8
    assert sum(task.long for task in TASKS) >= 10
    assert sum(len(task.apps) > 1 for task in TASKS) >= 4
    assert any("if " in prepare(task, 0).scene.instruction for task in TASKS if task.long)


def test_every_scene_that_is_written_is_a_task_of_the_suite() -> None:
    listed = {(task.scene.__module__.rpartition(".")[2], task.scene.__name__) for task in TASKS}
    written = {
        (file.stem, node.name)
        for file in Path(str(files(tasks))).glob("*.py")
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.returns is not None and ast.unparse(node.returns) == "Scene"
    }
    forgotten = [f"{file}.py: {name}" for file, name in sorted(written - listed)]
    assert not forgotten, (
        f"{forgotten}: no task of the suite; name it in `TASKS` of its file, and the file in"
        " src/handrail/bench/suite/tasks/__init__.py"
    )


@each_task
def test_who_does_nothing_completes_no_task_that_does_not_say_so(task: Task) -> None:
    scenes = [prepare(task, seed).scene for seed in range(5)]
    assert all(scene.completed(()) == bool(scene.asks_nothing) for scene in scenes)
    assert any(scene.asked for scene in scenes), f"{task.id} asks for nothing, whatever the seed: what does it measure?"


def test_a_scene_says_what_is_to_come_about_or_why_nothing_is() -> None:
    scene = prepare(TASKS[0], 3).scene
    assert scene.asked
    with pytest.raises(Misuse, match="`asked` is what is to come about"):
        replace(scene, asked=())
    with pytest.raises(Misuse, match="`asks_nothing` why nothing is"):
        replace(scene, asks_nothing="there is no table")


@each_task
@pytest.mark.slow
def test_the_specification_is_accepted_and_nothing_about_it_is_suspicious(task: Task) -> None:
    for seed in (0, 1):
        setting = prepare(task, seed)
        assert diagnose(setting.scene.rules, models_of(task.apps)) == ()
        assert warnings(setting.specification).diagnostics == ()


@each_task
@pytest.mark.slow
def test_so_is_the_specification_for_an_app_that_nobody_modelled(task: Task) -> None:
    for seed in (0, 1):
        scene = prepare(task, seed).scene
        assert diagnose(scene.generic_rules, App.generic()) == ()
        found = warnings(Specification.parse(scene.generic_rules, App.generic())).diagnostics
        assert {diagnostic.code for diagnostic in found} <= {
            "one-sided-branch"
        }  # a text may say yes, no, or something else


@each_task
@pytest.mark.slow
def test_the_right_plan_does_what_was_asked_and_nothing_else(task: Task) -> None:
    lengths = []
    for seed in range(3):
        episode = asyncio.run(play(prepare(task, seed), environments.passthrough))
        lengths.append(len(episode.run.taken))
        assert episode.run.end is End.FINISHED
        assert episode.completed, [str(effect) for effect in episode.effects]
        assert all(taken.step.executed or is_about_the_device(taken.step.decision) for taken in episode.run.taken)
    assert not task.long or 15 <= max(lengths) <= 40, lengths


def guarded_and_watched(drift: list[Drift]) -> Callable[[TaskInstance], AbstractAsyncContextManager[Environment[Any]]]:
    """The guard, which leaves in `drift` where it found a model out of date."""

    @asynccontextmanager
    async def watched(setting: TaskInstance) -> AsyncIterator[Environment[Any]]:
        async with environments.guarded(setting) as environment:
            yield environment
            assert isinstance(environment, Guard)
            drift.extend(environment.drift)

    return watched


@each_task
@pytest.mark.slow
def test_the_guard_lets_the_right_plan_through_and_finds_no_model_out_of_date(task: Task) -> None:
    for seed in (0, 1):
        drift: list[Drift] = []
        episode = asyncio.run(play(prepare(task, seed), guarded_and_watched(drift)))
        assert drift == []
        assert episode.completed
        assert episode.run.end is End.FINISHED
        steps = [taken.step for taken in episode.run.taken if isinstance(taken.step, Step)]
        held = [step for step in steps if isinstance(step.decision, Block | Ask)]
        assert all(is_about_the_device(step.decision) for step in held), [step.feedback for step in held]


@each_task
@pytest.mark.slow
def test_the_guard_lets_the_right_plan_through_without_any_model(task: Task) -> None:
    episode = asyncio.run(play(prepare(task, 0), environments.guarded_generic))
    assert episode.completed
    assert episode.run.end is End.FINISHED
    steps = [taken.step for taken in episode.run.taken if isinstance(taken.step, Step)]
    held = [step for step in steps if isinstance(step.decision, Block | Ask)]
    assert all(is_about_the_device(step.decision) for step in held), [step.feedback for step in held]


@each_task
def test_every_mistake_fits_the_plan_and_changes_it(task: Task) -> None:
    for seed in range(3):
        scene = prepare(task, seed).scene
        assert len(set(map(repr, scene.mistakes))) == len(scene.mistakes)
        for mistake in scene.mistakes:
            action_queue = with_mistake(scene.scripted_task, mistake)
            assert isinstance(mistake, Obeyed) or action_queue != without_mistake(scene.scripted_task)


@each_task
def test_a_scene_depends_on_its_seed_alone(task: Task) -> None:
    first, again = prepare(task, 5).scene, prepare(task, 5).scene
    assert (first.instruction, first.rules, first.values) == (again.instruction, again.rules, again.values)
    assert first.phone.snapshot() == again.phone.snapshot()
    assert first.mistakes == again.mistakes


def test_every_kind_of_mistake_is_made_in_several_tasks() -> None:
    made = Counter(kind for task in TASKS for kind in {kind_of(mistake) for mistake in prepare(task, 0).scene.mistakes})
    assert set(made) == set(MistakeKind)
    assert min(made.values()) >= 4, made
