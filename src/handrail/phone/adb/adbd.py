"""The daemon on the device, over TCP: for the real adb server, for `adb connect`, and for clients without a server.

A connection carries many streams, each with an identifier on either side. At most one WRTE of a stream is under way:
the next waits for its OKAY. Source: `protocol.txt` of the Android source, and what adb 29, adb 36 and adb-shell send.
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
from dataclasses import dataclass
from enum import IntEnum

from handrail.device.adb_protocol.stream import Listener, Serve, SocketStream, StreamClosed
from handrail.phone.adb.handset import FEATURES, Handset
from handrail.phone.adb.services import dispatch

_UNREAD_BYTES = 1024 * 1024
_MOST_STREAMS = 4096


class Adbd(Listener):
    """One simulated phone as a device that is debugged over TCP. Loopback only: there is no authorisation.

    An adb server that runs on this computer finds odd ports from 5555 to 5585 by itself.
    """

    def __init__(self, handset: Handset) -> None:
        super().__init__(self._talk)
        self._handset = handset

    async def _talk(self, stream: SocketStream) -> None:
        connection = _Connection(self._handset, stream)
        try:
            await connection.run()
        except MalformedPacket:
            stream.abort()
        finally:
            await connection.close()


class _Connection:
    """One host, with its streams."""

    def __init__(self, handset: Handset, socket: SocketStream) -> None:
        self._handset = handset
        self._socket = socket
        self._version = 0
        self._streams: dict[int, _DeviceStream] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._last_id = 0
        self.largest_payload = LARGEST_PAYLOAD

    async def run(self) -> None:
        """Take messages until the host leaves."""
        while True:
            header = unpack_header(await self._socket.read_exactly(HEADER.size))
            payload = await self._socket.read_exactly(header.length) if header.length else b""
            if 0 < self._version < VERSION_WITHOUT_CHECKSUM and header.checksum != checksum(payload):
                raise MalformedPacket("the checksum does not fit the payload")
            await self._take(header, payload)

    async def close(self) -> None:
        """End all streams."""
        for stream in self._streams.values():
            stream.end()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def send(self, command: Command, first: int, second: int, payload: bytes = b"") -> None:
        """Send one message."""
        with_checksum = self._version < VERSION_WITHOUT_CHECKSUM or command is Command.CNXN
        await self._socket.write(pack(command, first, second, payload, with_checksum=with_checksum))

    async def _take(self, header: Header, payload: bytes) -> None:
        if header.command is Command.CNXN:
            await self._greet(header)
            return
        if not self._version:
            return  # AUTH and STLS are offers that nobody has to take up; anything else comes too early
        stream = self._streams.get(header.second)
        match header.command:
            case Command.OPEN:
                await self._open(header.first, payload)
            case Command.OKAY if stream is not None:
                stream.acknowledged()
            case Command.WRTE if stream is not None and stream.remote_id == header.first:
                await stream.feed(payload)
            case Command.WRTE:
                await self.send(Command.CLSE, 0, header.first)
            case Command.CLSE if stream is not None:
                # The adb binary does not need this answer; adb-shell waits for it until its timeout.
                del self._streams[header.second]
                stream.end()
                await self.send(Command.CLSE, stream.local_id, stream.remote_id)

    async def _greet(self, header: Header) -> None:
        for stream in self._streams.values():
            stream.end()
        self._streams.clear()
        self._version = max(VERSION, min(header.first, VERSION_WITHOUT_CHECKSUM))
        self.largest_payload = max(1, min(header.second, LARGEST_PAYLOAD))
        banner = self._handset.identity.banner(FEATURES)
        await self.send(Command.CNXN, self._version, self.largest_payload, banner)

    async def _open(self, remote_id: int, payload: bytes) -> None:
        service = payload.rstrip(b"\0").decode("utf-8", "surrogateescape")
        serve = dispatch(self._handset, service) if len(self._streams) < _MOST_STREAMS else None
        if serve is None or not remote_id:
            await self.send(Command.CLSE, 0, remote_id)
            return
        self._last_id += 1
        stream = _DeviceStream(self, self._last_id, remote_id)
        self._streams[stream.local_id] = stream
        await self.send(Command.OKAY, stream.local_id, remote_id)
        task = asyncio.get_running_loop().create_task(self._run(serve, stream))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, serve: Serve, stream: _DeviceStream) -> None:
        try:
            await serve(stream)
            await stream.drained()
        except StreamClosed:
            pass  # a client that goes away is its own affair
        finally:
            if self._streams.pop(stream.local_id, None) is not None:
                stream.end()
                await self._say_closed(stream)

    async def _say_closed(self, stream: _DeviceStream) -> None:
        with contextlib.suppress(StreamClosed):  # nobody may be left to be told
            await self.send(Command.CLSE, stream.local_id, stream.remote_id)


class _DeviceStream:
    """One of the streams of a connection."""

    def __init__(self, connection: _Connection, local_id: int, remote_id: int) -> None:
        self.local_id = local_id
        self.remote_id = remote_id
        self._connection = connection
        self._received = bytearray()
        self._arrived = asyncio.Event()
        self._may_write = asyncio.Event()
        self._may_write.set()
        self._owes_okay = False
        self._ended = False

    async def read(self, size: int) -> bytes:
        """At least one byte and at most `size`; nothing when the host has closed the stream."""
        while not self._received and not self._ended:
            self._arrived.clear()
            await self._arrived.wait()
        part = bytes(self._received[:size])
        del self._received[:size]
        if self._owes_okay and len(self._received) < _UNREAD_BYTES and not self._ended:
            self._owes_okay = False
            await self._connection.send(Command.OKAY, self.local_id, self.remote_id)
        return part

    async def write(self, data: bytes) -> None:
        """Send all of it, one message at a time, each after the one before was acknowledged."""
        limit = self._connection.largest_payload
        for start in range(0, len(data), limit):
            await self.drained()
            self._may_write.clear()
            await self._connection.send(Command.WRTE, self.local_id, self.remote_id, data[start : start + limit])

    async def drained(self) -> None:
        """Wait until the last message was acknowledged; raises `StreamClosed` when it never will be."""
        await self._may_write.wait()
        if self._ended:
            raise StreamClosed("the host closed the stream")

    async def feed(self, data: bytes) -> None:
        """Take what the host sent; it goes on at once unless nobody reads."""
        self._received += data
        self._arrived.set()
        if len(self._received) < _UNREAD_BYTES:
            await self._connection.send(Command.OKAY, self.local_id, self.remote_id)
        else:
            self._owes_okay = True

    def acknowledged(self) -> None:
        """The host took the last message."""
        self._may_write.set()

    def end(self) -> None:
        """Nothing more comes and nothing more goes."""
        self._ended = True
        self._arrived.set()
        self._may_write.set()


# Messages: a header of 24 bytes, then the payload


HEADER = struct.Struct("<6I")
VERSION = 0x01000000
VERSION_WITHOUT_CHECKSUM = 0x01000001
LARGEST_PAYLOAD = 256 * 1024
LARGEST_ACCEPTED = 1024 * 1024


class Command(IntEnum):
    """Four letters, read as a little-endian number."""

    CNXN = 0x4E584E43
    AUTH = 0x48545541
    OPEN = 0x4E45504F
    OKAY = 0x59414B4F
    WRTE = 0x45545257
    CLSE = 0x45534C43
    STLS = 0x534C5453
    SYNC = 0x434E5953


class MalformedPacket(Exception):
    """What came is not ADB; the connection it came on is closed, and only that one."""


@dataclass(frozen=True, slots=True)
class Header:
    """What is known of a message before its payload."""

    command: Command
    first: int
    second: int
    length: int
    checksum: int


def pack(command: Command, first: int, second: int, payload: bytes = b"", *, with_checksum: bool = True) -> bytes:
    """One message; the checksum is what versions before 0x01000001 want, and a third of the cost of a large one."""
    check = checksum(payload) if with_checksum else 0
    return HEADER.pack(command, first, second, len(payload), check, command ^ 0xFFFFFFFF) + payload


def unpack_header(data: bytes) -> Header:
    """Read the 24 bytes before a payload; raises `MalformedPacket`."""
    command, first, second, length, check, magic = HEADER.unpack(data)
    if magic != command ^ 0xFFFFFFFF:
        raise MalformedPacket(f"magic {magic:#010x} does not belong to command {command:#010x}")
    if length > LARGEST_ACCEPTED:
        raise MalformedPacket(f"a payload of {length:,} bytes; at most {LARGEST_ACCEPTED:,} were agreed")
    try:
        return Header(Command(command), first, second, length, check)
    except ValueError:
        raise MalformedPacket(f"no command {command:#010x}") from None


def checksum(payload: bytes) -> int:
    """The sum of the bytes, as a 32-bit number."""
    return sum(payload) & 0xFFFFFFFF
