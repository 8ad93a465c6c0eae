"""A program that keeps its phone, and a server that decides: by the client for programs without an event loop."""

from pathlib import Path

import pytest

from client.restaurant import RULES, TAPS, Hand
from handrail import client
from handrail.device.action import Action
from server.served import AGENTS_KEY, served


def test_a_task_is_done_and_verified_and_its_journal_is_among_the_runs(tmp_path: Path) -> None:
    hand = Hand()
    with served(tmp_path) as room, client.connect(room.address, AGENTS_KEY) as server:
        session = server.open(app="restaurant", specification=RULES, screen=hand.screen(), now=hand.now)
        for words in TAPS:
            step = session.act(hand.tap(words), hand.screen, hand.press)
            assert (step.decision, step.outcome) == ("allow", "executed")
        assert session.act(Action("finish"), hand.screen, hand.press).finished
        assert session.over
        assert session.finished
        assert hand.booked
        assert len(hand.pressed) == len(TAPS)
        told = room.until(f"/api/runs/{session.id}", lambda run: run["state"] == "finished")
        assert told["steps"] == len(TAPS) + 1


def test_what_is_not_asked_for_does_not_run_and_the_agent_hears_why(tmp_path: Path) -> None:
    hand = Hand()
    with served(tmp_path) as room, client.connect(room.address, AGENTS_KEY) as server:
        session = server.open(app="restaurant", specification=RULES, screen=hand.screen(), now=hand.now)
        session.act(hand.tap("Blue Harbor Grill"), hand.screen, hand.press)
        step = session.act(hand.tap("reserve"), hand.screen, hand.press)
        assert step.decision == "block"
        assert "time should be 18:30" in session.feedback
        assert not hand.booked
        assert len(hand.pressed) == 1


def test_a_session_is_found_again_by_its_id_with_what_waits_in_it(tmp_path: Path) -> None:
    hand = Hand()
    with served(tmp_path) as room, client.connect(room.address, AGENTS_KEY) as server:
        opened = server.open(app="restaurant", specification=RULES, screen=hand.screen(), now=hand.now, id="table")
        first = opened.propose(hand.tap("Blue Harbor Grill"), hand.screen())
        with client.connect(room.address, AGENTS_KEY) as again:
            session = again.find(opened.id)
            assert session.state.pending == first
            hand.press(hand.tap("Blue Harbor Grill"))
            assert session.outcome(first.id, True, hand.screen()).executed
            assert again.open(app="restaurant", specification=RULES, id="table").id == opened.id


def test_the_servers_own_words_are_raised(tmp_path: Path) -> None:
    with served(tmp_path) as room, client.connect(room.address, AGENTS_KEY) as server:
        with pytest.raises(client.RefusedByServer, match=r"called `restaurnt`.*did you mean `restaurant`\?"):
            server.open(app="restaurnt", specification=RULES)
        with pytest.raises(client.RefusedByServer, match="no variable `tiem`"):
            server.open(app="restaurant", specification="ReserveInfo(tiem = 18:30) -> Reserve\nReserve -> Done")
        with pytest.raises(client.RefusedByServer, match="start the server with --model"):
            server.open(app="restaurant", instruction="Reserve a table")


def test_a_server_that_is_not_there_is_said_so() -> None:
    server = client.Server("http://127.0.0.1:1", "key", sleep=lambda _: None)
    with server, pytest.raises(client.Lost, match=r"is `handrail serve` running there\?"):
        server.find("s-1")
