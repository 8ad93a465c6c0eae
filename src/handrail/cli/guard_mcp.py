"""`handrail guard mcp -- COMMAND`: an MCP server in front of one that drives a phone, with its tools verified."""

import asyncio
import importlib
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from socket import create_connection, create_server, socket
from typing import Annotated
from uuid import uuid4

import typer

from handrail.app import App, Apps
from handrail.cli.model_choice import choose_model
from handrail.cli.rules_file import read_rules
from handrail.cli.run import load_apps
from handrail.device.device import Device
from handrail.device.open_device import open_device
from handrail.encoder.short import encode
from handrail.error import DeviceLost, MissingExtra, Misuse
from handrail.guard import Guard
from handrail.guard.approval.question import Approver
from handrail.guard.by_name import Opening, open_approver, open_detector
from handrail.guard.commitments import match_commitments
from handrail.guard.opening import new_folder
from handrail.guard.policy import PolicySet, default_policy, load_policy
from handrail.integrations.mcp.open_profile import open_profile
from handrail.integrations.task import Task
from handrail.language.specification import Specification

LOOPBACK = "127.0.0.1"
ELICITATION, QUEUE = "elicitation", "queue"
AGENT = "mcp"
INSTALL = "pip install 'handrail[adb,mcp]'"
LONGEST_KNOCK_SECONDS = 3.0


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
    settings = _Settings(
        tuple(command), device, tuple(app or ("generic",)), instruction, spec, no_task, model, policy, approve, judge,
        journal, profile, frozenset(allow_tool or ()), http,
    )  # fmt: skip
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
    app: tuple[str, ...]
    instruction: str
    spec: Path | None
    no_task: bool
    model: str | None
    policy: Path | None
    approve: str
    judge: str
    journal: Path | None
    profile: str
    allow_tool: frozenset[str]
    http: int | None

    @property
    def is_given(self) -> bool:
        """Whether the person said what the task is, so that the agent cannot."""
        return bool(self.instruction) or self.spec is not None


async def _serve(settings: _Settings) -> None:
    if settings.no_task and settings.is_given:
        raise Misuse("--no-task and a task (--instruction, --spec) exclude each other")
    profile, apps, policy = open_profile(settings.profile), load_apps(list(settings.app)), _policy(settings.policy)
    try:
        from handrail.integrations.mcp.guarded_tools import GuardedTools
        from handrail.integrations.mcp.proxy import close, guarded_proxy, upstream
    except ModuleNotFoundError as error:
        raise MissingExtra(f"`handrail guard mcp` needs `{error.name}`: {INSTALL}") from None
    device: Device = await asyncio.to_thread(open_device, settings.device or await asyncio.to_thread(_only_phone))
    guards = _Guards(settings, device, apps, policy)
    by_agent = None if settings.is_given or settings.no_task else guards.on_the_agents_word
    task = Task(by_agent, has_end=not settings.no_task, questions_wait=settings.approve in (ELICITATION, QUEUE))
    transport = upstream(settings.command, os.environ)
    serial = device.name.partition(":")[2]
    proxy = guarded_proxy(transport, GuardedTools(profile, device, serial, task, settings.allow_tool))

    async def leave() -> None:
        await task.close()
        await close(transport)

    leaving = _leaving_on_signals(leave)
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


@dataclass(slots=True)
class _Guards:
    """Makes the guard of a task, in a folder of its own."""

    settings: _Settings
    device: Device
    apps: Apps
    policy: PolicySet

    async def on_the_agents_word(self, instruction: str) -> Guard:
        """A guard for what the agent says; the person confirms it, where the client can ask."""
        guard = self._guard(instruction, await self._encoded(instruction))
        if self.settings.approve == ELICITATION:
            from handrail.integrations.mcp.elicitation import confirm

            await confirm(instruction, guard.specification.explain())
        return guard

    async def as_the_person_said(self) -> Guard:
        """A guard for what stands on the command line."""
        if self.settings.no_task:
            return self._guard("", Specification.none())
        if self.settings.spec is None:
            return self._guard(self.settings.instruction, await self._encoded(self.settings.instruction))
        rules = read_rules(self.settings.spec)
        return self._guard(self.settings.instruction, Specification.parse(rules, self.apps))

    async def _encoded(self, instruction: str) -> Specification:
        chosen = choose_model(self.settings.model, os.environ)
        together = App.of(self.apps.name, self.apps.states.values())
        return await encode(instruction, together, now=await self.device.clock(), model=chosen.model)

    def _guard(self, instruction: str, specification: Specification) -> Guard:
        settings = self.settings
        now = datetime.now().astimezone()
        folder = (
            new_folder(now, uuid4().hex) if settings.journal is None else settings.journal / f"{now:%Y%m%dT%H%M%S%f}"
        )
        opening = Opening(instruction, self.apps.name, folder, lambda: datetime.now().astimezone())
        detectors = () if settings.judge == "off" else (open_detector(f"sentinel:{settings.judge}", opening),)
        print(f"handrail: journal {folder}; questions: handrail approvals list {folder}", file=sys.stderr)
        return Guard(
            self.device,
            self.apps,
            specification,
            instruction=instruction,
            policy=self.policy,
            approver=_approver(settings.approve, opening),
            journal=folder,
            detectors=detectors,
            objectives=match_commitments(specification, self.apps.own_commitments),
            agent=AGENT,
        )


def _leaving_on_signals(leave: Callable[[], Awaitable[None]]) -> "set[asyncio.Task[None]]":
    """End the program on Ctrl+C and on a signal to end, after the journal is closed.

    The thread that waits for the client's next word cannot be stopped, so the interpreter is not asked to wait for it.
    Gives what keeps the leaving alive.
    """
    loop, leaving = asyncio.get_running_loop(), set[asyncio.Task[None]]()

    async def end(number: int) -> None:
        try:
            await leave()
        finally:
            os._exit(128 + number)

    def begin(number: int) -> None:
        leaving.add(loop.create_task(end(number)))

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, begin, number)
    return leaving


def _listening(port: int) -> socket:
    """A socket on this computer alone; port 0 is any free one. Raises `Misuse`."""
    try:
        return create_server((LOOPBACK, port))
    except (OSError, OverflowError) as error:
        raise Misuse(f"--http {port}: {error}; choose another port, or 0 for any") from None


def _approver(name: str, opening: Opening) -> Approver:
    if name != ELICITATION:
        return open_approver(name, opening, said=f"--approve {name}: no approver is called so")
    from handrail.integrations.mcp.elicitation import Elicitation

    return Elicitation(open_approver(QUEUE, opening))


def _policy(path: Path | None) -> PolicySet:
    return load_policy(path) if path is not None else default_policy()


def _only_phone() -> str:
    """The one phone that the ADB server knows. Raises `Misuse` where it is not one, and as `open_device` does."""
    try:
        adbutils = importlib.import_module("adbutils")
        server = adbutils.AdbClient()
        create_connection((server.host, server.port), LONGEST_KNOCK_SECONDS).close()  # or the client starts a server
        serials = [one.serial for one in server.device_list()]
    except ModuleNotFoundError:
        raise MissingExtra(INSTALL) from None
    except (adbutils.AdbError, OSError) as error:
        raise DeviceLost(f"the ADB server does not answer: {error}") from None
    if len(serials) != 1:
        raise Misuse(f"adb lists {', '.join(serials) or 'no phone'}; name the one to guard with --device adb:SERIAL")
    return f"adb:{serials[0]}"
