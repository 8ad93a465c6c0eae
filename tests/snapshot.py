"""Texts held to what they were when somebody last looked at them: files that one switch writes anew."""

import json
import os
from collections.abc import Mapping
from difflib import unified_diff
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest

SWITCH = "HANDRAIL_WRITE_SNAPSHOTS"
ROOT = Path(__file__).resolve().parents[1]
MOST_LINES = 40


def hold_to_file(text: str, file: Path, otherwise: str = "") -> None:
    """The text is the one on file. `otherwise` is a sentence on what a difference asks for besides a new file."""
    name = file.relative_to(ROOT)
    if os.environ.get(SWITCH):
        file.write_text(text, "utf-8")
    assert file.is_file(), f"{name} is missing: run this test with {SWITCH}=1, and read what it wrote"
    kept = file.read_text("utf-8")
    if text != kept:
        difference = unified_diff(kept.splitlines(), text.splitlines(), "on file", "now", n=0, lineterm="")
        shown = "\n".join(islice(difference, MOST_LINES))
        pytest.fail(f"{name} says something else. {otherwise} {SWITCH}=1 writes it anew.\n{shown}", pytrace=False)


def hold_to_versions(folder: Path, file: Path, otherwise: str) -> None:
    """The files of the folder, whose names have their versions, are what they were when they got these names.

    The switch takes on new names and forgets those that are gone; what is another text under an old name it leaves.
    """
    now = {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}
    kept: Mapping[str, str] = json.loads(file.read_text("utf-8"))
    changed = sorted(name for name in now if kept.get(name, now[name]) != now[name])
    assert not changed, f"{folder.relative_to(ROOT)}: {changed} changed under an old name. {otherwise}"
    if os.environ.get(SWITCH):
        file.write_text(json.dumps(now, indent=2) + "\n", "utf-8")
        kept = now
    assert sorted(kept) == sorted(now), f"{file.relative_to(ROOT)} lists other files: {SWITCH}=1 writes it anew"
