"""`handrail serve`: the control room over a folder of runs, for a browser on this computer."""

import asyncio
import getpass
import secrets
import socket
import tempfile
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.error import MissingExtra, Misuse, UnreadableInput
from handrail.guard.opening import runs_folder
from handrail.strict_json import shown_path

if TYPE_CHECKING:
    from handrail.server.store.records import Records

LOOPBACK = "127.0.0.1"
INSTALL = "pip install 'handrail[server]'"
PORT = 8770
PAUSE_SECONDS = 1.2


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """The database, and how long runs are kept that are over, in days."""

    database: str
    keep: int | None
    archive: int | None
    pictures: str

    def opened(self, runs: Path) -> "Records":
        """The records of a folder of runs. Raises `Misuse`, `StoreFailed`."""
        from handrail.server.store import open_store
        from handrail.server.store.records import Keeping, open_records

        delete_after, move_after = (None if one is None else timedelta(one) for one in (self.keep, self.archive))
        keeping = Keeping(delete_after, move_after, self.pictures)
        return open_records(runs, open_store(self.database) if self.database else None, keeping)


def serve(
    runs: Annotated[
        Path | None, typer.Argument(help="the folder in which journals are, each in its own; else the user's own")
    ] = None,
    port: Annotated[int, typer.Option(help="the port on this computer; 0 for any free one")] = PORT,
    demo: Annotated[bool, typer.Option("--demo", help="six agents work on simulated phones, and ask you")] = False,
    key: Annotated[str, typer.Option(envvar="HANDRAIL_SERVER_KEY", help="the key to enter with; else a new one")] = "",
    database: Annotated[
        str, typer.Option("--store", envvar="HANDRAIL_STORE", help="sqlite:///PATH or postgresql://USER@HOST/NAME")
    ] = "",
    keep: Annotated[int | None, typer.Option(min=1, help="delete runs so many days after their end")] = None,
    archive: Annotated[
        int | None, typer.Option(min=0, help="move pictures to --pictures so many days after the end of a run")
    ] = None,
    pictures: Annotated[str, typer.Option(help="where pictures of archived runs are: a folder, or a URL")] = "",
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
        if archive is not None and not pictures:
            raise Misuse("`--archive` needs to know where pictures go: name it with --pictures")
        store = StoreSettings(database, keep, archive, pictures)
        with suppress(KeyboardInterrupt):
            asyncio.run(_serve(runs or runs_folder(), port, key or secrets.token_urlsafe(24), demo, store))


async def _serve(runs: Path, port: int, key: str, demo: bool, store: StoreSettings) -> None:
    try:
        import uvicorn

        from handrail.server.access import Access
        from handrail.server.application import Room, application
        from handrail.server.fleet import Fleet
    except ModuleNotFoundError as error:
        raise MissingExtra(f"the control room needs {error.name}: {INSTALL}") from error
    listening = _listen(port)
    records = store.opened(runs)
    try:
        room = Room(Fleet(runs), Access.with_key(key, getpass.getuser()), records=records)
        made = application(room, beside=(lambda: _demonstrate(runs)) if demo else None)
        server = uvicorn.Server(uvicorn.Config(made, log_level="warning", server_header=False))
        address = f"http://{LOOPBACK}:{listening.getsockname()[1]}/enter?key={key}"
        print(
            f"runs in {runs}\nopen {address}\nthe key lets whoever has it answer in your name; Ctrl-C ends", flush=True
        )
        await server.serve(sockets=[listening])
    finally:
        records.store.close()


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
