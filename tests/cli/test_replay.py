"""`handrail replay`: what becomes of recorded paths, for people and as one JSON document."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.command import handrail
from handrail.examples import example

TASKS = example("restaurant-tasks.json")
FIELDS = {
    *("id", "which", "accepted", "blocked_step", "soft_at", "done", "reason"),
    *("unrequested", "update_errors", "spec_errors"),
}
STATES = {"S": {"variables": [{"x": "Number"}]}}


def write(folder: Path, *tasks: dict[str, Any]) -> Path:
    path = folder / "tasks.json"
    whole = [{"id": f"task-{n}", "instruction": "Do it", "steps": [], **task} for n, task in enumerate(tasks, 1)]
    path.write_text(json.dumps({"app": "Small", "states": STATES, "tasks": whole}), "utf-8")
    return path


def test_all_paths_are_one_json_document() -> None:
    done = handrail("replay", TASKS, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    assert set(done.document) >= {"tasks"}
    assert all(set(task) == FIELDS for task in done.document["tasks"])
    assert [
        (task["id"], task["which"], task["accepted"], task["blocked_step"], task["soft_at"], task["done"])
        for task in done.document["tasks"]
    ] == [
        ("as-asked", "spec", True, None, [], True),
        ("too-late", "spec", False, 5, [4], False),
        ("other-restaurant", "spec", False, 5, [2], False),
        ("no-table", "spec", True, None, [], True),
        ("gave-up-early", "spec", False, None, [], False),
    ]
    assert all(bool(task["reason"]) is not task["accepted"] for task in done.document["tasks"])


def test_all_paths_are_a_table_for_people() -> None:
    done = handrail("replay", TASKS)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "too-late" in done.stdout
    assert "2 accepted, 3 rejected" in done.stdout


def test_one_path_is_a_story_for_people() -> None:
    done = handrail("replay", TASKS, "--task", "too-late")
    assert done.exit_code == 0
    assert "Rejected at step 5" in done.stdout
    assert "time should be before 19:00 but is 20:00" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "exit_code"),
    [
        (["--fail"], 1),
        (["--fail", "--json"], 1),
        (["--fail", "--task", "too-late"], 1),
        (["--fail", "--task", "as-asked"], 0),
        (["--fail", "--task", "as-asked", "--task", "no-table"], 0),
        (["--fail", "--task", "as-asked", "--task", "too-late"], 1),
        (["--fail", "--task", "as-asked", "--which", "wrong_spec"], 1),
        (["--task", "as-asked", "--which", "wrong_spec"], 0),
    ],
)
@pytest.mark.slow
def test_a_rejected_path_fails_only_if_asked_to(arguments: list[str], exit_code: int) -> None:
    assert handrail("replay", TASKS, *arguments).exit_code == exit_code


def test_the_tasks_that_were_asked_for_are_replayed_against_the_rules_that_were_asked_for() -> None:
    done = handrail("replay", TASKS, "--task", "as-asked", "--task", "no-table", "--which", "wrong_spec", "--json")
    assert [(task["id"], task["which"], task["accepted"]) for task in done.document["tasks"]] == [
        ("as-asked", "wrong_spec", False),
        ("no-table", "wrong_spec", False),
    ]


def test_rules_of_ones_own_take_the_place_of_those_in_the_file(tmp_path: Path) -> None:
    rules = tmp_path / "own.rules"
    rules.write_text("# anything goes\nTrue -> Done\n")
    done = handrail("replay", TASKS, "--rules", rules, "--json")
    assert all(task["accepted"] for task in done.document["tasks"])
    assert done.document["tasks"][0]["unrequested"] == [{"n": 5, "objective": "Reserve"}]


def test_several_files_are_one_answer(tmp_path: Path) -> None:
    done = handrail("replay", TASKS, write(tmp_path, {"spec": ["True -> Done"]}), "--json")
    assert [task["id"] for task in done.document["tasks"]][-2:] == ["gave-up-early", "task-1"]


def test_a_task_without_the_rules_is_skipped_and_said_so(tmp_path: Path) -> None:
    path = write(tmp_path, {"spec": ["True -> Done"]}, {})
    done = handrail("replay", path, "--json")
    assert done.exit_code == 0
    assert [task["id"] for task in done.document["tasks"]] == ["task-1"]
    assert "task-2" in done.stderr


def test_a_refused_specification_does_not_hold_up_the_other_tasks(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        {"spec": ["S(y = 1) => Done"]},
        {"spec": ["True -> Done"]},
        {"spec": []},
        {"spec": ["True -> Done"]},
    )
    done = handrail("replay", path, "--json")
    assert done.exit_code == 0
    assert [(task["accepted"], task["blocked_step"], len(task["spec_errors"])) for task in done.document["tasks"]] == [
        (False, None, 1),
        (True, None, 0),
        (False, None, 1),
        (True, None, 0),
    ]
    assert handrail("replay", path, "--fail").exit_code == 1


def test_a_task_without_a_clock_does_not_hold_up_the_other_tasks(tmp_path: Path) -> None:
    variables = {"variables": [{"day": "Date"}, {"time": "Time"}]}
    document = {
        "states": {"S": variables},
        "tasks": [
            {"id": "day", "steps": [], "spec": ["S(day = Today) -> Done"]},
            {"id": "time", "steps": [{"n": 1, "action": {"type": "back"}}], "spec": ["S(time < Now) -> Done"]},
            {"id": "none", "steps": [], "spec": ["True -> Done"]},
        ],
    }
    path = tmp_path / "tasks.json"
    path.write_text(json.dumps(document))
    done = handrail("replay", path, "--json")
    assert done.exit_code == 0
    assert [task["accepted"] for task in done.document["tasks"]] == [False, False, True]


def test_half_a_character_in_the_file_leaves_the_answer_json(tmp_path: Path) -> None:
    update = {"state": "\ud83d", "set": {"\ud83d": "\ud83d"}, "phase": "post"}
    steps = [{"n": 1, "action": {"type": "click", "target": "\ud83d"}, "updates": [update], "critical": "\ud83d"}]
    path = write(tmp_path, {"instruction": "\ud83d", "steps": steps, "spec": ["S(x = 1) -> Done"]})
    (replayed,) = handrail("replay", path, "--json").document["tasks"]
    assert replayed["unrequested"] == [{"n": 1, "objective": "\ud83d"}]
    assert handrail("replay", path).exit_code == 0


def misuse(*arguments: str | Path) -> str:
    done = handrail("replay", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    return done.stderr


def test_an_unknown_task_is_misuse_that_names_the_nearest() -> None:
    assert "did you mean `too-late`?" in misuse(TASKS, "--task", "to-late")
    assert "`as-asked`" in misuse(TASKS, "--task", "zebra", "--json")


@pytest.mark.parametrize("threshold", ["5", "-1", "nan", "much"])
def test_a_threshold_out_of_range_is_misuse(threshold: str) -> None:
    assert "threshold" in misuse(TASKS, "--threshold", threshold, "--json")


@pytest.mark.parametrize(
    "arguments", [[], [TASKS, "--which", "spoc"], [TASKS, "--similarity", "telepathy"], [TASKS, "--nonsense"]]
)
def test_a_call_that_cannot_be_meant_is_misuse(arguments: list[str | Path]) -> None:
    assert misuse(*arguments)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "tasks.json:1:"),
        (b"\xff", "tasks.json: byte 0 (line 1) is not UTF-8"),
        (b"{}", "a task file is"),
        (b'{"states": {}, "tasks": [{"id": "a", "steps": [{"n": 1}]}]}', "task 1: steps.0.action"),
        (b'{"states": {}, "tasks": [{"id": "a", "steps": []}, {"id": "a", "steps": []}]}', "two tasks"),
        (
            b'{"states": {}, "tasks": [{"id": "a", "spec": ["True -> Done"],'
            b' "steps": [{"n": 1e5000, "action": {"type": "back"}, "critical": "A"}]}]}',
            "task 1",
        ),
    ],
    ids=["no JSON", "no UTF-8", "no tasks", "no action", "one id twice", "an absurd number"],
)
def test_a_file_that_cannot_be_read_is_misuse_with_the_place(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "tasks.json"
    path.write_bytes(content)
    assert words in misuse(path, "--json")


def test_a_file_that_is_not_there_is_misuse(tmp_path: Path) -> None:
    assert "missing.json: No such file" in misuse(tmp_path / "missing.json")
    assert "missing.rules: No such file" in misuse(TASKS, "--rules", tmp_path / "missing.rules")
