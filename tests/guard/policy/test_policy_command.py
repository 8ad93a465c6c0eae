"""`handrail policy`."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from handrail.cli.policy import policy_commands
from handrail.error import UnreadableInput
from handrail.guard.policy import default_policy, read_policy

run = CliRunner()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.yaml").write_text("format: handrail.policy/1\nname: mine\nlimits: {steps: 3}\n")
    (tmp_path / "wrong.yaml").write_text("format: handrail.policy/1\nlimits: {stepps: 3}\n")
    return tmp_path


def test_a_policy_is_told_in_words(folder: Path) -> None:
    result = run.invoke(policy_commands, ["check", str(folder / "good.yaml")])
    assert result.exit_code == 0
    assert "good.yaml: no faults" in result.stdout.replace("\n", "")
    assert "after 3 actions or 7,200 seconds" in result.stdout


def test_faults_are_told_with_a_marker_and_exit_1(folder: Path) -> None:
    result = run.invoke(policy_commands, ["check", str(folder / "wrong.yaml")])
    assert result.exit_code == 1
    assert "wrong.yaml:2:10: unknown field `stepps`" in result.stdout
    assert "             ^^^^^^" in result.stdout
    assert "help: did you mean `steps`?" in result.stdout
    assert "1 fault; this policy cannot be used" in result.stdout


def test_both_outcomes_are_told_as_json(folder: Path) -> None:
    good = json.loads(run.invoke(policy_commands, ["check", "--json", str(folder / "good.yaml")]).stdout)
    assert good["ok"]
    assert good["names"] == ["mine"]
    assert read_policy(good["source"]).terms[0].limits.steps == 3
    result = run.invoke(policy_commands, ["check", "--json", str(folder / "wrong.yaml")])
    assert result.exit_code == 1
    assert json.loads(result.stdout)["faults"][0] == {
        "file": str(folder / "wrong.yaml"),
        "code": "unknown-field",
        "line": 2,
        "column": 10,
        "found": "unknown field `stepps`",
        "help": "did you mean `steps`?",
    }


def test_several_files_are_one_policy(folder: Path) -> None:
    (folder / "other.yaml").write_text("format: handrail.policy/1\nname: theirs\n")
    result = run.invoke(policy_commands, ["check", str(folder / "good.yaml"), str(folder / "other.yaml")])
    assert result.exit_code == 0
    assert "Where these 2 differ, the stricter one counts." in result.stdout


def test_a_file_that_is_not_there_is_the_callers_mistake(folder: Path) -> None:
    result = run.invoke(policy_commands, ["check", str(folder / "gone.yaml")])
    assert isinstance(result.exception, UnreadableInput)


def test_the_default_is_shown_as_people_read_it_and_others_in_full(folder: Path) -> None:
    shown = run.invoke(policy_commands, ["show"]).stdout
    assert shown.startswith("# What Handrail does")
    assert read_policy(shown) == default_policy()
    full = run.invoke(policy_commands, ["show", str(folder / "good.yaml")]).stdout
    assert read_policy(full).terms[0].limits.steps == 3
    assert '"payments"' in full
