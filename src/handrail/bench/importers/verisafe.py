"""The VeriSafe data set: a CSV of instructions in pairs, and a file of predicates for each app; as task files.

There are no paths in it, so a task has no steps. Source: `dataset/` of github.com/VeriSafeAgent/VeriSafeAgent (2025).
"""

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from handrail.app.document import read_app
from handrail.bench.importers.written import WrittenFiles, new_folder, remarks_of
from handrail.device.document import read_document
from handrail.error import UnreadableInput
from handrail.strict_json import read_text, shown_path

CSV = "dataset.csv"
PREDICATES = "predicates"
COLUMNS = ("APP_NAME", "PACKAGE_NAME", "INSTRUCTION_NUMBER", "DATASET_TYPE", "INSTRUCTION_1", "INSTRUCTION_2")
COUNTS = ("Step", "Wrong_Point")
"""Mostly empty; what they count is not told, so they are kept and not used."""


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A row of the CSV, with the place for messages; `counts` are `Step` and `Wrong_Point` where they are filled."""

    place: str
    fields: Mapping[str, str]
    counts: Mapping[str, int]

    def fail(self, column: str, found: str) -> UnreadableInput:
        """The complaint about a field."""
        return UnreadableInput(f"{self.place}: {column}: {found}")


def import_verisafe(source: Path, out: Path) -> WrittenFiles:
    """One task file for each app of the folder `source`; raises `UnreadableInput`, before anything is written."""
    rows: dict[tuple[str, ...], CsvRow] = {}
    for row in read_rows(source / CSV):
        if _key(row) in rows:
            number = row.fields["INSTRUCTION_NUMBER"]
            raise row.fail("INSTRUCTION_NUMBER", f"{number} stands twice for this app and data set; each has its own")
        rows[_key(row)] = row
    if not rows:
        raise UnreadableInput(f"{source / CSV}: no instruction; below the names of the columns stands one a line")
    apps: dict[str, list[CsvRow]] = {}
    for row in rows.values():
        apps.setdefault(row.fields["APP_NAME"], []).append(row)
    documents = {
        app: _document(_states(source / PREDICATES, of_app[0], apps), app, of_app) for app, of_app in apps.items()
    }
    folder = new_folder(out)
    files = tuple(folder / f"{app}.json" for app in documents)
    for file, document in zip(files, documents.values(), strict=True):
        file.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", "utf-8", "backslashreplace")
    return WrittenFiles(
        len(rows), "tasks", files, remarks_of([(len(rows), "without steps, as the original has no paths")])
    )


def read_rows(path: Path) -> Iterator[CsvRow]:
    """The rows of the CSV, each with all that is needed. Raises `UnreadableInput`."""
    name = shown_path(path)
    lines = csv.reader(StringIO(read_text(path).removeprefix("\ufeff"), newline=""), strict=True)
    try:
        header = [column.strip() for column in next(lines, [])]
        _demand_header(header, name)
        start = lines.line_num + 1
        for cells in lines:
            if any(cell.strip() for cell in cells):
                yield _row(header, cells, f"{name}:{start}")
            start = lines.line_num + 1
    except csv.Error as error:
        raise UnreadableInput(f"{name}:{lines.line_num}: {error}; this is not CSV") from error


def _demand_header(header: list[str], name: str) -> None:
    missing = [column for column in (*COLUMNS, *COUNTS) if column not in header]
    if missing:
        raise UnreadableInput(f"{name}:1: no column {', '.join(missing)}; the first line names the columns")
    named = [column for column in header if column]
    if len(set(named)) < len(named):
        raise UnreadableInput(f"{name}:1: a column stands twice; each has its own name")


def _row(header: list[str], cells: list[str], place: str) -> CsvRow:
    if len(cells) != len(header):
        raise UnreadableInput(f"{place}: {len(cells)} fields where {len(header)} were expected, as in the first line")
    told = {column: cell.strip() for column, cell in zip(header, cells, strict=True) if column}
    row = CsvRow(place, {column: told[column] for column in COLUMNS}, {})
    for column, text in row.fields.items():
        if not text:
            raise row.fail(column, "nothing stands here")
    if not _is_whole(row.fields["INSTRUCTION_NUMBER"]):
        raise row.fail("INSTRUCTION_NUMBER", f"`{row.fields['INSTRUCTION_NUMBER'][:40]}` is no whole number")
    for column in ("APP_NAME", "PACKAGE_NAME"):
        if set(row.fields[column]) & set("/\\\0") or row.fields[column].startswith("."):
            raise row.fail(column, f"`{row.fields[column][:60]}` cannot be the name of a file of predicates")
    counts = {column: told[column] for column in COUNTS if told[column]}
    for column, text in counts.items():
        if not _is_whole(text):
            raise row.fail(column, f"`{text[:40]}` is neither empty nor a whole number")
    return CsvRow(place, row.fields, {column: int(text) for column, text in counts.items()})


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _document(states: object, app: str, rows: list[CsvRow]) -> dict[str, object]:
    package = rows[0].fields["PACKAGE_NAME"]
    for row in rows:
        if row.fields["PACKAGE_NAME"] != package:
            raise row.fail("PACKAGE_NAME", f"{app} has the package `{package}` above; an app has one")
    tasks: dict[str, dict[str, object]] = {}
    for row in rows:
        name = f"{app}-{int(row.fields['INSTRUCTION_NUMBER'])}"
        name = f"{name}-{row.fields['DATASET_TYPE']}" if name in tasks else name  # the data sets count from the same
        tasks[name] = {"id": name, **_task(row)}
    return {"app": app, "package": package, "states": states, "tasks": list(tasks.values())}


def _states(predicates: Path, row: CsvRow, apps: Mapping[str, list[CsvRow]]) -> object:
    """The predicates are in our declaration's own form.

    Their file is called after the app, else after the package, else after another app of the package: the original says
    `Google_Task` and `Google_Tasks`.
    """
    package = row.fields["PACKAGE_NAME"]
    others = [app for app, rows in apps.items() if rows[0].fields["PACKAGE_NAME"] == package]
    names = list(dict.fromkeys(f"{name}.json" for name in (row.fields["APP_NAME"], package, *others)))
    place = next((predicates / name for name in names if (predicates / name).is_file()), None)
    if place is None:
        raise row.fail("APP_NAME", f"no predicates for it; in {shown_path(predicates)} stands {' or '.join(names)}")
    states = read_document(place).value
    read_app({"states": states}, str(place))
    return states


def _key(row: CsvRow) -> tuple[str, ...]:
    fields = row.fields
    return fields["APP_NAME"], fields["DATASET_TYPE"], str(int(fields["INSTRUCTION_NUMBER"]))


def _task(row: CsvRow) -> dict[str, object]:
    fields = row.fields
    task: dict[str, object] = {
        "dataset": fields["DATASET_TYPE"],
        "instruction": fields["INSTRUCTION_1"],
        "wrong_instruction": fields["INSTRUCTION_2"],
        "steps": [],
    }
    return task | ({"original": dict(row.counts)} if row.counts else {})
