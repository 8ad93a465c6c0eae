"""`handrail run`: one task on one phone, with every action verified before it runs."""

import asyncio
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.error import DeviceLost, Misuse

if TYPE_CHECKING:
    from handrail.agent.agent import Agent
    from handrail.agent.run import Run
    from handrail.app import Apps
    from handrail.device.device import Device
    from handrail.guard import Guard, Step
    from handrail.guard.approval.question import Approver
    from handrail.guard.policy import Policy
    from handrail.language.specification import Specification

AGENTS = "`hand` (you type the actions), `list:FILE` (a file of actions), `m3a` or `m3a:PROVIDER:NAME` (a model)"


def run(
    app: Annotated[list[str], typer.Option(help="an app model: a file, or a name as `clock` of the simulated phone's")],
    instruction: Annotated[str, typer.Option(help="what the user asked for, in plain words")],
    device: Annotated[str, typer.Option(help="`phone`, `phone:SEED`, `adb:SERIAL` or `replay:FOLDER`")] = "phone",
    spec: Annotated[Path | None, typer.Option(help="the specification; without one the instruction is encoded")] = None,
    model: Annotated[str | None, typer.Option(help="who encodes: `offline` or PROVIDER:NAME")] = None,
    policy: Annotated[Path | None, typer.Option(help="a policy of your own; see `handrail policy show`")] = None,
    agent: Annotated[str, typer.Option(help=AGENTS)] = "hand",
    approve: Annotated[str, typer.Option(help="who is asked: `terminal`, `queue` (handrail approvals) or `nobody`")] = "",
    judge: Annotated[str, typer.Option(help="watch for risk: `off`, `none` (rules only), `offline`, PROVIDER:NAME")] = "none",
    journal: Annotated[Path | None, typer.Option(help="a new folder for the journal and the report")] = None,
    limit: Annotated[int, typer.Option(help="how many proposals at most")] = 60,
    yes: Annotated[bool, typer.Option("--yes", help="begin without showing the specification for a yes")] = False,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Run one task under guard, and write its journal and its report.

    Exit 0 if the task is finished and verified, 1 if not, 2 on misuse, 3 if the phone or the model is not there.
    """
    settings = _Settings(app, instruction, device, spec, model, policy, agent, approve, judge, journal, limit, yes, json)
    try:
        finished = asyncio.run(_run(settings))
    except DeviceLost as error:
        print(f"handrail: {error}", file=sys.stderr)
        raise typer.Exit(3) from None
    raise typer.Exit(0 if finished else 1)


@dataclass(frozen=True, slots=True)
class _Settings:
    """The options as they were given."""

    app: list[str]
    instruction: str
    device: str
    spec: Path | None
    model: str | None
    policy: Path | None
    agent: str
    approve: str
    judge: str
    journal: Path | None
    limit: int
    yes: bool
    json: bool


async def _run(settings: _Settings) -> bool:
    from handrail.agent.run import run as run_agent
    from handrail.cli.console import log_console, print_json
    from handrail.cli.run_view import print_end, print_start, report_as_json
    from handrail.device.open_device import open_device
    from handrail.guard import Guard
    from handrail.guard.policy import default_policy, load_policy
    from handrail.guard.report import write_report

    if settings.limit < 1:
        raise Misuse(f"--limit {settings.limit}: at least one proposal is needed")
    apps = load_apps(settings.app)
    policy = load_policy(settings.policy) if settings.policy is not None else default_policy()
    device: Device = await asyncio.to_thread(open_device, settings.device)
    try:
        clock = clock_of(device)
        specification = await _specification(settings, apps, clock())
        console = log_console()
        print_start(console, settings.instruction, specification, apps, policy)
        if not settings.yes and sys.stdin.isatty() and not typer.confirm("Begin?", err=True):
            return False
        folder = settings.journal or _folder(clock())
        guard = Guard(
            device,
            apps,
            specification,
            instruction=settings.instruction,
            policy=policy,
            approver=_approver(settings.approve, folder),
            journal=folder,
            detectors=_detectors(settings, apps),
            clock=clock,
            agent=settings.agent,
        )
        async with guard:
            done: Run[Step] = await run_agent(_agent(settings, guard), guard, limit_steps=settings.limit)
        page = write_report(folder)
        if settings.json:
            print_json(report_as_json(done, guard, page))
        else:
            print_end(console, done, guard, page)
        return guard.finished
    finally:
        await device.close()


def load_apps(names: list[str]) -> "Apps":
    """The models, from files or by the names of those that come with the simulated phone."""
    from handrail.app import App, Apps
    from handrail.phone import models

    return Apps.of(*(models.load(name) if name in models.names() else App.load(name) for name in names))


def clock_of(device: "Device") -> Callable[[], datetime]:
    """The clock that days and times of a task are read by: the simulated phone's own, else this machine's."""
    phone = getattr(device, "phone", None)
    if phone is not None:
        return lambda: phone.now
    return lambda: datetime.now().astimezone()


async def _specification(settings: _Settings, apps: "Apps", now: datetime) -> "Specification":
    from handrail.cli.rules_file import read_rules
    from handrail.language.specification import Specification

    if settings.spec is not None:
        return Specification.parse(read_rules(settings.spec), apps)
    from handrail.cli.encoding import encode_for_run

    return await encode_for_run(settings.instruction, apps, settings.model, now)


def _folder(now: datetime) -> Path:
    from uuid import uuid4

    from handrail.guard.opening import new_folder

    return new_folder(now, uuid4().hex)


def _approver(name: str, folder: Path) -> "Approver":
    from handrail.guard.approval import nobody
    from handrail.guard.approval.queue import pending_queue
    from handrail.guard.approval.terminal import terminal_approver

    match name or ("terminal" if sys.stdin.isatty() else "nobody"):
        case "terminal":
            return terminal_approver()
        case "queue":
            return pending_queue(folder)
        case "nobody":
            return nobody
        case other:
            raise Misuse(f"--approve {other}: it is `terminal`, `queue` or `nobody`")


def _agent(settings: _Settings, guard: "Guard") -> "Agent":
    kind, _, rest = settings.agent.partition(":")
    match kind:
        case "hand":
            from handrail.agent.by_hand import ByHand
            from handrail.cli.run_view import show_screen

            return ByHand(_read_line, show_screen)
        case "list" if rest:
            from handrail.agent.action_list import ActionList, read_action_list

            return ActionList(read_action_list(Path(rest)))
        case "m3a":
            return _model_agent(settings, rest, guard)
        case _:
            raise Misuse(f"--agent {settings.agent}: it is one of {AGENTS}")
