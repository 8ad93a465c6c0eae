"""`handrail app explore`: an app walked by itself over what is known to be harmless, for a model to be drafted."""

import asyncio
import sys
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from handrail.agent.explore.exploring import Bounds, Exploration
from handrail.agent.explore.exploring import explore as explore_app
from handrail.agent.run import End
from handrail.cli.console import log_console, print_json
from handrail.cli.record import package_called
from handrail.cli.record_view import StepLines
from handrail.cli.recording import clock_of, recorded_on, recording_to_resume
from handrail.device.device import Device
from handrail.device.open_device import open_device
from handrail.device.test_mark import SETTING, Unmarked, mark_of
from handrail.error import DeviceLost, Misuse
from handrail.language.verbalize import quoted

_QUERY = "look at every page"


def explore(
    app: Annotated[str, typer.Option(help="the app: its package, or its name where the device knows names")],
    output: Annotated[Path, typer.Option("--output", "-o", help="the folder of the recording")],
    device: Annotated[str, typer.Option(help="`phone`, `phone:SEED` or `adb:SERIAL`")] = "phone",
    steps: Annotated[int, typer.Option(min=1, help="how many actions at most")] = 200,
    depth: Annotated[int, typer.Option(min=1, help="how many pages deep at most")] = 8,
    minutes: Annotated[
        float | None, typer.Option(min=0, help="how long at most; without it, as long as it takes")
    ] = None,
    test_device: Annotated[
        bool, typer.Option("--test-device", help="this device is for tests, though nothing on it says so")
    ] = False,
    pictures: Annotated[bool, typer.Option(help="keep a picture of each screen")] = True,
    resume: Annotated[bool, typer.Option("--resume", help="go on with the recording in the folder")] = False,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Walk an app by itself, and record what it shows.

    Only what is judged harmless is touched; nothing is committed, and nothing typed but into search fields. Yet the
    judgement can err, and nobody looks on: it refuses on a device that is not marked as one for tests. What changed
    something all the same is told at the end, and not touched again. The recording is for `handrail app draft`. Exit 0
    if it ended by itself or by a limit, 1 if the app did not come to the front again, 2 on misuse, 3 if the phone is
    not there.
    """
    bounds = Bounds(steps, depth, timedelta(minutes=minutes) if minutes is not None else None)
    settings = _Settings(app, output, device, bounds, test_device, pictures, resume, json)
    try:
        found = asyncio.run(_explore(settings))
    except DeviceLost as error:
        print(f"handrail: {error}", file=sys.stderr)
        raise typer.Exit(3) from None
    raise typer.Exit(1 if found.is_lost else 0)


@dataclass(frozen=True, slots=True)
class _Settings:
    """The options as they were given."""

    app: str
    output: Path
    device: str
    bounds: Bounds
    test_device: bool
    pictures: bool
    resume: bool
    json: bool


async def _explore(settings: _Settings) -> Exploration:
    earlier = recording_to_resume(settings.output, resume=settings.resume)
    device: Device = await asyncio.to_thread(open_device, settings.device)
    try:
        if not settings.test_device and isinstance(await mark_of(device), Unmarked):
            raise Misuse(_not_for_tests(settings.device))
        package = await package_called(device, settings.app)
        clock = clock_of(device)
        recorder = await recorded_on(device, settings.output, _QUERY, package, clock, pictures=settings.pictures)
        device = recorder
        lines = StepLines(log_console(), len(recorder.folder.entries))
        lines.begins(settings.output, earlier, await device.observe())
        with recorder.lease("handrail app explore"):
            steps = earlier.steps if earlier is not None else ()
            found = await explore_app(device, package, settings.bounds, clock, earlier=steps, tell=lines.tell)
    finally:
        await device.close()
    if settings.json:
        print_json(_as_json(settings.output, lines, found))
    else:
        _print(lines.console, settings.output, lines, found)
    return found


def _not_for_tests(device: str) -> str:
    return (
        f"nothing says that `{device}` is a device for tests, and nobody looks on while an app is explored; mark it by "
        f"`adb shell settings put global {SETTING} 1`, or say --test-device"
    )


def _ended(found: Exploration) -> str:
    if found.run.end is End.OUT_OF_STEPS:
        return "the steps are used up"
    return found.run.taken[-1].proposal.thought


def _print(console: Console, folder: Path, lines: StepLines, found: Exploration) -> None:
    console.print(Text(f"\n{found.pages} pages in {lines.recorded} steps: {_ended(found)}", style="green"))
    if found.left_alone:
        told = f"{found.left_alone} elements were left alone: they may do something, or nothing says what they do"
        console.print(Text(told, style="dim"))
    for surprise in found.surprises:
        told = (
            f"{quoted(surprise.move.label)} was taken for harmless and changed something: {', '.join(surprise.changed)}"
        )
        console.print(Text(told, style="yellow"))
    console.print(Text(f"recording  {folder}"), soft_wrap=True)
    if found.run.end is not End.FINISHED:
        console.print(Text("--resume goes on with it", style="dim"))


def _as_json(folder: Path, lines: StepLines, found: Exploration) -> dict[str, Any]:
    """What came of it, for programs."""
    return {
        "recording": str(folder),
        "finished": found.run.end is End.FINISHED,
        "end": _ended(found),
        "steps": lines.recorded,
        "pages": found.pages,
        "left_alone": found.left_alone,
        "changed": [
            {"activity": surprise.activity, "element": surprise.move.label, "changed": list(surprise.changed)}
            for surprise in found.surprises
        ],
    }
