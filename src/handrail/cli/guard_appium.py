"""`handrail guard appium`: the door at which the plugin of an Appium server asks before each command."""

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe
from typing import Annotated

import typer

from handrail.cli.guarded_task import TaskOptions, guards_for, leaving_on_signals, only_phone
from handrail.device.open_device import open_device
from handrail.error import DeviceLost, Misuse
from handrail.integrations.appium.door import Door
from handrail.integrations.task import Task

AGENT = "appium"


def appium(
    port: Annotated[int, typer.Option(min=0, max=65535, help="where the plugin asks; 0 for any free port")] = 0,
    device: Annotated[
        str, typer.Option(help="the phone, as in {handrail.devices}; else the only one that adb lists, read over adb")
    ] = "",
    app: Annotated[
        list[str] | None, typer.Option(help="an app model: a file, or a name as in {handrail.apps}; repeatable")
    ] = None,
    instruction: Annotated[str, typer.Option(help="what the user asked for")] = "",
    spec: Annotated[Path | None, typer.Option(help="the specification; without one the instruction is encoded")] = None,
    no_task: Annotated[bool, typer.Option("--no-task", help="no task: the policy alone decides")] = False,
    model: Annotated[str | None, typer.Option(help="who encodes: `offline` or PROVIDER:NAME")] = None,
    policy: Annotated[Path | None, typer.Option(help="a policy of your own; see `handrail policy show`")] = None,
    approve: Annotated[str, typer.Option(help="who is asked, as in {handrail.approvers}")] = "queue",
    judge: Annotated[str, typer.Option(help="the risk judge, as in {handrail.judges}; `off` for no rules")] = "none",
    journal: Annotated[Path | None, typer.Option(help="a folder for the journals, one inside it for a task")] = None,
) -> None:
    """Guard the sessions of an Appium server.

    The server runs with `--use-plugins=handrail`, and is started with HANDRAIL_APPIUM as it is said here. Reading
    passes; what touches the phone is verified first. Runs until Ctrl+C. Exit 2 on misuse, 3 if the phone is not there.
    """
    options = TaskOptions(
        tuple(app or ("generic",)), instruction, spec, no_task, model, policy, approve, judge, journal
    )
    try:
        asyncio.run(_serve(_Settings(port, device, options)))
    except DeviceLost as error:
        print(f"handrail: {error}", file=sys.stderr)
        raise typer.Exit(3) from None


@dataclass(frozen=True, slots=True)
class _Settings:
    """The options as they were given."""

    port: int
    device: str
    options: TaskOptions


async def _serve(settings: _Settings) -> None:
    options = settings.options
    guards_of = guards_for(options, AGENT)
    if not (options.is_given or options.no_task):
        raise Misuse(
            "say what the task is with --instruction or --spec, or --no-task where the policy is to decide alone"
        )
    device = open_device(settings.device or f"adb:{await asyncio.to_thread(only_phone)},plain")
    task = Task(has_end=not options.no_task)
    door = Door(task, token_urlsafe(24))
    listener = door.listener()

    async def leave() -> None:
        await listener.stop()
        await door.close()

    leaving = leaving_on_signals(leave)
    await task.open(await guards_of(device).as_the_person_said())
    try:
        port = await listener.start(settings.port)
    except OSError as error:
        await leave()
        raise Misuse(f"--port {settings.port}: {error.strerror or error}; choose another, or 0 for any") from None
    print(f"handrail: export HANDRAIL_APPIUM=http://127.0.0.1:{port}/{door.secret}", file=sys.stderr, flush=True)
    await asyncio.Event().wait()
    await asyncio.gather(*leaving)
