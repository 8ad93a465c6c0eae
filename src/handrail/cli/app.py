"""`handrail app check`: is a model of an app well formed, and right about the app's screens?"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from handrail.app.app import App
from handrail.app.model_check import ModelReport, Problem, Remark, check_model
from handrail.app.model_document import ModelError
from handrail.cli.console import answer_console, print_json
from handrail.device.hierarchy import read_hierarchy
from handrail.device.recording import read_recording
from handrail.device.screen import Screen
from handrail.error import UnreadableInput
from handrail.strict_json import read_bytes

app = typer.Typer(name="app", help="Models of apps.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def models() -> None:
    """Models of apps: what they declare, and what their screens say."""


@app.command()
def check(
    model: Annotated[Path, typer.Argument(help="the model: .yaml, .json, or .py, which is run")],
    screens: Annotated[
        Path | None, typer.Option(help="a folder of screens: uiautomator dumps (*.xml) and recordings, at any depth")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Check a model of an app, alone or against screens of it.

    Exit 0 if it is right, 1 if it contradicts itself or reads a wrong type, 2 if a file cannot be read.
    """
    try:
        loaded = App.load(model)
    except ModelError as error:
        if json:
            print_json(refusal_as_json(error))
        else:
            print(error)
        raise typer.Exit(1) from None
    report = check_model(loaded, screens_in(screens) if screens is not None else ())
    if json:
        print_json(report_as_json(report))
    else:
        print_report(report, str(model))
    raise typer.Exit(1 if report.errors else 0)


def screens_in(folder: Path) -> Iterator[tuple[str, Screen]]:
    """The screens in a folder, by their names. Raises `UnreadableInput`."""
    if not folder.is_dir():
        raise UnreadableInput(f"{folder}: no such folder; give one with uiautomator dumps or recordings in it")
    found = False
    recordings = [path.parent for path in sorted(folder.rglob("trajectory.json"))]
    for recording in recordings:
        for step in read_recording(recording).steps:
            found = True
            yield f"{recording.relative_to(folder.parent)}#{step.stem}", step.screen
    for path in sorted(folder.rglob("*.xml")):
        if not any(path.is_relative_to(recording) for recording in recordings):
            found = True
            yield str(path.relative_to(folder)), read_dump(path)
    if not found:
        raise UnreadableInput(f"{folder}: no screens; save some with `adb shell uiautomator dump` as *.xml")


def read_dump(path: Path) -> Screen:
    """The screen of a dump, which does not say its activity: that may stand before the name's first `@`."""
    content = read_bytes(path)
    try:
        hierarchy = read_hierarchy(content)
    except UnreadableInput as error:
        raise UnreadableInput(f"{path}: {error}") from error
    windows = hierarchy.windows
    package = next((window.package for window in reversed(windows) if window.package), "")
    activity = path.stem.split("@", 1)[0] if "@" in path.stem else ""
    right = max((window.bounds.right for window in windows), default=0)
    bottom = max((window.bounds.bottom for window in windows), default=0)
    return hierarchy.screen(package, activity, right, bottom)


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
    uncovered = [remark for remark in report.remarks if remark.problem is Problem.UNCOVERED]
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


_HOW_TO_TRY = (
    "whether it is right about its app, screens tell: give a folder of them with --screens; of the simulated phone,"
    " `handrail run --record FOLDER` keeps those of a run, and `handrail phone` starts one for"
    " `adb shell uiautomator dump`"
)
