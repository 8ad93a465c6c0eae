"""Which commitment of a model is which objective of a specification, where they have different names."""

import pytest

from handrail.guard.commitments import match_commitments
from handrail.language.specification import Specification
from handrail.phone.models import load

CLOCK = load("clock")


def objectives(*names: str) -> Specification:
    rules = [f"Alarm(time = 09:00) -> {name}" for name in names] + [f"{names[0]} -> Done"]
    return Specification.parse(rules, CLOCK)


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("SetAlarm", {"SaveAlarm": "SetAlarm"}),
        ("CreateAlarm", {"SaveAlarm": "CreateAlarm"}),
        ("RemoveAlarms", {"DeleteAlarm": "RemoveAlarms"}),
        ("SaveAlarm", {}),
        ("SaveContact", {}),
        ("DoIt", {}),
        ("SaveAlarmLater", {}),
    ],
)
def test_a_commitment_finds_the_objective_that_does_the_same(named: str, expected: dict[str, str]) -> None:
    assert match_commitments(objectives(named), CLOCK.commitments) == expected


def test_where_two_could_be_meant_neither_is() -> None:
    assert match_commitments(objectives("SetAlarm", "AddAlarm"), ["SaveAlarm"]) == {}
    assert match_commitments(objectives("SetAlarm"), ["SaveAlarm", "CreateAlarm"]) == {}


@pytest.mark.parametrize("objective", ["SetAlarm", "SaveAlarm", "AddAlarm", "CreateAlarm"])
def test_what_deletes_is_never_taken_for_what_makes(objective: str) -> None:
    assert match_commitments(objectives(objective), ["DeleteAlarm"]) == {}
