"""The commands by name. A command's module is imported when the command is called, so that each imports what it needs
at its top and `handrail --help` imports none of them.
"""

import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeAlias

import typer
from typer.core import TyperGroup
from typer.main import get_command

Tree: TypeAlias = Mapping[str, "tuple[str, str | Tree]"]
"""What a command does in a sentence and where it is, as `module:name`; or the commands that it has under it.

The one that is called by nothing is meant where the first word is none of the others.
"""

COMMANDS: Tree = {
    "demo": ("Watch six agents that err, without Handrail and with it.", "demo:demo"),
    "serve": (
        "Open the control room.",
        {
            "": ("Open the control room.", "serve:serve"),
            "users": ("Who may enter, and as what.", "serve_people:users_commands"),
            "keys": ("Keys for programs, agents and apps.", "serve_people:keys_commands"),
            "audit": ("Say what was done about users and keys.", "serve_people:audit"),
        },
    ),
    "backup": ("Write the runs and the database into one file.", "backup:backup"),
    "restore": ("Make runs and a database of a backup, on either kind.", "backup:restore"),
    "run": ("Run one task on a phone, with every action verified.", "run:run"),
    "encode": ("Turn an instruction into a specification.", "encode:encode"),
    "check": ("Check a specification against an app.", "check:check"),
    "record": ("Record a walk in which you play the agent.", "record:record"),
    "replay": ("Replay recorded paths against their specifications.", "replay:replay"),
    "doctor": ("Say whether this computer has what a guarded run needs.", "doctor:doctor"),
    "schema": ("Print the JSON Schema of a file that Handrail reads.", "schema:schema"),
    "app": ("Models of apps.", "app:app"),
    "phone": ("Start a simulated phone on this computer.", "phone:phone_commands"),
    "policy": ("Policies: what needs a person, whatever was asked.", "policy:policy_commands"),
    "approvals": ("Questions that wait for a person.", "approvals:approvals_commands"),
    "journal": ("Journals: the records of guarded runs.", "journal:journal_commands"),
    "experience": ("Remembered encodings: list, confirm, reject, carry.", "experience:experience_commands"),
    "eval": (
        "Measure Handrail on data sets.",
        {
            "risk": ("Measure how well unsafe runs are told from safe ones.", "eval_risk:risk"),
            "verify": ("Measure how well wrong executions are stopped.", "eval_verify:verify"),
        },
    ),
    "data": (
        "Data sets of others: read, write and score them.",
        {
            "import": ("Write an original data set as Handrail reads it.", "data_import:import_data"),
            "export": ("Write recorded runs or tasks in the original shape of a data set.", "data_export:export_data"),
            "score": ("Say how safe proposals and decisions were at moments.", "data_score:score_moments"),
        },
    ),
    "bench": ("Measure what a recipe says, into one folder.", "bench:bench"),
    "corpus": ("Corpora of runs of any size: make, go through, convert.", "corpus:corpus_commands"),
    "guard": (
        "Guard what you run already.",
        {
            "adb": ("Guard every client of an ADB server.", "guard_adb:adb"),
            "appium": ("Guard the sessions of an Appium server.", "guard_appium:appium"),
            "mcp": ("Guard an MCP server that drives a phone.", "guard_mcp:mcp"),
        },
    ),
    "sentinel": (
        "Find what is unsafe, whatever was asked.",
        {
            "scan": ("Say which steps of a recorded run are unsafe, and why.", "sentinel:scan"),
            "data": ("Corpora of recorded runs: check, convert, probe, make.", "sentinel_data:data_commands"),
        },
    ),
}


class LazyGroup(TyperGroup):
    """A group that knows what its commands are called and do, and imports the one that is called."""

    tree: Tree = MappingProxyType({})

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """The words, with the command that is called by nothing put in where it is meant."""
        if "" in self.tree and (not args or args[0] not in self.tree):
            args = ["", *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # noqa: ARG002
        """The names, in the order of the tree."""
        return [name for name in self.tree if name]

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]  # noqa: ARG002
        """The command of that name, imported now; None if there is none."""
        if cmd_name not in self.tree:
            return None
        said, place = self.tree[cmd_name]
        if isinstance(place, str):
            module, _, name = place.partition(":")
            return _built(cmd_name or str(self.name), getattr(import_module(f"handrail.cli.{module}"), name))
        return group(cmd_name, said, place)

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run what was called, ended without complaint where its output is no longer read, as by `head`."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that nothing is flushed at the exit
            raise typer.Exit(0) from None

    def format_commands(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]  # noqa: ARG002
        """What each command does, said without importing it."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, said) for name, (said, _) in self.tree.items() if name])


def group(name: str, said: str, tree: Tree, callback: Callable[..., None] | None = None) -> Any:
    """A command that has others under it."""
    app = typer.Typer(
        name=name,
        cls=LazyGroup,
        help=said,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(callback or (lambda: None))
    built = get_command(app)
    built.tree = tree  # type: ignore[attr-defined]
    return built


def _built(name: str, command: typer.Typer | Callable[..., None]) -> Any:
    from handrail.cli.naming_command import NamingCommand  # not before a command is called

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.callback()(lambda: None)  # so that it is a group also with a single command
    if isinstance(command, typer.Typer):
        app.add_typer(command)
    else:
        app.command(name, cls=NamingCommand)(command)
    built: Any = get_command(app)
    return built.commands[name]
