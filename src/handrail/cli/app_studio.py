"""`handrail app studio`: what an app that takes part says while its developer taps through it."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from handrail.cli.app_lint import print_remarks
from handrail.cli.console import answer_console, log_console
from handrail.cli.output_file import demand_place, write_file
from handrail.cli.rules_file import read_rules
from handrail.cli.serve import LOOPBACK, PORT, listen_on
from handrail.error import MissingExtra, install_line

if TYPE_CHECKING:
    from handrail.app import Update
    from handrail.app.lint import LintRemark
    from handrail.server.app_port.connected_apps import ConnectedApps
    from handrail.server.studio.studio import Studio
    from handrail.server.studio.walked import Touched

_LOOKS_EVERY_SECONDS = 0.25
_STYLES = {"allow": "green", "warn": "yellow", "ask": "yellow", "block": "red"}


def studio(
    port: Annotated[int, typer.Option(help="the port for apps in a browser; 0 for any free one")] = PORT,
    verisafe: Annotated[int | None, typer.Option(help="a port for apps that are not in a browser")] = None,
    rules: Annotated[
        Path | None, typer.Option(help="rules to hold the walk against; without them all is let through")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="write what was declared and done as an app file")
    ] = None,
    app_origin: Annotated[
        list[str] | None, typer.Option(help="a web page that may take part, beside this computer's")
    ] = None,
) -> None:
    """Watch an app that takes part while you tap through it.

    Shows its states, what each touch is about to change and what the rules make of it, and remarks what is missing.
    Ends with Ctrl-C, or when the app goes. Exit 0; 2 on misuse.
    """
    demand_place(out)
    text = None if rules is None else read_rules(rules)
    with suppress(KeyboardInterrupt):
        asyncio.run(_studio(port, verisafe, text, out, app_origin or []))


async def _studio(
    port: int, verisafe: int | None, rules: str | Sequence[str] | None, out: Path | None, origins: list[str]
) -> None:
    try:
        import uvicorn
        from fastapi import FastAPI

        from handrail.server.app_port.connected_apps import ConnectedApps
        from handrail.server.app_port.tcp import open_tcp
        from handrail.server.app_port.websocket import app_route
    except ModuleNotFoundError as error:
        raise MissingExtra(f"the studio needs {error.name}: {install_line('handrail[server]')}") from error
    apps = ConnectedApps()
    made = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    made.include_router(app_route(apps, origins))
    listening = listen_on(LOOPBACK, port)
    for_lines = listen_on(LOOPBACK, verisafe or 0, "--verisafe")
    in_browsers, others = (f"{LOOPBACK}:{socket.getsockname()[1]}" for socket in (listening, for_lines))
    log_console().print(f"waiting for an app at ws://{in_browsers}/app or {others}", soft_wrap=True)
    server = uvicorn.Server(uvicorn.Config(made, log_level="error", lifespan="off"))
    async with open_tcp(apps, for_lines), asyncio.TaskGroup() as tasks:
        tasks.create_task(server.serve(sockets=[listening]))
        ticking = tasks.create_task(apps.watch())
        try:
            await _walk(apps, rules, out)
        finally:
            ticking.cancel()
            server.should_exit = True


async def _walk(apps: "ConnectedApps", rules: str | Sequence[str] | None, out: Path | None) -> None:
    from handrail.server.studio.studio import Studio

    connected = await apps.wait_for_any()
    console = answer_console()
    view = _View(console)
    walk = Studio.over(connected, rules, view.touched, view.changed, view.remarked)
    await connected.take_control("studio", "a walk by the app's developer", walk, apps.limits.control_seconds)
    console.print(Text(f"{connected.app.name} takes part; tap through it", style="bold"), soft_wrap=True)
    try:
        while not walk.why_over:
            walk.look()
            await asyncio.sleep(_LOOKS_EVERY_SECONDS)
    finally:
        _end(walk, console, out)


def _end(walk: "Studio", console: Console, out: Path | None) -> None:
    console.print(Text(f"\n{len(walk.walked.touched)} touches. {walk.why_over}".rstrip(), style="bold"), soft_wrap=True)
    print_remarks(walk.walked.remarks(at_the_end=True))
    if out is not None:
        write_file(out, json.dumps(walk.walked.draft(), indent=2, ensure_ascii=False) + "\n")
        console.print(f"written: {out}; complete it by hand, then `handrail app lint {out}`", soft_wrap=True)


class _View:
    """One line for each thing that happens."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def touched(self, touched: "Touched") -> None:
        said = touched.event.anticipation
        line = Text("touch ", style="dim").append(touched.name, style="bold")
        for name in sorted(said.commits):
            line.append(f"  commits {name}", style="magenta")
        for update in said.updates:
            line.append(f"  {_row(update)}", style="cyan")
        line.append(f"  {touched.decision}", style=_STYLES[touched.decision])
        self._console.print(line, soft_wrap=True)
        for reason in touched.reasons:
            self._console.print(Text(f"      {reason}", style=_STYLES[touched.decision]), soft_wrap=True)

    def changed(self, update: "Update") -> None:
        self._console.print(Text("state ", style="dim").append(_row(update)), soft_wrap=True)

    def remarked(self, remark: "LintRemark") -> None:
        self._console.print(
            Text(f"note  {remark.about}: {remark.found}; {remark.help}", style="yellow"), soft_wrap=True
        )


def _row(update: "Update") -> str:
    values = update.set if update.set is not None else update.delete or {}
    inside = ", ".join(f"{name} = {value}" for name, value in values.items())
    return f"{'no ' if update.set is None else ''}{update.state}({inside})"
