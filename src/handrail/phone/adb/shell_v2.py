"""The two ways in which a shell's streams share one ADB stream.

In the first protocol everything that is printed is one stream without a status. In the second, packets of an id (0
stdin, 1 stdout, 2 stderr, 3 exit status, 4 end of stdin, 5 window size), a little-endian length and the data.
"""

import struct
from enum import IntEnum

from handrail.phone.adb.stream import Stream, StreamClosed, read_exactly

_HEADER = struct.Struct("<BI")
_LARGEST_PART = 64 * 1024
_LARGEST_ACCEPTED = 16 * 1024 * 1024


class PacketId(IntEnum):
    """What a packet of the second protocol carries."""

    STDIN = 0
    STDOUT = 1
    STDERR = 2
    EXIT = 3
    CLOSE_STDIN = 4
    WINDOW_SIZE = 5


class PlainShellStream:
    """The first protocol: input and output as they are."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._kept: list[bytes] = []

    async def read(self, size: int) -> bytes:
        """What the client typed."""
        return await self._stream.read(size)

    async def wait_gone(self) -> None:
        """Until the client has closed the stream."""
        while await self._stream.read(65536):
            pass

    def put(self, descriptor: int, data: bytes) -> None:  # noqa: ARG002 - both go into one stream
        """Keep what was printed, wherever it was printed."""
        self._kept.append(data)

    async def flush(self) -> None:
        """Send what was kept."""
        if self._kept:
            data = b"".join(self._kept)
            self._kept.clear()
            await self._stream.write(data)

    async def end(self, status: int) -> None:  # noqa: ARG002 - this protocol has no place for it
        """There is no way to say the status."""
        await self.flush()


class PacketShellStream:
    """The second protocol, with stderr and the exit status."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._kept: list[bytes] = []
        self._typed = bytearray()
        self._ended = False

    async def read(self, size: int) -> bytes:
        """What the client typed."""
        while not self._typed and not self._ended:
            await self._packet()
        part = bytes(self._typed[:size])
        del self._typed[:size]
        return part

    async def wait_gone(self) -> None:
        """Until the client has closed the stream; what it types meanwhile is dropped."""
        while await self._stream.read(65536):
            pass

    async def _packet(self) -> None:
        first = await self._stream.read(_HEADER.size)
        if not first:
            self._ended = True
            return
        if len(first) < _HEADER.size:
            first += await read_exactly(self._stream, _HEADER.size - len(first))
        kind, length = _HEADER.unpack(first)
        if length > _LARGEST_ACCEPTED:
            raise StreamClosed(f"a shell packet of {length:,} bytes")
        data = await read_exactly(self._stream, length)
        if kind == PacketId.STDIN:
            self._typed += data
        elif kind == PacketId.CLOSE_STDIN:
            self._ended = True

    def put(self, descriptor: int, data: bytes) -> None:
        """Keep what was printed on stdout (1) or stderr (2)."""
        kind = PacketId.STDERR if descriptor == PacketId.STDERR else PacketId.STDOUT
        for start in range(0, len(data), _LARGEST_PART):
            part = data[start : start + _LARGEST_PART]
            self._kept += (_HEADER.pack(kind, len(part)), part)

    async def flush(self) -> None:
        """Send what was kept."""
        if self._kept:
            data = b"".join(self._kept)
            self._kept.clear()
            await self._stream.write(data)

    async def end(self, status: int) -> None:
        """Send what was kept and the exit status."""
        self._kept.append(_HEADER.pack(PacketId.EXIT, 1) + bytes([status & 0xFF]))
        await self.flush()
