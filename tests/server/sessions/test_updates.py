"""What a client says of an app's states beside its screen: how far it is believed, and what it never outweighs."""

import asyncio
from datetime import time
from pathlib import Path
from typing import Any

import pytest

from client.restaurant import TAPS
from guard.hand import on
from handrail import client
from handrail.app import Update
from handrail.client import call
from handrail.device.action import Action
from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen
from server.served import AGENTS_KEY, Served, served
from server.sessions.opened import opened

PACKAGE = "com.example.draft"
APP = {
    "app": "Drafts",
    "package": PACKAGE,
    "states": [
        {"name": "Draft", "variables": [{"name": "time", "type": "Time"}, {"name": "price", "type": "Number"}]},
    ],
    "triggers": [
        {"on": "click", "target": "Save", "commits": "Save", "kind": "record"},
        {"on": "click", "target": "Earlier"},
    ],
}
RULES_OF_IT = "Draft(time < 19:00) -> Save\nSave -> Done"


def _shown(page: str = "first") -> Screen:
    buttons = tuple(
        Element("android.widget.Button", words, package=PACKAGE, clickable=True, bounds=Bounds(0, top, 400, top + 90))
        for top, words in ((0, "Save"), (100, "Earlier"), (200, page))
    )
    window = Element("android.widget.FrameLayout", package=PACKAGE, bounds=Bounds(0, 0, 400, 800), children=buttons)
    return Screen(PACKAGE, "", (window,), 400, 800)


def _draft(clock: str | time, **values: Any) -> Update:
    return Update("Draft", set={"time": clock, **values})


def _session(server: client.Server) -> client.Session:
    return server.open(app=APP, specification=RULES_OF_IT, screen=_shown())


def _tap(words: str) -> Action:
    return on(_shown(), words)


def _decision(session: client.Session, words: str, shown: Screen, **said: Any) -> str:
    """What is decided at once, without waiting for a person."""
    asked = call.propose(session.id, "save", _tap(words), shown, None, said)  # type: ignore[arg-type]
    return str(session.server.send(asked)["decision"])


def _asked(room: Served) -> client.Server:
    return client.connect(room.address, AGENTS_KEY)


def test_of_an_app_without_a_model_the_states_are_as_its_client_says(tmp_path: Path) -> None:
    with served(tmp_path) as room, _asked(room) as server:
        session = _session(server)
        assert session.propose(_tap("Save"), _shown()).decision == "block"
        late = session.propose(_tap("Save"), _shown(), observed=[_draft(time(19))])
        assert (late.decision, "should be before 19:00 but is 19:00" in late.feedback) == ("block", True)
        earlier = session.propose(_tap("Earlier"), _shown(), updates=[_draft("18:30")])
        assert earlier.decision == "allow"
        session.outcome(earlier.id, True, _shown("second"))
        assert _decision(session, "Save", _shown("second")) == "ask"  # the rules allow it; what is kept nobody says


def test_what_is_observed_with_an_outcome_counts_from_then_on(tmp_path: Path) -> None:
    with served(tmp_path) as room, _asked(room) as server:
        session = _session(server)
        earlier = session.propose(_tap("Earlier"), _shown(), updates=[_draft("18:30")])
        session.outcome(earlier.id, True, _shown("second"), observed=[_draft("19:15")])
        assert "should be before 19:00 but is 19:15" in session.propose(_tap("Save"), _shown("second")).feedback


@pytest.mark.parametrize("ran", [False, None])
def test_what_an_action_was_to_change_is_not_so_where_it_did_not_run_for_sure(ran: bool | None, tmp_path: Path) -> None:
    with served(tmp_path) as room, _asked(room) as server:
        session = _session(server)
        earlier = session.propose(_tap("Earlier"), _shown(), updates=[_draft("18:30")])
        session.outcome(earlier.id, ran, _shown("second"))
        assert session.propose(_tap("Save"), _shown("second")).decision == "block"


def test_what_an_action_is_to_change_is_judged_before_it_runs(tmp_path: Path) -> None:
    with served(tmp_path) as room, _asked(room) as server:
        session = _session(server)
        later = session.propose(_tap("Earlier"), _shown(), updates=[_draft("20:00", price=1.5)])
        assert (later.decision, "20:00" in later.feedback) == ("warn", True)


def test_what_a_model_reads_is_never_outweighed_by_what_the_client_says(tmp_path: Path) -> None:
    """The form shows 19:00: that the client says otherwise makes no table of it."""
    right = [{"state": "ReserveInfo", "set": {"date": "2026-03-02", "time": "18:30"}}]
    with served(tmp_path) as room:
        session = opened(room)
        assert session.tap("a1", TAPS[0])["outcome"] == "executed"
        assert session.propose("a2", "reserve", updates=right)["decision"] == "block"
        seen = session.ask("/actions", session.proposal("a3", "reserve", observed=right))
        assert (seen.status, "reads `ReserveInfo` from the screen" in seen.json()["detail"]) == (422, True)


def test_what_the_client_says_makes_a_decision_stricter_beside_a_model(tmp_path: Path) -> None:
    wrong = [{"state": "ReserveInfo", "set": {"time": "21:00"}}]
    with served(tmp_path) as room:
        session = opened(room)
        for number, words in enumerate(TAPS[:-1]):
            assert session.tap(f"a{number}", words)["outcome"] == "executed"
        told = session.propose("late", "reserve", updates=wrong)
        assert (told["decision"], "21:00" in told["feedback"]) == ("block", True)
        assert session.propose("book", "reserve", updates=[])["decision"] == "allow"


def test_what_looks_wrong_in_the_clients_own_words_is_put_to_a_person(tmp_path: Path) -> None:
    wrong = [{"state": "ReserveInfo", "set": {"time": "21:00"}}]
    with served(tmp_path) as room:
        session = opened(room)
        session.tap("a1", TAPS[0])
        told = session.propose("odd", "date", updates=wrong)
        assert (told["decision"], "21:00" in told["reasons"][0]["text"]) == ("ask", True)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"updates": [{"state": "Draught", "set": {}}]}, "updates[0]: no state `Draught` is declared"),
        ({"observed": [{"state": "Draft", "set": {"time": "late"}}]}, "observed[0]: "),
        ({"observed": [{"state": "Draft", "sets": {}}]}, "unknown field `sets`"),
    ],
)
def test_what_fits_no_state_is_refused_with_its_place(said: dict[str, Any], wrong: str, tmp_path: Path) -> None:
    with served(tmp_path) as room, _asked(room) as server:
        session = _session(server)
        answer = room.ask(f"/api/sessions/{session.id}/actions", {"id": "a1", "action": {"type": "wait"}, **said})
        assert (answer.status, wrong in answer.json()["detail"]) == (422, True), answer.body
        assert room.ask(f"/api/sessions/{session.id}").json()["steps"] == 0


def test_a_program_with_an_event_loop_says_the_same(tmp_path: Path) -> None:
    async def work(address: str) -> str:
        async with client.connect_async(address, AGENTS_KEY) as server:
            session = await server.open(app=APP, specification=RULES_OF_IT, screen=_shown())
            earlier = await session.propose(_tap("Earlier"), _shown(), updates=[_draft("18:30")])
            await session.outcome(earlier.id, True, _shown("second"), observed=[_draft(time(19, 15))])
            return (await session.propose(_tap("Save"), _shown("second"))).feedback

    with served(tmp_path) as room:
        assert "should be before 19:00 but is 19:15" in asyncio.run(work(room.address))
