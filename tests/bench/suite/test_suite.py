"""The suite as a whole: what a mistake does without the guard, what becomes of it with one, and how it is told."""

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from handrail.agent.mistake import MistakeKind, Repeated, kind_of
from handrail.bench.suite import environments
from handrail.bench.suite.demo import demo_runs, demo_scripted_tasks
from handrail.bench.suite.environments import ReadingApprover, YesSayer
from handrail.bench.suite.episode import play, prepare, without_models
from handrail.bench.suite.suite import (
    ENVIRONMENTS,
    GENERIC_GUARD,
    GUARD,
    NO_GUARD,
    as_markdown,
    drawn_mistake,
    run_suite,
)
from handrail.bench.suite.task import Task
from handrail.bench.suite.tasks import all_tasks
from handrail.device.action import Action
from handrail.device.element import identify
from handrail.guard.approval.question import Approved, Question, Rejected

TASKS = {task.id: task for task in all_tasks()}


@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
@pytest.mark.slow
def test_nothing_wrong_and_irreversible_gets_through_the_guard(task: Task) -> None:
    """One mistake for each task here; `benchmarks/suite.py` has twenty."""
    setting = prepare(task, 2)
    mistake = drawn_mistake(setting)
    episode = asyncio.run(play(setting, environments.guarded, mistake))
    assert episode.wrong == []


@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
@pytest.mark.slow
def test_nor_where_nobody_modelled_the_apps(task: Task) -> None:
    setting = prepare(task, 2)
    episode = asyncio.run(play(setting, environments.guarded_generic, drawn_mistake(setting)))
    assert episode.wrong == []


def test_without_models_no_model_is_left_and_everything_is_read_by_the_generic_app() -> None:
    setting = prepare(TASKS["mail-write"], 0)
    hidden = without_models(setting)
    assert all(app.is_generic for app in hidden.apps)
    assert hidden.phone is setting.phone
    assert hidden.specification.show() != setting.specification.show()


@pytest.mark.parametrize("id", ["restaurant-reserve", "restaurant-lunch-and-dinner"])
def test_a_table_is_not_reserved_twice(id: str) -> None:
    setting = prepare(TASKS[id], 0)
    mistake = next(
        planned_mistake for planned_mistake in setting.scene.mistakes if isinstance(planned_mistake, Repeated)
    )
    assert asyncio.run(play(setting, environments.guarded, mistake)).wrong == []


@pytest.mark.slow
def test_without_a_guard_each_kind_of_mistake_is_harmful_somewhere() -> None:
    spoiled: Counter[MistakeKind] = Counter()
    for task in TASKS.values():
        for mistake in {
            kind_of(planned_mistake): planned_mistake for planned_mistake in prepare(task, 1).scene.mistakes
        }.values():
            episode = asyncio.run(play(prepare(task, 1), environments.passthrough, mistake))
            spoiled[kind_of(mistake)] += not episode.completed
    assert set(spoiled) == set(MistakeKind)
    assert min(spoiled.values()) > 0, spoiled


@pytest.mark.slow
def test_the_demo_errs_in_six_ways_and_the_guard_stops_them_all() -> None:
    assert len({scripted_task.kind for scripted_task in demo_scripted_tasks()}) == 6
    for demo_run in demo_runs():
        assert not demo_run.passthrough.completed
        assert demo_run.guarded.completed, demo_run.instruction
        assert demo_run.guarded.wrong == []
        assert demo_run.instruction
        assert demo_run.mistake
    assert sum(bool(run.passthrough.wrong) for run in demo_runs()) >= 5


@pytest.mark.slow
def test_the_same_arguments_give_the_same_results() -> None:
    tasks = [TASKS["mail-write"], TASKS["tasks-star"]]
    first = run_suite(tasks, range(2), erring=(NO_GUARD, GUARD), correct=(GUARD,))
    assert first == run_suite(tasks, range(2), erring=(NO_GUARD, GUARD), correct=(GUARD,))
    assert len(first) == 2 * 2 * 3
    assert all(result.completed for result in first if result.environment == GUARD)


@pytest.mark.slow
def test_more_workers_change_nothing() -> None:
    tasks = [TASKS["clock-timer"], TASKS["settings-dark-theme"]]
    assert run_suite(tasks, [0], erring=(NO_GUARD,), correct=(), workers=2) == run_suite(
        tasks, [0], erring=(NO_GUARD,), correct=()
    )


@pytest.mark.slow
def test_every_door_can_be_opened() -> None:
    results = run_suite([TASKS["bank-send"]], [0], erring=tuple(ENVIRONMENTS), correct=tuple(ENVIRONMENTS))
    assert {result.environment for result in results} == set(ENVIRONMENTS)
    by_door = {result.environment: result for result in results if result.kind is None}
    assert by_door[GUARD].completed
    assert by_door[GUARD].questions == 1  # money is spent
    assert by_door[NO_GUARD].questions == 0
    assert not by_door["guard, nobody to ask"].completed
    assert by_door["guard, nobody to ask"].blocked > 0


def test_the_tables_say_what_was_run() -> None:
    results = run_suite([TASKS["mail-write"]], range(3), erring=(NO_GUARD, GUARD), correct=(GUARD,))
    text = as_markdown(results)
    assert "| no guard | 3 |" in text
    assert f"| {GUARD} | 3 | 100.0 % |" in text
    assert text.count("| --- |") == 4


def test_the_two_columns_stand_side_by_side() -> None:
    both = (NO_GUARD, GUARD, GENERIC_GUARD)
    text = as_markdown(run_suite([TASKS["mail-write"]], range(2), erring=both, correct=(GUARD, GENERIC_GUARD)))
    lines = [line for line in text.splitlines() if line.startswith(("| does not err:", "| errs:"))]
    assert "| does not err: completed | 100.0 % | 100.0 % |" in lines
    assert any(line.startswith("| errs: wrong irreversible actions |") for line in lines)
    assert len(lines) == 8


def question_about(action: Action, now: datetime) -> Question:
    return Question("1", "digest", 1, "", action, "", (), (), (), now, now + timedelta(minutes=5), "")


def test_the_user_who_reads_says_no_to_what_was_not_asked_for_and_the_phone_is_as_before() -> None:
    scene = prepare(TASKS["tasks-delete"], 1).scene
    phone, titles = scene.phone, (scene.values["title"], scene.mistakes[0].value)  # type: ignore[union-attr]
    began = phone.snapshot()
    for title, answer in ((titles[0], Approved), (titles[1], Rejected)):
        phone.restore(began)
        phone.launch("com.example.tasks")
        for words in ("Home", title):
            _, element = next(node for node in phone.screen().walk() if node[1].text == words)
            phone.tap(*element.bounds.center)
        path, element = next(node for node in phone.screen().walk() if node[1].text == "Delete")
        question = question_about(Action("click", element=identify(path, element)), datetime.now(UTC))
        before = phone.snapshot()
        reader, yes_sayer = ReadingApprover(phone, began, scene.asked), YesSayer()
        assert isinstance(asyncio.run(reader(question)), answer)
        assert phone.snapshot() == before
        assert isinstance(asyncio.run(yes_sayer(question)), Approved)
        assert reader.questions == yes_sayer.questions == [question]
