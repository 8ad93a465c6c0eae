"""Clients that lie, stop halfway or vanish: the others do not notice."""

import json
import socket
import struct
from collections.abc import Iterator
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handrail.phone.adb.adbd import HEADER, Command, pack, unpack_header
from phone.adb.served import PATIENCE_S, Served, serving


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as found:
        yield found


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)


def rest(connection: socket.socket) -> bytes:
    parts = []
    try:
        while part := connection.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def exactly(connection: socket.socket, size: int) -> bytes:
    parts = b""
    while len(parts) < size:
        part = connection.recv(size - len(parts))
        assert part, f"closed after {parts!r}"
        parts += part
    return parts


def ask(connection: socket.socket, request: str) -> None:
    connection.sendall(f"{len(request.encode()):04x}{request}".encode())


def open_service(port: int, service: str) -> socket.socket:
    connection = connect(port)
    ask(connection, "host:tport:any")
    assert exactly(connection, 4) == b"OKAY"
    exactly(connection, 8)
    ask(connection, service)
    assert exactly(connection, 4) == b"OKAY"
    return connection


def shell(port: int, line: str) -> bytes:
    with closing(open_service(port, f"shell:{line}")) as connection:
        return rest(connection)


def alive(served: Served) -> bool:
    return shell(served.server_port, "echo alive") == b"alive\n" and device_shell(served, "echo alive") == b"alive\n"


def greet(port: int) -> socket.socket:
    connection = connect(port)
    connection.sendall(pack(Command.CNXN, 0x01000000, 4096, b"host::\0"))
    receive(connection)
    return connection


def receive(connection: socket.socket) -> tuple[Command, int, int, bytes]:
    header = unpack_header(exactly(connection, HEADER.size))
    return header.command, header.first, header.second, exactly(connection, header.length)


def device_shell(served: Served, line: str) -> bytes:
    with closing(greet(served.adbd_port)) as connection:
        connection.sendall(pack(Command.OPEN, 1, 0, f"shell:{line}\0".encode()))
        printed = b""
        while True:
            command, theirs, _, payload = receive(connection)
            if command is Command.WRTE:
                printed += payload
                connection.sendall(pack(Command.OKAY, 1, theirs))
            elif command is Command.CLSE:
                return printed


@pytest.mark.parametrize(
    "request_", ["host:nonsense", "host:tport:serial:unknown", "shell:echo hi", "", "host-serial:x:y"]
)
def test_a_request_that_makes_no_sense_fails_with_a_reason(served: Served, request_: str) -> None:
    with closing(connect(served.server_port)) as connection:
        ask(connection, request_)
        assert rest(connection).startswith(b"FAIL")
    assert alive(served)


def test_a_service_that_is_refused_fails_as_closed(served: Served) -> None:
    with closing(connect(served.server_port)) as connection:
        ask(connection, "host:transport-any")
        assert exactly(connection, 4) == b"OKAY"
        ask(connection, "tcp:1")
        assert rest(connection) == b"FAIL0006closed"


@pytest.mark.parametrize("stray", [b"GET / HTTP/1.1\r\n\r\n", b"zzzz", b"\x00" * 24, b"00", b"ffff"])
def test_strangers_are_shown_out(served: Served, stray: bytes) -> None:
    for port in (served.server_port, served.adbd_port):
        with closing(connect(port)) as connection:
            connection.sendall(stray)
            connection.shutdown(socket.SHUT_WR)
            rest(connection)
    assert alive(served)


@settings(max_examples=30)
@given(noise=st.binary(max_size=200))
def test_no_noise_ends_the_listeners(served: Served, noise: bytes) -> None:
    for port in (served.server_port, served.adbd_port):
        with closing(connect(port)) as connection:
            connection.sendall(noise)
            connection.shutdown(socket.SHUT_WR)
            rest(connection)
    assert alive(served)


def test_a_payload_too_long_a_wrong_magic_and_a_wrong_sum_close_only_their_connection(served: Served) -> None:
    wrong_magic = bytearray(pack(Command.OPEN, 1, 0, b"shell:id\0"))
    wrong_magic[20] ^= 1
    wrong_sum = bytearray(pack(Command.OPEN, 1, 0, b"shell:id\0"))
    wrong_sum[16] ^= 1
    too_long = HEADER.pack(Command.OPEN, 1, 0, 1 << 30, 0, Command.OPEN ^ 0xFFFFFFFF)
    for packet in (bytes(wrong_magic), bytes(wrong_sum), too_long):
        with closing(greet(served.adbd_port)) as connection:
            connection.sendall(packet)
            assert rest(connection) == b""
    assert alive(served)


def test_messages_about_streams_that_are_not_open_are_harmless(served: Served) -> None:
    with closing(greet(served.adbd_port)) as connection:
        connection.sendall(pack(Command.OKAY, 7, 99) + pack(Command.CLSE, 7, 99) + pack(Command.WRTE, 7, 99, b"x"))
        assert receive(connection)[:3] == (Command.CLSE, 0, 7)
        connection.sendall(pack(Command.OPEN, 3, 0, b"nonsense:\0"))
        assert receive(connection)[:3] == (Command.CLSE, 0, 3)
        connection.sendall(pack(Command.AUTH, 1, 0, b"x") + pack(Command.OPEN, 4, 0, b"shell:echo ok\0"))
        assert receive(connection)[0] is Command.OKAY
        assert receive(connection)[3] == b"ok\n"


def test_a_host_that_closes_first_is_answered(served: Served) -> None:
    with closing(greet(served.adbd_port)) as connection:
        connection.sendall(pack(Command.OPEN, 5, 0, b"sync:\0"))
        _, ours, _, _ = receive(connection)
        connection.sendall(pack(Command.CLSE, 5, ours))
        assert receive(connection)[:3] == (Command.CLSE, ours, 5)


def test_only_one_message_is_under_way(served: Served) -> None:
    served.phone.files.write("/sdcard/long", b"x" * 10_000)
    with closing(greet(served.adbd_port)) as connection:
        connection.sendall(pack(Command.OPEN, 5, 0, b"exec:cat /sdcard/long\0"))
        _, ours, _, _ = receive(connection)
        assert len(receive(connection)[3]) == 4096
        connection.settimeout(0.1)
        with pytest.raises(TimeoutError):
            connection.recv(1)
        connection.settimeout(PATIENCE_S)
        connection.sendall(pack(Command.OKAY, 5, ours))
        assert len(receive(connection)[3]) == 4096
    assert alive(served)


def test_a_client_killed_in_the_middle_of_a_push_leaves_no_file(served: Served) -> None:
    with closing(open_service(served.server_port, "sync:")) as connection:
        name = b"/sdcard/half,33188"
        connection.sendall(b"SEND" + struct.pack("<I", len(name)) + name)
        connection.sendall(b"DATA" + struct.pack("<I", 60_000) + b"x" * 100)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # close with a reset
    assert alive(served)
    assert not served.phone.files.exists("/sdcard/half")


def test_a_client_killed_in_the_middle_of_a_pull_leaves_the_others_alive(served: Served) -> None:
    served.phone.files.write("/sdcard/large", b"x" * 20_000_000)
    for service in ("exec:cat /sdcard/large", "shell,v2,raw:cat /sdcard/large"):
        with closing(open_service(served.server_port, service)) as connection:
            exactly(connection, 1000)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert alive(served)


def test_a_half_closed_stream_still_gets_its_answer(served: Served) -> None:
    with closing(open_service(served.server_port, "shell:cat | wc -c")) as connection:
        connection.sendall(b"12345")
        connection.shutdown(socket.SHUT_WR)
        assert rest(connection) == b"5\n"


@pytest.mark.parametrize(
    "request_",
    [
        b"STAT" + struct.pack("<I", 5000) + b"/" * 5000,
        b"NOPE" + struct.pack("<I", 1) + b"/",
        b"RECV" + struct.pack("<I", 8) + b"/nowhere",
        b"RECV" + struct.pack("<I", 7) + b"/sdcard",
        b"SEND" + struct.pack("<I", 7) + b"/sdcard",
        b"SEND" + struct.pack("<I", 13) + b"/sdcard/x,420" + b"WHAT\0\0\0\0",
        b"SEND" + struct.pack("<I", 13) + b"/sdcard/x,420" + b"DATA\xff\xff\xff\xff",
    ],
)
def test_sync_refuses_with_a_reason(served: Served, request_: bytes) -> None:
    with closing(open_service(served.server_port, "sync:")) as connection:
        connection.sendall(request_)
        assert rest(connection).startswith(b"FAIL")
    assert alive(served)


def test_several_sync_requests_share_a_stream(served: Served) -> None:
    with closing(open_service(served.server_port, "sync:")) as connection:
        for _ in range(3):
            connection.sendall(b"STAT" + struct.pack("<I", 7) + b"/sdcard")
            kind, mode, _, _ = struct.unpack("<4sIII", exactly(connection, 16))
            assert (kind, mode & 0o170000) == (b"STAT", 0o040000)
        connection.sendall(b"STAT" + struct.pack("<I", 8) + b"/nowhere")
        assert exactly(connection, 16) == b"STAT" + bytes(12)
        connection.sendall(b"QUIT" + bytes(4))
        assert rest(connection) == b""


def test_remote_calls_that_make_no_sense_are_answered(served: Served) -> None:
    served.handset.uiautomator_port = 9008
    for body in (b"{", b"[]", b'{"method": 5}', b'{"method": "objInfo"}', b'{"method": "click", "params": ["a", 1]}'):
        with closing(open_service(served.server_port, "tcp:9008")) as connection:
            head = f"POST /jsonrpc/0 HTTP/1.1\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
            connection.sendall(head.encode())
            assert exactly(connection, 25) == b"HTTP/1.1 100 Continue\r\n\r\n"
            connection.sendall(body)
            status, _, answer = rest(connection).partition(b"\r\n\r\n")
            assert status.startswith(b"HTTP/1.1 200 OK")
            assert "error" in json.loads(answer)
    for stray in (
        b"nonsense\r\n\r\n",
        b"GET /other HTTP/1.1\r\nConnection: close\r\n\r\n",
        b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
    ):
        with closing(open_service(served.server_port, "tcp:9008")) as connection:
            connection.sendall(stray)
            assert rest(connection)[:10] == b"HTTP/1.1 4"
    served.handset.uiautomator_port = None
    assert alive(served)
