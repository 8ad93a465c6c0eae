"""The `handrail` command: one file for each subcommand, and one place where errors become exit codes.

0 fine; 1 what was asked about is wrong; 2 misuse or unreadable input; 3 a dependency could not be reached.
"""

import sys
from typing import Annotated, Any, NoReturn

import typer

from handrail import __version__
from handrail.cli.command_tree import COMMANDS, group
from handrail.error import HandrailError
from handrail.strict_json import shown_path


def _version(wanted: bool) -> None:
    if wanted:
        print(f"handrail {__version__}")
        raise typer.Exit


def handrail(
    version: Annotated[
        bool, typer.Option("--version", help="say which version this is", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """A safety layer for AI agents that operate phones: each action is verified first."""


def command_line() -> Any:
    """The `handrail` command with all that is under it."""
    return group("handrail", (handrail.__doc__ or "").strip(), COMMANDS, handrail)


def main() -> None:
    """Run the command line; what the user can act on is said in a line, without a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a character shows its number
    try:
        command_line()()
    except HandrailError as error:
        _give_up(str(error))
    except OSError as error:
        if error.filename is None:  # no file that anybody named, so a defect
            raise
        _give_up(f"{shown_path(error.filename)}: {error.strerror or error}; name another")


def _give_up(reason: str) -> NoReturn:
    print(f"handrail: {reason}", file=sys.stderr)
    raise SystemExit(2) from None
