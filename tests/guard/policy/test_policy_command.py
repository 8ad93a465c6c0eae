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
    assert read_policy(good["source"]).policies[0].limits.steps == 3
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


RIDES = """\
format: handrail.model/1
app: Rides
package: com.example.rides
states:
  Ride:
    variables:
      - {name: to, type: Text}
      - {name: price, type: Number}
bindings:
  - name: confirm the ride
    on: click
    at: //confirm
    commits: ConfirmRide
    kind: payment
    object: {to: text(//driver), amount: number(//price)}
    pre:
      - {state: Ride, set: {to: text(//destination), price: number(//price)}}
  - name: save a place
    on: click
    at: //save
    commits: SavePlace
    kind: record
    object: {what: text(//place)}
  - name: report
    on: click
    at: //report
    commits: Report
    pre:
      - {state: Ride, set: {to: text(//destination)}}
"""


@pytest.fixture
def rides(tmp_path: Path) -> Path:
    path = tmp_path / "rides.yaml"
    path.write_text(RIDES)
    return path


def test_with_an_app_it_is_said_what_each_commitment_gets_and_what_the_model_is_silent_about(
    folder: Path, rides: Path
) -> None:
    result = run.invoke(policy_commands, ["check", "--app", str(rides), str(folder / "good.yaml")])
    assert result.exit_code == 0
    assert "Rides, for what was asked:\n" in result.stdout
    assert "- `ConfirmRide`, payment: ask (payments)\n" in result.stdout
    assert "- `SavePlace`, record: allow\n" in result.stdout
    assert "- `Report`, unknown: ask (unknown-kind)\n" in result.stdout
    assert "- an action that the model says nothing of: ask (no-binding)\n" in result.stdout


def test_findings_are_told_with_their_places_and_exit_1(folder: Path, rides: Path) -> None:
    (folder / "slips.yaml").write_text(
        "format: handrail.policy/1\nneeds_a_person:\n  payments:\n  ours: {why: x, when: {commits: ConfirmRid}}\n"
    )
    result = run.invoke(policy_commands, ["check", "--app", str(rides), str(folder / "slips.yaml")])
    assert result.exit_code == 1
    assert "slips.yaml:3:3: warning: `payments` is left empty, and so says nothing" in result.stdout
    assert "slips.yaml:4:34: warning: none of these apps has an action that commits `ConfirmRid`" in result.stdout
    assert "help: did you mean `ConfirmRide`?" in result.stdout
    assert "2 findings; this policy does less than it seems to" in result.stdout
    told = json.loads(
        run.invoke(policy_commands, ["check", "--json", "--app", str(rides), str(folder / "slips.yaml")]).stdout
    )
    assert not told["ok"]
    assert [finding["code"] for finding in told["findings"]] == ["empty", "unknown-name"]
    assert told["apps"]["Rides"][0] == {
        "what": "`ConfirmRide`, payment",
        "decision": "ask",
        "rules": ["payments"],
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
    assert read_policy(full).policies[0].limits.steps == 3
    assert '"payments"' in full
