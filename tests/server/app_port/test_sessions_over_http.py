"""A task in a connected app, opened, watched and ended over HTTP by whoever drives the agent."""

import json
import threading
from pathlib import Path
from typing import Any

from websockets.sync.connection import Connection

from handrail import client
from handrail.server.app_port.connected_apps import ConnectedApps
from server.app_port.port import DEFINE, HELLO, PACKAGE, RULES, looked_at, reserve
from server.app_port.test_websocket import ask, page, served
from server.encodings.encoding_room import encoding_room
from server.served import AGENTS_KEY, Served

WAITS_SECONDS = 30


def confirm(app: Connection) -> str:
    """The app confirms that an agent has control; the session that it is. What was noted is read over."""
    while (control := json.loads(app.recv(timeout=WAITS_SECONDS)))["type"] == "noted":
        pass
    assert control["on"], control
    app.send(json.dumps({"type": "controlled", "session": control["session"], "on": True}))
    return str(control["session"])


def in_control(server: Served, app: Connection, asked: dict[str, str], key: str = "key") -> Any:
    """A session that is open: the app confirms that an agent has control."""
    opened = []
    given = {"connected": PACKAGE, **asked}
    opening = threading.Thread(target=lambda: opened.append(server.ask("/api/sessions", given, key=key)))
    opening.start()
    session = confirm(app)
    opening.join(WAITS_SECONDS)
    assert opened[0].status == 201, opened[0].body
    assert opened[0].json()["id"] == session
    return opened[0].json()


def test_an_agent_is_verified_in_an_app_that_is_connected(tmp_path: Path) -> None:
    with served(tmp_path, ConnectedApps()) as port, page(port) as app:
        server = Served(port)
        assert server.ask("/api/connected", key="key").json() == []
        for message in (HELLO, DEFINE, looked_at()):
            ask(app, message)
        (connected,) = server.ask("/api/connected", key="key").json()
        assert (connected["package"], connected["commitments"], connected["free"]) == (PACKAGE, ["Reserve"], True)
        session = in_control(server, app, {"specification": RULES})
        assert session["state"] == "open"
        assert not server.ask("/api/connected", key="key").json()[0]["free"]

        path = f"/api/sessions/{session['id']}"
        early = server.ask(f"{path}/finish", {"id": "early"}, key="key").json()
        assert (early["decision"], early.get("over", False)) == ("block", False)
        assert server.ask(f"{path}/finish", {"id": "early"}, key="key").json() == early

        assert ask(app, reserve("e-1", session["id"]))["decision"] == "allow"
        success = {"state": "ReserveResult", "set": {"success": True}}
        ask(app, {"type": "outcome", "id": "e-1", "ran": True, "updates": [success]})
        ended = server.ask(f"{path}/finish", {"id": "done"}, key="key").json()
        assert (ended["decision"], ended["over"], ended["finished"]) == ("allow", True, True)
        assert json.loads(app.recv(timeout=WAITS_SECONDS))["on"] is False
        again = server.ask(path, key="key").json()
        assert (again["state"], again["ended"]) == ("over", {"finished": True, "reason": "finished"})


def test_the_python_client_opens_and_ends_a_session_with_an_app(tmp_path: Path) -> None:
    with served(tmp_path, ConnectedApps()) as port, page(port) as app:
        for message in (HELLO, DEFINE, looked_at()):
            ask(app, message)
        confirming = threading.Thread(target=confirm, args=(app,))
        confirming.start()
        with client.connect(Served(port).address, "key") as server:
            session = server.open(connected=PACKAGE, specification=RULES)
            confirming.join(WAITS_SECONDS)
            assert server.find(session.id).state.ended is None
            session.finish("infeasible")
            assert session.refresh().ended is not None


def test_an_instruction_is_turned_into_rules_and_those_that_a_person_accepted_are_used(tmp_path: Path) -> None:
    words = "Reserve a table at the restaurant Blue Harbor Grill"
    accepted = 'RestaurantInfo(name = "Blue Harbor Grill") -> Reserve\nReserve -> Done'
    with encoding_room(tmp_path) as server, page(server.port) as app:
        for message in (HELLO, DEFINE):
            ask(app, message)
        made = in_control(server, app, {"instruction": words}, AGENTS_KEY)
        assert made["specification"]
        (review,) = server.ask("/api/encodings").json()["encodings"]
        assert review["instruction"] == words
        server.ask(f"/api/encodings/{review['id']}/accept", {"specification": accepted})
        server.ask(f"/api/sessions/{made['id']}", key=AGENTS_KEY, method="DELETE")
        assert json.loads(app.recv(timeout=WAITS_SECONDS))["on"] is False
        app.send(json.dumps({"type": "controlled", "session": made["id"], "on": False}))
        again = in_control(server, app, {"instruction": words}, AGENTS_KEY)
        assert again["specification"] == accepted.splitlines()


def test_what_cannot_be_opened_says_why(tmp_path: Path) -> None:
    with served(tmp_path, ConnectedApps()) as port, page(port) as app:
        server = Served(port)

        def refused(**asked: object) -> str:
            answer = server.ask("/api/sessions", asked, key="key")
            assert answer.status == 422, answer.body
            return str(answer.json()["detail"])

        assert "none is there" in refused(connected=PACKAGE, specification=RULES)
        for message in (HELLO, DEFINE):
            ask(app, message)
        assert "Nothing" in refused(connected=PACKAGE, specification="Nothing(a = 1) -> Done")
        assert "start the server with --model" in refused(connected=PACKAGE, instruction="Book a table")
        assert "say what was asked for" in refused(connected=PACKAGE)
        assert "one of them" in refused(connected=PACKAGE, app="restaurant", specification=RULES)
        assert "one of them" in refused(specification=RULES)
        assert "speaks itself" in refused(connected=PACKAGE, specification=RULES, screen={"package": PACKAGE})
        in_control(server, app, {"specification": RULES})
        assert "another session" in refused(connected=PACKAGE, specification=RULES)
        assert server.ask("/api/connected", key=None).status == 401


def test_a_session_with_an_app_takes_no_actions_of_its_client(tmp_path: Path) -> None:
    with served(tmp_path, ConnectedApps()) as port, page(port) as app:
        server = Served(port)
        for message in (HELLO, DEFINE):
            ask(app, message)
        path = f"/api/sessions/{in_control(server, app, {'specification': RULES})['id']}"
        for below, asked in (("actions", {"id": "a", "action": {"type": "back"}}), ("decide", {"updates": []})):
            refused = server.ask(f"{path}/{below}", asked, key="key")
            assert (refused.status, "touch the app" in refused.json()["detail"]) == (409, True)
        assert server.ask(path, key="of people").status == 403


def test_a_session_that_is_stopped_gives_the_app_back_and_one_whose_app_is_gone_is_not_done(tmp_path: Path) -> None:
    with served(tmp_path, ConnectedApps()) as port:
        server = Served(port)
        with page(port) as app:
            for message in (HELLO, DEFINE):
                ask(app, message)
            session = in_control(server, app, {"specification": RULES})
            ended = server.ask(f"/api/sessions/{session['id']}", key="key", method="DELETE").json()
            assert ended["ended"] == {"finished": False, "reason": "stopped by its client"}
            assert json.loads(app.recv(timeout=WAITS_SECONDS))["on"] is False
            app.send(json.dumps({"type": "controlled", "session": session["id"], "on": False}))
            other = in_control(server, app, {"specification": RULES})
        with page(port) as app:
            ask(app, {**HELLO, "session": other["id"]})
            ask(app, DEFINE)  # the server lives, so the session is over, and control does not come back
            while (stands := server.ask(f"/api/sessions/{other['id']}", key="key").json())["state"] == "open":
                pass
            assert stands["ended"] == {"finished": False, "reason": "the connection to the app was lost"}
            assert ask(app, {"type": "ping"}) == {"type": "pong"}
