"""`handrail guard mcp -- COMMAND`: an MCP server in front of one that drives a phone, with its tools verified."""

import asyncio
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from socket import create_server, socket
from typing import Annotated

import typer

from handrail.cli.guarded_task import TaskOptions, guards_for, leaving_on_signals, only_phone
from handrail.device.device import Device
from handrail.device.open_device import open_device
from handrail.error import DeviceLost, MissingExtra, Misuse, install_line
from handrail.guard import Guard
from handrail.guard.approval.question import Approver
from handrail.guard.by_name import Opening, open_approver
from handrail.integrations.mcp.open_profile import open_profile
from handrail.integrations.task import Task

LOOPBACK = "127.0.0.1"
ELICITATION, QUEUE = "elicitation", "queue"
AGENT = "mcp"


def mcp(
    command: Annotated[list[str], typer.Argument(help="what starts the server that drives the phone, after `--`")],
    device: Annotated[
        str, typer.Option(help="the phone that the server drives, as `adb:SERIAL`; else the only one that adb lists")
    ] = "",
    app: Annotated[
        list[str] | None, typer.Option(help="an app model: a file, or a name as in {handrail.apps}; repeatable")
    ] = None,
    instruction: Annotated[str, typer.Option(help="what the user asked for; else the agent says it")] = "",
    spec: Annotated[Path | None, typer.Option(help="the specification; without one the instruction is encoded")] = None,
    no_task: Annotated[bool, typer.Option("--no-task", help="no task: the policy alone decides")] = False,
    model: Annotated[str | None, typer.Option(help="who encodes: `offline` or PROVIDER:NAME")] = None,
    policy: Annotated[Path | None, typer.Option(help="a policy of your own; see `handrail policy show`")] = None,
    approve: Annotated[
        str, typer.Option(help="who is asked: `elicitation` (else `queue`), or as in {handrail.approvers}")
    ] = ELICITATION,
    judge: Annotated[str, typer.Option(help="the risk judge, as in {handrail.judges}; `off` for no rules")] = "none",
    journal: Annotated[Path | None, typer.Option(help="a folder for the journals, one inside it for a task")] = None,
    profile: Annotated[str, typer.Option(help="what the tools mean: `mobile-mcp`, or a mapping file")] = "mobile-mcp",
    allow_tool: Annotated[
        list[str] | None, typer.Option(help="a tool that passes unverified, on your word; repeatable")
    ] = None,
    http: Annotated[int | None, typer.Option(help="serve MCP over HTTP on this port of this computer")] = None,
) -> None:
    """Guard an MCP server that drives a phone.

    Put it in front of the server's command. Reading passes; what touches the phone is verified first. Speaks MCP on
    stdin and stdout, or over HTTP. Exit 2 on misuse, 3 if the phone is not there.
    """
    options = TaskOptions(
        tuple(app or ("generic",)), instruction, spec, no_task, model, policy, approve, judge, journal
    )
    settings = _Settings(tuple(command), device, options, profile, frozenset(allow_tool or ()), http)
    try:
        asyncio.run(_serve(settings))
    except DeviceLost as error:
        print(f"handrail: {error}", file=sys.stderr)
        raise typer.Exit(3) from None


@dataclass(frozen=True, slots=True)
class _Settings:
    """The options as they were given."""

    command: tuple[str, ...]
    device: str
    options: TaskOptions
    profile: str
    allow_tool: frozenset[str]
    http: int | None


async def _serve(settings: _Settings) -> None:
    options = settings.options
    by_client = options.approve == ELICITATION
    guards_of = guards_for(options, AGENT, _approver if by_client else None)
    profile = open_profile(settings.profile)
    try:
        from handrail.integrations.mcp.guarded_tools import GuardedTools
        from handrail.integrations.mcp.proxy import close, guarded_proxy, upstream
    except ModuleNotFoundError as error:
        raise MissingExtra(f"`handrail guard mcp` needs `{error.name}`: {install_line('handrail[adb,mcp]')}") from None
    name = settings.device or f"adb:{await asyncio.to_thread(only_phone)}"
    device: Device = await asyncio.to_thread(open_device, name)
    guards = guards_of(device)

    async def on_the_agents_word(instruction: str) -> Guard:
        """A guard for what the agent says; the person confirms it, where the client can ask."""
        guard = await guards.for_instruction(instruction)
        if by_client:
            from handrail.integrations.mcp.elicitation import confirm

            await confirm(instruction, guard.specification.explain(guard.similarity))
        return guard

    by_agent = None if options.is_given or options.no_task else on_the_agents_word
    task = Task(by_agent, has_end=not options.no_task, questions_wait=options.approve in (ELICITATION, QUEUE))
    transport = upstream(settings.command, os.environ)
    serial = device.name.partition(":")[2]
    proxy = guarded_proxy(transport, GuardedTools(profile, serial, task, settings.allow_tool))

    async def leave() -> None:
        await task.close()
        await close(transport)

    leaving = leaving_on_signals(leave)
    try:
        if by_agent is None:
            await task.open(await guards.as_the_person_said())
        if settings.http is None:
            await proxy.run_stdio_async(show_banner=False, log_level="WARNING")
        else:
            with _listening(settings.http) as found:
                print(f"handrail: http://{LOOPBACK}:{found.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
                await proxy.run_http_async(show_banner=False, host=LOOPBACK, sockets=[found], log_level="WARNING")
    finally:
        if not leaving:
            await leave()
        await asyncio.gather(*leaving)
        await device.close()


def _listening(port: int) -> socket:
    """A socket on this computer alone; port 0 is any free one. Raises `Misuse`."""
    try:
        return create_server((LOOPBACK, port))
    except (OSError, OverflowError) as error:
        raise Misuse(f"--http {port}: {error}; choose another port, or 0 for any") from None


def _approver(opening: Opening) -> Approver:
    from handrail.integrations.mcp.elicitation import Elicitation

    return Elicitation(open_approver(QUEUE, opening))
