"""What clients say that no client should: each is answered, and the phone goes on."""

import asyncio
import json
import socket
import struct
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from handrail.phone.adb import Handset
from handrail.phone.adb.files import HandsetFiles
from handrail.phone.adb.shell.command import decode, encode
from handrail.phone.adb.sync import serve_sync
from handrail.phone.adb.uiautomator.methods import METHODS
from handrail.phone.adb.uiautomator.server import answer
from phone.adb.served import PATIENCE_S, Served, new_handset, serving


@pytest.fixture(scope="module")
def handset() -> Handset:
    return new_handset()


class Said:
    """A stream on which everything was said beforehand."""

    def __init__(self, said: bytes) -> None:
        self.said, self.answered = said, b""

    async def read(self, size: int) -> bytes:
        part, self.said = self.said[:size], self.said[size:]
        return part

    async def write(self, data: bytes) -> None:
        self.answered += data


def synced(handset: Handset, said: bytes) -> bytes:
    stream = Said(said)
    asyncio.run(serve_sync(handset, stream))
    return stream.answered


def request(kind: bytes, path: bytes) -> bytes:
    return kind + struct.pack("<I", len(path)) + path


@pytest.mark.parametrize("kind", [b"STAT", b"LIST", b"RECV", b"SEND", b"ODD!", b"\xff\xff\xff\xff"])
@pytest.mark.parametrize(
    "path", [b"", b"/", b"\xff", b"/sdcard/\xff,420", b"/sdcard\0x", b"/sdcard/x,99999999999999999", b"//..//,1", b","]
)
def test_sync_answers_whatever_is_asked(handset: Handset, kind: bytes, path: bytes) -> None:
    done = b"DONE" + struct.pack("<I", 2**32 - 1)
    answered = synced(handset, request(kind, path) + done)
    assert answered[:4] in (b"STAT", b"DENT", b"DONE", b"DATA", b"OKAY", b"FAIL")
    assert synced(handset, request(b"LIST", b"/sdcard") + request(b"STAT", b"/sdcard")).endswith(
        struct.pack("<I", handset.phone.files.stat("/sdcard").modified_ms // 1000)  # type: ignore[union-attr]
    )


def test_a_file_from_a_year_that_the_protocol_cannot_say(handset: Handset) -> None:
    handset.phone.files.write("/sdcard/late", b"", modified_ms=10**15)
    handset.phone.files.write("/sdcard/early", b"", modified_ms=-(10**12))
    assert synced(handset, request(b"STAT", b"/sdcard/late")).endswith(b"\xff\xff\xff\xff")
    assert synced(handset, request(b"STAT", b"/sdcard/early")).endswith(b"\0\0\0\0")


def test_permission_bits_are_those_that_there_are(handset: Handset) -> None:
    files = HandsetFiles(handset.phone)
    for mode in (-1, 10**30, 0o107777):
        assert files.change_mode("/sdcard", mode) is None
        found = files.stat("/sdcard")
        assert found is not None
        assert (found.mode >> 12, found.is_directory) == (0o4, True)
    files.change_mode("/sdcard", 0o771)


@given(st.binary() | st.text().map(encode))
def test_text_of_the_phone_goes_out_as_it_came(data: bytes) -> None:
    assert encode(decode(data)) == data
    assert encode(decode(data) + "\ud800").endswith(b"?")


values = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-5, 2000), st.integers(), st.floats(), st.text(max_size=5),
        st.sampled_from(["element:0/1", "element:", "element:²", "Clock", "(a+)+$", "(", "\ud800"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(
                ["mask", "text", "textMatches", "instance", "index", "childOrSibling", "childOrSiblingSelector"]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=6,
)  # fmt: skip


@given(st.sampled_from(sorted(METHODS)), st.lists(values, max_size=5) | values)
@example("objInfo", [{"mask": 1 << 2, "textMatches": "\ud800"}])
@example("objInfo", [{"childOrSibling": 1, "childOrSiblingSelector": 2}])
@example("objInfo", [{"mask": 1 << 23, "index": 0}])
def test_a_remote_call_is_answered_whatever_it_says(handset: Handset, method: str, parameters: Any) -> None:
    before = handset.phone.snapshot()
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode()
    said = json.loads(asyncio.run(answer(handset, body)))
    assert ("result" in said) is not ("error" in said)
    handset.phone.restore(before)


@pytest.mark.parametrize("body", [b"", b"[" * 100_000, b"1", b'{"method": 1}', b'{"method": "x"}', b"\xff"])
def test_a_remote_call_that_is_none_is_an_error(handset: Handset, body: bytes) -> None:
    assert "error" in json.loads(asyncio.run(answer(handset, body)))


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as found:
        yield found


@pytest.mark.parametrize("number", ["9" * 5000, "65536", "-1", "²", "٣٣٣٣٣٣", ""])
def test_a_port_that_is_none_is_not_forwarded(served: Served, number: str) -> None:
    asked = f"host-serial:{served.handset.serial}:forward:tcp:{number};tcp:1".encode()
    with closing(socket.create_connection(("127.0.0.1", served.server_port), timeout=PATIENCE_S)) as connection:
        connection.sendall(f"{len(asked):04x}".encode() + asked)
        assert connection.recv(4) == b"FAIL"
