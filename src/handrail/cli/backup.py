"""`handrail backup` and `handrail restore`: all that a server keeps, in one file and back."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.error import MissingExtra, UnreadableInput, install_line
from handrail.guard.opening import runs_folder
from handrail.strict_json import shown_path

if TYPE_CHECKING:
    from handrail.server.store.backup import Backup

StoreUrl = Annotated[
    str,
    typer.Option("--store", envvar="HANDRAIL_STORE", help="sqlite:///PATH or postgresql://USER@HOST/NAME"),
]


def backup(
    file: Annotated[Path, typer.Argument(help="the file to write, which must not be there")],
    runs: Annotated[Path | None, typer.Argument(help="the folder of the runs; else the user's own")] = None,
    store: StoreUrl = "",
) -> None:
    """Write the runs and the database into one file.

    Servers and guards may go on meanwhile. The file holds everything that they do, the key of the log of anchors
    included: keep it as you keep them. Exit 2 on misuse.
    """
    root = runs or runs_folder()
    if not root.is_dir():
        raise UnreadableInput(f"{shown_path(root)}: no such folder; name the one in which journals are")
    try:
        from handrail.server.store.backup import back_up
        from handrail.server.store.store import STORE_FILE, open_store
    except ModuleNotFoundError as error:
        raise MissingExtra(f"a backup needs {error.name}: {install_line('handrail[server]')}") from error
    opened = open_store(store or root / STORE_FILE)
    try:
        _say(back_up(root, opened, file), file)
    finally:
        opened.close()


def restore(
    file: Annotated[Path, typer.Argument(help="what `handrail backup` wrote")],
    runs: Annotated[Path, typer.Argument(help="the folder of the runs, new or empty")],
    store: StoreUrl = "",
) -> None:
    """Make runs and a database of a backup, on either kind.

    All of it or nothing. The database must be empty. Exit 2 on misuse or for a file that is not whole.
    """
    try:
        from handrail.server.store.restore import restore as make_again
    except ModuleNotFoundError as error:
        raise MissingExtra(f"a restoration needs {error.name}: {install_line('handrail[server]')}") from error
    _say(make_again(file, runs, store), runs)


def _say(done: "Backup", where: Path) -> None:
    print(f"{shown_path(where)}: {done.rows} rows of the database, {done.files} files of runs")
