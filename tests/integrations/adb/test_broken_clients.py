"""Clients that talk nonsense, stop halfway or stay: the others do not notice."""

import socket
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("adbutils", reason="needs the extra: pip install 'handrail[adb]'")

from handrail.device.adb_protocol.request import block
from integrations.adb.guarded import HELPER, Guarded, guarded
from phone.adb.served import PATIENCE_S


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    with guarded(tmp_path_factory.mktemp("guarded")) as found:
        yield found


def goes_on(phone: Guarded) -> None:
    assert phone.shell("echo there") == b"there\n"


def said(phone: Guarded, sent: bytes, *requests: str) -> None:
    """Say it, and leave without waiting."""
    with socket.create_connection(("127.0.0.1", phone.port), PATIENCE_S) as connection:
        for request in requests:
            connection.sendall(block(request))
            connection.recv(4)
        connection.sendall(sent)


@settings(max_examples=40, deadline=None)
@given(sent=st.binary(max_size=80))
def test_nonsense_on_the_port(phone: Guarded, sent: bytes) -> None:
    said(phone, sent)
    goes_on(phone)


@settings(max_examples=40, deadline=None)
@given(
    sent=st.binary(max_size=80),
    service=st.sampled_from(["sync:", HELPER, "shell:cat", "shell,v2,raw:cat", "exec:cat", "shell:", "tcp:1"]),
)
def test_nonsense_in_a_service(phone: Guarded, sent: bytes, service: str) -> None:
    said(phone, sent, f"host:transport:{phone.serial}", service)
    goes_on(phone)


@settings(max_examples=40, deadline=None)
@given(request=st.text(max_size=40))
def test_requests_that_nobody_makes(phone: Guarded, request: str) -> None:
    said(phone, block(request))
    said(phone, block(request), f"host:transport:{phone.serial}")
    goes_on(phone)


def test_clients_that_stay_hold_nobody_up(phone: Guarded) -> None:
    waiting = []
    for service in ("sync:", "shell:cat", "shell,v2,raw:cat", "exec:logcat"):
        connection = socket.create_connection(("127.0.0.1", phone.port), PATIENCE_S)
        waiting.append(connection)
        for request in (f"host:transport:{phone.serial}", service):
            connection.sendall(block(request))
            assert connection.recv(4) == b"OKAY"
    half = socket.create_connection(("127.0.0.1", phone.port), PATIENCE_S)
    half.sendall(b"00")
    goes_on(phone)
    assert phone.shell("input keyevent 3") == b""
    for connection in (*waiting, half):
        connection.close()


def test_a_client_that_asks_for_what_is_refused_can_ask_again(phone: Guarded) -> None:
    for _ in range(20):
        assert phone.shell("input motionevent DOWN 1 1").startswith(b"FAIL")
    goes_on(phone)
