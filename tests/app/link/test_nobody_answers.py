"""A link to where no server is: the app goes on as its user's, and its developer is told once that nobody guards it."""

import logging
from socket import socket
from threading import Event as Signal

import pytest

from handrail import Declaration, Event
from handrail.app.link import connect


class Heard(logging.Handler):
    """What was warned of, and how often it was tried."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.came = Signal()

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())
        self.came.set()


def test_that_nobody_guards_is_said_once_and_the_handler_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handrail.app.link.link.FIRST_PAUSE_SECONDS", 0.001)
    tried_again = Signal()
    tries: list[object] = []

    def refuse(address: tuple[str, int], timeout: float) -> socket:
        tries.append((address, timeout))
        if len(tries) == 3:
            tried_again.set()
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr("socket.create_connection", refuse)
    heard = Heard()
    log = logging.getLogger("handrail.app.link")
    log.addHandler(heard)
    ran: list[str] = []
    try:
        with connect(Declaration("Shop", package="com.example.shop").app(), "127.0.0.1:9") as link:
            link.intercept(Event("click", "Pay"), lambda: ran.append("paid"))
            assert heard.came.wait(30)
            assert tried_again.wait(30)
    finally:
        log.removeHandler(heard)
    assert ran == ["paid"]
    assert len(heard.said) == 1
    assert "nobody answers at 127.0.0.1:9" in heard.said[0]
    assert "nobody guards Shop" in heard.said[0]
