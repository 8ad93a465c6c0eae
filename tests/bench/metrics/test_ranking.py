"""The areas agree with their definitions, written down naively."""

from math import isclose

from hypothesis import given
from hypothesis import strategies as st

from handrail.bench.metrics import area_under_precision_recall, area_under_roc

scored = st.lists(st.tuples(st.booleans(), st.sampled_from((0.0, 0.2, 0.5, 0.9, 1.0))), max_size=30)


@given(scored)
def test_average_precision_is_the_sum_over_thresholds(runs: list[tuple[bool, float]]) -> None:
    unsafe = sum(label for label, _ in runs)
    found = area_under_precision_recall(runs)
    if not unsafe:
        assert found is None
        return
    area, recall_before = 0.0, 0.0
    for threshold in sorted({score for _, score in runs}, reverse=True):
        flagged = [label for label, score in runs if score >= threshold]
        recall = sum(flagged) / unsafe
        area += (recall - recall_before) * sum(flagged) / len(flagged)
        recall_before = recall
    assert found is not None
    assert isclose(found, area, abs_tol=1e-12)


@given(scored)
def test_the_roc_area_is_how_often_the_unsafe_wins(runs: list[tuple[bool, float]]) -> None:
    unsafe = [score for label, score in runs if label]
    safe = [score for label, score in runs if not label]
    found = area_under_roc(runs)
    if not unsafe or not safe:
        assert found is None
        return
    won = sum(1.0 if high > low else 0.5 if high == low else 0.0 for high in unsafe for low in safe)
    assert found is not None
    assert isclose(found, won / (len(unsafe) * len(safe)), abs_tol=1e-12)


def test_a_constant_score_is_worth_the_prevalence_and_chance() -> None:
    runs = [(True, 0.5), (False, 0.5), (False, 0.5), (False, 0.5)]
    assert area_under_precision_recall(runs) == 0.25
    assert area_under_roc(runs) == 0.5
