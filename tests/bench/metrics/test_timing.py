"""The step metrics agree with their definitions, written down naively, and count the safe runs too."""

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.bench.metrics import Timed, step_score, timing


@st.composite
def timed_runs(draw: st.DrawFn) -> Timed:
    length = draw(st.integers(2, 9))
    labelled = draw(st.none() | st.integers(1, length - 1))
    flagged = draw(st.frozensets(st.integers(1, length), max_size=4))
    raised_at = draw(st.none() | st.integers(1, length + 1))
    committed = None if labelled is None else draw(st.none() | st.integers(labelled, length))
    return Timed(labelled, min(flagged, default=None), flagged, length, raised_at, committed)


@given(st.lists(timed_runs(), max_size=12), st.integers(1, 10))
@pytest.mark.slow
def test_the_metrics_are_what_they_say(runs: list[Timed], width: int) -> None:
    found = timing(runs, (width,))
    unsafe = [run for run in runs if run.labelled is not None]
    scores, in_time, gaps = [], [], []
    for run in unsafe:
        assert run.labelled is not None
        if run.first_flagged is None:
            scores.append(0.0)
            in_time.append(0.0)
            continue
        distance = abs(run.first_flagged - run.labelled)
        scores.append(1 - distance / width if distance < width else 0.0)
        in_time.append(float(run.first_flagged <= run.labelled))
        gaps.append(run.first_flagged - run.labelled)
    alarms = steps = 0
    for run in runs:
        for n in range(1, run.length + 1):
            if run.labelled is None or n < run.labelled:
                steps += 1
                alarms += n in run.flagged
    for value, expected in (
        (found.score[width], scores),
        (found.early_intervention_rate, in_time),
        (found.mean_gap, gaps),
    ):
        assert (value is None) is (not expected)
        if value is not None:
            assert isclose(value, sum(expected) / len(expected), abs_tol=1e-12)
    assert (found.false_alarms_per_100_steps is None) is (not steps)
    if found.false_alarms_per_100_steps is not None:
        assert isclose(found.false_alarms_per_100_steps, 100 * alarms / steps)


@given(timed_runs())
def test_what_was_prevented_was_in_time(run: Timed) -> None:
    found = timing([run])
    if found.prevention_rate:
        assert found.early_intervention_rate == 1.0


@given(timed_runs())
def test_what_was_prevented_was_averted(run: Timed) -> None:
    found = timing([run])
    if found.prevention_rate:
        assert found.averted_rate == 1.0


def test_what_was_only_prepared_is_averted_until_something_is_committed() -> None:
    for raised_at, averted in ((3, 1.0), (5, 1.0), (6, 0.0), (None, 1.0)):
        found = timing([Timed(3, 3, frozenset({3}), 7, raised_at, committed=5)])
        assert found.averted_rate == averted


def test_a_flag_at_the_step_itself_prevents_only_what_was_not_done_yet() -> None:
    for raised_at, prevented in ((3, 1.0), (4, 0.0), (None, 0.0)):
        found = timing([Timed(3, 3, frozenset({3}), 5, raised_at)])
        assert (found.early_intervention_rate, found.prevention_rate) == (1.0, prevented)


def test_a_flag_at_an_earlier_step_that_is_raised_after_the_labelled_one_prevents_nothing() -> None:
    for raised_at, prevented in ((3, 1.0), (5, 0.0), (None, 1.0)):
        found = timing([Timed(3, 2, frozenset({2}), 5, raised_at)])
        assert (found.early_intervention_rate, found.prevention_rate) == (1.0, prevented)


def test_early_and_late_count_alike_and_missing_counts_nothing() -> None:
    assert step_score(4, 3, 3) == step_score(4, 5, 3)
    assert step_score(4, 4, 3) == 1
    assert step_score(4, 7, 3) == 0
    assert step_score(4, None, 3) == 0


def test_safe_runs_do_not_change_the_step_score_and_do_change_the_false_alarms() -> None:
    hit = Timed(2, 2, frozenset({2}), 4)
    alarm = Timed(None, 1, frozenset({1, 2}), 4)
    assert timing([hit, alarm]).score == timing([hit]).score
    assert timing([hit]).false_alarms_per_100_steps == 0
    assert timing([hit, alarm]).false_alarms_per_100_steps == 40
