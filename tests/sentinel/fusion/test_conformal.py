import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.error import Misuse
from handrail.sentinel.fusion import Calibration, SafeScores, Weighed


@given(st.lists(st.floats(-10, 10), min_size=1, max_size=200), st.floats(0.01, 0.99))
def test_no_more_of_the_calibrated_runs_are_flagged_than_promised(scores: list[float], budget: float) -> None:
    safe = SafeScores.of(scores, "made")
    if budget * (len(scores) + 1) < 1:
        with pytest.raises(Misuse, match="cannot promise"):
            safe.promise(budget)
        return
    promise = safe.promise(budget)
    above = sum(score > promise.threshold for score in scores)
    assert above <= budget * (len(scores) + 1)


def test_the_promise_holds_for_runs_that_were_not_calibrated_on() -> None:
    """Over many sets of 99 runs the next one is flagged as often as promised and no more, within the noise."""
    rng = random.Random(5)
    flagged = 0
    for _ in range(4_000):
        promise = SafeScores.of((rng.gauss(0, 1) for _ in range(99)), "made").promise(0.1)
        flagged += rng.gauss(0, 1) > promise.threshold
    assert 0.08 <= flagged / 4_000 <= 0.115


@given(st.lists(st.floats(-5, 5), min_size=30, max_size=60))
def test_a_larger_budget_never_asks_for_more(scores: list[float]) -> None:
    safe = SafeScores.of(scores, "made")
    thresholds = [safe.promise(budget).threshold for budget in (0.05, 0.1, 0.2, 0.5)]
    assert thresholds == sorted(thresholds, reverse=True)


def test_a_promise_says_on_how_many_runs_it_rests() -> None:
    promise = SafeScores.of(range(99), "runs of the office phones").promise(0.05)
    assert (promise.threshold, promise.n) == (94, 99)
    assert str(promise) == (
        "at most 5.0% of safe runs like these are flagged: runs of the office phones (split conformal, n = 99)"
    )


def test_too_little_for_a_promise_is_said() -> None:
    with pytest.raises(Misuse, match=r"9 safe runs cannot promise at most 5\.00% false alarms, only 10\.00%"):
        SafeScores.of(range(9), "few").promise(0.05)
    with pytest.raises(Misuse, match="a share of the safe runs"):
        SafeScores.of(range(9), "few").promise(5)
    with pytest.raises(Misuse, match="needs scores of safe runs"):
        Weighed(Calibration(), 0.05).promise()


def test_p_values_of_safe_runs_are_no_smaller_than_by_chance() -> None:
    safe = SafeScores.of(range(99), "made")
    assert safe.p_value(1_000) == 0.01
    assert safe.p_value(-1) == 1.0
    assert sum(safe.p_value(score) <= 0.1 for score in range(99)) <= 10
