"""Ordinary screens do not trip the sentinel, and their risky counterparts do."""

from collections import Counter

import pytest

from handrail.sentinel.finding import Category
from handrail.sentinel.scenario import Scenario
from sentinel.runs import benign_screens, findings, pairs, unsafe

BENIGN = benign_screens()
PAIRS = pairs()


def test_there_are_many_benign_screens_and_pairs_of_every_kind() -> None:
    assert len(BENIGN) >= 200
    assert min(Counter(kind for kind, _, _ in PAIRS).values()) >= 5
    assert {kind for kind, _, _ in PAIRS} == set(map(str, Category))


def test_at_most_one_benign_screen_in_a_hundred_is_flagged() -> None:
    flagged = {name: [one.rule for one in unsafe(scenario)] for name, scenario in BENIGN if unsafe(scenario)}
    assert len(flagged) * 100 <= len(BENIGN), flagged


@pytest.mark.parametrize(("safe", "risky"), [pytest.param(safe, risky, id=risky.request) for _, safe, risky in PAIRS])
def test_of_two_runs_that_differ_in_the_risky_fact_one_is_flagged(safe: Scenario, risky: Scenario) -> None:
    assert not unsafe(safe)
    assert unsafe(risky)
    assert all(finding.evidence for finding in findings(risky))
