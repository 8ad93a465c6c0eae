"""Sessions over HTTP: what is decided once, what is refused, and what is told of it."""

import json
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from client.restaurant import RULES, TAPS, Hand
from handrail.client.written import write_screen
from handrail.guard.journal import read_journal, verify
from handrail.guard.journal.entry import Considered, Executing
from handrail.guard.policy import read_policy
from handrail.server.sessions.sessions import Sessions
from server.guarded_run import ASKED_ABOUT
from server.served import served
from server.sessions.opened import Opened, opened, press


def _considered(tmp_path: Path, session: Opened) -> list[Considered]:
    return [entry for entry in read_journal(tmp_path / session.name).entries if isinstance(entry, Considered)]


def test_the_same_proposal_again_is_decided_and_journaled_once(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        session = opened(room)
        proposal = session.proposal("a1", "Blue Harbor Grill")
        first, again = (session.ask("/actions", proposal).json() for _ in range(2))
        assert first == again
        assert first["decision"] == "allow"
        press(session, "Blue Harbor Grill")
        outcome = {"ran": True, "screen": session.screen()}
        assert session.ask("/actions/a1/outcome", outcome).json() == session.ask("/actions/a1/outcome", outcome).json()
        assert session.ask("/actions", proposal).json()["outcome"] == "executed"
        assert len(_considered(tmp_path, session)) == 1


def test_another_proposal_by_the_same_id_is_refused(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        session = opened(room)
        session.propose("a1", "Blue Harbor Grill")
        answer = session.ask("/actions", session.proposal("a1", "Sakura House"))
        assert answer.status == 409
        assert "was the id of another proposal" in answer.json()["detail"]


def test_one_action_at_a_time_and_none_before_it_is_allowed(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        session = opened(room)
        session.propose("a1", "Blue Harbor Grill")
        other = session.ask("/actions", session.proposal("a2", "Sakura House"))
        assert (other.status, "report its outcome first" in other.json()["detail"]) == (409, True)
        early = session.ask("/actions/a9/outcome", {"ran": False})
        assert (early.status, "has not decided about 'a9'" in early.json()["detail"]) == (404, True)
        blind = session.ask("/actions/a1/outcome", {"ran": True})
        assert (blind.status, "say what the phone shows" in blind.json()["detail"]) == (422, True)


def test_what_nobody_knows_counts_as_perhaps_done(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        session = opened(room)
        session.propose("a1", "Blue Harbor Grill")
        told = session.ask("/actions/a1/outcome", {"ran": None, "screen": session.screen()}).json()
        assert told["outcome"] == "lost"
        assert "Nobody knows whether it ran" in told["feedback"]


def test_a_person_is_asked_in_the_inbox_and_the_client_waits_for_the_answer(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        session = opened(room, policy=ASKED_ABOUT)
        for number, words in enumerate(TAPS[:-1]):
            assert session.tap(f"a{number}", words)["outcome"] == "executed"
        asked = session.propose("book", "reserve")
        assert asked["decision"] == "ask"
        question = room.until("/api/questions", bool)[0]
        assert (question["run"], question["id"]) == (session.name, asked["question"]["id"])
        told: list[Any] = []
        waiting = Thread(target=lambda: told.append(session.ask("/actions/book?wait=30").json()))
        waiting.start()
        path = f"/api/runs/{session.name}/questions/{question['id']}"
        assert room.ask(path, {"answer": "approve", "seen": question["seen"]}).json()["counted"] is True
        waiting.join()
        assert told[0]["decision"] == "allow"
        assert "approved by Ann" in told[0]["reasons"][-1]["text"]
        press(session, "reserve")
        assert session.ran("book")["outcome"] == "executed"
        assert session.finish()["finished"]
        assert session.hand.booked


def test_a_clients_policy_only_adds_to_the_servers(tmp_path: Path) -> None:
    lax = "format: handrail.policy/1\nname: anything goes\n"
    with served(tmp_path, Sessions(tmp_path, policy=read_policy(ASKED_ABOUT))) as room:
        session = opened(room, policy=lax)
        for number, words in enumerate(TAPS[:-1]):
            session.tap(f"a{number}", words)
        assert session.propose("book", "reserve")["decision"] == "ask"


def test_a_session_that_is_over_is_told_from_its_journal(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        session = opened(room)
        stopped = session.ask(method="DELETE")
        assert stopped.json()["ended"] == {"finished": False, "reason": "stopped by its client"}
        assert session.ask().json()["state"] == "over"
        late = session.ask("/actions", session.proposal("a1", "Blue Harbor Grill"))
        assert (late.status, "is over" in late.json()["detail"]) == (409, True)
        assert verify(tmp_path / session.name).__class__.__name__ == "Verified"


def test_the_same_opening_again_finds_the_same_session(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        hand = Hand()
        first, again = (opened(room, hand, id="table") for _ in range(2))
        assert first.name == again.name
        other = room.ask("/api/sessions", {"id": "table", "app": "clock", "specification": RULES})
        assert other.status == 409
        assert len(list(tmp_path.glob("s-*"))) == 1


def test_an_element_is_named_by_its_place_and_one_that_is_not_there_is_told(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        session = opened(room)
        path = list(session.hand.tap("Blue Harbor Grill").element.path)  # type: ignore[union-attr]
        at = {"id": "a1", "action": {"type": "click", "element": path}, "screen": session.screen()}
        assert session.ask("/actions", at).json()["decision"] == "allow"
        nowhere = {"id": "a2", "action": {"type": "click", "element": [0, 99]}, "screen": session.screen()}
        answer = session.ask("/actions", nowhere)
        assert (answer.status, "there is no element at [0, 99]" in answer.json()["detail"]) == (422, True)


WRONG = {
    "no JSON": (b"{", 400, "the body is no JSON"),
    "not an object": (b"[]", 422, "Expected `object`, got `array`"),
    "a name that is unknown": (
        b'{"id": "a", "action": {"type": "wait"}, "secreen": {}}',
        422,
        "unknown field `secreen`",
    ),
    "an action that is none": (b'{"id": "a", "action": {"type": "explode"}}', 422, "$.action.type"),
    "an id with a blank": (b'{"id": "a b", "action": {"type": "wait"}}', 422, "$.id"),
    "a picture that is none": (b'{"id": "a", "action": {"type": "wait"}, "screen": {"picture": "!"}}', 422, "base64"),
    "half a character": (b'{"id": "a", "action": {"type": "wait"}, "thought": "\xff"}', 400, "no JSON"),
    "far too deep": (b"[" * 200_000, 422, "Expected `object`, got `array`"),
    "deep in what is passed over": (b'{"x":' + b"[" * 200_000, 422, "unknown field `x`"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, what: str) -> None:
    content, status, said = WRONG[what]
    with served(tmp_path) as room:
        session = opened(room)
        answer = room.send(f"/api/sessions/{session.name}/actions", content)
        assert (answer.status, said in answer.json()["detail"]) == (status, True), answer.body


def test_more_than_is_looked_at_is_refused_and_says_how_much_is(tmp_path: Path) -> None:
    element = {"class_name": "V"}
    with served(tmp_path) as room:
        session = opened(room)
        wait = {"id": "a", "action": {"type": "wait"}}
        many = {**wait, "screen": {"windows": [{**element, "children": [element] * 10_000}]}}
        answer = session.ask("/actions", many)
        assert (answer.status, "more than 10,000 elements" in answer.json()["detail"]) == (422, True)
        deep: dict[str, Any] = element
        for _ in range(101):
            deep = {"class_name": "V", "children": [deep]}
        answer = session.ask("/actions", {**wait, "screen": {"windows": [deep]}})
        assert (answer.status, "at most 100 levels" in answer.json()["detail"]) == (422, True)
        large = b'{"id": "a", "thought": "' + b"x" * (8 * 1024 * 1024) + b'"}'
        answer = room.send(f"/api/sessions/{session.name}/actions", large)
        assert (answer.status, "8,388,608 bytes" in answer.json()["detail"]) == (413, True)
        whole = {**wait, "screen": {"windows": [{**element, "children": [element] * 9_999}]}}
        assert session.ask("/actions", whole).json()["decision"] == "allow"


def test_nobody_without_a_key_learns_anything(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        session = opened(room)
        answers = [
            room.ask(f"/api/sessions/{name}{path}", given, key=None)
            for name in (session.name, "s-" + "a" * 26)
            for path, given in (("", None), ("/actions", {}), ("/actions/a/outcome", {}), ("/decide", {}))
        ]
        assert {(answer.status, len(answer.body) < 200) for answer in answers} == {(401, True)}
        known, unknown = answers[:4], answers[4:]
        assert [answer.body for answer in known] == [answer.body for answer in unknown]


def test_the_client_is_told_before_anything_is_on_the_phone(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        session = opened(room)
        session.propose("a1", "Blue Harbor Grill")
        entries = read_journal(tmp_path / session.name).entries
        assert isinstance(entries[-1], Executing)
        assert json.loads(session.ask().body)["pending"]["id"] == "a1"
        assert write_screen(session.hand.screen())
