"""The two hot routes, answered before the rest of the server is asked: `/api/decide`, and `decide` of a session.

What a framework does for each request costs more than the decision. Who may ask, under which name the server may be
asked, and how much is read is looked after here in the same way.
"""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, TypeAlias

from msgspec import DecodeError, ValidationError
from msgspec.json import Decoder, Encoder

from handrail.error import HandrailError
from handrail.server.decide.decision import decide
from handrail.server.decide.documents import DecideDocument, SessionDecideDocument, VerdictDocument
from handrail.server.decide.program import Programs
from handrail.server.sessions.apps import apps_in
from handrail.server.sessions.forwarding import PASSED_ON, ForwardedRequest, Forwarding
from handrail.server.sessions.problem import Elsewhere, Problem

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Application: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers: TypeAlias = list[tuple[bytes, bytes]]

LARGEST_BODY_BYTES = 1024 * 1024
STATELESS = "/api/decide"
_BEFORE, _AFTER = "/api/sessions/", "/decide"

InSession: TypeAlias = Callable[[str, SessionDecideDocument, str], Awaitable[VerdictDocument]]
"""Decides in the session of that name for that person. Raises `Problem`."""


@dataclass(slots=True)
class DecideRoute:
    """An application around another one, which it asks about everything else.

    `who` gives the credential of an agent by the value of the header `authorization`, or None; `hosts` are the names
    under which the server may be asked, without ports.
    """

    application: Application
    who: Callable[[bytes], Awaitable[str | None]]
    in_session: InSession
    hosts: frozenset[bytes]
    forwarding: Forwarding
    programs: Programs
    _stateless: Decoder[DecideDocument] = field(
        default_factory=lambda: Decoder(DecideDocument, float_hook=Decimal), init=False
    )
    _in_session: Decoder[SessionDecideDocument] = field(
        default_factory=lambda: Decoder(SessionDecideDocument, float_hook=Decimal), init=False
    )
    _encoder: Encoder = field(default_factory=lambda: Encoder(decimal_format="number"), init=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on."""
        if scope["type"] != "http":
            return await self.application(scope, receive, send)
        path: str = scope["path"]
        if path == STATELESS:
            session = ""
        elif path.endswith(_AFTER) and path.startswith(_BEFORE):
            session = path[len(_BEFORE) : -len(_AFTER)]
            if "/" in session:
                return await self.application(scope, receive, send)
        else:
            return await self.application(scope, receive, send)
        try:
            if scope["method"] != "POST":
                raise Problem(405, "POST what is to be decided")
            person = await self._person(scope["headers"])
            body = await _read(receive)
            if session:
                told = await self.in_session(session, _decoded(body, self._in_session), person)
            else:
                told = self._decided(body)
        except Elsewhere as elsewhere:
            return await self._pass_on(elsewhere, scope, body, send)
        except Problem as problem:
            return await _answer(send, problem.status, _detail(str(problem)))
        except HandrailError as error:
            return await _answer(send, 422, _detail(str(error)))
        return await _answer(send, 200, self._encoder.encode(told))

    async def _person(self, headers: Headers) -> str:
        authorization = host = b""
        for name, value in headers:
            if name == b"authorization":
                authorization = value
            elif name == b"host":
                host = value
        if host not in self.hosts and host.rpartition(b":")[0] not in self.hosts:
            raise Problem(400, "the server does not answer to this name")
        person = await self.who(authorization)
        if person is None:
            raise Problem(401, "send a key for agents, with the scope `session`, as a bearer token")
        return person

    def _decided(self, body: bytes) -> VerdictDocument:
        asked = _decoded(body, self._stateless)
        if asked.specification is not None:
            if not asked.app:
                raise Problem(422, "`app` is missing; send the app's document, or the name of a model")
            program = self.programs.of(bytes(asked.app), asked.specification, apps_in)
        else:
            if asked.program is None:
                raise Problem(422, "`specification` is missing; send `app` and `specification`, or a known `program`")
            known = self.programs.find(asked.program)
            if known is None:
                raise Problem(404, "this `program` is not remembered (any more); send `app` and `specification` again")
            program = known
        return decide(asked, program)

    async def _pass_on(self, elsewhere: Elsewhere, scope: Scope, body: bytes, send: Send) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        asked = ForwardedRequest(
            "POST", scope["path"], headers.get(b"authorization", ""), PASSED_ON.encode() in headers, body
        )
        try:
            status, content = await self.forwarding.send(elsewhere, asked)
        except Problem as problem:
            status, content = problem.status, _detail(str(problem))
        await _answer(send, status, content)


def _decoded(body: bytes, decoder: Decoder[Any]) -> Any:
    try:
        return decoder.decode(body)
    except ValidationError as error:
        raise Problem(422, str(error)) from None
    except RecursionError:
        raise Problem(422, "objects and lists are nested too deeply") from None
    except (DecodeError, UnicodeDecodeError) as error:
        raise Problem(400, f"the body is no JSON: {error}") from None


async def _read(receive: Receive) -> bytes:
    message = await receive()
    body: bytes = message.get("body", b"")
    if not message.get("more_body"):
        return body
    parts, length = [body], len(body)
    while message.get("more_body"):
        message = await receive()
        if message["type"] != "http.request":
            raise Problem(400, "the request was not sent whole")
        length += len(message["body"])
        if length > LARGEST_BODY_BYTES:
            raise Problem(413, f"the body has more than {LARGEST_BODY_BYTES:,} bytes; nothing larger is read here")
        parts.append(message["body"])
    return b"".join(parts)


_HEADERS: Headers = [
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
]


async def _answer(send: Send, status: int, body: bytes) -> None:
    headers = [*_HEADERS, (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _detail(text: str) -> bytes:
    return json.dumps({"detail": text}).encode()
