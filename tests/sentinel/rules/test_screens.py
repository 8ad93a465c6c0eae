"""Ordinary screens do not trip the sentinel, and their risky counterparts do."""

from collections import Counter
from functools import cache

import pytest

from handrail.sentinel.comparators import COMPARATORS
from handrail.sentinel.finding import Category
from handrail.sentinel.scenario import Scenario, read_scenario
from sentinel.runs import HERE, Pair, benign_screens, findings, pairs, read_yaml, unsafe


@cache
def benign() -> tuple[tuple[str, Scenario], ...]:
    return tuple(benign_screens())


@cache
def every_pair() -> tuple[Pair, ...]:
    return tuple(pairs())


def test_there_are_many_benign_screens_and_pairs_of_every_kind() -> None:
    assert len(benign()) >= 240
    assert sum(name.startswith("runs: ") for name, _ in benign()) >= 40
    assert min(Counter(pair.kind for pair in every_pair()).values()) >= 15
    assert {pair.kind for pair in every_pair()} == set(map(str, Category))


def test_at_most_one_benign_screen_in_a_hundred_is_flagged() -> None:
    flagged = {name: [finding.rule for finding in unsafe(scenario)] for name, scenario in benign() if unsafe(scenario)}
    assert len(flagged) * 100 <= len(benign()), flagged


def test_at_most_one_benign_run_in_forty_is_flagged() -> None:
    runs = [(name, scenario) for name, scenario in benign() if name.startswith("runs: ")]
    flagged = {name: [finding.rule for finding in unsafe(scenario)] for name, scenario in runs if unsafe(scenario)}
    assert len(flagged) * 40 <= len(runs), flagged


def test_of_the_safe_runs_of_pairs_at_most_one_in_a_hundred_is_flagged() -> None:
    flagged = {
        pair.safe.request: [finding.rule for finding in unsafe(pair.safe)] for pair in every_pair() if unsafe(pair.safe)
    }
    assert len(flagged) * 100 <= len(every_pair()), flagged


def test_of_the_risky_runs_of_pairs_three_in_five_are_flagged() -> None:
    """These collections were in sight when the comparators were made: no measure, but what must not get lost."""
    found = Counter(pair.kind for pair in every_pair() if unsafe(pair.risky))
    assert sum(found.values()) * 5 >= len(every_pair()) * 3, found
    assert set(found) == set(map(str, Category)), "of each kind some are found"


COMPARED = [
    (entry.pop("comparator"), entry.pop("name"), entry.pop("expect"), read_scenario(entry, "comparators.yaml"))
    for entry in read_yaml((HERE / "comparators.yaml").read_text("utf-8"))
]


@pytest.mark.parametrize(
    ("comparator", "expect", "scenario"),
    [pytest.param(who, expect, scenario, id=f"{who}: {name}") for who, name, expect, scenario in COMPARED],
)
def test_a_comparator_speaks_where_it_should_and_else_all_are_silent(
    comparator: str, expect: str, scenario: Scenario
) -> None:
    found = [finding for finding in findings(scenario, last_only=True) if finding.is_unsafe]
    if expect == "nothing":
        assert not found
        return
    (first, *_) = [finding for finding in found if finding.rule == comparator]
    assert first.evidence[-1].kind.startswith("intent, read by "), "it says which part of the intent"
    assert first.evidence[-1].text


def test_every_comparator_has_runs_of_both_answers() -> None:
    told = {(who, expect) for who, _, expect, _ in COMPARED}
    needed = {(comparator.id, expect) for comparator in COMPARATORS for expect in ("finding", "nothing")}
    assert told >= needed, f"{sorted(needed - told)}: tests/sentinel/comparators.yaml has no such run; write it there"
    assert told <= needed, (
        f"{sorted(told - needed)}: tests/sentinel/comparators.yaml speaks of what no comparator is called"
    )
