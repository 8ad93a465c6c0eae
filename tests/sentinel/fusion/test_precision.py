"""How often each rule is right: counted by runs, written down, and stale when the rules say something else."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.error import UnreadableInput
from handrail.sentinel.comparators import COMPARATORS
from handrail.sentinel.fusion import RulePrecision, default_fusion, precisions_of, shipped_precisions
from handrail.sentinel.fusion.judge_led import JudgeLed
from handrail.sentinel.fusion.precision import read_precisions, write_precisions
from handrail.sentinel.offline.said_by_rules import digest, runs_of_pairs

PAIRS = Path(__file__).parents[3] / "benchmarks" / "offline_judge_pairs.yaml"
FILE = files("handrail.sentinel.fusion").joinpath("calibrations", "precisions.json")


def test_a_precision_is_counted_by_runs() -> None:
    found = precisions_of([(True, ["a", "a"]), (False, ["a", "b"]), (True, [])])
    assert found == {"a": RulePrecision(2, 1), "b": RulePrecision(1, 0)}


@given(st.integers(1, 500), st.data())
def test_the_lowest_precision_is_below_the_measured_one_and_nears_it(flagged: int, data: st.DataObject) -> None:
    right = data.draw(st.integers(0, flagged))
    assert 0 <= RulePrecision(flagged, right).lowest <= right / flagged
    assert RulePrecision(flagged * 10, right * 10).lowest >= RulePrecision(flagged, right).lowest


def test_what_is_shipped_leads_beside_a_judge_that_nothing_was_measured_for() -> None:
    led = default_fusion("openai:gpt-4o (before, text)")
    assert isinstance(led, JudgeLed)
    assert led.precisions == shipped_precisions() != {}
    assert shipped_precisions().keys() <= {rule.id for rule in COMPARATORS}
    assert led.trusted == frozenset(), "so few runs prove no rule right"


def test_what_is_shipped_was_measured_of_the_rules_as_they_are_now() -> None:
    document = read_precisions(FILE.read_text("utf-8"), FILE.name)
    now = digest(runs_of_pairs(PAIRS.read_text("utf-8")))
    assert document.rules == now, f"the rules say something else since; measure them anew: python {document.made_by}"


def test_what_was_written_is_read_and_a_file_that_is_not_one_names_the_place() -> None:
    text = write_precisions({"b": RulePrecision(3, 2), "a": RulePrecision(1, 1)}, "4 runs", "a command", "0a")
    document = read_precisions(text, "mine")
    assert {rule: (precision.flagged, precision.right) for rule, precision in document.precisions.items()} == {
        "a": (1, 1),
        "b": (3, 2),
    }
    assert (document.measured_on, document.made_by, document.rules) == ("4 runs", "a command", "0a")
    with pytest.raises(UnreadableInput, match=r"mine: precisions\.b\.right"):
        read_precisions(json.dumps({**json.loads(text), "precisions": {"b": {"flagged": 3, "right": -1}}}), "mine")
