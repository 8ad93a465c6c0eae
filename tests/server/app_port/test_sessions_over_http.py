"""A task in a connected app, opened, watched and ended over HTTP by whoever drives the agent."""

import json
import threading
from pathlib import Path
from typing import Any

from websockets.sync.connection import Connection

from handrail.server.app_port.connected_apps import ConnectedApps
from server.app_port.port import DEFINE, HELLO, PACKAGE, RULES, looked_at, reserve
from server.app_port.test_websocket import ask, page, served
from server.encodings.encoding_room import encoding_room
from server.served import AGENTS_KEY, Served

WAITS_SECONDS = 30


def test_an_agent_is_verified_in_an_app_that_is_connected(tmp_path: Path) -> None:
    with served(tmp_path, ConnectedApps()) as port, page(port) as app:
        server = Served(port)
        assert server.ask("/api/connected", key="key").json() == []
        for message in (HELLO, DEFINE, looked_at()):
            ask(app, message)
        (connected,) = server.ask("/api/connected", key="key").json()
        assert (connected["package"], connected["commitments"], connected["free"]) == (PACKAGE, ["Reserve"], True)

        opened = []
        opening = threading.Thread(
            target=lambda: opened.append(
                server.ask(f"/api/connected/{PACKAGE}/sessions", {"specification": RULES}, key="key")
            )
        )
        opening.start()
        control = json.loads(app.recv(timeout=WAITS_SECONDS))
        app.send(json.dumps({"type": "controlled", "session": control["session"], "on": True}))
        opening.join(WAITS_SECONDS)
        assert opened[0].status == 201
        session = opened[0].json()
        assert (session["id"], session["state"]) == (control["session"], "open")

        assert ask(app, reserve("e-1", session["id"]))["decision"] == "allow"
        success = {"state": "ReserveResult", "set": {"success": True}}
        ask(app, {"type": "outcome", "id": "e-1", "ran": True, "updates": [success]})
        ended = server.ask(f"/api/connected/sessions/{session['id']}/finish", {}, key="key").json()
        assert (ended["state"], ended["finished"]) == ("over", True)
        assert json.loads(app.recv(timeout=WAITS_SECONDS))["on"] is False
        again = server.ask(f"/api/connected/sessions/{session['id']}", key="key").json()
        assert again["why"] == "the task is over"


def _in_control(server: Served, app: Connection, asked: dict[str, str], key: str) -> Any:
    """A session that is open: the app confirms that an agent has control."""
    opened = []
    path = f"/api/connected/{PACKAGE}/sessions"
    opening = threading.Thread(target=lambda: opened.append(server.ask(path, asked, key=key)))
    opening.start()
    control = json.loads(app.recv(timeout=WAITS_SECONDS))
    app.send(json.dumps({"type": "controlled", "session": control["session"], "on": True}))
    opening.join(WAITS_SECONDS)
    assert opened[0].status == 201, opened[0].body
    return opened[0].json()


def test_an_instruction_is_turned_into_rules_and_those_that_a_person_accepted_are_used(tmp_path: Path) -> None:
    words = "Reserve a table at the restaurant Blue Harbor Grill"
    accepted = 'RestaurantInfo(name = "Blue Harbor Grill") -> Reserve\nReserve -> Done'
    with encoding_room(tmp_path) as server, page(server.port) as app:
        for message in (HELLO, DEFINE):
            ask(app, message)
        made = _in_control(server, app, {"instruction": words}, AGENTS_KEY)
        assert made["specification"]
        (review,) = server.ask("/api/encodings").json()["encodings"]
        assert review["instruction"] == words
        server.ask(f"/api/encodings/{review['id']}/accept", {"specification": accepted})
        server.ask(f"/api/connected/sessions/{made['id']}", key=AGENTS_KEY, method="DELETE")
        assert json.loads(app.recv(timeout=WAITS_SECONDS))["on"] is False
        app.send(json.dumps({"type": "controlled", "session": made["id"], "on": False}))
        again = _in_control(server, app, {"instruction": words}, AGENTS_KEY)
        assert again["specification"] == accepted.splitlines()


def test_an_instruction_is_refused_with_what_to_do_where_nothing_encodes(tmp_path: Path) -> None:
    with served(tmp_path, ConnectedApps()) as port, page(port) as app:
        server = Served(port)
        for message in (HELLO, DEFINE):
            ask(app, message)
        path = f"/api/connected/{PACKAGE}/sessions"
        refused = server.ask(path, {"instruction": "Book a table"}, key="key")
        assert (refused.status, "start the server with --model" in refused.json()["detail"]) == (422, True)
        nothing = server.ask(path, {}, key="key")
        assert (nothing.status, "say what was asked for" in nothing.json()["detail"]) == (422, True)


def test_what_cannot_be_opened_says_why(tmp_path: Path) -> None:
    with served(tmp_path, ConnectedApps()) as port, page(port) as app:
        server = Served(port)
        nobody = server.ask(f"/api/connected/{PACKAGE}/sessions", {"specification": RULES}, key="key")
        assert nobody.status == 422
        assert "none is there" in nobody.json()["detail"]
        for message in (HELLO, DEFINE):
            ask(app, message)
        wrong = server.ask(f"/api/connected/{PACKAGE}/sessions", {"specification": "Nothing(a = 1) -> Done"}, key="key")
        assert "Nothing" in wrong.json()["detail"]
        assert server.ask("/api/connected/sessions/s-none", key="key").status == 404
        assert server.ask("/api/connected", key=None).status == 401


def test_a_session_that_is_stopped_gives_the_app_back(tmp_path: Path) -> None:
    with served(tmp_path, ConnectedApps()) as port, page(port) as app:
        server = Served(port)
        for message in (HELLO, DEFINE):
            ask(app, message)
        opening = threading.Thread(
            target=lambda: server.ask(f"/api/connected/{PACKAGE}/sessions", {"specification": RULES}, key="key")
        )
        opening.start()
        control = json.loads(app.recv(timeout=WAITS_SECONDS))
        app.send(json.dumps({"type": "controlled", "session": control["session"], "on": True}))
        opening.join(WAITS_SECONDS)
        ended = server.ask(f"/api/connected/sessions/{control['session']}", key="key", method="DELETE").json()
        assert (ended["state"], ended["finished"]) == ("over", False)
        assert json.loads(app.recv(timeout=WAITS_SECONDS))["on"] is False
