"""uiautomator2's server: JSON-RPC 2.0 over HTTP/1.1 on an ADB stream; `GET /ping` and `POST /jsonrpc/0`, nothing else.

A call that fails is an answer too.
"""

import json
from collections.abc import Awaitable
from typing import Any

from handrail.device.adb_protocol.selector import BadSelector
from handrail.device.adb_protocol.stream import Stream
from handrail.phone.adb.handset import Handset
from handrail.phone.adb.uiautomator.methods import METHODS, BadParameters, ObjectNotFound
from handrail.phone.clients.http import ClientRequest, Response, serve_requests


async def serve_http(handset: Handset, stream: Stream) -> None:
    """Answer requests until the client has enough."""

    async def respond(request: ClientRequest) -> Response:
        match request.method, request.path:
            case "GET", "/ping":
                return Response(b"pong", kind="text/plain")
            case "POST", "/jsonrpc/0":
                return Response(await answer(handset, request.body))
        handset.record_gap(f"uiautomator {request.method} {request.path}")
        return Response(b"not found", "404 Not Found", "text/plain")

    await serve_requests(respond, stream)


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
