"""A shell on the phone: it runs scripts one command after the other and keeps directory, variables and status.

What a line may use up is counted in steps and bytes rather than timed, so that it ends alike on every machine.
"""

from __future__ import annotations

import asyncio
import posixpath
from collections.abc import Awaitable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from handrail.device.adb_protocol.shell_syntax import (
    BOTH,
    Condition,
    Conditional,
    For,
    Group,
    If,
    Joined,
    Negation,
    Node,
    Pipeline,
    Redirection,
    Script,
    ShellSyntaxError,
    Simple,
    Tested,
    WhileLoop,
    Word,
    parse,
)
from handrail.device.adb_protocol.stream import StreamClosed
from handrail.phone.adb.handset import Handset
from handrail.phone.adb.shell import glob
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
from handrail.phone.adb.shell.conditions import EQUALS, holds
from handrail.phone.adb.shell.expansion import TooManyPaths, expand_pattern, expand_text, expand_words, match_paths

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
        except CommandFailed as failed:  # while its words were expanded
            _put(output, complaint(str(failed), failed.status))
            self.status = failed.status
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
        routed = _Routed(output, *await self._routes(node.redirections))
        status = await self._bare(node, stdin, routed)
        return self._write_files(routed, output) or status

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
            case Conditional(condition):
                await self._count()
                return 0 if await self._holds(condition) else 1
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
            case WhileLoop():
                return await self._while(node, stdin, output)

    async def _if(self, node: If, stdin: Input, output: Output) -> int:
        for condition, body in node.branches:
            if await self.run_script(condition, stdin, output) == 0:
                return await self.run_script(body, stdin, output)
        self.status = 0
        return await self.run_script(node.otherwise, stdin, output) if node.otherwise else 0

    async def _while(self, node: WhileLoop, stdin: Input, output: Output) -> int:
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
        return await expand_words(words, self)

    async def _text(self, word: Word) -> str:
        return await expand_text(word, self)

    async def _holds(self, condition: Condition) -> bool:
        match condition:
            case Tested(words):
                return await self._tested(words)
            case Negation(inner):
                return not await self._holds(inner)
            case Joined("&&", left, right):
                return await self._holds(left) and await self._holds(right)
            case Joined(_, left, right):
                return await self._holds(left) or await self._holds(right)

    async def _tested(self, words: tuple[Word, ...]) -> bool:
        texts = [await self._text(word) for word in words]
        if len(words) == len(("left", "operator", "right")) and texts[1] in EQUALS:
            pattern = await expand_pattern(words[2], self)
            return glob.matches(pattern, texts[0]) is (texts[1] != "!=")
        return holds(self, texts)

    def value(self, name: str) -> str | None:
        """What a variable holds; None if it is not set."""
        match name:
            case "?":
                return str(self.status)
            case "$":
                return str(self.handset.shell_pid)
            case "#":
                return "0"
            case "PWD":
                return self.directory
        value = self.variables.get(name)
        self.allowance.took(len(value or ""))
        return value

    def assign(self, name: str, value: str) -> None:
        """A variable holds something else."""
        self.variables[name] = value

    async def substitute(self, script: Script) -> str:
        """What a script prints, without the line ends after it."""
        collected = CollectedOutput()
        await self.copy().run_script(script, BytesInput(), collected)
        return decode(collected.of(1)).rstrip("\n")

    def matching(self, pattern: str) -> list[str]:
        """The files whose names match."""
        try:
            if pattern.startswith("/"):
                return match_paths(pattern, self.handset.files.names)
            here = self.directory.rstrip("/")
            return [path[len(here) + 1 :] for path in match_paths(f"{here}/{pattern}", self.handset.files.names)]
        except TooManyPaths:
            raise Exhausted from None

    async def _routes(self, redirections: tuple[Redirection, ...]) -> tuple[dict[int, int | str], dict[str, bool]]:
        """Where each descriptor goes, and which files it may be, each with whether it is added to."""
        routes: dict[int, int | str] = {1: 1, 2: 2}
        files: dict[str, bool] = {}
        for redirection in redirections:
            target = await self._text(redirection.target)
            sources = (1, 2) if redirection.descriptor == BOTH else (redirection.descriptor,)
            if redirection.kind == ">&":
                for source in sources:
                    routes[source] = routes.get(int(target), 1) if target.isdecimal() else 1
            elif redirection.kind != "<":
                path = self.absolute(target)
                files[path] = redirection.kind == ">>"
                routes |= dict.fromkeys(sources, path)
        return routes, files

    def _write_files(self, routed: _Routed, output: Output) -> int:
        """Put what was printed into the files that it goes to; 1 if one of them cannot be written."""
        status = 0
        for path, added in routed.files.items():
            before = (self.handset.files.read(path) or b"") if added else b""
            content = before + b"".join(routed.kept.get(path, ()))
            refused = None if path == "/dev/null" else self.handset.files.write(path, content)
            if refused:
                output.put(2, encode(f"/system/bin/sh: can't create {path}: {refused}\n"))
                status = 1
        return status


@dataclass(slots=True)
class _Routed:
    """Output that redirections send elsewhere: to the other descriptor at once, into files at the end."""

    output: Output
    routes: Mapping[int, int | str]
    files: Mapping[str, bool]
    kept: dict[str, list[bytes]] = field(default_factory=dict)

    def put(self, descriptor: int, data: bytes) -> None:
        """Hand on what was printed, or keep it."""
        route = self.routes.get(descriptor, descriptor)
        if isinstance(route, str):
            self.kept.setdefault(route, []).append(data)
        else:
            self.output.put(route, data)

    async def flush(self) -> None:
        """Send what was handed on."""
        await self.output.flush()


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
