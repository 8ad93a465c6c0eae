"""A control room on a free port of this computer, and a program that asks it as any other would."""

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPResponse
from pathlib import Path
from socket import socket
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the control room is an extra: pip install 'handrail[server]'")

import uvicorn

from handrail.server.access import Access
from handrail.server.application import Room, application
from handrail.server.fleet import Fleet
from handrail.server.sessions.sessions import Sessions

KEY = "the key of the test"
LONGEST_WAIT_SECONDS = 60.0


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
        self, path: str, given: object = None, *, key: str | None = KEY, method: str | None = None, **headers: str
    ) -> Answered:
        """A request as it is made by a program that has the key, or by one that has none."""
        return self.send(path, None if given is None else json.dumps(given).encode(), key=key, method=method, **headers)

    def send(
        self, path: str, body: bytes | None, *, key: str | None = KEY, method: str | None = None, **headers: str
    ) -> Answered:
        """A request with these very bytes."""
        request = urllib.request.Request(self.address + path, body, method=method)
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        if body is not None:
            request.add_header("Content-Type", "application/json")
        if key is not None:
            request.add_header("Authorization", f"Bearer {key}")
        try:
            with _opener().open(request, timeout=LONGEST_WAIT_SECONDS) as response:
                return _answered(response)
        except urllib.error.HTTPError as error:
            with error:
                return Answered(error.code, error.read(), dict(error.headers))

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
    room = Room(Fleet(runs), Access.with_key(KEY, "Ann"), every_seconds=0.02, given=sessions)
    listening = socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()  # so that whoever asks before it has started waits
    server = uvicorn.Server(uvicorn.Config(application(room), log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield Served(listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(LONGEST_WAIT_SECONDS)
        assert not thread.is_alive(), "the server did not end"
