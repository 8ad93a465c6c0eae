"""Runs of a folder: real journals of a guard on a simulated phone, and as many copies as a test needs."""

import json
import os
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from shutil import copytree, move

from sqlalchemy import insert, select

from guard.journal.sessions import RIGHT, TABLES, people, run, taps, yes
from handrail.guard.journal import Journal, Verified, read_journal, verify
from handrail.guard.journal.entry import Opened
from handrail.guard.policy import read_policy
from handrail.server.fleet import Fleet
from handrail.server.store.records import open_records
from handrail.server.store.tables import RUNS


def made_runs(folder: Path) -> Path:
    """`late` was blocked, `table` was asked about and approved, and `odd` has an instruction that nobody can type."""
    runs = folder / "runs"
    runs.mkdir()
    late = taps("Blue Harbor Grill", "reserve", finish=False)
    move(run(folder, late, instruction="Reserve a table late", pictures=True), runs / "late")
    asked = people(yes)
    policy = read_policy(TABLES)
    move(run(folder, taps(*RIGHT), instruction="A quiet table", policy=policy, approver=asked), runs / "table")
    move(run(folder, taps("Blue Harbor Grill", finish=False), instruction="odd \ud83d \0 100% _"), runs / "odd")
    return runs


def began(folder: Path) -> datetime:
    """When a run began, by its journal."""
    opened = read_journal(folder).entries[0]
    assert isinstance(opened, Opened)
    return opened.at


def copied(folder: Path, name: str) -> Path:
    """The same run under another name."""
    return Path(copytree(folder, folder.parent / name))


def later(folder: Path, name: str, by: timedelta) -> Path:
    """The same lines of a run written anew, as if it had begun later: another chain."""
    copytree(folder / "pictures", folder.parent / name / "pictures")
    with Journal.create(folder.parent / name) as written:
        for entry in read_journal(folder).entries:
            written.append(replace(entry, at=entry.at + by) if isinstance(entry, Opened) else entry)
    found = verify(folder.parent / name)
    assert isinstance(found, Verified), found
    return folder.parent / name


def fill(runs: Path, number: int) -> None:
    """So many more runs: the files are those of one, what the index says of them is their own."""
    records = open_records(runs)
    Fleet(runs, locks=frozenset, index=records.index).refresh()
    row = dict(records.store.read_now(lambda c: c.execute(select(RUNS).where(RUNS.c.name == "table")).mappings().one()))
    rows = []
    for index in range(number):
        name = f"run-{index:05}"
        (runs / name).mkdir()
        os.link(runs / "table" / "journal.jsonl", runs / name / "journal.jsonl")
        shown = {"name": name, "instruction": f"Reserve table number {index}", "picture": None}
        document = json.loads(row["document"]) | shown
        changed = {"name": name, "began_ms": row["began_ms"] + 1000 * (index + 1), "document": json.dumps(document)}
        rows.append(row | changed | {"searched": f"{name} reserve table number {index}"})
    records.store.write_now(lambda c: c.execute(insert(RUNS), rows))
    records.store.close()
