"""The app protocol on a TCP port: one message a line."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from handrail.server.app_port.connected_apps import ConnectedApps
from handrail.server.app_port.either import Either
from handrail.server.app_port.limits import AppPortLimits
from handrail.server.app_port.message import LONGEST_MESSAGE, MessageFault

_CHUNK = 64 * 1024


@dataclass(slots=True)
class TcpLine:
    """The way back over a socket."""

    writer: asyncio.StreamWriter
    most_unsent_bytes: int

    def send(self, document: Mapping[str, Any]) -> None:
        """One line, as far as the client reads; who does not is cut off."""
        if self.writer.is_closing():
            return
        self.writer.write(json.dumps(document, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
        if self.writer.transport.get_write_buffer_size() > self.most_unsent_bytes:
            self.writer.transport.abort()

    def close(self) -> None:
        """End the connection after what was sent."""
        if not self.writer.is_closing():
            self.writer.close()


@asynccontextmanager
async def open_tcp(apps: ConnectedApps, listening: socket.socket) -> AsyncIterator[None]:
    """Take connections on a socket until this is left; those that are open end with it."""
    serving: set[asyncio.Task[None]] = set()

    def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(_serve_one(apps, reader, writer))
        serving.add(task)
        task.add_done_callback(serving.discard)

    server = await asyncio.start_server(serve, sock=listening, limit=_CHUNK)
    try:
        yield
    finally:
        server.close()
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
        await server.wait_closed()


async def _serve_one(
    apps: ConnectedApps,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
) -> None:
    line = TcpLine(writer, apps.limits.most_unsent_bytes)
    if apps.number >= apps.limits.most_connections:
        line.close()
        return
    _keep_alive(writer)
    app = apps.connect(line, Either)
    try:
        async for message in _lines(reader, apps.limits):
            await app.receive(message)
            await asyncio.sleep(0)  # others have their turn between two messages of one client
            if writer.is_closing():
                break
    except MessageFault as fault:
        app.perform(app.dialect.refuse(fault))
    except OSError:  # reset, or gone without a word
        pass
    finally:
        apps.disconnect(app)
        line.close()
        with suppress(OSError, asyncio.CancelledError):
            await writer.wait_closed()


async def _lines(reader: asyncio.StreamReader, limits: AppPortLimits) -> AsyncIterator[bytes]:
    """Each line as it is complete; what comes without an end is not waited for. Raises `MessageFault`."""
    buffer, searched = bytearray(), 0
    unfinished_since: float | None = None
    loop = asyncio.get_running_loop()
    while True:
        end = buffer.find(b"\n", searched)
        if end >= 0 and end <= LONGEST_MESSAGE:
            message = bytes(buffer[:end]).rstrip(b"\r")
            del buffer[: end + 1]
            searched, unfinished_since = 0, None
            if message.strip():
                yield message
            continue
        if len(buffer) > LONGEST_MESSAGE:
            raise MessageFault("too_long", f"a message is at most {LONGEST_MESSAGE:,} bytes", fatal=True)
        searched = len(buffer)
        if buffer and unfinished_since is None:
            unfinished_since = loop.time()
        try:
            async with asyncio.timeout_at(None if unfinished_since is None else unfinished_since + limits.line_seconds):
                chunk = await reader.read(_CHUNK)
        except TimeoutError:
            text = f"a line was not ended within {limits.line_seconds:g} seconds; end each message with a line feed"
            raise MessageFault("protocol", text, fatal=True) from None
        if not chunk:
            return
        buffer += chunk


def _keep_alive(writer: asyncio.StreamWriter) -> None:
    """A client that is gone without a word is noticed by the system."""
    plug = writer.get_extra_info("socket")
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3)):
        if hasattr(socket, option):
            plug.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
