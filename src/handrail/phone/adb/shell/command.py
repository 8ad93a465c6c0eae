"""What a shell command is: a function from its call to its result.

Most are pure in the sense that they wait for nothing; one that waits (for its standard input, for the client to leave)
is a coroutine function. A command writes nothing by itself: its result says what was printed where.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from handrail.phone.adb.handset import Handset
    from handrail.phone.adb.shell.shell import Shell
    from handrail.phone.phone import Phone


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a command."""

    shell: Shell
    name: str
    arguments: tuple[str, ...]
    stdin: Input
    output: Output

    @property
    def handset(self) -> Handset:
        """The phone with what ADB knows of it."""
        return self.shell.handset

    @property
    def phone(self) -> Phone:
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


@dataclass(frozen=True, slots=True)
class Result:
    """What a command printed and the status that it ended with."""

    stdout: bytes = b""
    stderr: bytes = b""
    status: int = 0


NOTHING = Result()
FAILED = Result(status=1)


class CommandFailed(Exception):
    """A command cannot go on; the words go to stderr, and nothing to stdout."""

    def __init__(self, words: str, status: int = 1) -> None:
        super().__init__(words)
        self.status = status


Command: TypeAlias = Callable[[Call], Result | Awaitable[Result]]


def printed(text: str, status: int = 0) -> Result:
    """Text on stdout."""
    return Result(encode(text), b"", status)


def line(text: str) -> Result:
    """One line on stdout."""
    return Result(encode(text) + b"\n")


def complaint(text: str, status: int = 1) -> Result:
    """One line on stderr, and a status that says so."""
    return Result(b"", encode(text) + b"\n", status)


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


# Options


@dataclass(frozen=True, slots=True)
class Options:
    """Options by name without dashes, with their values (empty where they take none), and what is left."""

    given: dict[str, str]
    rest: tuple[str, ...]

    def has(self, *names: str) -> bool:
        """Whether one of them was given."""
        return any(name in self.given for name in names)

    def get(self, name: str, default: str = "") -> str:
        """The value of an option."""
        return self.given.get(name, default)

    def number(self, name: str, default: int) -> int:
        """The value of an option as a number."""
        return whole_number(self.given.get(name, ""), default)


def read_options(arguments: Iterable[str], with_value: Iterable[str] = (), *, single: bool = False) -> Options:
    """Split options from arguments. `with_value` names those that take the next word.

    Short ones may stand together as in `-la`, unless `single` says that `-name` is one word.
    """
    valued = frozenset(with_value)
    given: dict[str, str] = {}
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            rest.extend(words)
        elif word.startswith("--") or (single and len(word) > 1 and word.startswith("-")):
            name, separator, value = word.lstrip("-").partition("=")
            given[name] = value if separator else next(words, "") if name in valued else ""
        elif len(word) > 1 and word.startswith("-"):
            _read_letters(word[1:], valued, given, words)
        else:
            rest.append(word)
    return Options(given, tuple(rest))


def _read_letters(letters: str, valued: frozenset[str], given: dict[str, str], words: Iterable[str]) -> None:
    for place, letter in enumerate(letters):
        if letter in valued:
            given[letter] = letters[place + 1 :] or next(iter(words), "")
            return
        given[letter] = ""


def whole_number(text: str, default: int = 0) -> int:
    """A number as a client wrote it, fractions cut off; the default for anything else."""
    try:
        return int(float(text))
    except (ValueError, OverflowError):
        return default


# Input and output


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
