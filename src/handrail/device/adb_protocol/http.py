"""HTTP inside an ADB stream, as uiautomator2's client and server speak it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from handrail.device.adb_protocol.stream import Stream, StreamClosed, read_exactly

_LARGEST_HEAD = 64 * 1024
_LARGEST_BODY = 64 * 1024 * 1024


class BadRequest(Exception):
    """Not HTTP, or more of it than anybody sends."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One request; the names of its headers are in small letters."""

    method: str
    path: str
    body: bytes
    keeps_open: bool
    headers: Mapping[str, str] = field(default_factory=dict)


async def read_http(stream: Stream) -> HttpRequest | None:
    """The next request; None when there is none."""
    received = bytearray()
    while (end := received.find(b"\r\n\r\n")) < 0:
        part = await stream.read(65536)
        if not part:
            if received:
                raise StreamClosed("a request broke off")
            return None
        received += part
        if len(received) > _LARGEST_HEAD + _LARGEST_BODY:
            raise BadRequest("the request has no end")
        if len(received) > _LARGEST_HEAD and b"\r\n\r\n" not in received[:_LARGEST_HEAD]:
            raise BadRequest("the headers are too long")
    first, *lines = received[:end].decode("latin-1").split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise BadRequest("this is not HTTP")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdecimal() or len(length) > 9 or int(length) > _LARGEST_BODY:
        raise BadRequest("the length of the body is not one")
    body = bytes(received[end + 4 :])
    if len(body) < int(length):
        # Python's client sends headers and body as two segments and waits for an acknowledgement in between, which
        # an ADB server on the way may hold back for 40 ms; an interim answer carries it.
        await stream.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body += await read_exactly(stream, int(length) - len(body))
    return HttpRequest(
        words[0], words[1], body[: int(length)], headers.get("connection", "").lower() != "close", headers
    )


def http_response(status: str, body: bytes, kind: str) -> bytes:
    """An answer as it travels."""
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body
