"""The `handrail` command: one file for each subcommand, and one place where errors become exit codes.

0 fine; 1 what was asked about is wrong; 2 misuse or unreadable input; 3 a dependency could not be reached.
"""

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated, NoReturn

import typer

from handrail.cli.app import app as app_commands
from handrail.cli.approvals import approvals_commands
from handrail.cli.check import check
from handrail.cli.demo import demo
from handrail.cli.encode import encode
from handrail.cli.eval_risk import risk
from handrail.cli.eval_verify import verify
from handrail.cli.experience import experience_commands
from handrail.cli.journal import journal_commands
from handrail.cli.phone import phone_commands
from handrail.cli.policy import policy_commands
from handrail.cli.replay import replay
from handrail.cli.run import run
from handrail.cli.schema import schema
from handrail.cli.sentinel import scan
from handrail.cli.sentinel_data import data_commands
from handrail.error import HandrailError
from handrail.strict_json import shown_path


def _version(wanted: bool) -> None:
    if wanted:
        from handrail import __version__

        print(f"handrail {__version__}")
        raise typer.Exit


def handrail(
    version: Annotated[
        bool, typer.Option("--version", help="say which version this is", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """A safety layer for AI agents that operate phones: each action is verified first."""


def build() -> typer.Typer:
    """The command line with all its commands."""
    app = typer.Typer(
        name="handrail",
        callback=handrail,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    for command in (demo, run, encode, check, replay, schema):
        app.command()(_until_the_reader_has_enough(command))
    for commands in (
        app_commands,
        phone_commands,
        policy_commands,
        approvals_commands,
        journal_commands,
        experience_commands,
    ):
        app.add_typer(commands)
    app.add_typer(_evaluations())
    app.add_typer(_sentinel())
    return app


def _group(name: str, help: str) -> typer.Typer:
    group = typer.Typer(name=name, help=help, no_args_is_help=True, rich_markup_mode=None)
    group.callback()(lambda: None)  # a group stays one also while it has a single command
    return group


def _evaluations() -> typer.Typer:
    group = _group("eval", "Measure Handrail on data sets.")
    group.command("risk")(_until_the_reader_has_enough(risk))
    group.command("verify")(_until_the_reader_has_enough(verify))
    return group


def _sentinel() -> typer.Typer:
    group = _group("sentinel", "Find what is unsafe, whatever was asked.")
    group.command("scan")(_until_the_reader_has_enough(scan))
    group.add_typer(data_commands)
    return group


def _until_the_reader_has_enough(command: Callable[..., None]) -> Callable[..., None]:
    """The command, ended without complaint where its output is no longer read, as by `head`."""

    @wraps(command)
    def run(*arguments: object, **options: object) -> None:
        try:
            try:
                command(*arguments, **options)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that nothing is flushed at the exit
            raise typer.Exit(0) from None

    return run


def main() -> None:
    """Run the command line; what the user can act on is said in a line, without a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a character shows its number
    try:
        build()()
    except HandrailError as error:
        _give_up(str(error))
    except OSError as error:
        if error.filename is None:  # no file that anybody named, so a defect
            raise
        _give_up(f"{shown_path(error.filename)}: {error.strerror or error}; name another")


def _give_up(reason: str) -> NoReturn:
    print(f"handrail: {reason}", file=sys.stderr)
    raise SystemExit(2) from None
