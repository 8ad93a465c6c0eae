"""What docs/walks.md shows is what the commands print."""

import re
import shlex
from pathlib import Path

import pytest

from agent.explore.apps import APPS, explored, pages_of
from cli.command import handrail
from docs.test_pages import ROOT, blocks_of
from handrail.agent.explore.exploring import Bounds
from handrail.phone.phone import Phone

PAGE = ROOT / "docs" / "walks.md"
CONSOLE = [block.text for block in blocks_of(PAGE) if block.language == "console"]


def printed(block: str, folder: Path) -> tuple[list[str], list[str]]:
    """The lines that the page shows, and those that the command prints for what is typed there."""
    call, *shown = block.rstrip("\n").splitlines()
    typed = "".join(line.removeprefix("> ") + "\n" for line in shown if line.startswith("> "))
    words = [str(folder / word) if word == "walk" else word for word in shlex.split(call)[2:]]
    done = handrail(*words, stdin=typed.encode(), COLUMNS="120")
    assert done.exit_code == 0, done.stderr
    told = done.stderr.replace(str(folder / "walk"), "walk").replace("> ", "> \n")
    clean = [line.rstrip() for line in told.splitlines()]
    return ["> " if line.startswith("> ") else line for line in shown], [
        "> " if line == ">" else line for line in clean
    ]


@pytest.mark.slow
def test_the_walk_by_hand_goes_as_it_is_shown(tmp_path: Path) -> None:
    shown, told = printed(CONSOLE[0], tmp_path)
    assert [line for line in told if line] == [line for line in shown if line]


@pytest.mark.slow
def test_the_walk_by_itself_goes_as_it_is_shown(tmp_path: Path) -> None:
    shown, told = printed(CONSOLE[1], tmp_path)
    cut = shown.index("...")
    assert told[:cut] == shown[:cut]
    counted = [re.sub(r"\d+", "#", line) for line in shown[cut + 1 :]]
    assert [re.sub(r"\d+", "#", line) for line in told[-len(counted) :]] == counted


def test_the_table_has_every_app_and_as_many_pages_as_it_has() -> None:
    labels = {name: package.label for name, package in Phone(churn=False).packages.items()}
    rows = [line.strip("| ").split(" | ") for line in PAGE.read_text("utf-8").splitlines() if " of 20 | " in line]
    assert {row[0]: int(row[1]) for row in rows} == {labels[name]: len(pages_of(name)) for name in APPS}
    assert "In sum 39 of 67 pages" in PAGE.read_text("utf-8")
    assert (sum(int(row[2]) for row in rows), sum(int(row[1]) for row in rows)) == (39, 67)
    clock = next(row for row in rows if row[0] == "Clock")
    walked = explored("com.example.clock", Bounds())
    assert (len(walked.pages), len(walked.exploration.run.taken)) == (int(clock[2]), int(clock[3]))
