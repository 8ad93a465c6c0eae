"""`handrail serve` as a whole: with users and without, and to its end."""

import json
import re
import urllib.request
from pathlib import Path

import pytest

from cli.command import handrail
from server.operations.command import running
from server.served import Served

pytestmark = pytest.mark.slow


def _invitation(said: str) -> str:
    found = re.search(r"/invited\?invitation=(\S+)", said)
    assert found is not None
    return found.group(1)


def test_people_are_registered_at_a_terminal_and_the_printed_key_is_gone(tmp_path: Path) -> None:
    added = handrail("serve", "users", "add", "ann", "--role", "admin", "--runs", str(tmp_path))
    assert added.exit_code == 0
    with running(tmp_path) as server:
        assert not any("key" in line for line in server.said)
        served = Served(server.port)
        entered = served.form("/invited", {"invitation": _invitation(added.stdout)}, served.address)
        cookie = entered.headers["set-cookie"].partition(";")[0]
        assert "Secure" not in entered.headers["set-cookie"]
        assert served.ask("/api/me", key=None, Cookie=cookie).json()["role"] == "admin"


def test_without_users_it_stays_on_this_computer(tmp_path: Path) -> None:
    refused = handrail("serve", str(tmp_path), "--listen", "0.0.0.0")
    assert (refused.exit_code, "users add" in refused.stderr) == (2, True)


def test_told_to_end_it_lets_go_of_who_waits_and_leaves_no_trace_of_a_key_in_its_logs(tmp_path: Path) -> None:
    given = ("--key", "hk_of-the-owner", "--logs", "json", "--verbose")
    with running(tmp_path, *given, HANDRAIL_AGENTS_KEY="the agents'") as server:
        served = Served(server.port)
        assert served.ask("/api/me", key="the agents'").json()["scopes"] == ["app", "session"]
        assert served.ask("/api/questions", key="the agents'").status == 403
        assert served.ask("/enter?key=hk_of-the-owner", key=None).status == 303
        request = urllib.request.Request(
            f"{served.address}/api/events", headers={"Authorization": "Bearer hk_of-the-owner"}
        )
        with urllib.request.urlopen(request, timeout=60) as events:
            assert events.readline().startswith(b"data:")
            server.process.terminate()
            rest = events.read()  # to its end, which comes with the server's
        assert rest.endswith(b"\n")
        assert server.end() in (0, -15)
    lines = [json.loads(line) for line in server.logs.splitlines()]
    asked = [line for line in lines if line["logger"] == "handrail.server.requests"]
    assert {"/enter", "/api/events"} <= {entry["route"] for entry in asked}
    assert next(entry for entry in asked if entry["route"] == "/api/events")["by"]
    assert "hk_of-the-owner" not in server.logs
