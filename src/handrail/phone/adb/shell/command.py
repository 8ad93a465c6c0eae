"""What a shell command is: a function from its call to its result.

Most are pure in the sense that they wait for nothing; one that waits (for its standard input, for the client to leave)
is a coroutine function. A command writes nothing by itself: its result says what was printed where.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from handrail.phone.adb.handset import Handset
    from handrail.phone.adb.shell.shell import Shell
    from handrail.phone.phone import Phone


class Input(Protocol):
    """Standard input."""

    async def read(self, size: int) -> bytes:
        """At least one byte and at most `size`; nothing at the end."""
        ...

    async def wait_gone(self) -> None:
        """Until the client has closed its stream."""
        ...


@dataclass(slots=True)
class BytesInput:
    """Standard input that is known from the start: a pipe, a file or nothing."""

    data: bytes = b""
    position: int = 0

    async def read(self, size: int) -> bytes:
        """The next bytes."""
        part = self.data[self.position : self.position + size]
        self.position += len(part)
        return part

    async def wait_gone(self) -> None:
        """There is no client that could stay."""


class Output(Protocol):
    """Where what a command prints goes in the end."""

    def put(self, descriptor: int, data: bytes) -> None:
        """Keep what was printed on stdout (1) or stderr (2)."""
        ...

    async def flush(self) -> None:
        """Send what was kept, if somebody waits for it."""
        ...


@dataclass(slots=True)
class CollectedOutput:
    """Output that is kept, in the order in which it was printed."""

    parts: list[tuple[int, bytes]] = field(default_factory=list)

    def put(self, descriptor: int, data: bytes) -> None:
        """Keep what was printed."""
        self.parts.append((descriptor, data))

    async def flush(self) -> None:
        """Nobody waits."""

    def of(self, descriptor: int) -> bytes:
        """All that was printed on stdout (1) or stderr (2)."""
        return b"".join(data for number, data in self.parts if number == descriptor)


@dataclass(frozen=True, slots=True)
class Result:
    """What a command printed and the status that it ended with."""

    stdout: bytes = b""
    stderr: bytes = b""
    status: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a command."""

    shell: "Shell"
    name: str
    arguments: tuple[str, ...]
    stdin: Input
    output: Output

    @property
    def handset(self) -> "Handset":
        """The phone with what ADB knows of it."""
        return self.shell.handset

    @property
    def phone(self) -> "Phone":
        """The phone."""
        return self.shell.handset.phone

    def path(self, argument: str) -> str:
        """An absolute path without `.` and `..`."""
        return self.shell.absolute(argument)

    async def read_all(self) -> bytes:
        """All of standard input."""
        parts = bytearray()
        while part := await self.stdin.read(65536):
            parts += part
        return bytes(parts)

    def gap(self, what: str = "") -> None:
        """Record that the phone was asked for something which it does not imitate."""
        self.handset.record_gap(what or " ".join((self.name, *self.arguments)))


Command: TypeAlias = Callable[[Call], Result | Awaitable[Result]]


def encode(text: str) -> bytes:
    """Text as the phone prints it; bytes that were not UTF-8 when they came go out as they were.

    Half a character, which only a remote call can bring, is a question mark.
    """
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def decode(data: bytes) -> str:
    """What the phone reads as text."""
    return data.decode("utf-8", "surrogateescape")


def printed(text: str, status: int = 0) -> Result:
    """Text on stdout."""
    return Result(encode(text), b"", status)


def line(text: str) -> Result:
    """One line on stdout."""
    return Result(encode(text) + b"\n")


def complaint(text: str, status: int = 1) -> Result:
    """One line on stderr, and a status that says so."""
    return Result(b"", encode(text) + b"\n", status)


NOTHING = Result()
FAILED = Result(status=1)
