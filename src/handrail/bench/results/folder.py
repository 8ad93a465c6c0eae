"""The folder that a run leaves: cases are there already; here come the summary, the tables, the figures and the page.

`summary.json`, `outcomes.json`, `tables.md` and `cases/` are the same in every run with the same inputs. `times.json`,
`times/` and what stands of them on the page are not.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from handrail.bench.recipe.pins import machine, pins_of
from handrail.bench.recipe.run import Finished, Ran
from handrail.bench.results.difference import INPUTS, OUTCOMES, SUMMARY, Difference, difference
from handrail.bench.results.drawing import write_figure
from handrail.bench.results.findings import plain_cell, plain_table
from handrail.bench.results.markdown import as_markdown
from handrail.bench.results.page import write_page

__all__ = ["REPORT", "write_run"]

REPORT = "report.html"


def write_run(
    ran: Ran, folder: Path, *, models: list[str], against: Mapping[str, Any] | None = None
) -> Difference | None:
    """Write it all. `against` has the documents of another run; what differs is returned too."""
    inputs = pins_of(ran.opened, {one.name: one.inputs for one in ran.finished}, models)
    summary = _summary(ran)
    outcomes = {one.name: {name: dict(of) for name, of in one.findings.outcomes.items()} for one in ran.finished}
    times = _times(ran)
    now = {"name": folder.name, INPUTS: inputs, SUMMARY: summary, OUTCOMES: outcomes}
    told = None if against is None else difference(against, json.loads(json.dumps(now)))
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in ((SUMMARY, summary), (INPUTS, inputs), (OUTCOMES, outcomes), ("times.json", times)):
        (folder / name).write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", "utf-8")
    (folder / "recipe.yaml").write_text(ran.opened.text, "utf-8")
    found = [(one.name, one.findings) for one in ran.finished]
    (folder / "tables.md").write_text(as_markdown(ran.opened.recipe.title, found), "utf-8")
    _figures(ran, folder / "figures")
    (folder / REPORT).write_text(write_page(ran, inputs, times, told), "utf-8", errors="backslashreplace")
    return told


def _summary(ran: Ran) -> dict[str, Any]:
    return {
        "format": "handrail.summary/1",
        "title": ran.opened.recipe.title,
        "experiments": {one.name: _experiment(one) for one in ran.finished},
    }


def _experiment(one: Finished) -> dict[str, Any]:
    found = one.findings
    return {
        "kind": one.kind,
        "title": found.title,
        "cases": len(one.results),
        "headlines": [{"said": each.said, "value": plain_cell(each.value)} for each in found.headlines],
        "tables": {table.id: plain_table(table) for table in found.tables if not table.timed},
        "skipped": [{"what": each.what, "why": each.why, "instead": each.instead} for each in found.skipped],
    }


def _times(ran: Ran) -> dict[str, Any]:
    return {
        "format": "handrail.times/1",
        "machine": machine(),
        "cases": sum(len(one.results) for one in ran.finished),
        "processor_seconds": sum(one.processor_seconds for one in ran.finished),
        "experiments": {
            one.name: {
                "processor_seconds": one.processor_seconds,
                "reused": one.reused,
                "tables": {table.id: plain_table(table) for table in one.findings.tables if table.timed},
            }
            for one in ran.finished
        },
    }


def _figures(ran: Ran, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for one in ran.finished:
        for figure in one.findings.figures:
            write_figure(figure, folder, f"{one.name}-{figure.id}")
