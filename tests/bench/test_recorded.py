"""Recorded tasks: the bundled ones always, the shared ones where they are at hand. Each is judged as expected."""

import json
from pathlib import Path

import pytest

from handrail.bench.replay import replay
from handrail.bench.task_file import load_tasks
from handrail.examples import example
from handrail.language import Specification
from handrail.language.printer import show_rules

BUNDLED = {
    # accepted, blocked step, soft at
    "as-asked": (True, None, ()),
    "too-late": (False, 5, (4,)),
    "other-restaurant": (False, 5, (2,)),
    "no-table": (True, None, ()),
    "gave-up-early": (False, None, ()),
}


NOTHING: dict[str, object] = {"accept": False, "blocked_step": None, "soft_at": [], "spec_error": False}


def test_the_bundled_tasks_are_judged_as_their_names_say() -> None:
    tasks = load_tasks(example("restaurant-tasks.json"))
    judged = {task.id: replay(task, "spec", task.spec or ()) for task in tasks}
    assert {
        name: (outcome.accepted, outcome.blocked_step, outcome.soft_at) for name, outcome in judged.items()
    } == BUNDLED


def test_no_bundled_path_is_accepted_under_the_wrong_specification() -> None:
    tasks = [loaded for loaded in load_tasks(example("restaurant-tasks.json")) if loaded.wrong_spec is not None]
    assert tasks
    assert not any(replay(task, "wrong_spec", task.wrong_spec or ()).accepted for task in tasks)


def test_the_bundled_rules_are_those_of_the_bundled_tasks() -> None:
    (task, *_) = load_tasks(example("restaurant-tasks.json"))
    bundled = Specification.parse(example("restaurant.rules").read_text("utf-8"), task.app)
    assert bundled == Specification.parse(task.spec or (), task.app)


def vsa(shared_data: Path) -> list[Path]:
    return sorted((shared_data / "vsa").glob("*.json"))


def test_every_recorded_path_is_accepted_under_its_specification_and_rejected_under_the_wrong_one(
    shared_data: Path,
) -> None:
    judged = 0
    for path in vsa(shared_data):
        for task in load_tasks(path):
            right = replay(task, "spec", task.spec or ())
            wrong = replay(task, "wrong_spec", task.wrong_spec or ())
            assert (right.accepted, right.blocked_step, right.reason) == (True, None, ""), task.id
            assert (wrong.accepted, bool(wrong.reason), wrong.spec_errors) == (False, True, ()), task.id
            assert right.update_errors == wrong.update_errors == (), task.id
            judged += 2
    assert judged == 110


@pytest.mark.parametrize("file", ["soundness.json", "soundness_support.json"])
def test_every_case_of_soundness_is_judged_exactly_as_expected(shared_data: Path, file: str) -> None:
    path = shared_data / file
    expected = {case["id"]: case["expect"] for case in json.loads(path.read_text("utf-8"))}
    judged = {task.id: replay(task, "spec", task.spec or ()) for task in load_tasks(path)}
    assert {
        name: {
            "accept": outcome.accepted,
            "blocked_step": outcome.blocked_step,
            "soft_at": list(outcome.soft_at),
            "spec_error": bool(outcome.spec_errors),
        }
        for name, outcome in judged.items()
    } == {name: {**NOTHING, **expect} for name, expect in expected.items()}


def test_the_recorded_rules_are_printed_so_that_they_are_read_the_same(shared_data: Path) -> None:
    for path in vsa(shared_data):
        for task in load_tasks(path):
            for rules in (task.spec, task.wrong_spec):
                specification = Specification.parse(rules or (), task.app)
                assert Specification.parse(show_rules(specification.rules), task.app) == specification
                assert specification.explain()


@pytest.mark.parametrize("which", ["spec", "wrong_spec"])
def test_the_recorded_rules_do_not_depend_on_their_order(shared_data: Path, which: str) -> None:
    for path in vsa(shared_data):
        for task in load_tasks(path):
            rules = (task.spec if which == "spec" else task.wrong_spec) or ()
            forwards, backwards = replay(task, "spec", rules), replay(task, "spec", rules[::-1])
            assert (forwards.accepted, forwards.blocked_step, forwards.soft_at) == (
                backwards.accepted,
                backwards.blocked_step,
                backwards.soft_at,
            )
