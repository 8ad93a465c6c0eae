"""`handrail experience`: what is remembered of encodings, and a person's word on how a task ended."""

from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from handrail.cli.app_model import load_app
from handrail.cli.console import answer_console, log_console, print_json
from handrail.encoder import Evidence, Experience, Remembered
from handrail.error import Misuse, UnreadableInput
from handrail.strict_json import read_text

experience_commands = typer.Typer(
    name="experience", help="Remembered encodings: list, confirm, reject, carry.", no_args_is_help=True
)

Memory = Annotated[Path, typer.Argument(help="the file of remembered encodings")]
Entry = Annotated[str, typer.Argument(help="the entry, by the beginning of its name")]


@experience_commands.command("list")
def list_entries(
    memory: Memory,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Every entry with how far it is trusted."""

    with _open(memory) as opened:
        entries = opened.entries()
    if json:
        print_json({"entries": [_as_json(remembered) for remembered in entries]})
        return
    for entry in entries:
        line = f"{entry.digest[:12]}  trust {entry.trust:.2f}  {entry.line.app}: {entry.line.instruction}"
        answer_console().print(line, markup=False, soft_wrap=True)


@experience_commands.command("yes")
def confirm(memory: Memory, entry: Entry, source: Annotated[str, typer.Option(help="which task")] = "a person") -> None:
    """The task of this entry ended as it was meant."""
    _learn(memory, entry, Evidence.CONFIRMED, source)


@experience_commands.command("no")
def reject(memory: Memory, entry: Entry, source: Annotated[str, typer.Option(help="which task")] = "a person") -> None:
    """The task of this entry did not end as it was meant."""
    _learn(memory, entry, Evidence.REJECTED, source)


@experience_commands.command("export")
def export(memory: Memory) -> None:
    """Write all entries as JSON Lines to stdout."""
    with _open(memory) as opened:
        for line in opened.export():
            print(line)


@experience_commands.command("import")
def bring_in(
    memory: Memory,
    lines: Annotated[Path, typer.Argument(help="a file that `export` wrote")],
    app: Annotated[str, typer.Option(help="the app that the entries must fit, as for `handrail encode`")],
    trusted: Annotated[bool, typer.Option("--trusted", help="also take over who confirmed what")] = False,
) -> None:
    """Add entries from a file. Exit 1 if some were refused."""
    text = read_text(lines)
    with Experience.open(memory) as opened:
        found = opened.bring_in(text.splitlines(), load_app(app), trusted=trusted, name=str(lines))
    for reason in found.refused:
        log_console().print(f"refused {reason}", markup=False, soft_wrap=True)
    print(f"{found.added} added, {found.known} known already, {len(found.refused)} refused")
    raise typer.Exit(1 if found.refused else 0)


def _learn(memory: Path, entry: str, evidence: Evidence, source: str) -> None:
    with _open(memory) as opened:
        found = [remembered.digest for remembered in opened.entries() if remembered.digest.startswith(entry)]
        if len(found) != 1:
            raise Misuse(f"{len(found)} entries begin with `{entry}`; `handrail experience list {memory}` shows them")
        opened.learn(found[0], evidence, source=source, at=datetime.now().astimezone())


def _open(memory: Path) -> Experience:
    """An existing file: a misspelt name must not start a new one."""
    if not memory.is_file():
        raise UnreadableInput(f"{memory}: no such file; `handrail encode --experience {memory}` starts one")
    return Experience.open(memory)


def _as_json(remembered: Remembered) -> dict[str, Any]:
    return {"entry": remembered.digest, "trust": round(remembered.trust, 4), **remembered.line.model_dump(mode="json")}
