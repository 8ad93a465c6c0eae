"""A bucket of tokens against a twin that counts what was taken in every span of time."""

from hypothesis import given
from hypothesis import strategies as st

from handrail.server.people.limits import MOST_BUCKETS, Bucket, Limit, Rate, take


@given(
    st.integers(1, 20),
    st.integers(1, 8),
    st.lists(st.integers(0, 40).map(lambda eighths: eighths / 8), max_size=60),
)
def test_no_span_of_time_has_more_than_what_is_allowed_at_once_and_by_its_length(
    at_once: int, a_second: int, waits: list[float]
) -> None:
    rate, bucket, now = Rate(at_once, a_second), None, 0.0
    taken: list[float] = []
    for wait in waits:
        now += wait
        bucket, must_wait = take(bucket, now, rate)
        if must_wait == 0:
            taken.append(now)
        else:
            assert 0 < must_wait <= 1 / a_second
            assert take(bucket, now + must_wait + 1e-9, rate).wait_seconds == 0
    for first, began in enumerate(taken):
        for last in range(first, len(taken)):
            assert last - first + 1 <= at_once + (taken[last] - began) * a_second + 1e-6


def test_a_clock_that_goes_back_gives_nothing_away() -> None:
    rate = Rate(1, 1)
    bucket, _ = take(None, 100.0, rate)
    assert take(bucket, 50.0, rate).wait_seconds == 1
    assert take(Bucket(0.0, 100.0), 50.0, rate).bucket.tokens == 0


def test_each_has_a_bucket_of_their_own_and_the_memory_is_bounded() -> None:
    limit = Limit(Rate(1, 1), lambda: 0.0)
    assert limit.wait_seconds("ann") == 0
    assert limit.wait_seconds("ann") == 1
    assert limit.wait_seconds("bob") == 0
    for number in range(MOST_BUCKETS):
        limit.wait_seconds(str(number))
    assert limit.wait_seconds("ann") == 0  # forgotten, as seen longest ago
