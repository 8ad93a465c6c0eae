"""`handrail record`: a walk by a person who plays the agent in the terminal, kept for a model, a data set, a test."""

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from handrail.agent.open_agent import Opening, open_agent
from handrail.agent.run import Agent, End
from handrail.agent.walk import walk
from handrail.cli.console import log_console, print_json
from handrail.cli.record_view import StepLines, print_walked, walked_as_json
from handrail.cli.recording import clock_of, recorded_on, recording_to_resume
from handrail.device.device import Device, Refused
from handrail.device.open_device import open_device
from handrail.error import DeviceLost, Misuse

BY_HAND = "hand"
ANY_APP = "any app"
"""What a recording without `--app` says of which app it is."""


def record(
    output: Annotated[Path, typer.Option("--output", "-o", help="the folder of the recording")],
    device: Annotated[str, typer.Option(help="`phone`, `phone:SEED`, `adb:SERIAL` or `replay:FOLDER`")] = "phone",
    app: Annotated[str, typer.Option(help="open this app first, and warn where another comes to the front")] = "",
    instruction: Annotated[str, typer.Option(help="what the walk does, for whoever reads the recording")] = "a walk",
    agent: Annotated[str, typer.Option(help="`hand` (you type the actions) or `list:FILE`")] = BY_HAND,
    limit: Annotated[int, typer.Option(min=1, help="how many actions at most")] = 1000,
    pictures: Annotated[bool, typer.Option(help="keep a picture of each screen")] = True,
    resume: Annotated[bool, typer.Option("--resume", help="go on with the recording in the folder")] = False,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Record a walk in which you play the agent.

    Every screen and action is kept. Nothing is verified: it is your hand that acts. What is typed into a password field
    is not kept, and such fields are filled on the pictures. `finish` ends the recording; `stop`, Ctrl+D or a lost phone
    leave one that --resume goes on with. Exit 0 if it was ended by you, 1 if an agent gave up or the limit was reached,
    2 on misuse, 3 if the phone is not there.
    """
    settings = _Settings(output, device, app, instruction, agent, limit, pictures, resume, json)
    try:
        ended = asyncio.run(_record(settings))
    except DeviceLost as error:
        print(f"handrail: {error}", file=sys.stderr)
        raise typer.Exit(3) from None
    raise typer.Exit(0 if ended else 1)


@dataclass(frozen=True, slots=True)
class _Settings:
    """The options as they were given."""

    output: Path
    device: str
    app: str
    instruction: str
    agent: str
    limit: int
    pictures: bool
    resume: bool
    json: bool


async def _record(settings: _Settings) -> bool:
    earlier = recording_to_resume(settings.output, resume=settings.resume)
    device: Device = await asyncio.to_thread(open_device, settings.device)
    try:
        package = await package_called(device, settings.app) if settings.app else ""
        query = earlier.query if earlier is not None else settings.instruction
        application = earlier.application if earlier is not None else package or ANY_APP
        agent = _agent(settings, device)
        recorder = await recorded_on(
            device, settings.output, query, application, clock_of(device), pictures=settings.pictures
        )
        device = recorder
        lines = StepLines(log_console(), len(recorder.folder.entries))
        lines.begins(settings.output, earlier, await device.observe())
        with recorder.lease("handrail record"):
            done = await walk(agent, device, package, limit_steps=settings.limit, tell=lines.tell)
    finally:
        await device.close()
    if settings.json:
        print_json(walked_as_json(lines, settings.output, done))
    else:
        print_walked(lines, settings.output, done)
    return done.end is End.FINISHED or (done.end is End.GAVE_UP and settings.agent == BY_HAND)


async def package_called(device: Device, name: str) -> str:
    """The package of an app as `--app` names it. Raises `Misuse`."""
    package = await device.resolve_app(name)
    if isinstance(package, Refused):
        raise Misuse(f"--app {name}: {package.reason}")
    return package


def _agent(settings: _Settings, device: Device) -> Agent:
    said = f"--agent {settings.agent}: it is `hand` or `list:FILE`"
    return open_agent(settings.agent, Opening(settings.instruction, device), said=said)
