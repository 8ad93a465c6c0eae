"""A control room on a free port of this computer, and a program that asks it as any other would."""

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPResponse
from pathlib import Path
from socket import socket
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

import pytest

pytest.importorskip("fastapi", reason="the control room is an extra: pip install 'handrail[server]'")

from fastapi import FastAPI

from handrail.server.access import Access
from handrail.server.application import application
from handrail.server.decide.route import DecideRoute
from handrail.server.fleet import Fleet
from handrail.server.operations.serving import server_of
from handrail.server.people.binding import NetworkBinding
from handrail.server.room import Room
from handrail.server.sessions.sessions import Sessions

KEY = "the key of the test"
AGENTS_KEY = "the key of the agents of the test"
LONGEST_WAIT_SECONDS = 60.0
Beside = Sequence[Callable[[], Coroutine[None, None, None]]]
NO_SOCKETS: Mapping[str, Any] = MappingProxyType({})
HERE = NetworkBinding("127.0.0.1", (), secure=False)


@dataclass(frozen=True, slots=True)
class Answered:
    """What came back."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs."""

    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(
        self, path: str, given: object = None, *, key: str | None = "", method: str | None = None, **headers: str
    ) -> Answered:
        """A request of a program that has the key which its route takes, unless told otherwise; None: one without."""
        return self.send(path, None if given is None else json.dumps(given).encode(), key=key, method=method, **headers)

    def send(
        self, path: str, body: bytes | None, *, key: str | None = "", method: str | None = None, **headers: str
    ) -> Answered:
        """A request with these very bytes."""
        request = urllib.request.Request(self.address + path, body, method=method)
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        if body is not None:
            request.add_header("Content-Type", "application/json")
        if key is not None:
            of_agents = path.startswith(("/api/sessions", "/api/decide"))
            request.add_header("Authorization", f"Bearer {key or (AGENTS_KEY if of_agents else KEY)}")
        return _asked(request)

    def form(self, path: str, given: dict[str, str], origin: str, cookie: str = "") -> Answered:
        """A form that a browser sends from a page of `origin`."""
        request = urllib.request.Request(self.address + path, urlencode(given).encode(), method="POST")
        for name, value in (("Origin", origin), ("Cookie", cookie)):
            request.add_header(name, value)
        return _asked(request)

    @contextmanager
    def events(self, query: str = "") -> Iterator[Iterator[Any]]:
        """What is told as events, each as it comes."""
        request = urllib.request.Request(
            f"{self.address}/api/events{query}", headers={"Authorization": f"Bearer {KEY}"}
        )
        with urllib.request.urlopen(request, timeout=LONGEST_WAIT_SECONDS) as events:
            yield (json.loads(line[5:]) for line in events if line.startswith(b"data:"))

    def until(self, path: str, wanted: Callable[[Any], bool]) -> Any:
        """What is told at an address, as soon as it is what is wanted; asked again whenever something is new."""
        stops_at = time.monotonic() + LONGEST_WAIT_SECONDS
        with self.events() as events:
            for _ in events:
                told = self.ask(path).json()
                if wanted(told):
                    return told
                assert time.monotonic() < stops_at, f"{path} still says {told}"
        raise AssertionError("the events ended")


def _asked(request: urllib.request.Request) -> Answered:
    try:
        with _opener().open(request, timeout=LONGEST_WAIT_SECONDS) as response:
            return _answered(response)
    except urllib.error.HTTPError as error:
        with error:
            return Answered(error.code, error.read(), dict(error.headers))


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _opener() -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(_NoRedirect)


def _answered(response: HTTPResponse) -> Answered:
    return Answered(response.status, response.read(), dict(response.headers))


@contextmanager
def served(runs: Path, sessions: Sessions | None = None) -> Iterator[Served]:
    """The server over a folder of runs, with the key of the test, until this is left."""
    room = Room(Fleet(runs), Access.with_key(KEY, "Ann", AGENTS_KEY), every_seconds=0.02, given=sessions)
    with serving(room) as opened:
        yield opened


@contextmanager
def serving(
    room: Room, binding: NetworkBinding = HERE, beside: Beside = (), sockets: Mapping[str, Any] = NO_SOCKETS, **tls: str
) -> Iterator[Served]:
    """The server of a room, until this is left."""
    made = application(room, beside=beside)
    assert isinstance(made, DecideRoute)
    assert isinstance(made.application, FastAPI)
    for path, live in sockets.items():
        made.application.websocket(path)(live)
    listening = socket()
    listening.bind((binding.host, 0))
    listening.listen()  # so that whoever asks before it has started waits
    server = server_of(made, room.drain, binding, ends_within_seconds=1, **tls)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield Served(listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(LONGEST_WAIT_SECONDS)
        assert not thread.is_alive(), "the server did not end"
