"""Nobody passes to the API whom this server does not know; and what each route takes.

The gate stands in front of all routes under `/api`, before anything of a request is read, so that a route whose author
forgot to ask who is there tells strangers nothing. What else it takes, a route says by `needs`.
"""

from collections.abc import Awaitable, Callable
from typing import Protocol
from urllib.parse import urlsplit

from fastapi import HTTPException, WebSocketException
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Send
from starlette.types import Scope as Connection
from starlette.websockets import WebSocket

from handrail.server.access import COOKIE, Access
from handrail.server.people.limits import RateLimits
from handrail.server.people.person import Person, Role, Scope

BEHIND = "/api"
PERSON = "handrail.person"
"""Where a request keeps who asks, once that was found."""
_UNKNOWN = (
    "this server does not know you; open the address or the invitation that you were given, "
    "or send a key as a bearer token"
)
_POLICY_VIOLATION = 1008


class GatedRoom(Protocol):
    """What the gate works with; a room has it."""

    @property
    def access(self) -> Access:
        """How the server knows who asks."""
        ...

    @property
    def limits(self) -> RateLimits:
        """How often strangers may ask."""
        ...


async def who(room: GatedRoom, connection: HTTPConnection) -> Person | None:
    """Who asks, by key or by cookie; a cookie counts for a change only where the page itself sends it.

    Found once for each request.
    """
    if PERSON in connection.scope:
        known: Person | None = connection.scope[PERSON]
        return known
    person = await by_bearer(room.access, connection.headers.get("authorization", ""))
    cookie = connection.cookies.get(COOKIE, "")
    if person is None and cookie and is_from_here(connection):
        person = await room.access.by_cookie(cookie)
    connection.scope[PERSON] = person
    return person


async def still_may(room: GatedRoom, connection: HTTPConnection, scope: Scope) -> bool:
    """Whether who asked is known and may as before; for what is told for long after it was asked for."""
    connection.scope.pop(PERSON, None)
    person = await who(room, connection)
    return person is not None and scope in person.scopes


async def by_bearer(access: Access, authorization: str) -> Person | None:
    """Who sends this header `authorization`; for a route that is asked too often for all else that `who` does."""
    scheme, _, key = authorization.partition(" ")
    return await access.by_key(key) if scheme.lower() == "bearer" else None


def is_from_here(connection: HTTPConnection) -> bool:
    """Whether a page of this server asks, or only looks. A socket that is opened both looks and acts."""
    if connection.scope["type"] == "http" and connection.scope["method"] in ("GET", "HEAD"):
        return True
    origin = connection.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == connection.headers.get("host")


def address_of(connection: HTTPConnection) -> str:
    """From where somebody asks; behind a proxy that is trusted, what it says."""
    return connection.client.host if connection.client is not None else ""


class Gate:
    """The gate, as a layer around the application."""

    def __init__(self, app: ASGIApp, room: GatedRoom) -> None:
        self.app = app
        self.room = room

    async def __call__(self, scope: Connection, receive: Receive, send: Send) -> None:
        """Let through who is known."""
        if scope["type"] not in ("http", "websocket") or not _is_behind(scope["path"]):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if await who(self.room, connection) is not None:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(_POLICY_VIOLATION)
        else:
            wait = self.room.limits.strangers.wait_seconds(address_of(connection))
            refusal = (
                too_often(wait) if wait else JSONResponse({"detail": _UNKNOWN}, 401, {"WWW-Authenticate": "Bearer"})
            )
            await refusal(scope, receive, send)


def _is_behind(path: str) -> bool:
    return path == BEHIND or path.startswith(f"{BEHIND}/")


def too_often(wait_seconds: float) -> JSONResponse:
    """What is told to whoever asks too often."""
    seconds = str(int(wait_seconds) + 1)
    return JSONResponse({"detail": f"too many; try again in {seconds} s"}, 429, {"Retry-After": seconds})


def needs(room: GatedRoom, *scopes: Scope, role: Role = Role.VIEWER) -> Callable[[HTTPConnection], Awaitable[Person]]:
    """A dependency: who asks, with at least one of these scopes and at least this role; without scopes, anybody known.

    An agent's route says `Scope.SESSION` or `Scope.APP`, one that people share with agents `Scope.READ` beside it; then
    it asks `person.sees(owner)` before it tells of what somebody opened.
    """
    wanted = frozenset(scopes)

    async def person(connection: HTTPConnection) -> Person:
        """Who asks, if they may."""
        known = await who(room, connection)
        if known is None:
            raise _refusal(connection, 401, _UNKNOWN)
        if wanted and not wanted & known.scopes:
            has = ", ".join(sorted(known.scopes))
            raise _refusal(
                connection, 403, f"this takes {' or '.join(sorted(wanted))}; what you came with is for {has}"
            )
        if not known.role.reaches(role):
            raise _refusal(connection, 403, f"this takes the role {role}; yours is {known.role}")
        return known

    return person


def _refusal(connection: HTTPConnection, status: int, why: str) -> HTTPException | WebSocketException:
    if connection.scope["type"] == "websocket":
        return WebSocketException(_POLICY_VIOLATION, why)
    return HTTPException(status, why)
