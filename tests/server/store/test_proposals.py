"""What comes again is decided once, whoever has the session then."""

import asyncio
from collections import Counter
from collections.abc import Iterator

import pytest

from handrail.server.store import Store, open_store
from handrail.server.store.leases import Lease, LeaseLost, StoredLeases
from handrail.server.store.proposals import AlreadyAnswered, Begun, Deciding, Differs, StoredProposals


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    opened = open_store(database_url)
    yield opened
    opened.close()


async def _lease(store: Store, owner: str) -> Lease:
    lease = await StoredLeases(store).acquire("s-1", owner, 0)  # over at once, and had until somebody takes it
    assert isinstance(lease, Lease)
    return lease


def test_a_proposal_is_begun_once_and_told_what_was_answered_from_then_on(store: Store) -> None:
    proposals = StoredProposals(store)

    async def run() -> None:
        lease = await _lease(store, "a")
        begun = await asyncio.gather(*(proposals.begin(lease, "tap", "d1") for _ in range(12)))
        assert Counter(begun) == {Begun(): 1, Deciding(): 11}
        assert await proposals.find("s-1", "tap") is None
        await proposals.answer(lease, "tap", '{"decision": "allow"}')
        assert await proposals.begin(lease, "tap", "d1") == AlreadyAnswered('{"decision": "allow"}')
        assert await proposals.begin(lease, "tap", "d2") == Differs()
        assert await proposals.find("s-1", "tap") == '{"decision": "allow"}'
        await proposals.forget("s-1")
        assert await proposals.begin(lease, "tap", "d2") == Begun()

    asyncio.run(run())


def test_who_takes_over_begins_again_what_was_not_answered_and_who_lost_it_answers_nothing(store: Store) -> None:
    proposals = StoredProposals(store)

    async def run() -> None:
        first = await _lease(store, "a")
        assert await proposals.begin(first, "tap", "d1") == Begun()
        second = await _lease(store, "b")
        for refused in (proposals.answer(first, "tap", "too late"), proposals.begin(first, "other", "d")):
            with pytest.raises(LeaseLost):
                await refused
        assert await proposals.begin(second, "tap", "d1") == Begun(resumed=True)
        assert await proposals.begin(second, "tap", "d1") == Deciding()
        await proposals.answer(second, "tap", "block")
        assert await proposals.find("s-1", "tap") == "block"
        assert await proposals.find("s-1", "other") is None

    asyncio.run(run())
