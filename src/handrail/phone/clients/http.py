"""HTTP/1.1 on a stream of the phone: what the servers of uiautomator2, Appium and mobilerun speak."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import parse_qsl, urlsplit

from handrail.phone.adb.stream import Stream, StreamClosed, read_exactly

_LARGEST_HEAD = 64 * 1024
_LARGEST_BODY = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Request:
    """What a client asks; the names of headers are in small letters."""

    method: str
    target: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def path(self) -> str:
        """The target without what follows the question mark."""
        return urlsplit(self.target).path

    @property
    def query(self) -> Mapping[str, str]:
        """What follows the question mark."""
        return dict(parse_qsl(urlsplit(self.target).query))

    def fields(self) -> Mapping[str, Any]:
        """The object that the body is; empty for a body that is none."""
        try:
            document = json.loads(self.body)
        except (ValueError, RecursionError):
            return {}
        return document if isinstance(document, dict) else {}


@dataclass(frozen=True, slots=True)
class Response:
    """What a server answers."""

    body: bytes = b""
    status: str = "200 OK"
    kind: str = "application/json"


Respond: TypeAlias = Callable[[Request], Awaitable[Response]]


def as_json(document: Any, status: str = "200 OK") -> Response:
    """A document as an answer."""
    return Response(json.dumps(document, separators=(",", ":")).encode(), status)


async def serve_requests(respond: Respond, stream: Stream) -> None:
    """Answer requests until the client has enough."""
    while True:
        try:
            request = await _read(stream)
        except _BadRequest as problem:
            await stream.write(_written(Response(str(problem).encode(), "400 Bad Request", "text/plain")))
            return
        if request is None:
            return
        await stream.write(_written(await respond(request)))
        if request.headers.get("connection", "").lower() == "close":
            return


class _BadRequest(Exception):
    """Not HTTP, or more of it than anybody sends."""


async def _read(stream: Stream) -> Request | None:
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
            raise _BadRequest("the request has no end")
        if len(received) > _LARGEST_HEAD and b"\r\n\r\n" not in received[:_LARGEST_HEAD]:
            raise _BadRequest("the headers are too long")
    first, *lines = received[:end].decode("latin-1").split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise _BadRequest("this is not HTTP")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdecimal() or len(length) > 9 or int(length) > _LARGEST_BODY:
        raise _BadRequest("the length of the body is not one")
    body = bytes(received[end + 4 :])
    if len(body) < int(length):
        # Python's client sends headers and body as two segments and waits for an acknowledgement in between, which
        # an ADB server on the way may hold back for 40 ms; an interim answer carries it.
        await stream.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body += await read_exactly(stream, int(length) - len(body))
    return Request(words[0], words[1], headers, body[: int(length)])


def _written(response: Response) -> bytes:
    head = (
        f"HTTP/1.1 {response.status}\r\nContent-Type: {response.kind}; charset=utf-8\r\n"
        f"Content-Length: {len(response.body)}\r\n\r\n"
    )
    return head.encode() + response.body
