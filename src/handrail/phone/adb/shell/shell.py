"""A shell on the phone: it runs scripts one command after the other and keeps directory, variables and status.

What a line may use up is counted in steps and bytes rather than timed, so that it ends alike on every machine.
"""

from __future__ import annotations

import asyncio
import fnmatch
import posixpath
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TypeAlias

from handrail.device.adb_protocol.shell_syntax import (
    BOTH,
    For,
    Group,
    If,
    Node,
    Pipeline,
    Redirection,
    Script,
    ShellSyntaxError,
    Simple,
    Substitution,
    Text,
    Variable,
    While,
    Word,
    parse,
)
from handrail.device.adb_protocol.stream import StreamClosed
from handrail.phone.adb.handset import Handset
from handrail.phone.adb.shell.command import (
    BytesInput,
    Call,
    CollectedOutput,
    Command,
    CommandFailed,
    Input,
    Output,
    Result,
    complaint,
    decode,
    encode,
)

MOST_STEPS = 50_000
"""How many commands and rounds one line may run; a script without end would hold its client and all others for ever."""
MOST_BYTES = 256 * 1024 * 1024
"""How much its values and what it prints may add up to; a value that is doubled in a loop soon fills every memory."""


@dataclass(slots=True)
class Allowance:
    """What a shell and those that it starts may still use up."""

    steps: int = MOST_STEPS
    bytes: int = MOST_BYTES

    def step(self, count: int = 1) -> None:
        """A command, a round of a loop, or work that takes as long as so many of them."""
        self.steps -= count
        if self.steps < 0:
            raise Exhausted

    def took(self, size: int) -> None:
        """So many bytes or characters were printed, or put in the place of a variable."""
        self.bytes -= size
        if self.bytes < 0:
            raise Exhausted


class Exhausted(Exception):
    """The script does more than anybody waits for."""


CRASHED = "crashed:"
"""How a gap begins that is a defect of a command."""
_STEPS_AT_A_STRETCH = 10
_FOLDERS = ("/system/bin/", "/system/xbin/", "/vendor/bin/", "/bin/", "/sbin/", "/product/bin/")


@dataclass(slots=True)
class Shell:
    """One shell. `commands` is what it can run besides what is built in."""

    handset: Handset
    commands: Mapping[str, Command]
    directory: str = "/"
    variables: dict[str, str] = field(default_factory=lambda: {"HOME": "/", "PATH": "/system/bin", "USER": "shell"})
    status: int = 0
    allowance: Allowance = field(default_factory=Allowance)

    async def run(self, source: str, stdin: Input, output: Output) -> int:
        """Run a script; what it prints goes to the output, and the status of the last command comes back."""
        try:
            await self.run_script(parse(source), stdin, output)
        except ShellSyntaxError as error:
            self.handset.record_gap(f"syntax: {source}")
            output.put(2, encode(f"/system/bin/sh: syntax error: {error}\n"))
            self.status = 1
        except (Exhausted, RecursionError):
            output.put(2, b"/system/bin/sh: stopped: too many commands, too much text, or nested too deeply\n")
            self.status = 1
        except ShellExit as end:
            self.status = end.status
        await output.flush()
        return self.status

    def absolute(self, path: str) -> str:
        """An absolute path without `.` and `..`."""
        whole = posixpath.normpath(posixpath.join(self.directory, path))
        return "/" + whole.lstrip("/")

    def copy(self) -> Shell:
        """A shell of its own that starts where this one is."""
        return replace(self, variables=dict(self.variables))

    async def call(self, words: tuple[str, ...], stdin: Input, output: Output) -> int:
        """Run one command with its arguments."""
        await self._count()
        name = command_name(words[0])
        command = self.commands.get(name)
        if command is None:
            self.handset.record_gap(" ".join(words))
            _put(output, _not_found(words[0]))
            return 127
        try:
            outcome = command(Call(self, name, words[1:], stdin, output))
            result = outcome if isinstance(outcome, Result) else await outcome
        except CommandFailed as failed:
            result = complaint(str(failed), failed.status)
        except (ShellExit, Exhausted, RecursionError, StreamClosed):
            raise
        except Exception as defect:  # a program that crashes is one command's end, not that of the phone
            self.handset.record_gap(f"{CRASHED} {' '.join(words)}: {defect!r}")
            result = complaint("Segmentation fault", 139)
        self.allowance.took(len(result.stdout) + len(result.stderr))
        _put(output, result)
        return result.status

    async def run_script(self, script: Script, stdin: Input, output: Output) -> int:
        """Run a script that is parsed already; the status of its last command."""
        for step in script.steps:
            if step.when == "always" or (step.when == "succeeded") is (self.status == 0):
                self.status = await self._pipeline(step.pipeline, stdin, output)
        return self.status

    async def _pipeline(self, pipeline: Pipeline, stdin: Input, output: Output) -> int:
        *before, last = pipeline.commands
        for node in before:
            collected = CollectedOutput()
            await self.copy().run_node(node, stdin, collected)
            for descriptor, data in collected.parts:
                if descriptor != 1:
                    output.put(descriptor, data)
            stdin = BytesInput(collected.of(1))
        status = await self.run_node(last, stdin, output)
        return int(status == 0) if pipeline.negated else status

    async def run_node(self, node: Node, stdin: Input, output: Output) -> int:
        """Run one part of a script, with its redirections."""
        if not node.redirections:
            return await self._bare(node, stdin, output)
        for redirection in node.redirections:
            if redirection.kind == "<":
                path = self.absolute(await self._text(redirection.target))
                content = self.handset.files.read(path)
                if content is None:
                    output.put(2, encode(f"/system/bin/sh: can't open {path}: No such file or directory\n"))
                    return 1
                stdin = BytesInput(content)
        collected = CollectedOutput()
        status = await self._bare(node, stdin, collected)
        return await self._distribute(collected, node.redirections, output) or status

    async def _bare(self, node: Node, stdin: Input, output: Output) -> int:
        match node:
            case Simple():
                return await self._simple(node, stdin, output)
            case Group(script, own_variables):
                if not own_variables:
                    return await self.run_script(script, stdin, output)
                try:
                    return await self.copy().run_script(script, stdin, output)
                except ShellExit as end:
                    return end.status
            case If():
                return await self._if(node, stdin, output)
            case For(name, words, body):
                status = 0
                for value in await self._words(words):
                    await self._count()
                    self.variables[name] = value
                    status = await self.run_script(body, stdin, output)
                    await output.flush()
                return status
            case While():
                return await self._while(node, stdin, output)

    async def _if(self, node: If, stdin: Input, output: Output) -> int:
        for condition, body in node.branches:
            if await self.run_script(condition, stdin, output) == 0:
                return await self.run_script(body, stdin, output)
        self.status = 0
        return await self.run_script(node.otherwise, stdin, output) if node.otherwise else 0

    async def _while(self, node: While, stdin: Input, output: Output) -> int:
        status = 0
        while (await self.run_script(node.condition, stdin, output) == 0) is not node.until:
            await self._count()
            status = await self.run_script(node.body, stdin, output)
            await output.flush()
        return status

    async def _count(self) -> None:
        """Count a command or a round, and now and then let other clients have their turn."""
        self.allowance.step()
        if self.allowance.steps % _STEPS_AT_A_STRETCH == 0:
            await asyncio.sleep(0)

    async def _simple(self, node: Simple, stdin: Input, output: Output) -> int:
        words = await self._words(node.words)
        assigned = {name: await self._text(word) for name, word in node.assignments}
        if not words:
            self.variables.update(assigned)
            return 0
        if not assigned:
            return await self.call(words, stdin, output)
        shell = self.copy()
        shell.variables.update(assigned)
        return await shell.call(words, stdin, output)

    async def _words(self, words: Iterable[Word]) -> tuple[str, ...]:
        return await _expand_words(words, self._value, self._substitute, self._matching)

    async def _text(self, word: Word) -> str:
        return await _expand_text(word, self._value, self._substitute)

    def _value(self, name: str) -> str:
        match name:
            case "?":
                return str(self.status)
            case "$":
                return str(self.handset.shell_pid)
            case "#":
                return "0"
            case "PWD":
                return self.directory
        value = self.variables.get(name, "")
        self.allowance.took(len(value))
        return value

    async def _substitute(self, script: Script) -> str:
        collected = CollectedOutput()
        await self.copy().run_script(script, BytesInput(), collected)
        return decode(collected.of(1)).rstrip("\n")

    def _matching(self, pattern: str) -> list[str]:
        if pattern.startswith("/"):
            return _match_paths(pattern, self.handset.files.names)
        here = self.directory.rstrip("/")
        return [path[len(here) + 1 :] for path in _match_paths(f"{here}/{pattern}", self.handset.files.names)]

    async def _distribute(
        self, collected: CollectedOutput, redirections: tuple[Redirection, ...], output: Output
    ) -> int:
        """Send what was printed where the redirections say; 1 if a file cannot be written."""
        routes: dict[int, int | str] = {1: 1, 2: 2}
        files: dict[str, list[bytes]] = {}
        for redirection in redirections:
            target = await self._text(redirection.target)
            sources = (1, 2) if redirection.descriptor == BOTH else (redirection.descriptor,)
            if redirection.kind == ">&":
                for source in sources:
                    routes[source] = routes.get(int(target), 1) if target.isdecimal() else 1
            elif redirection.kind != "<":
                path = self.absolute(target)
                files[path] = [self.handset.files.read(path) or b""] if redirection.kind == ">>" else []
                routes |= dict.fromkeys(sources, path)
        for descriptor, data in collected.parts:
            route = routes.get(descriptor, descriptor)
            if isinstance(route, str):
                files[route].append(data)
            else:
                output.put(route, data)
        status = 0
        for path, parts in files.items():
            refused = None if path == "/dev/null" else self.handset.files.write(path, b"".join(parts))
            if refused:
                output.put(2, encode(f"/system/bin/sh: can't create {path}: {refused}\n"))
                status = 1
        return status


class ShellExit(Exception):
    """The script called `exit`."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def command_name(word: str) -> str:
    """The name of a command without the folder of the programs that it may be written with."""
    for folder in _FOLDERS:
        if word.startswith(folder):
            return word[len(folder) :]
    return word


def _not_found(name: str) -> Result:
    """What mksh says of a command that is not there."""
    return complaint(f"/system/bin/sh: {name}: inaccessible or not found", 127)


def _put(output: Output, result: Result) -> None:
    if result.stdout:
        output.put(1, result.stdout)
    if result.stderr:
        output.put(2, result.stderr)


def drive(work: Awaitable[int]) -> int:
    """Run to its end what never has to wait, without an event loop."""
    steps = work.__await__()
    try:
        while next(steps) is None:  # somebody else's turn, but there is nobody else
            pass
    except StopIteration as stop:
        return int(stop.value)
    raise RuntimeError("a command waits for its client; run it through ADB")


# From words to arguments: variables, substitutions, splitting, file names


_Lookup: TypeAlias = Callable[[str], str]
_Substitute: TypeAlias = Callable[[Script], Awaitable[str]]
_Matching: TypeAlias = Callable[[str], Iterable[str]]
_PATTERN = "*?["
_MOST_PATHS = 20_000


async def _expand_text(word: Word, lookup: _Lookup, substitute: _Substitute) -> str:
    """A word as one text, as for an assignment or the target of a redirection."""
    parts = []
    for piece in word:
        match piece:
            case Text(text):
                parts.append(text)
            case Variable():
                parts.append(_value(piece, lookup))
            case Substitution(script):
                parts.append(await substitute(script))
    return "".join(parts)


async def _expand_words(
    words: Iterable[Word], lookup: _Lookup, substitute: _Substitute, matching: _Matching
) -> tuple[str, ...]:
    """The arguments that words stand for: unquoted values are split at white space and matched against file names."""
    arguments: list[str] = []
    for word in words:
        if len(word) == 1 and isinstance(word[0], Text) and (word[0].quoted or not _is_pattern(word[0].text)):
            arguments.append(word[0].text)  # the common case, without detours
        else:
            for text, pattern in await _fields(word, lookup, substitute):
                names = sorted(matching(pattern)) if pattern else []
                arguments.extend(names or [text])
    return tuple(arguments)


async def _fields(word: Word, lookup: _Lookup, substitute: _Substitute) -> list[tuple[str, str]]:
    """The fields of a word, each with the pattern that it is where an unquoted `*`, `?` or `[` stands in it."""
    fields: list[tuple[str, str, bool]] = []
    text = pattern = ""
    begun = magic = False
    for piece in word:
        match piece:
            case Text(value):
                split = False
            case Variable():
                value, split = _value(piece, lookup), not piece.quoted
            case Substitution(script):
                value, split = await substitute(script), not piece.quoted
        if not split:
            begun = True
            text += value
            pattern += _literally(value) if piece.quoted else value
            magic = magic or (not piece.quoted and _is_pattern(value))
            continue
        chunks = value.split()
        if value[:1].isspace() and begun:
            fields.append((text, pattern, magic))
            text, pattern, begun, magic = "", "", False, False
        for number, chunk in enumerate(chunks):
            if number:
                fields.append((text, pattern, magic))
                text, pattern, magic = "", "", False
            begun = True
            text, pattern, magic = text + chunk, pattern + chunk, magic or _is_pattern(chunk)
        if chunks and value[-1:].isspace():
            fields.append((text, pattern, magic))
            text, pattern, begun, magic = "", "", False, False
    if begun:
        fields.append((text, pattern, magic))
    return [(text, pattern if magic else "") for text, pattern, magic in fields]


def _value(variable: Variable, lookup: _Lookup) -> str:
    value = lookup(variable.name)
    return variable.default if variable.default is not None and not value else value


def _is_pattern(text: str) -> bool:
    return any(character in text for character in _PATTERN)


def _literally(text: str) -> str:
    return "".join(f"[{character}]" if character in _PATTERN else character for character in text)


def _match_paths(pattern: str, children: Callable[[str], Iterable[str]]) -> list[str]:
    """The paths that match an absolute pattern, level by level; hidden names only where the dot is written."""
    found = [""]
    for part in pattern.strip("/").split("/"):
        if not _is_pattern(part):
            found = [f"{parent}/{part}" for parent in found]
            continue
        matching = (
            f"{parent}/{name}"
            for parent in found
            for name in children(parent or "/")
            if fnmatch.fnmatchcase(name, part) and (part.startswith(".") or not name.startswith("."))
        )
        found = list(islice(matching, _MOST_PATHS + 1))
        if len(found) > _MOST_PATHS:  # as `/*/../*/../*`, which is longer by a factor with each level
            raise Exhausted
    return found
