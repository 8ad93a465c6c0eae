"""`handrail phone`: a simulated Android phone that adb, uiautomator2 and every other client take for a real one."""

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from handrail.cli.console import answer_console, log_console, print_json
from handrail.cli.output_file import write_file
from handrail.device.adb_client import connect
from handrail.error import DeviceLost, Misuse
from handrail.phone.adb import Adbd, AdbServer, Console, Handset, Identity, RealTime, run_line
from handrail.phone.adb.reference import (
    Difference,
    Printed,
    Reference,
    Shapes,
    compare,
    read_reference,
    record,
    write_reference,
)
from handrail.phone.clients.helper_apps import install_helpers
from handrail.phone.phone import ACTION_MS, Phone
from handrail.strict_json import read_text

_LONGEST_GOODBYE_S = 5.0
_FOUND_BY_ADB = range(5555, 5586, 2)

phone_commands = typer.Typer(name="phone", rich_markup_mode=None)


@phone_commands.callback(invoke_without_command=True)
def phone(
    context: typer.Context,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where the ADB server listens; 0 for any free port.")] = 0,
    seed: Annotated[int, typer.Option(help="The same seed gives the same phone.")] = 0,
    adbd_port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Also listen as a device, for `adb connect`; 0 for any free port."),
    ] = None,
    console_port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Also listen as an emulator's console; the phone is emulator-PORT then."),
    ] = None,
    realtime: Annotated[
        bool, typer.Option("--realtime", help="The phone's clock goes on by itself, for stopwatches and timers.")
    ] = False,
) -> None:
    """Start a simulated phone on this computer.

    It says how to connect, and runs until Ctrl+C. With a command: record what a real phone prints, or compare the
    simulated phone to such a record.
    """
    if context.invoked_subcommand is not None:
        return
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(port, seed, adbd_port, console_port, realtime=realtime))


@phone_commands.command("record-reference")
def record_reference(
    serial: Annotated[str, typer.Option(help="Which phone, as `adb devices` lists it.")],
    out: Annotated[Path | None, typer.Option(help="Where to save it; otherwise it goes to stdout.")] = None,
) -> None:
    """Save what a real phone prints.

    It is asked the commands that the simulated phone imitates. Only commands that read are run; the phone is not
    changed. Serial numbers, account names, IMEI, phone numbers, MAC and IP addresses, names of the device and texts
    on the screen are redacted before anything is saved. Names of installed apps and of files in /sdcard stay: read
    the file before you give it away.

    Exit 0 if it is saved, 2 if it cannot be, 3 if the phone does not answer.
    """

    def ask(line: str) -> Printed:
        answer = hand.shell(line)
        return Printed(answer.output, answer.status)

    try:
        hand = connect(serial, plain=True)
        reference = record(ask, serial, f"{datetime.now().astimezone():%Y-%m-%d}")
    except DeviceLost as error:
        typer.echo(f"handrail: {error}; is it in `adb devices`?", err=True)
        raise typer.Exit(3) from None
    if out is None:
        print(write_reference(reference), end="")
        return
    write_file(out, write_reference(reference))
    log_console().print(f"{len(reference.commands)} commands saved; read {out} before you share it", markup=False)


@phone_commands.command("compare")
def compare_reference(
    reference: Annotated[Path, typer.Argument(help="what `handrail phone record-reference` saved")],
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
    fail: Annotated[bool, typer.Option("--fail", help="exit 1 if anything differs")] = False,
) -> None:
    """Show where the simulated phone differs from a reference.

    The commands of the reference are run on a fresh simulated phone. Lines are compared by their shapes: numbers, hex
    ids, dates, paths and package names do not count. Exit 0, also if something differs, unless --fail is given; 2 if
    the file cannot be read.
    """

    real = read_reference(read_text(reference), str(reference))
    differences = compare(real, _simulated(real))
    if json:
        print_json(_comparison_as_json(real, differences))
    else:
        _print_comparison(real, differences)
    if fail and differences:
        raise typer.Exit(1)


def _simulated(reference: Reference) -> Reference:
    """What a fresh simulated phone prints for the commands of a reference."""
    handset = Handset(Phone(seed=0), lambda _: b"")

    def ask(line: str) -> Printed:
        done = run_line(handset, line)
        return Printed((done.stdout + done.stderr).decode(errors="replace"), done.status)

    return record(ask, handset.serial, f"{handset.phone.now:%Y-%m-%d}", reference.commands)


def _comparison_as_json(reference: Reference, differences: tuple[Difference, ...]) -> dict[str, Any]:
    def shapes(only: Shapes) -> dict[str, Any]:
        return {"shapes": list(only.shown), "more": only.more}

    return {
        "model": reference.model,
        "android": reference.android,
        "recorded": reference.recorded,
        "commands": len(reference.commands),
        "differences": [
            {
                "command": difference.command,
                "exit": {"reference": difference.reference_status, "simulator": difference.simulator_status},
                "only_reference": shapes(difference.only_reference),
                "only_simulator": shapes(difference.only_simulator),
            }
            for difference in differences
        ],
    }


def _print_comparison(reference: Reference, differences: tuple[Difference, ...]) -> None:
    console = answer_console()

    def say(line: str, style: str = "") -> None:
        shown = "".join(letter if letter.isprintable() else "�" for letter in line)
        console.print(Text(shown, style=style), soft_wrap=True)

    for difference in differences:
        say(difference.command, "bold")
        statuses = difference.reference_status, difference.simulator_status
        if None in statuses:
            say(f"  not run on the {'reference' if statuses[0] is None else 'simulator'}", "yellow")
        elif statuses[0] != statuses[1]:
            say(f"  exit code {statuses[0]} on the reference, {statuses[1]} on the simulator", "yellow")
        for sign, only in (("-", difference.only_reference), ("+", difference.only_simulator)):
            for shape in only.shown:
                say(f"  {sign} {shape}", "red" if sign == "-" else "green")
            if only.more:
                say(f"  {sign} and {only.more} more", "dim")
    if differences:
        say("- only the reference, + only the simulator", "dim")
    told = f"{len(differences)} of {len(reference.commands)} commands differ"
    say(f"{reference.model}, Android {reference.android}, {reference.recorded}: {told}")


async def _serve(port: int, seed: int, adbd_port: int | None, console_port: int | None, *, realtime: bool) -> None:
    from handrail.phone.renderer import Renderer

    simulated, renderer = Phone(seed=seed, action_ms=0 if realtime else ACTION_MS), Renderer()
    install_helpers(simulated)
    pace = RealTime(simulated) if realtime else None
    handset = Handset(
        simulated,
        lambda screen: renderer.png(screen, f"{simulated.now:%H:%M}", simulated.toast or ""),
        render_jpeg=lambda screen: renderer.jpeg(screen, f"{simulated.now:%H:%M}", simulated.toast or ""),
        identity=Identity() if console_port is None else Identity(serial=f"emulator-{console_port}"),
        pace=pace,
    )
    told = asyncio.Event()
    ticking = asyncio.ensure_future(pace.run()) if pace else None
    server, adbd, console = AdbServer([handset]), Adbd(handset), Console(handset, told.set)
    try:
        await _start(server.start, port)
        if adbd_port is not None:
            await _start(adbd.start, adbd_port)
        if console_port is not None:
            await _start(console.start, console_port)
        print(_how_to_connect(handset.serial, server.port, adbd.port if adbd_port is not None else None), flush=True)
        await _until_told_to_stop(told)
    finally:
        await server.stop()
        await adbd.stop()
        await console.stop()
        if ticking is not None:
            ticking.cancel()
    for gap in dict.fromkeys(handset.gaps):
        print(f"asked for in vain: {gap}")


async def _start(start: Callable[[int], Awaitable[int]], port: int) -> None:
    try:
        await start(port)
    except OSError as error:
        raise Misuse(f"127.0.0.1:{port}: {error.strerror or error}; choose another port, or 0 for any") from None


def _how_to_connect(serial: str, port: int, adbd_port: int | None) -> str:
    lines = [
        f"A simulated phone, {serial}, on 127.0.0.1 only. In another terminal:",
        "",
        f"  export ANDROID_ADB_SERVER_PORT={port}",
        "  adb devices",
        "  adb shell uiautomator dump",
        "",
        "or in Python:",
        "",
        "  import adbutils, uiautomator2",
        f'  device = adbutils.AdbClient(host="127.0.0.1", port={port}).device("{serial}")',
        "  phone = uiautomator2.connect(device)",
        '  phone(text="Clock").click()',
    ]
    if adbd_port is not None:
        lines += ["", "or through an ADB server of your own:", "", f"  adb connect 127.0.0.1:{adbd_port}"]
        if adbd_port in _FOUND_BY_ADB:
            lines.append(f"  (a server on this computer finds it by itself, as emulator-{adbd_port - 1})")
    return "\n".join([*lines, "", "Ctrl+C stops it."])


async def _until_told_to_stop(told: asyncio.Event) -> None:
    """Wait for Ctrl+C, a signal or `adb emu kill`; a phone that is too busy to hear of it is ended none the less."""
    loop = asyncio.get_running_loop()

    def stop(number: int, _: object) -> None:
        ending = threading.Timer(_LONGEST_GOODBYE_S, os._exit, (128 + number,))
        ending.daemon = True
        ending.start()
        loop.call_soon_threadsafe(told.set)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)  # not the loop's own: that waits until the loop has time
    await told.wait()
