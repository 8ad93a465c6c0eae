"""Task files: what is read, and that every fault names the file, the task and the field."""

import json
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bench.tasks import FINISH, GOOD_STEPS, RULES, STATES, post, pre, step, task, write
from handrail.app import Update
from handrail.bench.task_file import TaskStep, load_tasks
from handrail.device.action import Action
from handrail.error import UnreadableInput
from handrail.examples import example


def refusal(path: Path) -> str:
    with pytest.raises(UnreadableInput) as raised:
        load_tasks(path)
    assert str(path) in str(raised.value)
    return str(raised.value)


def test_a_task_has_all_that_the_file_says(tmp_path: Path) -> None:
    path = write(tmp_path, task(wrong_instruction="Send it for tea", wrong_spec=["True -> Done"]))
    (loaded,) = load_tasks(path)
    assert (loaded.id, loaded.dataset, loaded.instruction) == ("buy-milk", "small", "Send the form for milk")
    assert (loaded.wrong_instruction, loaded.wrong_spec) == ("Send it for tea", ("True -> Done",))
    assert (loaded.spec, loaded.rules("spec"), loaded.rules("wrong_spec")) == (
        tuple(RULES),
        tuple(RULES),
        ("True -> Done",),
    )
    assert loaded.now == datetime(2025, 7, 17, 9)  # noqa: DTZ001 - a naive clock is taken as it stands
    assert (loaded.app.name, loaded.app.package, list(loaded.app.states)) == (
        "Small",
        "com.example.small",
        ["Form", "Result", "Row"],
    )
    assert loaded.steps == (
        TaskStep(1, Action("click"), (Update("Form", {"title": "milk"}), Update("Form", {"count": Decimal("2.5")}))),
        TaskStep(2, Action("click"), (), (Update("Result", {"sent": True}),), ("Send",)),
        TaskStep(3, Action("finish")),
    )


def test_what_is_optional_may_be_left_out(tmp_path: Path) -> None:
    bare = {"id": "bare", "steps": [{"n": 1, "action": {"type": "back"}}]}
    (loaded,) = load_tasks(write(tmp_path, bare))
    assert (loaded.spec, loaded.wrong_spec, loaded.wrong_instruction, loaded.now, loaded.dataset) == (
        None,
        None,
        None,
        None,
        "",
    )
    assert loaded.steps == (TaskStep(1, Action("back")),)


def test_what_is_optional_may_be_null(tmp_path: Path) -> None:
    nulls = dict.fromkeys(("wrong_instruction", "dataset", "now", "spec", "wrong_spec"))
    inside = {"screen": None, "description": None, "critical": None}
    action = {"type": "back", "target": None, "text": None, "direction": None}
    (loaded,) = load_tasks(write(tmp_path, task(**nulls, steps=[{"n": 1, "action": action, **inside}])))
    assert loaded.steps == (TaskStep(1, Action("back")),)


@pytest.mark.parametrize(
    ("action", "read"),
    [
        ({"type": "click", "target": "Save"}, Action("click", "Save")),
        ({"type": "long_click", "target": "Save"}, Action("long_click", "Save")),
        ({"type": "input", "target": "Title", "text": "Milk"}, Action("input", "Title", "Milk")),
        ({"type": "scroll", "direction": "down"}, Action("scroll", direction="down")),
        ({"type": "back"}, Action("back")),
        ({"type": "open_app", "target": "Clock"}, Action("open_app", "Clock")),
        ({"type": "finish"}, Action("finish")),
    ],
)
def test_every_kind_of_action_is_read(action: dict[str, Any], read: Action, tmp_path: Path) -> None:
    (loaded,) = load_tasks(write(tmp_path, task(steps=[step(1, action=action)])))
    assert loaded.steps[0].action == read


@pytest.mark.parametrize(
    ("critical", "commits"),
    [(None, ()), ("Send", ("Send",)), (["Send", "Close"], ("Send", "Close")), ([], ()), ("Done", ("Done",))],
)
def test_a_step_commits_a_name_a_list_of_names_or_nothing(
    critical: Any, commits: tuple[str, ...], tmp_path: Path
) -> None:
    (loaded,) = load_tasks(write(tmp_path, task(steps=[step(1, critical=critical)])))
    assert loaded.steps[0].commits == commits


def test_updates_keep_their_order_within_their_phase(tmp_path: Path) -> None:
    updates = [post("Form", count=1), pre("Form", count=2), post("Form", count=3), pre("Form", count=4)]
    updates.append({"state": "Row", "delete": {"name": "x"}, "phase": "post"})
    (loaded,) = load_tasks(write(tmp_path, task(steps=[step(1, *updates)])))
    assert loaded.steps[0].anticipated == (Update("Form", {"count": 2}), Update("Form", {"count": 4}))
    assert loaded.steps[0].observed == (
        Update("Form", {"count": 1}),
        Update("Form", {"count": 3}),
        Update("Row", delete={"name": "x"}),
    )


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2025-07-17T09:00", datetime(2025, 7, 17, 9)),  # noqa: DTZ001
        ("2025-07-17 09:00:30", datetime(2025, 7, 17, 9, 0, 30)),  # noqa: DTZ001
        ("2025-07-17", datetime(2025, 7, 17)),  # noqa: DTZ001
        ("2025-07-17T09:00Z", datetime(2025, 7, 17, 9, tzinfo=UTC)),
        ("2025-07-17T09:00+09:00", datetime(2025, 7, 17, 9, tzinfo=timezone(timedelta(hours=9)))),
    ],
)
def test_the_clock_is_taken_as_it_stands(text: str, moment: datetime, tmp_path: Path) -> None:
    (loaded,) = load_tasks(write(tmp_path, task(now=text)))
    assert loaded.now == moment
    assert loaded.now is not None
    assert loaded.now.tzinfo == moment.tzinfo
    assert loaded.now.date() == date(2025, 7, 17)


@pytest.mark.parametrize("n", [1, 1.0, 0, -3, 10**9])
def test_a_step_has_a_whole_number(n: Any, tmp_path: Path) -> None:
    (loaded,) = load_tasks(write(tmp_path, task(steps=[step(n)])))
    assert loaded.steps[0].n == n


def test_rules_may_be_one_text_whose_lines_end_as_in_a_rules_file(tmp_path: Path) -> None:
    text = 'Form(title = "a\u2028b\u0085c") -> Send\r\nSend -> Done\n'
    (loaded,) = load_tasks(write(tmp_path, task(spec=text)))
    assert loaded.spec is not None
    assert [rule for rule in loaded.spec if rule] == ['Form(title = "a\u2028b\u0085c") -> Send', "Send -> Done"]


def test_a_list_of_tasks_brings_the_states_of_each(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text(
        json.dumps([{**task(), "states": STATES}, {**task(id="other"), "states": {"S": {"variables": []}}}])
    )
    first, second = load_tasks(path)
    assert (list(first.app.states), list(second.app.states)) == (["Form", "Result", "Row"], ["S"])


def test_an_identifier_that_is_a_number_is_read_as_it_is_written(tmp_path: Path) -> None:
    first, second = load_tasks(write(tmp_path, task(id=5), task(id=-1.50)))
    assert (first.id, second.id) == ("5", "-1.5")


def test_a_file_without_tasks_has_none(tmp_path: Path) -> None:
    assert load_tasks(write(tmp_path)) == ()


def test_the_bundled_tasks_are_read() -> None:
    assert [loaded.id for loaded in load_tasks(example("restaurant-tasks.json"))][:2] == ["as-asked", "too-late"]


CLICK = {"type": "click"}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"id": ...}, ("task 2", "id")),
        ({"id": ["x"]}, ("task 2", "id")),
        ({"instruction": 5}, ("task 2", "instruction")),
        ({"now": "tomorrow"}, ("task 2 (buy-milk)", "`now`", "2025-03-10T09:00")),
        ({"now": ""}, ("task 2 (buy-milk)", "`now`")),
        ({"now": 5}, ("task 2", "now")),
        ({"spec": 5}, ("task 2", "spec")),
        ({"spec": [5]}, ("task 2", "spec")),
        ({"spec": {"a": "b"}}, ("task 2", "spec")),
        ({"steps": ...}, ("task 2", "steps")),
        ({"steps": {}}, ("task 2", "steps")),
        ({"steps": [5]}, ("task 2", "steps.0")),
        ({"steps": [{"n": 1}]}, ("task 2", "steps.0.action")),
        ({"steps": [{"action": CLICK}]}, ("task 2", "steps.0.n")),
        ({"steps": [step(1), step(1.5)]}, ("task 2", "steps.1.n")),
        ({"steps": [{"n": None, "action": CLICK}]}, ("task 2", "steps.0.n")),
        ({"steps": [{"n": "one", "action": CLICK}]}, ("task 2", "steps.0.n")),
        ({"steps": [step(1, action={"type": "clik"})]}, ("task 2", "steps.0.action.type", "long_click")),
        ({"steps": [step(1, action={"target": "Save"})]}, ("task 2", "steps.0.action.type")),
        ({"steps": [step(1, action={"type": "input", "text": 5})]}, ("task 2", "steps.0.action.text")),
        ({"steps": [step(1, {"state": "Form", "set": {}})]}, ("task 2", "steps.0.updates.0.phase")),
        ({"steps": [step(1, {"state": "Form", "phase": "mid"})]}, ("task 2", "steps.0.updates.0.phase", "'pre'")),
        ({"steps": [step(1, 5)]}, ("task 2", "steps.0.updates.0")),
        ({"steps": [step(1, critical=5)]}, ("task 2", "steps.0.critical")),
        ({"steps": [step(1, critical=[None])]}, ("task 2", "steps.0.critical")),
        ({"steps": [step(2), step(1)]}, ("task 2 (buy-milk)", "step 1 follows step 2", "ascending")),
        ({"steps": [step(1), step(1)]}, ("task 2 (buy-milk)", "step 1 follows step 1", "ascending")),
        ({"steps": [step(1, action=FINISH), step(2)]}, ("task 2 (buy-milk)", "step 2", "finish at step 1")),
        (
            {"steps": [step(1, action=FINISH), step(2, action=FINISH)]},
            ("task 2 (buy-milk)", "step 2", "finish at step 1"),
        ),
        ({"id": "first"}, ("two tasks", "first")),
    ],
)
def test_a_fault_is_told_with_the_file_the_task_and_the_field(
    fields: dict[str, Any], words: tuple[str, ...], tmp_path: Path
) -> None:
    told = refusal(write(tmp_path, task(id="first"), task(**fields)))
    assert all(word in told for word in words)


@pytest.mark.parametrize(
    "fields",
    [
        {"steps": [step(1, critical=5)]},
        {"steps": [5]},
        {"spec": 5},
        {"steps": [step(1, critical=[None])]},
    ],
)
def test_a_fault_is_told_once_and_without_the_names_of_our_classes(fields: dict[str, Any], tmp_path: Path) -> None:
    told = refusal(write(tmp_path, task(**fields)))
    assert len(told.splitlines()) == 1
    assert "Document" not in told
    assert "list[str]" not in told


def test_a_task_that_is_no_object_is_told_with_its_place(tmp_path: Path) -> None:
    told = refusal(write(tmp_path, task(), 5))
    assert "task 2: " in told
    assert "task 2: :" not in told
    assert "Document" not in told


def test_every_fault_of_a_task_is_told_at_once(tmp_path: Path) -> None:
    told = refusal(write(tmp_path, task(id=["x"], now=5, steps=[{"n": 1}])))
    assert all(field in told for field in ("id", "now", "steps.0.action"))


@pytest.mark.parametrize("n", ["1e99999", "1e5000"])
def test_a_number_of_absurd_length_is_no_number_of_a_step(n: str, tmp_path: Path) -> None:
    path = write(tmp_path, task(steps=[step(1)]))
    path.write_text(path.read_text().replace('"n": 1', f'"n": {n}'))
    assert "steps.0.n" in refusal(path)


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"states": {}}, '"tasks"'),
        ({"tasks": []}, '"states"'),
        ({"states": {}, "tasks": {}}, "`tasks` is not a list"),
        (5, '"states"'),
        ("x", '"states"'),
        ([{"id": "a", "steps": []}], "task 1"),
        ([5], "task 1"),
        ({"states": {"S": {"variables": [{"x": "Nmber"}]}}, "tasks": []}, "states.S.variables.0"),
        ({"states": {"S": {"variables": [{"x": "Enum"}]}}, "tasks": []}, "an Enum without values"),
    ],
)
def test_a_file_of_another_shape_is_refused(document: Any, words: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(document))
    assert words in refusal(path)


def test_a_file_that_is_no_json_or_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_bytes(b'{"tasks": \xff}')
    assert "not UTF-8" in refusal(path)
    path.write_bytes(b'{"tasks": [}')
    assert "odd.json:1:12" in refusal(path)
    assert "No such file" in refusal(tmp_path / "missing.json")


def test_an_update_that_does_not_fit_is_no_fault_of_the_file(tmp_path: Path) -> None:
    odd = [{"phase": "pre"}, {"state": 5, "set": [], "phase": "post"}, {"state": None, "delete": 3, "phase": "pre"}]
    (loaded,) = load_tasks(write(tmp_path, task(steps=[step(1, *odd), *GOOD_STEPS[1:]])))
    assert len(loaded.steps[0].anticipated) == 2
    assert len(loaded.steps[0].observed) == 1
