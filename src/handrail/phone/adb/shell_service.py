"""The shell service: shells behind ADB streams, for one line or line after line as somebody types them.

In the first protocol everything that is printed is one stream without a status; the second speaks in packets.
"""

from __future__ import annotations

from handrail.device.adb_protocol.shell_packet import PACKET_HEADER, PacketId
from handrail.device.adb_protocol.stream import Stream, StreamClosed, read_exactly
from handrail.phone.adb.handset import Handset
from handrail.phone.adb.shell.command import BytesInput, CollectedOutput, Input, Output, Result, decode, encode
from handrail.phone.adb.shell.shell import Allowance, Shell, drive
from handrail.phone.adb.shell.table import COMMANDS


async def serve_plain(handset: Handset, line: str, stream: Stream) -> None:
    """`shell:` and `exec:`: what is printed comes back as it is, and the stream ends."""
    await _serve(handset, line, terminal=True, stream=PlainShellStream(stream))


async def serve_packets(handset: Handset, line: str, terminal: bool, stream: Stream) -> None:
    """`shell,v2`: stdout, stderr and the status apart."""
    await _serve(handset, line, terminal=terminal, stream=PacketShellStream(stream))


def run_line(handset: Handset, line: str, stdin: bytes = b"") -> Result:
    """Run one line in this process without ADB, and without waiting for anything."""
    output = CollectedOutput()
    status = drive(_run(Shell(handset, COMMANDS), line, BytesInput(stdin), output))
    return Result(output.of(1), output.of(2), status)


async def _serve(handset: Handset, line: str, *, terminal: bool, stream: PlainShellStream) -> None:
    shell = Shell(handset, COMMANDS)
    if line:
        await stream.end(await _run(shell, line, stream, stream))
    else:
        await stream.end(await _converse(shell, stream, terminal=terminal))


async def _run(shell: Shell, line: str, stdin: Input, output: Output) -> int:
    before = shell.handset.phone.generation
    shell.allowance = Allowance()
    try:
        return await shell.run(line, stdin, output)
    finally:
        shell.handset.record_command(line, before)


async def _converse(shell: Shell, stream: PlainShellStream, *, terminal: bool) -> int:
    """Lines as they come; with a terminal also the prompt, and what is typed is shown."""
    typed = Terminal(stream, stream, prompt=f"{shell.handset.identity.device}:{shell.directory} # " if terminal else "")
    while (line := await typed.line()) is not None:
        if line.split()[:1] == ["exit"]:
            await _run(shell, line, BytesInput(), stream)
            break
        if line.strip():
            await _run(shell, line, BytesInput(), typed.output)
        typed.prompt = f"{shell.handset.identity.device}:{shell.directory} # " if terminal else ""
    return shell.status


# Lines that somebody types


_LONGEST_LINE = 64 * 1024


class Terminal:
    """Reads lines. With a prompt it is a terminal: keys are echoed, deleting and Ctrl-C, Ctrl-D work."""

    def __init__(self, stdin: Input, output: Output, prompt: str) -> None:
        self._stdin = stdin
        self._target = output
        self._waiting = b""
        self.prompt = prompt
        self.output: Output = _LineEnds(output) if prompt else output

    async def line(self) -> str | None:
        """The next line without its end; None when nothing more comes."""
        self._target.put(1, encode(self.prompt))
        await self._target.flush()
        line = bytearray()
        while len(line) < _LONGEST_LINE:
            key = await self._key()
            if key in (b"\n", b"\r"):
                await self._echo(b"\r\n")
                return decode(bytes(line))
            if not key or (key == b"\x04" and not line):
                return decode(bytes(line)) if line else None
            if not self.prompt:
                line += key
            elif key == b"\x03":
                line.clear()
                await self._echo(b"^C\r\n" + encode(self.prompt))
            elif key in (b"\x7f", b"\x08"):
                if line:
                    del line[-1:]
                    await self._echo(b"\b \b")
            elif key >= b" ":
                line += key
                await self._echo(key)
        return decode(bytes(line))

    async def _key(self) -> bytes:
        if not self._waiting:
            self._waiting = await self._stdin.read(4096)
        key, self._waiting = self._waiting[:1], self._waiting[1:]
        return key

    async def _echo(self, shown: bytes) -> None:
        if self.prompt:
            self._target.put(1, shown)
            await self._target.flush()


class _LineEnds:
    """Output to a terminal, where a line ends with a carriage return too."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def put(self, descriptor: int, data: bytes) -> None:
        self._output.put(descriptor, data.replace(b"\n", b"\r\n"))

    async def flush(self) -> None:
        await self._output.flush()


# The two protocols


_LARGEST_PART = 64 * 1024
_LARGEST_ACCEPTED = 16 * 1024 * 1024


class PlainShellStream:
    """The first protocol: input and output as they are."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._kept: list[bytes] = []

    async def read(self, size: int) -> bytes:
        """What the client typed."""
        return await self._stream.read(size)

    async def wait_gone(self) -> None:
        """Until the client has closed the stream; what it types meanwhile is dropped."""
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


class PacketShellStream(PlainShellStream):
    """The second protocol, with stderr and the exit status."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(stream)
        self._typed = bytearray()
        self._ended = False

    async def read(self, size: int) -> bytes:
        """What the client typed."""
        while not self._typed and not self._ended:
            await self._packet()
        part = bytes(self._typed[:size])
        del self._typed[:size]
        return part

    async def _packet(self) -> None:
        first = await self._stream.read(PACKET_HEADER.size)
        if not first:
            self._ended = True
            return
        if len(first) < PACKET_HEADER.size:
            first += await read_exactly(self._stream, PACKET_HEADER.size - len(first))
        kind, length = PACKET_HEADER.unpack(first)
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
            self._kept += (PACKET_HEADER.pack(kind, len(part)), part)

    async def end(self, status: int) -> None:
        """Send what was kept and the exit status."""
        self._kept.append(PACKET_HEADER.pack(PacketId.EXIT, 1) + bytes([status & 0xFF]))
        await self.flush()
