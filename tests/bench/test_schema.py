"""The JSON Schema of a task file agrees with the reader: it accepts what is accepted, and refuses wrong shapes."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bench.tasks import STATES, post, step, task
from handrail.bench.task_file import tasks_schema
from handrail.examples import example


def is_valid(document: Any) -> bool:
    return Draft202012Validator(tasks_schema()).is_valid(document)


def file_of(*tasks: Any) -> dict[str, Any]:
    return {"app": "Small", "states": STATES, "tasks": list(tasks)}


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(tasks_schema())
    assert json.loads(json.dumps(tasks_schema())) == tasks_schema()


def test_the_bundled_tasks_are_valid() -> None:
    assert is_valid(json.loads(example("restaurant-tasks.json").read_text("utf-8")))


def test_the_shared_task_files_are_valid(shared_data: Path) -> None:
    for path in sorted((shared_data / "vsa").glob("*.json")):
        assert is_valid(json.loads(path.read_text("utf-8"))), path.name
    for case in json.loads((shared_data / "soundness.json").read_text("utf-8")):
        assert is_valid({"states": case["states"], "tasks": [case]}), case["id"]


@pytest.mark.parametrize(
    "document",
    [
        task(),
        task(dataset=..., now=None, spec=..., instruction=...),
        task(spec="True -> Done", wrong_spec=["True -> Done"]),
        task(steps=[step(1, critical=["A", "B"]), step(2, critical=[])]),
        task(steps=[{"n": 1, "action": {"type": "back"}}]),
        task(steps=[step(1, {"state": 5, "phase": "post"}, {"phase": "pre"})]),
        task(steps=[step(1.0)]),
        task(notes="of somebody else"),
    ],
)
def test_every_accepted_task_is_valid(document: dict[str, Any]) -> None:
    assert is_valid(file_of(document))


@pytest.mark.parametrize(
    "document",
    [
        [],
        {"states": STATES},
        {"tasks": []},
        {"states": STATES, "tasks": {}},
        file_of(5),
        file_of(task(id=...)),
        file_of(task(id=["x"])),
        file_of(task(steps=...)),
        file_of(task(spec=5)),
        file_of(task(steps=[{"n": 1}])),
        file_of(task(steps=[step(1.5)])),
        file_of(task(steps=[step(1, action={"type": "clik"})])),
        file_of(task(steps=[step(1, {**post("Form"), "phase": "mid"})])),
        file_of(task(steps=[step(1, {"state": "Form", "set": {}})])),
        file_of(task(steps=[step(1, critical=5)])),
    ],
)
def test_a_wrong_document_is_not_valid(document: Any) -> None:
    assert not is_valid(document)
