"""`handrail app drift`: what many journals say of the models of apps, and which of them may be out of date."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from handrail.app.draft import draft_of
from handrail.app.drift import Sign
from handrail.cli.console import answer_console, log_console
from handrail.cli.journal_view import print_escaped
from handrail.cli.output_file import demand_place, write_file
from handrail.cli.recorded_walks import walks_in
from handrail.error import UnreadableInput
from handrail.guard.doubts import Agreement
from handrail.guard.journal import Scan
from handrail.guard.journal.entry import Entry
from handrail.guard.report.drift import AppSummary, BindingUse, summarize
from handrail.language.verbalize import printable

_LONGEST = 400
_LONGEST_NAME = 60
_CAME = {
    Agreement.CONFIRMED: "as said",
    Agreement.AS_BEFORE: "as before",
    Agreement.CONTRADICTED: "otherwise",
    Agreement.NOT_SHOWN: "not shown",
}


def drift(
    journals: Annotated[list[Path], typer.Argument(help="folders of journals, or their journal.jsonl")],
    draft: Annotated[
        list[Path] | None,
        typer.Option(metavar="RECORDING", help="a walk recorded since: draft the models in doubt anew; repeatable"),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="the folder for these drafts")] = Path(),
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Say which models of apps may be out of date.

    By many journals: what of each model was met, and what came as it says. With --draft each model in doubt is drafted
    anew from walks, as PACKAGE.yaml, to be compared with the old one. Exit 0 if nothing speaks against a model, 1 if
    something does, 2 if a journal or a walk cannot be read, or the walks do not show an app that is in doubt.
    """
    apps = summarize((str(path), _entries(path)) for path in journals)
    if draft:
        write_drafts([app for app in apps if app.reasons], draft, output)
    if json:
        print_escaped(summary_as_json(apps))
    else:
        print_summary(apps)
    raise typer.Exit(1 if any(app.reasons for app in apps) else 0)


def write_drafts(doubted: Sequence[AppSummary], recordings: Sequence[Path], folder: Path) -> None:
    """A model of each app, drafted anew from walks; raises `NothingToDraft` for an app that they do not show."""
    walks = walks_in(recordings) if doubted else ()
    drafts = {folder / f"{app.package}.yaml": draft_of(walks, app.package, app.name) for app in doubted}
    for path, drafted in drafts.items():
        demand_place(path)
        write_file(path, drafted.text)
        log_console().print(Text(f"drafted anew: {path}"), soft_wrap=True)


def _entries(path: Path) -> Iterator[Entry]:
    scan = Scan(path)
    for line in scan:
        yield line.entry
    if scan.fault is not None and not scan.fault.cut_off:
        raise UnreadableInput(f"{scan.path}:{scan.fault.line}: {scan.fault.why}; what it says counts for nothing")


def summary_as_json(apps: tuple[AppSummary, ...]) -> dict[str, Any]:
    """The same for programs."""
    return {"ok": not any(app.reasons for app in apps), "apps": [_app_as_json(app) for app in apps]}


def _app_as_json(app: AppSummary) -> dict[str, Any]:
    return {
        "package": app.package,
        "name": app.name,
        "journals": app.journals,
        "in_doubt": list(app.reasons),
        "versions": dict(app.versions),
        "bindings": [
            {
                "name": name,
                "there": use.there,
                "used": use.used,
                **{agreement.value.replace(" ", "_"): use.came[agreement] for agreement in Agreement},
            }
            for name, use in sorted(app.bindings.items())
        ],
        "observers": [
            {"name": name, "shown": shown, "blind": _times_blind(app, name)}
            for name, shown in sorted(app.observers.items())
        ],
        "drift": [
            {
                "journal": found.journal,
                "sign": found.drift.sign.value,
                "name": found.drift.name,
                "text": found.drift.text,
                "stood": found.stood,
            }
            for found in app.found
        ],
    }


def print_summary(apps: tuple[AppSummary, ...]) -> None:
    """The same for people."""
    console = answer_console()
    if not apps:
        console.print("No app with a model was met in these journals.")
    for number, app in enumerate(apps):
        if number:
            console.print()
        _print_app(app, console)


def _print_app(app: AppSummary, console: Console) -> None:
    versions = ", ".join(f"{version} ({times})" for version, times in sorted(app.versions.items()))
    met = f"{app.journals} {'journal' if app.journals == 1 else 'journals'}"
    title = f"{app.name} ({app.package}): {met}, version {versions or 'not told'}"
    console.print(Text(printable(title, _LONGEST), style="bold"), soft_wrap=True)
    for reason in app.reasons:
        console.print(Text(f"  ✗ may be out of date: {printable(reason, _LONGEST)}", style="red"), soft_wrap=True)
    if not app.reasons:
        console.print(Text("  ✓ nothing speaks against its model", style="green"), soft_wrap=True)
    passed = [found for found in app.found if not found.stood]
    if passed:
        said = f"  {len(passed)} found on the way, and taken back by a later screen"
        console.print(Text(said, style="dim"), soft_wrap=True)
    if app.bindings:
        console.print(_table("binding", ("there", "used", *_CAME.values()), _binding_rows(app)))
    if app.observers:
        rows = [(name, (shown, _times_blind(app, name))) for name, shown in sorted(app.observers.items())]
        console.print(_table("observer", ("shown", "blind"), rows))


def _binding_rows(app: AppSummary) -> list[tuple[str, tuple[int, ...]]]:
    """Those that speak against the model first, then those that were used most."""

    def order(item: tuple[str, BindingUse]) -> tuple[int, int, str]:
        name, use = item
        return -use.came[Agreement.CONTRADICTED] - use.came[Agreement.AS_BEFORE], -use.used, name

    return [
        (name, (use.there, use.used, *(use.came[agreement] for agreement in _CAME)))
        for name, use in sorted(app.bindings.items(), key=order)
    ]


def _table(what: str, columns: tuple[str, ...], rows: Sequence[tuple[str, tuple[int, ...]]]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column(f"  {what}", max_width=_LONGEST_NAME, overflow="fold")
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    for name, numbers in rows:
        table.add_row(
            Text(f"  {printable(name, _LONGEST_NAME)}"),
            *(Text(str(number), style="" if number else "dim") for number in numbers),
        )
    return table


def _times_blind(app: AppSummary, observer: str) -> int:
    """In how many journals it saw nothing where it should have."""
    return len(
        {found.journal for found in app.found if found.drift.sign is Sign.BLIND and found.drift.name == observer}
    )
