"""uiautomator2's server: JSON-RPC 2.0 over HTTP/1.1 on an ADB stream; `GET /ping` and `POST /jsonrpc/0`, nothing else.

A call that fails is an answer too.
"""

import json
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

from handrail.device.adb_protocol.selector import BadSelector
from handrail.device.adb_protocol.stream import Stream, StreamClosed, read_exactly
from handrail.phone.adb.handset import Handset
from handrail.phone.adb.uiautomator.methods import METHODS, BadParameters, ObjectNotFound

_LARGEST_HEAD = 64 * 1024
_LARGEST_BODY = 64 * 1024 * 1024


class _BadRequest(Exception):
    """Not HTTP, or more of it than anybody sends."""


@dataclass(frozen=True, slots=True)
class _Request:
    method: str
    path: str
    body: bytes
    keeps_open: bool


async def serve_http(handset: Handset, stream: Stream) -> None:
    """Answer requests until the client has enough."""
    while True:
        try:
            request = await _read(stream)
        except _BadRequest as problem:
            await stream.write(_response("400 Bad Request", str(problem).encode(), "text/plain"))
            return
        if request is None:
            return
        match request.method, request.path:
            case "GET", "/ping":
                response = _response("200 OK", b"pong", "text/plain")
            case "POST", "/jsonrpc/0":
                response = _response("200 OK", await answer(handset, request.body), "application/json")
            case _:
                handset.record_gap(f"uiautomator {request.method} {request.path}")
                response = _response("404 Not Found", b"not found", "text/plain")
        await stream.write(response)
        if not request.keeps_open:
            return


async def _read(stream: Stream) -> _Request | None:
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
    return _Request(words[0], words[1], body[: int(length)], headers.get("connection", "").lower() != "close")


def _response(status: str, body: bytes, kind: str) -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


_NOT_FOUND = "androidx.test.uiautomator.UiObjectNotFoundException"  # the client looks for the end of this name


async def answer(handset: Handset, body: bytes) -> bytes:
    """The answer to one call."""
    try:
        call = json.loads(body)
    except (ValueError, RecursionError):
        return _error(None, -32700, "Parse error", "the body is not JSON")
    if not isinstance(call, dict) or not isinstance(call.get("method"), str):
        return _error(None, -32600, "Invalid Request", "a call is an object with a method")
    name, number, parameters = call["method"], call.get("id"), call.get("params")
    method = METHODS.get(name)
    if method is None:
        handset.record_gap(f"uiautomator {name}")
        return _error(number, -32601, "Method not found", name)
    try:
        outcome = method(handset, parameters if isinstance(parameters, list) else [])
        result = await outcome if isinstance(outcome, Awaitable) else outcome
    except ObjectNotFound as problem:
        return _error(number, -32001, f"{_NOT_FOUND}: {problem}", _NOT_FOUND)
    except (BadParameters, BadSelector) as problem:
        return _error(number, -32602, "Invalid params", str(problem))
    return _encoded({"jsonrpc": "2.0", "id": number, "result": result})


def _error(number: object, code: int, message: str, data: str) -> bytes:
    return _encoded({"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message, "data": data}})


def _encoded(document: dict[str, Any]) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode()
