"""`handrail app lint`: what rules will miss in an app's declaration, and what people will not understand."""

from typing import Annotated

import typer
from rich.text import Text

from handrail.app.lint import LintRemark, lint
from handrail.cli.app_model import APP, load_app
from handrail.cli.console import answer_console, print_json


def lint_app(
    app: Annotated[str, typer.Argument(help=APP)],
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Say what an app's declaration lacks.

    Exit 0 without remarks, 1 with some, 2 if a file cannot be read.
    """
    remarks = lint(load_app(app))
    if json:
        print_json({"ok": not remarks, "remarks": [remark_as_json(remark) for remark in remarks]})
    else:
        print_remarks(remarks)
    raise typer.Exit(1 if remarks else 0)


def remark_as_json(remark: LintRemark) -> dict[str, str]:
    """One remark for programs."""
    return {"about": remark.about, "found": remark.found, "help": remark.help}


def print_remarks(remarks: tuple[LintRemark, ...]) -> None:
    """The remarks for people."""
    console = answer_console()
    for remark in remarks:
        console.print(Text(f"{remark.about}: {remark.found}", style="yellow"), soft_wrap=True)
        console.print(Text(f"  help: {remark.help}", style="dim"), soft_wrap=True)
    if not remarks:
        console.print(Text("✓ nothing to remark", style="green"))
