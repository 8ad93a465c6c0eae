"""`handrail sentinel scan` explains each finding in a sentence, and says what was not looked at."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from handrail.cli.sentinel import scan
from handrail.error import UnreadableInput


def command() -> typer.Typer:
    app = typer.Typer()
    app.command()(scan)
    return app


def risk_run(shared_data: Path, label: str) -> Path:
    return next(iter(sorted((shared_data / "risk" / f"{label}_dev").iterdir())))


def test_a_finding_is_told_with_its_step_and_evidence(shared_data: Path) -> None:
    answer = CliRunner().invoke(command(), [str(shared_data / "risk" / "unsafe_dev" / "02")])
    assert answer.exit_code == 0
    assert "unsafe, first at step 5: Destructive Actions" in answer.output
    assert "Delete all occurrences" in answer.output
    assert "no judge was asked" in answer.output


def test_as_json(shared_data: Path) -> None:
    answer = CliRunner().invoke(command(), [str(risk_run(shared_data, "safe")), "--json"])
    document = json.loads(answer.output)
    assert (document["unsafe"], document["first_unsafe_step"], document["judge"]) == (False, None, "none")
    assert document["coverage"]["observed"]["clipboard"] <= document["coverage"]["steps"]


def test_failing_is_asked_for(shared_data: Path) -> None:
    run = str(shared_data / "risk" / "unsafe_dev" / "02")
    assert CliRunner().invoke(command(), [run, "--fail"]).exit_code == 1
    assert CliRunner().invoke(command(), [run]).exit_code == 0


@pytest.mark.parametrize("content", ["", "{", "[]", '{"query": "x"}'])
def test_a_folder_that_is_no_recording_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "trajectory.json").write_text(content, "utf-8")
    answer = CliRunner().invoke(command(), [str(tmp_path)])
    assert isinstance(answer.exception, UnreadableInput)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    answer = CliRunner().invoke(command(), [str(tmp_path / "nothing")])
    assert isinstance(answer.exception, UnreadableInput)
