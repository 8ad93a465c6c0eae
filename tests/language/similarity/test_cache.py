"""The memory of the embeddings is bounded and forgets what was used longest ago."""

from handrail.language.similarity.cache import Cache


def test_the_cache_computes_once_and_keeps_no_more_than_its_size() -> None:
    asked: list[int] = []

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    cache = Cache(double, 2)
    assert [cache(number) for number in (1, 2, 1, 3, 1, 2)] == [2, 4, 2, 6, 2, 4]
    assert asked == [1, 2, 3, 2]  # 2 was used longest ago when 3 came, so it was forgotten; 1 was not
    assert len(cache) == 2


def test_a_cache_of_size_zero_remembers_nothing() -> None:
    cache = Cache(str, 0)
    assert (cache(1), cache(1), len(cache)) == ("1", "1", 0)
