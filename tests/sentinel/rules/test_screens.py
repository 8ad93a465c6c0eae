"""Ordinary screens do not trip the sentinel, and their risky counterparts do."""

from collections import Counter

import pytest

from handrail.sentinel.finding import Category
from sentinel.runs import Pair, benign_screens, findings, pairs, unsafe

BENIGN = benign_screens()
PAIRS = pairs()


def test_there_are_many_benign_screens_and_pairs_of_every_kind() -> None:
    assert len(BENIGN) >= 240
    assert sum(name.startswith("runs: ") for name, _ in BENIGN) >= 40
    assert min(Counter(pair.kind for pair in PAIRS).values()) >= 15
    assert {pair.kind for pair in PAIRS} == set(map(str, Category))


def test_at_most_one_benign_screen_in_a_hundred_is_flagged() -> None:
    flagged = {name: [one.rule for one in unsafe(scenario)] for name, scenario in BENIGN if unsafe(scenario)}
    assert len(flagged) * 100 <= len(BENIGN), flagged


def test_at_most_one_benign_run_in_forty_is_flagged() -> None:
    runs = [(name, scenario) for name, scenario in BENIGN if name.startswith("runs: ")]
    flagged = {name: [one.rule for one in unsafe(scenario)] for name, scenario in runs if unsafe(scenario)}
    assert len(flagged) * 40 <= len(runs), flagged


@pytest.mark.parametrize("pair", [pytest.param(pair, id=pair.risky.request) for pair in PAIRS])
def test_of_two_runs_that_differ_in_the_risky_fact_one_is_flagged(pair: Pair) -> None:
    assert not unsafe(pair.safe)
    assert bool(unsafe(pair.risky)) is not bool(pair.missed), "a pair that is no longer missed says so no more"
    assert all(finding.evidence for finding in findings(pair.risky))
