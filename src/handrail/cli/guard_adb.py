"""`handrail guard adb`: an ADB server in front of the ADB server, in which what clients do to the phone is verified."""

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from handrail.cli.guarded_task import TaskOptions, guards_for, leaving_on_signals, only_phone
from handrail.device.adb import open_adb
from handrail.error import DeviceLost, Misuse
from handrail.integrations.adb.guarded_phone import GuardedPhone
from handrail.integrations.adb.proxy import PhoneGate, guarded_server
from handrail.integrations.adb.pushing import pinned_files
from handrail.integrations.adb.upstream import Upstream
from handrail.integrations.task import Task

AGENT = "adb"
USUAL_PORT = 5037


def adb(
    upstream: Annotated[int, typer.Option(min=1, max=65535, help="where the ADB server listens")] = USUAL_PORT,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="where clients find the guarded one; 0 for any free port")
    ] = 0,
    device: Annotated[
        str, typer.Option(help="the phone, as `adb:SERIAL` or `adb:SERIAL,plain`; else the only one that adb lists")
    ] = "",
    uiautomator2: Annotated[
        list[Path] | None,
        typer.Option(help="the `u2.jar` of a client that brings another version of uiautomator2; repeatable"),
    ] = None,
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
    """Guard every client of an ADB server.

    Clients change ANDROID_ADB_SERVER_PORT to the port that is said, and nothing else. Reading passes; what touches the
    phone is verified first. Runs until Ctrl+C. Exit 2 on misuse, 3 if the phone is not there.
    """
    options = TaskOptions(
        tuple(app or ("generic",)), instruction, spec, no_task, model, policy, approve, judge, journal
    )
    try:
        asyncio.run(_serve(_Settings(upstream, port, device, tuple(uiautomator2 or ()), options)))
    except DeviceLost as error:
        print(f"handrail: {error}", file=sys.stderr)
        raise typer.Exit(3) from None


@dataclass(frozen=True, slots=True)
class _Settings:
    """The options as they were given."""

    upstream: int
    port: int
    device: str
    helpers: tuple[Path, ...]
    options: TaskOptions


async def _serve(settings: _Settings) -> None:
    options = settings.options
    guards_of = guards_for(options, AGENT)
    if not (options.is_given or options.no_task):
        raise Misuse(
            "say what the task is with --instruction or --spec, or --no-task where the policy is to decide alone"
        )
    try:
        pinned = await asyncio.to_thread(pinned_files, settings.helpers)
    except OSError as error:
        raise Misuse(f"--uiautomator2 {error.filename}: {error.strerror}") from None
    place = await _place(settings)
    device = await asyncio.to_thread(open_adb, place, settings.upstream)
    task = Task(has_end=not options.no_task)
    phone = GuardedPhone(Upstream(settings.upstream, place.partition(",")[0]), task)
    gate = PhoneGate(phone, pinned)
    server = guarded_server(gate)

    async def leave() -> None:
        await server.stop()
        await gate.close()
        await phone.close()

    leaving = leaving_on_signals(leave)
    await task.open(await guards_of(device).as_the_person_said())
    try:
        port = await server.start(settings.port)
    except OSError as error:
        await leave()
        raise Misuse(f"--port {settings.port}: {error.strerror or error}; choose another, or 0 for any") from None
    print(f"handrail: export ANDROID_ADB_SERVER_PORT={port}", file=sys.stderr, flush=True)
    await asyncio.Event().wait()
    await asyncio.gather(*leaving)


async def _place(settings: _Settings) -> str:
    """The serial number of the phone, with how it is read. Raises `Misuse` and `DeviceLost`."""
    if not settings.device:
        return await asyncio.to_thread(only_phone, settings.upstream)
    kind, _, place = settings.device.partition(":")
    if kind != "adb" or not place:
        raise Misuse(f"--device {settings.device}: it is an adb phone, as adb:SERIAL")
    return place
