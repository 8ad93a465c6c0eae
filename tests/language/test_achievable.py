"""Which objectives nothing can ever commit, and whether the task can end all the same."""

import pytest

from handrail.language.achievable import can_end, unachievable
from handrail.language.rule import Span
from handrail.language.specification import Specification
from language.rule_strategies import APP

RULES = Specification.parse("Alarm() -> SetAlarm\nNote() & SetAlarm -> WriteNote\nWriteNote -> Done", APP)


def test_an_objective_that_no_app_commits_is_told_with_the_nearest_commitment() -> None:
    (missing,) = unachievable(RULES, ["SetAlarms", "WriteNote", "Pay"])
    assert (missing.objective, missing.span, missing.nearest) == ("SetAlarm", Span(1, 12, 8), "SetAlarms")
    (missing,) = unachievable(RULES, ["SetAlarm", "Pay"])
    assert (missing.objective, missing.nearest) == ("WriteNote", None)


def test_a_commitment_of_another_name_counts_for_the_objective_that_it_means() -> None:
    assert unachievable(RULES, ["SaveAlarm", "WriteNote"], {"SaveAlarm": "SetAlarm"}) == ()
    assert can_end(RULES, ["SaveAlarm", "WriteNote"], {"SaveAlarm": "SetAlarm"})


@pytest.mark.parametrize(
    ("rules", "commitments", "ends"),
    [
        ("Alarm() -> A\nA -> Done", ["A"], True),
        ("Alarm() -> A\nA -> Done", [], False),
        ("Alarm() -> A\nA -> B\nB -> Done", ["B"], False),
        ("Alarm() -> A\nA -> B\nNote() -> B\nstill B -> Done", ["B"], True),
        ("Alarm() -> A\nA -> Done\nNote() -> Done", [], True),
        ("A & B -> Done\nA -> B\nTrue -> A", ["A", "B"], True),
    ],
)
def test_a_task_can_end_if_some_way_to_its_end_is_open(rules: str, commitments: list[str], ends: bool) -> None:
    assert can_end(Specification.parse(rules, APP), commitments) is ends


def test_a_task_that_asks_for_nothing_can_end() -> None:
    assert can_end(Specification.none(), [])
    assert unachievable(Specification.none(), []) == ()
