"""`handrail serve`: the control room over a folder of runs, for a browser on this computer."""

import asyncio
import getpass
import os
import secrets
import socket
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.cli.model_choice import choose_model
from handrail.error import MissingExtra, Misuse, UnreadableInput
from handrail.guard.opening import runs_folder
from handrail.strict_json import shown_path

if TYPE_CHECKING:
    from handrail.server.sessions.sessions import Sessions

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
    database: Annotated[
        str, typer.Option(help="of several servers over one folder: sqlite:///PATH or postgresql://USER@HOST/NAME")
    ] = "",
    model: Annotated[
        str | None, typer.Option(help="turns the instructions of sessions into rules; else they bring their rules")
    ] = None,
    key: Annotated[str, typer.Option(envvar="HANDRAIL_SERVER_KEY", help="the key to enter with; else a new one")] = "",
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
            asyncio.run(
                _serve(runs or runs_folder(), port, key or secrets.token_urlsafe(24), database, model, demo=demo)
            )


async def _serve(runs: Path, port: int, key: str, database: str, model: str | None, *, demo: bool) -> None:
    try:
        import uvicorn

        from handrail.server.access import Access
        from handrail.server.application import Room, application
        from handrail.server.fleet import Fleet
    except ModuleNotFoundError as error:
        raise MissingExtra(f"the control room needs {error.name}: {INSTALL}") from error
    listening = _listen(port)
    address = f"http://{LOOPBACK}:{listening.getsockname()[1]}"
    sessions = _sessions(runs, f"{address}#{secrets.token_hex(8)}", database, model)
    room = Room(Fleet(runs), Access.with_key(key, getpass.getuser()), given=sessions)
    made = application(room, beside=(lambda: _demonstrate(runs)) if demo else None)
    server = uvicorn.Server(uvicorn.Config(made, log_level="warning", server_header=False))
    print(
        f"runs in {runs}\nopen {address}/enter?key={key}\nthe key lets whoever has it answer in your name; Ctrl-C ends",
        flush=True,
    )
    await server.serve(sockets=[listening])


def _sessions(runs: Path, owner: str, database: str, model: str | None) -> "Sessions":
    from handrail.server.sessions.encoding import encoder_of
    from handrail.server.sessions.leases import OneProcess, StoreLeases
    from handrail.server.sessions.sessions import Sessions
    from handrail.server.store import open_store

    leases = StoreLeases(open_store(database)) if database else OneProcess()
    encodes = encoder_of(choose_model(model, os.environ).model) if model is not None else None
    return Sessions(runs, encodes, leases=leases, owner=owner)


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


def _listen(port: int) -> socket.socket:
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((LOOPBACK, port))
        listening.listen()  # whoever is quicker than the server waits for it
    except (OSError, OverflowError) as error:
        listening.close()
        raise Misuse(f"port {port}: {getattr(error, 'strerror', None) or error}; choose another with --port") from None
    return listening
