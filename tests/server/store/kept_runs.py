"""Runs of a folder: real journals of a guard on a simulated phone, and as many copies as a test needs."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from shutil import copytree, move

from guard.journal.sessions import RIGHT, TABLES, people, run, taps, yes
from handrail.guard.journal import Journal, Verified, read_journal, verify
from handrail.guard.journal.entry import Opened
from handrail.guard.policy import read_policy


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
