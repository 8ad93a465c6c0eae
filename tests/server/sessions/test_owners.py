"""Whose a session is: that of the person who opened it, and of one process at a time."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from client.restaurant import RULES
from handrail.device.action import Action
from handrail.device.device import Executed
from handrail.guard.decision import Proposal
from handrail.server.sessions.documents import OpenDocument
from handrail.server.sessions.forwarding import ForwardedRequest, Forwarding
from handrail.server.sessions.leases import StoreLeases
from handrail.server.sessions.problem import Elsewhere, NoSession, Problem
from handrail.server.sessions.proposals import KEPT
from handrail.server.sessions.remote_device import ClientReport
from handrail.server.sessions.screens import NOTHING_SEEN
from handrail.server.sessions.sessions import Sessions
from handrail.server.store import Store, open_store

TABLE = OpenDocument("restaurant", RULES, id="table")


@contextmanager
def stored(tmp_path: Path) -> Iterator[Store]:
    store = open_store(tmp_path / "store.sqlite3")
    try:
        yield store
    finally:
        store.close()


def test_nobody_finds_the_session_of_somebody_else(tmp_path: Path) -> None:
    async def run() -> None:
        sessions = Sessions(tmp_path)
        anns = (await sessions.open(TABLE, "Ann")).id
        bobs = (await sessions.open(TABLE, "Bob")).id
        assert anns != bobs
        for name in (anns, "s-" + "a" * 26, "../" + anns, ""):
            for asked in (
                sessions.find(name, "Bob"),
                sessions.look(name, "Bob"),
                sessions.proposal(name, "a", "Bob", 0),
            ):
                with pytest.raises(NoSession, match="POST /api/sessions opens one"):
                    await asked
        assert (await sessions.look(anns, "Ann")).state == "open"
        await sessions.leave()

    asyncio.run(run())


def test_a_session_of_another_process_is_elsewhere_until_it_is_given_back(tmp_path: Path) -> None:
    async def run(store: Store) -> None:
        first = Sessions(tmp_path, leases=StoreLeases(store), owner="http://127.0.0.1:1#one")
        second = Sessions(tmp_path, leases=StoreLeases(store), owner="http://127.0.0.1:2#two")
        name = (await first.open(TABLE, "Ann")).id
        with pytest.raises(Elsewhere, match="decided by another process") as elsewhere:
            await second.find(name, "Ann")
        assert elsewhere.value.owner == first.owner
        assert (await second.look(name, "Ann")).state == "open"
        await first.leave()
        assert (await second.find(name, "Ann")).name == name
        await second.leave()

    with stored(tmp_path) as store:
        asyncio.run(run(store))


def test_a_process_that_was_held_up_lets_go_of_what_another_has_taken(tmp_path: Path) -> None:
    passed = [0.0]

    async def run(store: Store) -> None:
        slow = Sessions(
            tmp_path, leases=StoreLeases(store), owner="#slow", lease_seconds=0.0, seconds=lambda: passed[0]
        )
        name = (await slow.open(TABLE, "Ann")).id
        passed[0] = 60.0
        assert (await slow.find(name, "Ann")).name == name  # nobody has taken it yet
        quick = Sessions(tmp_path, leases=StoreLeases(store), owner="#quick")
        with pytest.raises(Problem, match="another session writes this journal"):
            await quick.find(name, "Ann")  # its time is over, and yet it holds the journal: nothing is decided by two
        taken = await quick.leases.acquire(name, quick.owner, 60.0)
        passed[0] = 120.0
        with pytest.raises(Problem, match="taken over by another process"):
            await slow.find(name, "Ann")
        await quick.leases.release(taken)  # type: ignore[arg-type]
        assert (await quick.find(name, "Ann")).name == name
        await quick.leave()

    with stored(tmp_path) as store:
        asyncio.run(run(store))


def test_what_is_passed_on_once_is_not_passed_on_again_and_a_dead_process_is_waited_for(tmp_path: Path) -> None:
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def run() -> None:
        forwarding = Forwarding("http://127.0.0.1:7#me", seconds=lambda: 0.0, sleep=sleep)
        for owner, passed_on, waits in (
            ("http://127.0.0.1:7#before", False, True),
            ("http://127.0.0.1:1#gone", True, False),
            ("http://127.0.0.1:1#gone", False, True),
            ("#x", False, True),
        ):
            slept.clear()
            with pytest.raises(Elsewhere):
                await forwarding.send(Elsewhere("s-1", owner, 1.0), ForwardedRequest("GET", "/", "", passed_on, b""))
            assert [round(slept_s) for slept_s in slept] == [
                1
            ] * waits  # a dead process has the rest of its time, and no more
        await forwarding.close()

    asyncio.run(run())


def test_what_was_killed_before_its_first_line_is_begun_anew(tmp_path: Path) -> None:
    async def run() -> None:
        sessions = Sessions(tmp_path)
        name = (await sessions.open(TABLE, "Ann")).id
        await sessions.leave()
        journal = tmp_path / name / "journal.jsonl"
        journal.write_bytes(journal.read_bytes()[:100])
        again = Sessions(tmp_path)
        assert (await again.open(TABLE, "Ann")).id == name
        assert (await again.find(name, "Ann")).name == name
        await again.leave()

    asyncio.run(run())


def test_a_session_that_is_left_has_no_last_word_and_one_that_waits_is_asked_again(tmp_path: Path) -> None:
    async def run() -> None:
        sessions = Sessions(tmp_path)
        name = (await sessions.open(TABLE, "Ann")).id
        live = await sessions.with_phone(name, "Ann")
        told = await live.propose("a", b"digest", Proposal(Action("wait")), ClientReport(NOTHING_SEEN))
        assert told.decision == "allow"
        await sessions.leave()
        again = Sessions(tmp_path)
        assert (await again.look(name, "Ann")).ended is None
        assert (await (await again.with_phone(name, "Ann")).proposal("a", 0)).outcome == "lost"
        with pytest.raises(Problem, match="has not decided"):
            await (await again.with_phone(name, "Ann")).outcome("b", Executed(), ClientReport())
        await again.leave()

    asyncio.run(run())


def test_an_answer_that_is_not_in_memory_any_more_is_read_from_the_journal(tmp_path: Path) -> None:
    wait = Proposal(Action("wait"))

    async def run() -> None:
        sessions = Sessions(tmp_path)
        name = (await sessions.open(TABLE, "Ann")).id
        live = await sessions.with_phone(name, "Ann")
        for number in range(KEPT + 2):
            await live.propose(f"a{number}", b"digest", wait, ClientReport(NOTHING_SEEN))
            await live.outcome(f"a{number}", Executed(), ClientReport(NOTHING_SEEN))
        steps = live.guard.steps
        for identifier in ("a0", "a1", f"a{KEPT + 1}"):
            again = await live.propose(identifier, b"digest", wait, ClientReport(NOTHING_SEEN))
            assert (again.id, again.decision, again.outcome) == (identifier, "allow", "executed")
            assert await live.outcome(identifier, Executed(), ClientReport(NOTHING_SEEN)) == again
            assert await live.proposal(identifier, 0) == again
        with pytest.raises(Problem, match="the id of another proposal"):
            await live.propose("a0", b"digest", Proposal(Action("back")), ClientReport(NOTHING_SEEN))
        assert live.guard.steps == steps == len(live.proposals)
        await sessions.leave()

    asyncio.run(run())
