"""The two-way stream of bytes between a client and one service of the phone."""

import asyncio
import contextlib
import socket
from asyncio import StreamReader, StreamWriter, Transport
from collections.abc import Awaitable, Callable
from typing import Protocol, Self, TypeAlias

ConnectionHandler: TypeAlias = Callable[["SocketStream"], Awaitable[None]]

_BUFFER_BYTES = 1024 * 1024
_QUICK_ACK = getattr(socket, "TCP_QUICKACK", None)


class StreamClosed(Exception):
    """The other side is gone, or half gone in the middle of something."""


class Stream(Protocol):
    """What a service reads from and writes to; whoever opened it closes it."""

    async def read(self, size: int) -> bytes:
        """At least one byte and at most `size`; nothing when the other side has sent all."""
        ...

    async def write(self, data: bytes) -> None:
        """Send all of it, waiting while the other side is slow; raises `StreamClosed` when it is gone."""
        ...


Serve: TypeAlias = Callable[[Stream], Awaitable[None]]
"""Answers on a stream until it is done."""


async def read_exactly(stream: Stream, size: int) -> bytes:
    """Exactly that many bytes; raises `StreamClosed` when the stream ends before."""
    parts = bytearray()
    while len(parts) < size:
        part = await stream.read(size - len(parts))
        if not part:
            raise StreamClosed(f"the stream ended after {len(parts)} of {size} bytes")
        parts += part
    return bytes(parts)


class SocketStream:
    """A stream over a TCP connection."""

    def __init__(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def read(self, size: int) -> bytes:
        """At least one byte and at most `size`; nothing when the other side has sent all."""
        try:
            return await self._reader.read(size)
        except OSError as error:
            raise StreamClosed(str(error)) from error

    async def read_exactly(self, size: int) -> bytes:
        """Exactly that many bytes; raises `StreamClosed` when the stream ends before."""
        try:
            return await self._reader.readexactly(size)
        except (OSError, asyncio.IncompleteReadError) as error:
            raise StreamClosed(str(error)) from error

    async def write(self, data: bytes) -> None:
        """Send all of it, waiting while the other side is slow."""
        if self._writer.is_closing():
            raise StreamClosed("the connection is closed")
        try:
            self._writer.write(data)
            await self._writer.drain()
        except OSError as error:
            raise StreamClosed(str(error)) from error

    async def close(self) -> None:
        """Send what is buffered, say that nothing more comes, and let go.

        Bytes that the client sent and nobody read would turn the close into a reset, which throws away what the
        client has not read yet; so they are read, for a moment.
        """
        self.end()
        if not self._writer.is_closing() and not self._reader.at_eof():
            with contextlib.suppress(asyncio.TimeoutError, OSError):
                await asyncio.wait_for(self._discard(), 1.0)
        self.abort()

    def end(self) -> None:
        """Say that nothing more comes; what the other side says still does."""
        with contextlib.suppress(OSError, RuntimeError):
            if self._writer.can_write_eof() and not self._writer.is_closing():
                self._writer.write_eof()

    def abort(self) -> None:
        """Let go at once."""
        self._writer.close()

    async def _discard(self) -> None:
        while await self._reader.read(65536):
            pass


class _QuickProtocol(asyncio.StreamReaderProtocol):
    """Acknowledges every segment at once.

    Clients send a header and its payload as two segments; with Nagle's algorithm on their side the second waits for
    our acknowledgement, which the kernel delays by 40 ms unless told otherwise again after each read.
    """

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, Transport)
        self._socket: socket.socket = transport.get_extra_info("socket")
        self._acknowledge_quickly()
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._acknowledge_quickly()

    def _acknowledge_quickly(self) -> None:
        if _QUICK_ACK is not None:
            with contextlib.suppress(OSError):
                self._socket.setsockopt(socket.IPPROTO_TCP, _QUICK_ACK, 1)


class Listener:
    """A TCP port on the loopback address; every connection is handled by itself, and none can end the others.

    Use it as an asynchronous context manager, or `start` and `stop` it.
    """

    def __init__(self, handle: ConnectionHandler) -> None:
        self.port = 0
        self._handle = handle
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def start(self, port: int = 0) -> int:
        """Listen on 127.0.0.1, on any free port for 0; the port."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._protocol, "127.0.0.1", port, backlog=512)
        self.port = self._server.sockets[0].getsockname()[1]
        return self.port

    async def stop(self) -> None:
        """Stop listening and end every connection."""
        if self._server is not None:
            self._server.close()
            self._server = None
        connections = tuple(self._connections)
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def _protocol(self) -> asyncio.BaseProtocol:
        reader = StreamReader(limit=_BUFFER_BYTES)
        return _QuickProtocol(reader, self._connected)

    def _connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        if self._server is None:  # it came while the port was being closed
            writer.close()
            return
        task = asyncio.get_running_loop().create_task(self._serve(SocketStream(reader, writer)))
        self._connections.add(task)

        def ended(task: asyncio.Task[None]) -> None:
            self._connections.discard(task)
            if task.cancelled():  # maybe before it began, or with bytes left that nobody takes
                writer.transport.abort()

        task.add_done_callback(ended)

    async def _serve(self, stream: SocketStream) -> None:
        try:
            await self._handle(stream)
            await stream.close()
        except StreamClosed:
            pass  # a client that goes away is its own affair
        finally:
            stream.abort()
