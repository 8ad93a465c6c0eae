"""Shells behind ADB streams: one line and its end, or line after line as somebody types them."""

from typing import Protocol

from handrail.phone.adb.handset import Handset
from handrail.phone.adb.shell.allowance import Allowance
from handrail.phone.adb.shell.command import BytesInput, CollectedOutput, Input, Output, Result
from handrail.phone.adb.shell.shell import Shell, drive
from handrail.phone.adb.shell.table import COMMANDS
from handrail.phone.adb.shell.terminal import Terminal
from handrail.phone.adb.shell_v2 import PacketShellStream, PlainShellStream
from handrail.phone.adb.stream import Stream


class _ShellStream(Input, Output, Protocol):
    """Both directions of a shell."""

    async def end(self, status: int) -> None: ...


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


async def _serve(handset: Handset, line: str, *, terminal: bool, stream: _ShellStream) -> None:
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


async def _converse(shell: Shell, stream: _ShellStream, *, terminal: bool) -> int:
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
