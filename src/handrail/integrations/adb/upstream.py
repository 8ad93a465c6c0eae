"""The ADB server behind: connections to it, and the streams of the one phone that is guarded."""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass

from handrail.device.adb_protocol.request import RequestFailure, block
from handrail.device.adb_protocol.shell_packet import PACKET_HEADER, PacketId
from handrail.device.adb_protocol.stream import SocketStream, StreamClosed
from handrail.error import DeviceLost

_LARGEST_OUTPUT = 64 * 1024 * 1024
_PART = 64 * 1024


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What a command printed, and what it ended with."""

    stdout: bytes
    stderr: bytes
    status: int


@dataclass(frozen=True, slots=True)
class Upstream:
    """An ADB server on this computer, and the serial number of the phone."""

    port: int
    serial: str

    async def connect(self) -> SocketStream:
        """A connection to the server. Raises `RequestFailure`."""
        try:
            return SocketStream(*await asyncio.open_connection("127.0.0.1", self.port))
        except OSError as error:
            raise RequestFailure(f"the ADB server on port {self.port} does not answer: {error}") from None

    async def ask(self, request: str) -> SocketStream:
        """The connection on which the server said yes to a request. Raises `RequestFailure` with what it said else."""
        stream = await self.connect()
        try:
            await say(stream, request)
        except BaseException:
            stream.abort()
            raise
        return stream

    async def open(self, service: str) -> SocketStream:
        """The stream of a service of the phone. Raises `RequestFailure` where the phone refuses it."""
        stream = await self.ask(f"host:transport:{self.serial}")
        try:
            await say(stream, service)
        except BaseException:
            stream.abort()
            raise
        return stream

    async def run(self, line: str) -> CommandResult:
        """Run a line to its end. Raises `DeviceLost` where nobody knows how far it came."""
        try:
            stream = await self.open(f"shell,v2,raw:{line}")
            try:
                return await _to_the_end(stream)
            finally:
                stream.abort()
        except (RequestFailure, StreamClosed) as error:
            raise DeviceLost(f"`{line[:60]}`: {error}") from None

    async def transport_ids(self) -> Mapping[str, int]:
        """The number that the server behind calls the phone by. Raises `RequestFailure`."""
        stream = await self.ask("host:devices-l")
        try:
            lines = (await read_block(stream)).splitlines()
        finally:
            stream.abort()
        [mine] = [line for line in lines if line.split()[:1] == [self.serial]] or [""]
        found = _TRANSPORT_ID.search(mine)
        return {} if found is None else {self.serial: int(found[1])}


_TRANSPORT_ID = re.compile(r"\btransport_id:(\d{1,9})\b")
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d{1,9})\r\n", re.IGNORECASE)


async def answered(stream: SocketStream, request: bytes) -> bytes:
    """The whole HTTP answer of a port of the phone. Raises `DeviceLost` where nobody knows what came of it."""
    try:
        await stream.write(request)
        return await _http_answer(stream)
    except StreamClosed as error:
        raise DeviceLost(f"the server of uiautomator2 does not answer: {error}") from None


async def _http_answer(stream: SocketStream) -> bytes:
    """As many bytes as its head says, or all there are."""
    answer = bytearray()
    while part := await stream.read(_PART):
        answer += part
        end = answer.find(b"\r\n\r\n") + 4
        length = _LENGTH.search(answer, 0, end) if end > 3 else None
        if length is not None and len(answer) >= end + int(length[1]):
            break
        if len(answer) > _LARGEST_OUTPUT:
            raise StreamClosed("more than anybody reads")
    if not answer:
        raise StreamClosed("nothing came back")
    return bytes(answer)


class Ahead:
    """A connection on which the phone is chosen already, made before anybody asks for it; at most one is kept.

    What reads does not wait for it then. It is for reading alone: where it turns out to be closed, the same is asked
    again on a new one.
    """

    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream
        self._made: asyncio.Task[SocketStream] | None = None

    async def open(self, service: str) -> SocketStream:
        """The stream of a service that reads. Raises `RequestFailure`."""
        made, self._made = self._made, None
        if made is not None:
            try:
                stream = await made
                await say(stream, service)
                return stream
            except RequestFailure:
                await _let_go(made)
        return await self._upstream.open(service)

    def make(self) -> None:
        """Make one for the next who asks."""
        if self._made is None:
            self._made = asyncio.ensure_future(self._upstream.ask(f"host:transport:{self._upstream.serial}"))

    async def close(self) -> None:
        """Let it go."""
        made, self._made = self._made, None
        if made is not None:
            made.cancel()
            await _let_go(made)


async def _let_go(made: "asyncio.Task[SocketStream]") -> None:
    [stream] = await asyncio.gather(made, return_exceptions=True)
    if isinstance(stream, SocketStream):
        stream.abort()


async def say(stream: SocketStream, request: str) -> None:
    """Send a request and take its yes. Raises `RequestFailure` with what was said else."""
    try:
        await stream.write(block(request))
        said = await stream.read_exactly(4)
        if said == b"OKAY":
            return
        reason = await read_block(stream) if said == b"FAIL" else repr(said)
    except StreamClosed as error:
        raise RequestFailure(f"the ADB server said nothing: {error}") from None
    raise RequestFailure(reason)


async def read_block(stream: SocketStream) -> str:
    """A text with its length before it."""
    digits = await stream.read_exactly(4)
    return (await stream.read_exactly(int(digits, 16))).decode("utf-8", "replace")


async def _to_the_end(stream: SocketStream) -> CommandResult:
    printed = {PacketId.STDOUT: bytearray(), PacketId.STDERR: bytearray()}
    while True:
        kind, length = PACKET_HEADER.unpack(await stream.read_exactly(PACKET_HEADER.size))
        if length > _LARGEST_OUTPUT:
            raise StreamClosed(f"a packet of {length:,} bytes")
        data = await stream.read_exactly(length)
        if kind == PacketId.EXIT:
            return CommandResult(
                bytes(printed[PacketId.STDOUT]), bytes(printed[PacketId.STDERR]), data[0] if data else 255
            )
        if kind in printed:
            printed[PacketId(kind)] += data
            if len(printed[PacketId(kind)]) > _LARGEST_OUTPUT:
                raise StreamClosed("more output than anybody reads")
