"""One owner at a time, in the order of their epochs, whatever they do and however they end."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerProcess
from random import Random
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from handrail.server.store import Store, open_store
from handrail.server.store.leases import Lease, LeaseLost, StoredLeases, Taken, demand
from handrail.server.store.tables import LEASES, PROPOSALS
from server.store.contender import contend

LONG = 1_000.0


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    opened = open_store(database_url)
    yield opened
    opened.close()


_DONE = st.lists(
    st.tuples(st.sampled_from(["acquire", "renew", "release", "write"]), st.sampled_from("abc"), st.booleans()),
    max_size=25,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(done=_DONE)
def test_leases_are_those_of_a_list_of_owners(store: Store, done: list[tuple[str, str, bool]]) -> None:
    """`long` says whether what is taken lasts; what does not is over at once, but had until somebody takes it."""
    leases, had, name = StoredLeases(store), dict[str, Lease](), uuid4().hex  # hypothesis may run an example again
    epoch, owner, lasts = 0, "", False

    async def run() -> None:
        nonlocal epoch, owner, lasts
        for what, who, long in done:
            seconds = LONG if long else 0.0
            mine = had.get(who)
            if what == "acquire":
                found = await leases.acquire(name, who, seconds)
                if lasts:
                    assert isinstance(found, Taken)
                    assert found.owner == owner
                    assert 0 < found.seconds_left <= LONG
                else:
                    epoch, owner, lasts = epoch + 1, who, long
                    assert isinstance(found, Lease)
                    assert (found.epoch, found.owner) == (epoch, who)
                    had[who] = found
            elif mine is None:
                continue
            elif mine.epoch != epoch or owner != who:
                await leases.release(mine)  # changes nothing
                with pytest.raises(LeaseLost, match=who):
                    await leases.renew(mine, seconds)
                with pytest.raises(LeaseLost, match=who):
                    await store.write(partial(demand, lease=mine))
            elif what == "renew":
                had[who], lasts = await leases.renew(mine, seconds), long
            elif what == "release":
                await leases.release(mine)
                owner, lasts = "", False
            else:
                await store.write(partial(demand, lease=mine))
            if owner:
                assert [lease.epoch for lease in await leases.held_by(owner) if lease.name == name] == [epoch] * lasts

    asyncio.run(run())


def test_of_many_who_ask_at_once_one_is_given_it(store: Store) -> None:
    leases = StoredLeases(store)

    async def race(name: str) -> list[Lease | Taken]:
        return await asyncio.gather(*(leases.acquire(name, f"owner {index}", LONG) for index in range(12)))

    for name in ("new", "again"):
        found = asyncio.run(race(name))
        assert Counter(map(type, found)) == {Lease: 1, Taken: 11}
        won = next(answer for answer in found if isinstance(answer, Lease))
        assert {answer.owner for answer in found} >= {won.owner}
        assert all(answer.owner == won.owner for answer in found)


@dataclass(frozen=True, slots=True)
class Contender:
    """A process that answers proposals, and what it says when it has answered one."""

    process: ForkServerProcess
    says: "Connection[str, str]"

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.process.close()
        self.says.close()


def start(url: str, owner: str) -> Contender:
    """The modules are read once, by the process that the others are forked from."""
    context = get_context("forkserver")
    context.set_forkserver_preload([contend.__module__])
    says, said = context.Pipe(duplex=False)
    process = context.Process(target=contend, args=(url, owner, said), daemon=True)
    process.start()
    said.close()
    return Contender(process, says)


def _who_answers(running: list[Contender], answers: int) -> Contender:
    """The one that gave the last of so many answers from now."""
    said = None
    for _ in range(answers):
        said = wait([contender.says for contender in running], timeout=60)[0]
        assert isinstance(said, Connection)
        said.recv()
    return next(contender for contender in running if contender.says is said)


@pytest.mark.slow
def test_processes_that_are_killed_are_followed_by_others_and_nothing_is_answered_twice(
    store: Store, database_url: str
) -> None:
    """Each of three takes the session when it can, and goes on where the one before stopped or was killed."""
    random, names = Random(7), count()
    running = [start(database_url, f"owner {next(names)}") for _ in range(3)]
    try:
        for _ in range(4):
            at_work = _who_answers(running, answers=random.randrange(1, 40))
            killed = at_work if random.random() < 0.8 else random.choice(running)
            running.remove(killed)
            killed.kill()
            running.append(start(database_url, f"owner {next(names)}"))
    finally:
        for contender in running:
            contender.kill()
    rows = store.read_now(lambda connection: connection.execute(select(PROPOSALS).order_by(PROPOSALS.c.id)).all())
    epochs = [row.epoch for row in rows]
    assert epochs == sorted(epochs)
    assert [row.answer for row in rows[:-1]] == [f"{row.id} by {row.epoch}" for row in rows[:-1]]
    assert [int(row.id) for row in rows] == list(range(len(rows)))
    assert len(set(epochs)) > 1
    assert store.read_now(lambda connection: connection.execute(select(LEASES.c.epoch)).scalar_one()) >= epochs[-1]
