"""`handrail serve`: the control room over a folder of runs, for a browser on this computer."""

import asyncio
import getpass
import secrets
import socket
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from handrail.error import MissingExtra, Misuse, UnreadableInput
from handrail.guard.opening import runs_folder
from handrail.strict_json import shown_path

LOOPBACK = "127.0.0.1"
INSTALL = "pip install 'handrail[server]'"
PORT = 8770
PAUSE_SECONDS = 1.2


def serve(
    runs: Annotated[
        Path | None, typer.Argument(help="the folder in which journals are, each in its own; else the user's own")
    ] = None,
    port: Annotated[int, typer.Option(help="the port on this computer; 0 for any free one")] = PORT,
    demo: Annotated[bool, typer.Option("--demo", help="six agents work on simulated phones, and ask you")] = False,
    key: Annotated[str, typer.Option(envvar="HANDRAIL_SERVER_KEY", help="the key to enter with; else a new one")] = "",
    verisafe: Annotated[
        int | None, typer.Option(help="a port for apps that take part, also over the published VeriSafe protocol")
    ] = None,
    app_token: Annotated[
        str,
        typer.Option(envvar="HANDRAIL_APP_TOKEN", help="the key that apps bring; without one, any app"),
    ] = "",
    app_origin: Annotated[
        list[str] | None, typer.Option(help="a web page that may take part, as in https://shop.example")
    ] = None,
) -> None:
    """Open the control room on this computer.

    A page that shows what every guarded run does, and what waits for a person. Prints the address to open, which has
    the key in it. Ends with Ctrl-C. Exit 2 on misuse.
    """
    with ExitStack() as kept:
        if demo:
            if runs is not None:
                raise Misuse("`--demo` keeps its runs in a folder of its own; leave out the folder")
            runs = Path(kept.enter_context(tempfile.TemporaryDirectory(prefix="handrail-demo-")))
        elif runs is not None:
            _demand_folder(runs)
        with suppress(KeyboardInterrupt):
            given = key or secrets.token_urlsafe(24)
            asyncio.run(_serve(runs or runs_folder(), port, given, demo, _Apps(verisafe, app_token, app_origin or [])))


class _Apps(NamedTuple):
    """Where and how apps take part."""

    port: int | None
    token: str
    origins: list[str]


async def _serve(runs: Path, port: int, key: str, demo: bool, taking_part: _Apps) -> None:
    try:
        import uvicorn

        from handrail.server.access import Access
        from handrail.server.app_port.connected_apps import ConnectedApps, anybody, with_token
        from handrail.server.app_port.tcp import open_tcp
        from handrail.server.application import Room, application
        from handrail.server.fleet import Fleet
    except ModuleNotFoundError as error:
        raise MissingExtra(f"the control room needs {error.name}: {INSTALL}") from error
    listening = listen(port)
    room = Room(Fleet(runs), Access.with_key(key, getpass.getuser()))
    apps = ConnectedApps(with_token(taking_part.token) if taking_part.token else anybody)
    made = application(
        room, beside=(lambda: _demonstrate(runs)) if demo else None, apps=apps, app_origins=taking_part.origins
    )
    server = uvicorn.Server(uvicorn.Config(made, log_level="warning", server_header=False))
    address = f"http://{LOOPBACK}:{listening.getsockname()[1]}/enter?key={key}"
    print(f"runs in {runs}\nopen {address}\nthe key lets whoever has it answer in your name; Ctrl-C ends", flush=True)
    if taking_part.port is None:
        await server.serve(sockets=[listening])
        return
    for_apps = listen(taking_part.port, "--verisafe")
    print(f"apps take part at {LOOPBACK}:{for_apps.getsockname()[1]}", flush=True)
    async with open_tcp(apps, for_apps):
        await server.serve(sockets=[listening])


async def _demonstrate(runs: Path) -> None:
    try:
        from handrail.server.demonstration import demonstrate
    except ModuleNotFoundError as error:
        raise MissingExtra(f"the demo needs {error.name}: {INSTALL}") from error
    await demonstrate(runs, lambda: asyncio.sleep(PAUSE_SECONDS))


def _demand_folder(runs: Path) -> None:
    """A misspelt folder must not look like one in which nothing runs."""
    try:
        is_there = runs.is_dir()
    except (OSError, ValueError):  # a path may be too long, or have a NUL in it
        is_there = False
    if not is_there:
        raise UnreadableInput(f"{shown_path(runs)}: no such folder; name the one in which journals are")


def listen(port: int, option: str = "--port") -> socket.socket:
    """A socket on this computer that listens. Raises `Misuse` where the port is taken."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((LOOPBACK, port))
        listening.listen()  # whoever is quicker than the server waits for it
    except (OSError, OverflowError) as error:
        listening.close()
        raise Misuse(
            f"port {port}: {getattr(error, 'strerror', None) or error}; choose another with {option}"
        ) from None
    return listening
