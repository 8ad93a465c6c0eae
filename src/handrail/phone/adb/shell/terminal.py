"""Lines that somebody types: with a prompt the client sends single keys and shows only what comes back."""

from handrail.phone.adb.shell.command import Input, Output, decode, encode

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
