"""The server of a connected app dies in the middle of a session; the app finds another one, which goes on with it."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.connection import Connection

from handrail.guard.journal import Verified, read_journal, verify
from handrail.guard.journal.entry import Resumed
from handrail.server.sessions.problem import AppAway
from server.app_port.port import DEFINE, HELLO, PACKAGE, RULES, looked_at, reserve
from server.app_port.test_sessions_over_http import WAITS_SECONDS, confirm, in_control
from server.app_port.test_websocket import ask, page
from server.served import AGENTS_KEY, Answered, Served, served
from server.sessions.process import process

pytestmark = pytest.mark.slow


@contextmanager
def an_app(room: Served, **said: str) -> Iterator[Connection]:
    """The app, connected to a server, with what it shows.

    One that comes back to a session may be given control before the server has noted that.
    """
    with page(room.port) as app:
        for message in ({**HELLO, **said}, DEFINE):
            ask(app, message)
        app.send(json.dumps(looked_at()))
        if "session" not in said:
            assert json.loads(app.recv(timeout=WAITS_SECONDS))["type"] == "noted"
        yield app


def patient(room: Served, path: str, given: object = None, method: str | None = None) -> Answered:
    """Ask until the time of the process that was killed is over."""
    while (answer := room.ask(path, given, key=AGENTS_KEY, method=method)).status == 503:
        pass
    return answer


def answered(app: Connection, message: dict[str, Any], kind: str = "verdict") -> Any:
    """What the server says to a message, whatever else it says before."""
    app.send(json.dumps(message))
    while (said := json.loads(app.recv(timeout=30)))["type"] != kind:
        pass
    return said


def test_a_session_goes_on_where_the_app_comes_back(tmp_path: Path, database_url: str) -> None:
    with process(tmp_path, database_url) as (first_server, first), process(tmp_path, database_url) as (two, _):
        with an_app(first_server) as app:
            session = in_control(first_server, app, {"specification": RULES}, AGENTS_KEY)["id"]
            assert answered(app, reserve("e-1", session, time="19:30"))["decision"] == "block"
            path = f"/api/sessions/{session}"
            before = two.ask(path, key=AGENTS_KEY).json()
            assert (before["state"], before["steps"]) == ("open", 1)
            first.kill()
        with an_app(two, session=session) as app:
            assert confirm(app) == session  # as soon as the time of the first is over
            assert answered(app, reserve("e-1", session))["decision"] == "allow"
            success = {"state": "ReserveResult", "set": {"success": True}}
            answered(app, {"type": "outcome", "id": "e-1", "ran": True, "updates": [success]}, "noted")
            ended = patient(two, f"{path}/finish", {"id": "done"}).json()
            assert (ended["decision"], ended["finished"]) == ("allow", True)
            assert two.ask(path, key=AGENTS_KEY).json()["ended"] == {"finished": True, "reason": "finished"}
    assert isinstance(verify(tmp_path / session), Verified)
    assert sum(isinstance(entry, Resumed) for entry in read_journal(tmp_path / session).entries) == 1


def test_an_app_that_does_not_say_it_comes_back_waits_for_its_client(tmp_path: Path, database_url: str) -> None:
    with process(tmp_path, database_url) as (first_server, first), process(tmp_path, database_url) as (two, _):
        asked = {"id": "table", "specification": RULES, "connected": PACKAGE}
        with an_app(first_server) as app:
            session = in_control(first_server, app, asked, AGENTS_KEY)["id"]
            first.kill()
        path = f"/api/sessions/{session}"
        away = two.ask(f"{path}/finish", {"id": "done"}, key=AGENTS_KEY)
        assert (away.status, re.search("another process|app is connected", away.json()["detail"]) is not None) == (
            503,
            True,
        )
        with an_app(two) as app:
            opening = in_control_again(two, app, asked)
            assert (opening["id"], opening["state"]) == (session, "open")


def in_control_again(room: Served, app: Connection, asked: dict[str, str]) -> Any:
    """Open a session again under its id, until the time of the process that was killed is over."""
    with ThreadPoolExecutor() as opening:
        opened = opening.submit(patient, room, "/api/sessions", asked)
        confirm(app)
        return opened.result().json()


def test_a_session_whose_app_stays_away_can_be_ended(tmp_path: Path, database_url: str) -> None:
    with process(tmp_path, database_url) as (first_server, first), process(tmp_path, database_url) as (two, _):
        with an_app(first_server) as app:
            session = in_control(first_server, app, {"specification": RULES}, AGENTS_KEY)["id"]
            first.kill()
        path = f"/api/sessions/{session}"
        ended = patient(two, path, method="DELETE").json()
        assert ended["ended"] == {"finished": False, "reason": "stopped by its client"}
        with an_app(two, session=session) as app:
            assert answered(app, {"type": "ping"}, "pong") == {"type": "pong"}


def test_a_server_that_is_told_to_end_leaves_its_session_to_the_next(tmp_path: Path) -> None:
    with ExitStack() as before:
        with served(tmp_path) as first_server:
            app = before.enter_context(an_app(first_server))
            session = in_control(first_server, app, {"specification": RULES}, AGENTS_KEY)["id"]
        with pytest.raises(ConnectionClosed):  # and was not told before that control is over
            app.recv(timeout=30)
    with served(tmp_path) as two:
        away = two.ask(f"/api/sessions/{session}/finish", {"id": "early"})
        nobody = f"no app `{PACKAGE}` is connected and declared; none is there"
        assert (away.status, away.json()["detail"]) == (503, str(AppAway(session, nobody)))
        with an_app(two, session=session) as app:
            assert confirm(app) == session
            assert answered(app, reserve("e-1", session, time="19:30"))["decision"] == "block"
