"""The app protocol as browsers speak it, on the server's own port."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the control room is an extra: pip install 'handrail[server]'")

import uvicorn
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.sync.connection import Connection
from websockets.typing import Origin, Subprotocol

from handrail.server.access import Access
from handrail.server.app_port.connected_apps import ConnectedApps, with_token
from handrail.server.application import application
from handrail.server.fleet import Fleet
from handrail.server.room import Room
from server.app_port.port import DEFINE, HELLO, looked_at

WAITS_SECONDS = 30


@contextmanager
def served(runs: Path, apps: ConnectedApps, origins: tuple[str, ...] = ()) -> Iterator[int]:
    listening = socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    made = application(Room(Fleet(runs), Access.with_key("of people", "Ann", "key"), apps=apps, app_origins=origins))
    server = uvicorn.Server(uvicorn.Config(made, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(WAITS_SECONDS)
        assert not thread.is_alive()


@contextmanager
def page(port: int, origin: str = "http://localhost:5173") -> Iterator[Connection]:
    address = f"ws://127.0.0.1:{port}/app"
    with connect(address, subprotocols=[Subprotocol("handrail.app.1")], origin=Origin(origin)) as app:
        yield app


def ask(app: Connection, document: object) -> Any:
    app.send(json.dumps(document))
    return json.loads(app.recv(timeout=WAITS_SECONDS))


def test_a_page_says_what_it_has_over_a_websocket(tmp_path: Path) -> None:
    with served(tmp_path, ConnectedApps()) as port, page(port) as app:
        assert app.subprotocol == "handrail.app.1"
        assert ask(app, HELLO)["type"] == "welcome"
        assert ask(app, DEFINE) == {"type": "defined", "states": 3}
        assert ask(app, looked_at()) == {"type": "noted", "id": "r-1", "refused": []}


def test_a_page_from_elsewhere_takes_part_only_where_it_was_named(tmp_path: Path) -> None:
    elsewhere = "https://shop.example"
    with served(tmp_path, ConnectedApps()) as port, pytest.raises(InvalidStatus), page(port, elsewhere):
        pass
    with served(tmp_path, ConnectedApps(), (elsewhere,)) as port, page(port, elsewhere) as app:
        assert ask(app, HELLO)["type"] == "welcome"


def test_a_page_without_the_key_learns_nothing(tmp_path: Path) -> None:
    with served(tmp_path, ConnectedApps(with_token("right"))) as port:
        with page(port) as app:
            said = ask(app, {**HELLO, "token": "wrong"})
            assert (said["code"], said["fatal"]) == ("unauthorized", True)
            with pytest.raises(ConnectionClosed):
                app.recv(timeout=WAITS_SECONDS)
        with page(port) as app:
            assert ask(app, {**HELLO, "token": "right"})["type"] == "welcome"


def test_a_message_that_is_too_long_ends_its_connection_alone(tmp_path: Path) -> None:
    with served(tmp_path, ConnectedApps()) as port, page(port) as app, page(port) as other:
        ask(app, HELLO)
        ask(other, HELLO)
        said = ask(app, {"type": "report", "updates": ["x" * 2**20]})
        assert (said["code"], said["fatal"]) == ("too_long", True)
        assert ask(other, {"type": "ping"}) == {"type": "pong"}
