"""HTTP/1.1 on a stream of the phone: what the servers of uiautomator2, Appium and mobilerun speak."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import parse_qsl, urlsplit

from handrail.device.adb_protocol.http import BadRequest, http_response, read_http
from handrail.device.adb_protocol.stream import Stream


@dataclass(frozen=True, slots=True)
class ClientRequest:
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


Respond: TypeAlias = Callable[[ClientRequest], Awaitable[Response]]


def as_json(document: Any, status: str = "200 OK") -> Response:
    """A document as an answer."""
    return Response(json.dumps(document, separators=(",", ":")).encode(), status)


async def serve_requests(respond: Respond, stream: Stream) -> None:
    """Answer requests until the client has enough."""
    while True:
        try:
            read = await read_http(stream)
        except BadRequest as problem:
            await stream.write(http_response("400 Bad Request", str(problem).encode(), "text/plain"))
            return
        if read is None:
            return
        response = await respond(ClientRequest(read.method, read.path, read.headers, read.body))
        await stream.write(http_response(response.status, response.body, response.kind))
        if not read.keeps_open:
            return
