"""Intervals: the same seed gives the same, pairs stay whole, and certainty narrows them."""

from hypothesis import given
from hypothesis import strategies as st

from handrail.bench.metrics import interval


def mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


@given(st.lists(st.lists(st.floats(0, 1), min_size=1, max_size=2), min_size=1, max_size=10), st.integers(0, 99))
def test_the_same_seed_gives_the_same_interval_and_it_lies_in_range(clusters: list[list[float]], seed: int) -> None:
    found = interval(clusters, mean, seed=seed, resamples=60)
    assert found == interval(clusters, mean, seed=seed, resamples=60)
    assert found is not None
    values = [value for cluster in clusters for value in cluster]
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9


def test_a_pair_is_drawn_whole() -> None:
    seen: set[float] = set()

    def balance(values: list[float]) -> float:
        seen.add(sum(values))
        return 0.0

    interval([[1.0, -1.0]] * 8, balance, resamples=50)
    assert seen == {0.0}


def test_what_is_never_defined_has_no_interval() -> None:
    assert interval([[1.0]], lambda _: None) is None
    assert interval([], mean) is None


def test_more_pairs_narrow_the_interval() -> None:
    few = interval([[0.0], [1.0]] * 5, mean)
    many = interval([[0.0], [1.0]] * 100, mean)
    assert few is not None
    assert many is not None
    assert many.high - many.low < few.high - few.low
