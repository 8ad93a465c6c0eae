"""`handrail app`: models of apps; and `handrail app check`: is one well formed, and right about the app's screens?

The other commands of the group stand in files of their own.
"""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from handrail.app.model_check import ModelProblem, ModelReport, Remark, check_model
from handrail.app.model_document import ModelError
from handrail.app.model_trial import try_on_walks
from handrail.cli.app_draft import draft
from handrail.cli.app_drift import drift
from handrail.cli.app_explore import explore
from handrail.cli.app_lint import lint_app
from handrail.cli.app_model import load_app
from handrail.cli.app_show import show
from handrail.cli.app_studio import studio
from handrail.cli.console import answer_console, print_json
from handrail.cli.evidence_view import evidence_as_json, print_evidence
from handrail.cli.recorded_walks import screens_in, walks_in

app = typer.Typer(name="app", help="Models of apps.", no_args_is_help=True, rich_markup_mode=None)


app.command()(drift)


@app.callback()
def models() -> None:
    """Models of apps: what they declare, and what their screens say."""


app.command()(draft)
app.command("lint")(lint_app)
app.command()(show)
app.command()(studio)


@app.command()
def check(
    model: Annotated[
        str, typer.Argument(help="the model: .yaml, .json, or .py, which is run; or a name as `clock` of the phone's")
    ],
    screens: Annotated[
        Path | None, typer.Option(help="a folder of screens: uiautomator dumps (*.xml) and recordings, at any depth")
    ] = None,
    recording: Annotated[
        list[Path] | None, typer.Option(help="a folder of recorded walks to hold it against; as often as there are")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Check a model of an app, also against screens or walks.

    Exit 0 if it is right, 1 if it contradicts itself or a walk or reads a wrong type, 2 if a file cannot be read.
    """
    try:
        loaded = load_app(model)
    except ModelError as error:
        if json:
            print_json(refusal_as_json(error))
        else:
            print(error)
        raise typer.Exit(1) from None
    report = check_model(loaded, screens_in(screens) if screens is not None else ())
    evidence = try_on_walks(loaded, walks_in(recording)) if recording else None
    is_right = not report.errors and not (evidence is not None and evidence.contradicted)
    if json:
        found = {} if evidence is None else {"evidence": evidence_as_json(evidence)}
        print_json({**report_as_json(report), "ok": is_right, **found})
    else:
        print_report(report, model)
        if evidence is not None:
            print_evidence(evidence, model, answer_console())
    raise typer.Exit(0 if is_right else 1)


def report_as_json(report: ModelReport) -> dict[str, Any]:
    """A report for programs."""
    return {
        "ok": not report.errors,
        "bindings": report.bindings,
        "observers": report.observers,
        "screens": report.screens,
        "acts": report.acts,
        "remarks": [remark_as_json(remark) for remark in report.remarks],
        "faults": [],
    }


def remark_as_json(remark: Remark) -> dict[str, Any]:
    """One remark for programs."""
    return {
        "problem": remark.problem.value,
        "error": remark.problem.is_error,
        "name": remark.name,
        "said": remark.said,
        "line": remark.at.line,
        "column": remark.at.column,
        "screens": list(remark.screens),
    }


def refusal_as_json(error: Any) -> dict[str, Any]:
    """A model that cannot be used at all, for programs."""
    faults = [
        {"line": fault.at.line, "column": fault.at.column, "found": fault.found, "help": fault.help}
        for fault in error.faults
    ]
    return {"ok": False, "bindings": 0, "observers": 0, "screens": 0, "acts": 0, "remarks": [], "faults": faults}


def print_report(report: ModelReport, name: str) -> None:
    """A report for people."""
    console = answer_console()
    uncovered = [remark for remark in report.remarks if remark.problem is ModelProblem.UNCOVERED]
    for remark in report.remarks:
        if remark in uncovered:
            continue
        place = f"{name}:{remark.at.line}:{remark.at.column}" if remark.at.line else name
        tag = "" if remark.problem.is_error else "warning: "
        style = "red" if remark.problem.is_error else "yellow"
        console.print(Text(f"{place}: {tag}{remark.name}: {remark.said}", style=style), soft_wrap=True)
        if remark.screens:
            console.print(Text(f"  on {', '.join(remark.screens)}", style="dim"), soft_wrap=True)
    if uncovered:
        names = ", ".join(sorted(remark.name.rsplit("/", 1)[-1] for remark in uncovered)[:12])
        told = f"a person is asked about {len(uncovered)} elements that nothing speaks for: {names}"
        console.print(Text(told, style="dim"), soft_wrap=True)
    counted = f"{report.bindings} bindings and {report.observers} observers"
    if not report.screens:
        told = f"{name}: {counted}, {len(report.errors)} errors in the file itself; nothing was tried on a screen"
        console.print(Text(f"✗ {told}" if report.errors else told, style="yellow"), soft_wrap=True)
        console.print(Text(_HOW_TO_TRY, style="dim"), soft_wrap=True)
        return
    tried = f"{report.acts} actions tried on {report.screens} screens"
    sign, style = ("✗", "red") if report.errors else ("✓", "green")
    told = f"{sign} {name}: {counted}, {tried}, {len(report.errors)} errors"
    console.print(Text(told, style=style), soft_wrap=True)


app.command()(explore)
_HOW_TO_TRY = (
    "whether it is right about its app, screens tell: give a folder of them with --screens; of the simulated phone,"
    " `handrail run --record FOLDER` keeps those of a run, and `handrail phone` starts one for"
    " `adb shell uiautomator dump`"
)
