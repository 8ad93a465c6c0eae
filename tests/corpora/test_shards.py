"""Shards cover each record once, and none is larger than it may be."""

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.corpora import reading
from handrail.corpora.reading import Record, cut


@given(st.lists(st.integers(0, 50) | st.none()), st.integers(1, 7))
def test_every_record_is_in_one_shard(sizes: list[int | None], batch: int) -> None:
    records = [Record(str(n), None if size is None else b"x" * size) for n, size in enumerate(sizes)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "MOST_BYTES", 60)
        shards = list(cut(iter(records), batch))
    assert list(chain.from_iterable(shard.records for shard in shards)) == records
    assert [shard.name for shard in shards] == sorted({shard.name for shard in shards})
    start = 0
    for shard in shards:
        assert shard.start == start
        assert 1 <= len(shard.records) <= batch
        assert len(shard.records) == 1 or sum(len(record.line or b"") for record in shard.records) <= 60
        start += len(shard.records)
