"""Task files as the VeriSafe data set: `dataset.csv` and `predicates/`. Source of the format: see the importer."""

import csv
import json
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from handrail.bench.exporters.task import Tasks, read_tasks
from handrail.bench.importers.verisafe import COLUMNS, COUNTS, CSV, PREDICATES
from handrail.bench.importers.written import WrittenFiles, new_folder, remarks_of
from handrail.bench.task_file import Task
from handrail.error import UnreadableInput
from handrail.strict_json import shown_path

_Row = dict[str, object]


def export_verisafe(source: Path, out: Path) -> WrittenFiles:
    """The tasks of a file, or of the files in a folder, as the data set in the new folder `out`.

    A task is left out, and counted, where it has no data set, or not both instructions. One that is not called
    `APP-NUMBER` or `APP-NUMBER-DATASET`, as the importer calls them, gets the next number that its app does not have.
    """
    read = read_tasks(source)
    rows: list[_Row] = []
    predicates: dict[str, object] = {}
    for tasks in read:
        app = _name(tasks, "app")
        if app in predicates:
            raise UnreadableInput(f"{shown_path(tasks.path)}: another file has the app `{app}`; each has one file")
        predicates[app] = tasks.document["states"]
        rows += _rows(tasks, app, _name(tasks, "package"))
    folder = new_folder(out)
    (folder / PREDICATES).mkdir()
    files = [folder / CSV, *(folder / PREDICATES / f"{app}.json" for app in predicates)]
    with files[0].open("w", encoding="utf-8", errors="replace", newline="") as opened:
        table = csv.DictWriter(opened, (*COLUMNS, *COUNTS), restval="")
        table.writeheader()
        table.writerows(rows)
    for file, states in zip(files[1:], predicates.values(), strict=True):
        file.write_text(json.dumps(states, ensure_ascii=False, indent=1) + "\n", "utf-8", "backslashreplace")
    unfit = sum(len(tasks.tasks) for tasks in read) - len(rows)
    left_out = (unfit, "tasks left out that have no data set, or not both instructions")
    return WrittenFiles(len(rows), "instructions", tuple(files), remarks_of([left_out, *Tasks.losses(read)]))


def _name(tasks: Tasks, field: str) -> str:
    told = tasks.document.get(field)
    if not isinstance(told, str) or not told.strip() or set(told) & set("/\\\0") or told.startswith("."):
        raise UnreadableInput(f"{shown_path(tasks.path)}: {field}: {told!r:.60}; it names a file of predicates")
    return told


def _rows(tasks: Tasks, app: str, package: str) -> list[_Row]:
    fit = [(task, document) for task, document in tasks.pairs if all(map(str.strip, _cells(task)))]
    taken: set[tuple[str, int]] = set()
    rows: list[_Row] = []
    told = {_number(task, app) for task, _ in fit}
    unused = (number for number in count(1) if number not in told)
    for task, document in fit:
        dataset, instruction, other = map(str.strip, _cells(task))
        number = _number(task, app)
        if number is None or (dataset, number) in taken:
            number = next(unused)
        taken.add((dataset, number))
        values = (app, package, number, dataset, instruction, other)
        rows.append(dict(zip(COLUMNS, values, strict=True)) | _counts(document))
    return rows


def _cells(task: Task) -> tuple[str, str, str]:
    return task.dataset, task.instruction, task.wrong_instruction or ""


def _number(task: Task, app: str) -> int | None:
    told = task.id.removeprefix(f"{app}-").removesuffix(f"-{task.dataset}")
    plain = task.id in (f"{app}-{told}", f"{app}-{told}-{task.dataset}")
    return int(told) if plain and told.isascii() and told.isdigit() and len(told) < 10 else None


def _counts(document: Mapping[str, Any]) -> _Row:
    original = document.get("original")
    return {name: original[name] for name in COUNTS if name in original} if isinstance(original, Mapping) else {}
