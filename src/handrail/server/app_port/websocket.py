"""The app protocol on the server's own port, as browsers speak it: one message a text frame, at `/app`."""

import asyncio
import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from handrail.server.app_port.connected_apps import ConnectedApps
from handrail.server.app_port.message import LONGEST_MESSAGE, MessageFault

SUBPROTOCOL: Final = "handrail.app.1"
_MOST_UNSENT: Final = 1_000
_POLICY_VIOLATION: Final = 1008
_TRY_AGAIN_LATER: Final = 1013
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(slots=True)
class WebSocketLine:
    """The way back over a WebSocket: what is not read waits, and not for ever."""

    unsent: "asyncio.Queue[str | None]" = field(default_factory=lambda: asyncio.Queue(_MOST_UNSENT))
    overfull: asyncio.Event = field(default_factory=asyncio.Event)

    def send(self, document: Mapping[str, Any]) -> None:
        """One frame, as far as the client reads; who does not is cut off."""
        self._put(json.dumps(document, ensure_ascii=False))

    def close(self) -> None:
        """End the connection after what was sent."""
        self._put(None)

    def _put(self, frame: str | None) -> None:
        try:
            self.unsent.put_nowait(frame)
        except asyncio.QueueFull:
            self.overfull.set()

    async def pump(self, socket: WebSocket) -> None:
        """Send what waits, until the end of the connection."""
        while (frame := await self.unsent.get()) is not None:
            await socket.send_text(frame)

    async def wait_overfull(self) -> None:
        """Wait until the client has not read for too long."""
        await self.overfull.wait()


def app_route(apps: ConnectedApps, origins: Collection[str] = ()) -> APIRouter:
    """The route for apps in browsers. `origins` are the pages that may take part, beside those of this computer."""
    router = APIRouter()

    @router.websocket("/app")
    async def app(socket: WebSocket) -> None:
        if not is_welcome(socket.headers.get("origin"), origins):
            await socket.close(_POLICY_VIOLATION, "this page may not take part; see --app-origin")
        elif apps.number >= apps.limits.most_connections:
            await socket.close(_TRY_AGAIN_LATER, "too many apps are connected")
        else:
            offered = socket.scope.get("subprotocols", ())
            await socket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
            await _serve_one(apps, socket)

    return router


def is_welcome(origin: str | None, origins: Collection[str]) -> bool:
    """Whether a page may take part. Programs that are no browser send no origin."""
    if origin is None or origin in origins:
        return True
    try:
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and parts.hostname in _LOOPBACK
    except ValueError:
        return False


async def _serve_one(apps: ConnectedApps, socket: WebSocket) -> None:
    line = WebSocketLine()
    app = apps.connect(line)

    async def listen() -> None:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            content: str | bytes = message.get("text") or message.get("bytes") or ""
            if len(content) > LONGEST_MESSAGE:
                text = f"a message is at most {LONGEST_MESSAGE:,} bytes"
                app.perform(app.dialect.refuse(MessageFault("too_long", text, fatal=True)))
            else:
                await app.receive(content)

    parts = [asyncio.create_task(work) for work in (listen(), line.pump(socket), line.wait_overfull())]
    try:
        await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
    finally:
        apps.disconnect(app)
        for part in parts:
            part.cancel()
        await asyncio.gather(*parts, return_exceptions=True)
        with suppress(RuntimeError, WebSocketDisconnect, OSError):  # the client may have ended it already
            await socket.close()
