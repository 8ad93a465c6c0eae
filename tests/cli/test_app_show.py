"""`handrail app show`: what rules can be written about an app; and names are taken wherever a model is."""

import json
from pathlib import Path

from cli.command import handrail


def test_what_rules_can_speak_of_is_listed() -> None:
    shown = handrail("app", "show", "tasks")
    assert shown.exit_code == 0
    lines = [" ".join(line.split()) for line in shown.stdout.splitlines()]
    assert lines[0] == "Tasks (com.example.tasks)"
    assert {"Task the tasks", "title Text, key", "due Date", "SaveTask record"} <= set(lines)
    assert "DeleteTask deletion, cannot be taken back" in lines


def test_a_program_is_told_the_same() -> None:
    document = handrail("app", "show", "clock", "--json").document
    alarm = next(state for state in document["states"] if state["name"] == "Alarm")
    assert {"name": "time", "type": "Time"}.items() <= alarm["variables"][0].items()
    assert "SaveAlarm" in [objective["name"] for objective in document["objectives"]]


def test_the_values_that_an_enumeration_has_are_its_type(tmp_path: Path) -> None:
    variables = [{"name": "days", "type": "Enum", "enum_values": ["Once", "Daily"]}]
    document = {"app": "Clock", "states": {"Alarm": {"description": "an alarm", "variables": variables}}}
    (tmp_path / "clock.json").write_text(json.dumps(document))
    shown = handrail("app", "show", tmp_path / "clock.json")
    assert shown.exit_code == 0, shown.stderr
    assert "days  Once | Daily" in shown.stdout


def test_a_model_is_shown_and_checked_by_the_name_by_which_it_is_run() -> None:
    for command in ("show", "check", "lint"):
        assert "no such file" not in handrail("app", command, "clock").stderr
        unknown = handrail("app", command, "clok")
        assert unknown.exit_code == 2
        assert "no app of the simulated phone" in unknown.stderr
        assert "did you mean `clock`?" in unknown.stderr
