"""A session as those see it who look on: over a WebSocket or as events, however slowly they read."""

import json
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from client.restaurant import TAPS
from server.served import KEY, Served, served
from server.sessions.opened import opened


def _watching(room: Served, name: str, **headers: str) -> Connection:
    key = headers or {"Authorization": f"Bearer {KEY}"}
    return connect(f"ws://127.0.0.1:{room.port}/api/sessions/{name}/live", additional_headers=key)


def _until(socket: Connection, steps: int, state: str) -> dict[str, Any]:
    for message in socket:
        told: dict[str, Any] = json.loads(message)
        if (told["steps"], told["state"]) == (steps, state):
            return told
    raise AssertionError("it was closed before")


def test_who_looks_on_sees_each_step_and_the_end(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        session = opened(room)
        room.until("/api/runs", lambda told: told["total"] == 1)
        with _watching(room, session.name) as socket:
            assert _until(socket, 0, "running")["name"] == session.name
            session.tap("a1", TAPS[0])
            assert _until(socket, 1, "running")["last"]["action"] == "Tap “Blue Harbor Grill”"
            session.ask(method="DELETE")
            assert _until(socket, 1, "stopped")


def test_a_slow_reader_holds_up_nobody_and_hears_how_it_stands_then(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        session = opened(room)
        room.until("/api/runs", lambda told: told["total"] == 1)
        with _watching(room, session.name) as slow, _watching(room, session.name) as quick:
            for number, words in enumerate(TAPS):
                session.tap(f"a{number}", words)
            assert _until(quick, len(TAPS), "running")
            assert session.finish()["finished"]
            assert _until(slow, len(TAPS) + 1, "finished")


def test_one_session_is_followed_by_events_as_well(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        session, other = opened(room), opened(room)
        room.until("/api/runs", lambda told: told["total"] == 2)
        other.tap("a1", TAPS[0])
        with room.events(f"?session={session.name}") as events:
            first = next(events)
            assert (first["name"], first["steps"]) == (session.name, 0)
            session.tap("a1", TAPS[0])
            assert next(told for told in events if told["steps"] == 1)["name"] == session.name


def test_nobody_looks_on_without_a_key_or_from_another_site(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        session = opened(room)
        entered = room.ask(f"/enter?key={KEY.replace(' ', '%20')}", key=None)
        cookie = entered.headers["set-cookie"].partition(";")[0]
        elsewhere = {"Cookie": cookie, "Origin": "http://elsewhere.example"}
        for headers in ({"X-Nothing": "1"}, {"Cookie": cookie}, elsewhere):
            with pytest.raises(InvalidStatus, match="403"), _watching(room, session.name, **headers):
                pass
