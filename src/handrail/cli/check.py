"""`handrail check`: is this specification well formed, and does it say what its author may have meant?"""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from handrail.cli.app_model import APP, load_app
from handrail.cli.console import answer_console, print_json
from handrail.cli.rules_file import read_rules
from handrail.guard.without_commitment import without_commitment
from handrail.language.diagnostic import Level, show_diagnostic
from handrail.language.printer import show_rule
from handrail.language.specification import Review, review


def check(
    specification: Annotated[Path, typer.Argument(help="the rules: a text file, a JSON list, or - for stdin")],
    app: Annotated[str, typer.Option(help=APP)],
    analysis: Annotated[bool, typer.Option(help="look for what is suspicious, not only for what is wrong")] = True,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Check a specification against an app.

    Against its states, and against what its actions commit. Exit 0 if it can be used, 1 with every error if not, as
    where the task could never end, 2 if a file cannot be read.
    """

    loaded = load_app(app)
    report = review(read_rules(specification), loaded, analysis=analysis)
    if report.specification is not None:
        named = without_commitment(report.specification, loaded.commitments)
        errors, warnings = ([diagnostic for diagnostic in named if diagnostic.level is level] for level in Level)
        report = replace(report, errors=tuple(errors), warnings=(*warnings, *report.warnings))
    if json:
        print_json(review_as_json(report))
    else:
        print_review(report, str(specification))
    raise typer.Exit(1 if report.errors else 0)


def review_as_json(report: Review) -> dict[str, Any]:
    """A review for programs."""
    from handrail.bench.replay import diagnostic_as_json

    rules = report.specification.rules if report.specification else ()
    return {
        "ok": not report.errors,
        "errors": [diagnostic_as_json(error) for error in report.errors],
        "warnings": [diagnostic_as_json(warning) for warning in report.warnings],
        "analysis": {"engine": report.engine, "skipped": list(report.skipped)},
        "specification": [show_rule(rule) for rule in rules],
    }


def print_review(report: Review, name: str) -> None:
    """A review for people."""
    console = answer_console()
    for diagnostic in (*report.errors, *report.warnings):
        first, *rest = show_diagnostic(diagnostic, report.source, name).split("\n")
        console.print(Text(first, style="bold red" if report.errors else "bold yellow"), soft_wrap=True)
        for line in rest:
            console.print(Text(line, style="cyan" if line.startswith("help:") else ""), soft_wrap=True)
        console.print()
    if report.specification is None or report.errors:
        console.print(Text(f"✗ {name}: {_plural(len(report.errors), 'error')}; nothing would be allowed", style="red"))
        return
    rules = _plural(len(report.specification.rules), "rule")
    warned = f", {_plural(len(report.warnings), 'warning')}" if report.warnings else ""
    console.print(Text(f"✓ {name}: {rules}, no errors{warned}", style="green"))
    console.print(Text(f"  analysis: {report.engine}", style="dim"))
    for skipped in report.skipped:
        console.print(Text(f"  not decided: {skipped}", style="dim"))
    console.print(Text("\nIn words:", style="bold"))
    console.print(Text(report.specification.explain()), soft_wrap=True)


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
