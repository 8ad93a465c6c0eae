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
    inputs = pins_of(ran.opened, {finished.name: finished.inputs for finished in ran.finished}, models)
    summary = _summary(ran)
    outcomes = {
        finished.name: {name: dict(of) for name, of in finished.findings.outcomes.items()} for finished in ran.finished
    }
    times = _times(ran)
    now = {"name": folder.name, INPUTS: inputs, SUMMARY: summary, OUTCOMES: outcomes}
    told = None if against is None else difference(against, json.loads(json.dumps(now)))
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in ((SUMMARY, summary), (INPUTS, inputs), (OUTCOMES, outcomes), ("times.json", times)):
        (folder / name).write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", "utf-8")
    (folder / "recipe.yaml").write_text(ran.opened.text, "utf-8")
    found = [(finished.name, finished.findings) for finished in ran.finished]
    (folder / "tables.md").write_text(as_markdown(ran.opened.recipe.title, found), "utf-8")
    _figures(ran, folder / "figures")
    (folder / REPORT).write_text(write_page(ran, inputs, times, told), "utf-8", errors="backslashreplace")
    return told


def _summary(ran: Ran) -> dict[str, Any]:
    return {
        "format": "handrail.summary/1",
        "title": ran.opened.recipe.title,
        "experiments": {finished.name: _experiment(finished) for finished in ran.finished},
    }


def _experiment(finished: Finished) -> dict[str, Any]:
    found = finished.findings
    return {
        "kind": finished.kind,
        "title": found.title,
        "cases": len(finished.results),
        "headlines": [{"said": headline.said, "value": plain_cell(headline.value)} for headline in found.headlines],
        "tables": {table.id: plain_table(table) for table in found.tables if not table.timed},
        "skipped": [
            {"what": skipped.what, "why": skipped.why, "instead": skipped.instead} for skipped in found.skipped
        ],
    }


def _times(ran: Ran) -> dict[str, Any]:
    return {
        "format": "handrail.times/1",
        "machine": machine(),
        "cases": sum(len(finished.results) for finished in ran.finished),
        "processor_seconds": sum(finished.processor_seconds for finished in ran.finished),
        "experiments": {
            finished.name: {
                "processor_seconds": finished.processor_seconds,
                "reused": finished.reused,
                "tables": {table.id: plain_table(table) for table in finished.findings.tables if table.timed},
            }
            for finished in ran.finished
        },
    }


def _figures(ran: Ran, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for finished in ran.finished:
        for figure in finished.findings.figures:
            write_figure(figure, folder, f"{finished.name}-{figure.id}")
