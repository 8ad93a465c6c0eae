"""`handrail app draft`: a model in a file, what the walks say of it, and what a language model may add."""

import asyncio
import json
from pathlib import Path

import pytest

from cli.command import handrail
from handrail.app import App
from handrail.bench.suite.tasks import all_tasks
from handrail.bench.suite.walks import record_walk


@pytest.fixture(scope="module")
def walks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two recorded walks through the bank."""
    folder = tmp_path_factory.mktemp("walks")
    for number, name in enumerate(("bank-send", "bank-from-savings")):
        task = next(known_task for known_task in all_tasks() if known_task.id == name)
        asyncio.run(record_walk(task, 101 + number, folder / name))
    return folder


def test_two_walks_become_a_model_that_is_clean(walks: Path, tmp_path: Path) -> None:
    model = tmp_path / "bank.yaml"
    done = handrail("app", "draft", walks / "bank-send", walks / "bank-from-savings", "-o", model)
    assert done.exit_code == 0
    assert "send money" in done.stdout
    assert "0 contradicted" in done.stdout
    assert App.load(model).commitments == ("SendMoney",)
    checked = handrail("app", "check", model, "--screens", walks, "--recording", walks, "--json").document
    assert checked["ok"] is True
    assert checked["evidence"]["contradicted"] == []


def test_without_a_file_the_model_is_the_answer(walks: Path) -> None:
    done = handrail("app", "draft", walks, "--name", "My Bank")
    assert done.exit_code == 0
    assert done.stdout.startswith("# My Bank, drafted from recorded walks.")
    assert done.stdout == handrail("app", "draft", walks, "--json", "--name", "My Bank").document["model"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--package", "com.nobody"], "no screen of `com.nobody`"),
        (["-o", "nowhere/bank.yaml"], "nothing can be written there"),
        (["--record", "cassette.jsonl"], "nobody is asked offline"),
        (["--model", "nobody"], "nobody"),
    ],
)
def test_what_cannot_be_meant_is_misuse(walks: Path, tmp_path: Path, arguments: list[str], told: str) -> None:
    done = handrail(
        "app",
        "draft",
        walks,
        *(argument if "/" not in argument else str(tmp_path / argument) for argument in arguments),
    )
    assert done.exit_code == 2
    assert told in done.stderr


def test_a_folder_without_screens_is_misuse(tmp_path: Path) -> None:
    assert handrail("app", "draft", tmp_path).exit_code == 2


def test_a_batch_is_asked_in_rounds_and_the_draft_is_written_all_the_same(walks: Path, tmp_path: Path) -> None:
    questions, model = tmp_path / "questions.jsonl", tmp_path / "bank.yaml"
    asked = ["app", "draft", str(walks), "-o", str(model), "--model", "openai:gpt-4.1"]
    assert handrail(*asked, "--requests-out", questions).exit_code == 3
    assert "SendMoney" in model.read_text("utf-8")
    (question,) = map(json.loads, questions.read_text("utf-8").splitlines())
    answer = {"proposals": [{"change": "rename commitment", "commits": "SendMoney", "to": "Transfer"}]}
    message = {"role": "assistant", "content": json.dumps(answer)}
    body = {"choices": [{"index": 0, "finish_reason": "stop", "message": message}], "model": "gpt-4.1"}
    line = {"custom_id": question["custom_id"], "response": {"status_code": 200, "body": body}, "error": None}
    (tmp_path / "answers.jsonl").write_text(json.dumps(line) + "\n", "utf-8")
    done = handrail(*asked, "--answers-in", tmp_path / "answers.jsonl")
    assert done.exit_code == 0
    assert "1 proposals taken, 0 refused" in done.stderr
    assert App.load(model).commitments == ("Transfer",)
