"""A server is killed in the middle of a session, and another one goes on: nothing is decided or done twice."""

from pathlib import Path

import pytest

from client.restaurant import TAPS
from handrail import client
from handrail.device.action import Action
from handrail.guard.journal import read_journal, verify
from handrail.guard.journal.entry import Considered, Decided, Executing, Ran, Resumed
from server.served import AGENTS_KEY, Served
from server.sessions.opened import Opened, opened, press
from server.sessions.process import process

pytestmark = pytest.mark.slow


def _moved(session: Opened, room: Served) -> Opened:
    return Opened(room, session.name, session.hand)


def test_a_session_goes_on_in_another_process_where_it_was(tmp_path: Path, database_url: str) -> None:
    with process(tmp_path, database_url) as (room, first):
        session = opened(room)
        proposal = session.proposal("first", TAPS[0])
        allowed = session.ask("/actions", proposal).json()
        assert allowed["decision"] == "allow"
        first.kill()
    with process(tmp_path, database_url) as (room, second):
        session = _moved(session, room)
        assert session.ask().json()["pending"] == allowed
        assert session.ask("/actions/first").json() == allowed
        press(session, TAPS[0])
        assert session.ran("first")["outcome"] == "executed"
        assert session.ask("/actions", proposal).json()["outcome"] == "executed"
        assert session.ask("/actions", session.proposal("first", TAPS[1])).status == 409
        wait = {"id": "look", "action": {"type": "wait"}, "screen": session.screen()}
        assert session.ask("/actions", wait).json()["decision"] == "allow"
        session.ran("look")
        for number, words in enumerate(TAPS[1:]):
            assert session.tap(f"a{number}", words)["outcome"] == "executed"
        second.kill()
    with process(tmp_path, database_url) as (room, _):
        session = _moved(session, room)
        assert session.finish()["finished"]
        assert session.ask().json()["ended"] == {"finished": True, "reason": "finished"}
    entries = read_journal(tmp_path / session.name).entries
    assert sum(isinstance(entry, Resumed) for entry in entries) == 2
    for kind, times in ((Considered, 8), (Decided, 8), (Executing, 7), (Ran, 7)):
        assert sum(isinstance(entry, kind) for entry in entries) == times, kind
    assert verify(tmp_path / session.name).__class__.__name__ == "Verified"
    assert len(session.hand.pressed) == len(TAPS)
    assert session.hand.booked


def test_of_two_servers_on_one_database_each_answers_for_a_session_and_one_survives_the_other(
    tmp_path: Path, database_url: str
) -> None:
    with (
        process(tmp_path, database_url) as (first_server, first),
        process(tmp_path, database_url) as (two, _),
    ):
        session = opened(first_server)
        beside = _moved(session, two)
        assert session.tap("a0", TAPS[0])["outcome"] == "executed"
        assert beside.tap("a1", TAPS[1])["outcome"] == "executed"  # passed on to the first
        assert beside.ask().json()["steps"] == 2
        proposal = session.proposal("a2", TAPS[2])
        allowed = beside.ask("/actions", proposal).json()
        assert allowed["decision"] == "allow"
        first.kill()
        press(session, TAPS[2])
        with client.connect(two.address, AGENTS_KEY) as server:
            again = server.find(session.name)
            assert again.state.pending is not None
            assert again.outcome("a2", True, session.hand.screen()).outcome == "executed"
            look = session.hand.screen
            again.act(Action("wait"), look, session.hand.press)
            assert again.act(Action("back"), look, session.hand.press).executed
        assert beside.ask("/actions", proposal).json()["outcome"] == "executed"
    entries = read_journal(tmp_path / session.name).entries
    assert (
        sum(isinstance(entry, Executing) for entry in entries) == sum(isinstance(entry, Ran) for entry in entries) == 5
    )


def test_what_nobody_told_the_new_process_counts_as_perhaps_done(tmp_path: Path, database_url: str) -> None:
    with process(tmp_path, database_url) as (room, first):
        session = opened(room)
        session.propose("a1", TAPS[0])
        first.kill()
    with process(tmp_path, database_url) as (room, _):
        session = _moved(session, room)
        assert "not seen by the detectors" in session.propose("a2", TAPS[0])["feedback"]
        assert session.ask("/actions/a1").json()["outcome"] == "lost"
        assert session.ask("/actions/a1/outcome", {"ran": True, "screen": session.screen()}).json()["outcome"] == "lost"


def test_decisions_about_updates_go_on_with_what_was_known(tmp_path: Path, database_url: str) -> None:
    table = {"state": "ReserveInfo", "set": {"date": "2026-03-02", "time": "18:30"}}
    shown = {"state": "RestaurantInfo", "set": {"name": "Blue Harbor Grill"}}
    with process(tmp_path, database_url) as (room, first):
        session = opened(room)
        assert session.ask("/decide", {"id": "1", "observed": [shown], "updates": [table]}).json() == {
            "decision": "allow"
        }
        first.kill()
    with process(tmp_path, database_url) as (room, _):
        session = _moved(session, room)
        last = session.ask("/decide", {"id": "2", "commits": ["Reserve"], "updates": [table]}).json()
        assert last == {"decision": "allow"}
        assert session.ask("/decide", {"id": "3", "finish": True}).json() == {"decision": "allow"}
