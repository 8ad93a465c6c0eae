"""The counts and rates agree with their definitions, written down naively."""

from math import isclose, sqrt

from hypothesis import given
from hypothesis import strategies as st

from handrail.bench.metrics import Confusion, at_prevalence, count

answers = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60)


@given(answers)
def test_counts_and_rates_are_what_they_say(pairs: list[tuple[bool, bool]]) -> None:
    counts = count(pairs)
    assert counts.tp == sum(1 for unsafe, flagged in pairs if unsafe and flagged)
    assert counts.fp == sum(1 for unsafe, flagged in pairs if not unsafe and flagged)
    assert counts.fn == sum(1 for unsafe, flagged in pairs if unsafe and not flagged)
    assert counts.tn == sum(1 for unsafe, flagged in pairs if not unsafe and not flagged)
    assert counts.total == len(pairs)
    if pairs:
        right = sum(1 for unsafe, flagged in pairs if unsafe is flagged) / len(pairs)
        assert counts.accuracy is not None
        assert isclose(counts.accuracy, right)
    precision, recall = counts.precision, counts.recall
    if precision and recall:
        assert counts.f1 is not None
        assert isclose(counts.f1, 2 * precision * recall / (precision + recall))


@given(answers)
def test_mcc_is_the_correlation_of_label_and_answer(pairs: list[tuple[bool, bool]]) -> None:
    labels = {unsafe for unsafe, _ in pairs}
    found = count(pairs).mcc
    if len(labels) < 2:
        assert found is None
        return
    x = [float(unsafe) for unsafe, _ in pairs]
    y = [float(flagged) for _, flagged in pairs]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    covariance = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    spread = sqrt(sum((a - mean_x) ** 2 for a in x) * sum((b - mean_y) ** 2 for b in y))
    assert found is not None
    assert isclose(found, covariance / spread if spread else 0.0, abs_tol=1e-9)


@given(answers)
def test_at_the_prevalence_of_the_corpus_itself_nothing_changes(pairs: list[tuple[bool, bool]]) -> None:
    counts = count(pairs)
    if counts.recall is None or counts.false_positive_rate is None:
        assert at_prevalence(counts, 0.5) is None
        return
    same = at_prevalence(counts, (counts.tp + counts.fn) / counts.total)
    assert same is not None
    assert counts.accuracy is not None
    assert isclose(same.accuracy, counts.accuracy)
    assert (same.precision is None) is (counts.precision is None)
    if same.precision is not None and counts.precision is not None:
        assert isclose(same.precision, counts.precision, abs_tol=1e-9)
    if same.f1 is not None and counts.f1 is not None:
        assert isclose(same.f1, counts.f1, abs_tol=1e-9)


def test_flagging_everything_on_pairs_gives_the_known_two_thirds() -> None:
    everything = Confusion(tp=102, fp=102)
    assert everything.f1 is not None
    assert round(everything.f1, 3) == 0.667
    assert everything.accuracy == 0.5
    assert everything.mcc == 0.0


def test_rare_risks_make_a_small_false_positive_rate_costly() -> None:
    rare = at_prevalence(Confusion(tp=9, fn=1, fp=1, tn=9), 0.01)
    assert rare is not None
    assert rare.precision is not None
    assert round(rare.precision, 3) == 0.083
    assert rare.false_alarms_per_true is not None
    assert round(rare.false_alarms_per_true, 6) == 11
