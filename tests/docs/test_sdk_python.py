"""The two files of the page about taking part in Python: started as it says, they print what it says."""

import subprocess
import sys
from pathlib import Path

import pytest

from docs.test_pages import ROOT, blocks_of
from server.app_port.port import LONGEST_WAIT_SECONDS
from server.app_port.test_command import started

PAGE = ROOT / "docs" / "sdk-python.md"


@pytest.mark.slow
def test_the_app_and_the_agent_of_the_page_print_what_it_says(tmp_path: Path) -> None:
    for block in blocks_of(PAGE):
        if block.language == "py":
            (tmp_path / block.title).write_text(block.text, "utf-8")
    alone = _run(tmp_path, "app.py", "127.0.0.1:9", typed="Reserve\n")
    with started(tmp_path / "runs", "--agents-key", "KEY") as (page, port):
        guarded = _run(tmp_path, "agent.py", f"127.0.0.1:{page}", f"127.0.0.1:{port}")
    said = [line.strip() for line in PAGE.read_text("utf-8").splitlines()]
    told = [*alone.stdout.splitlines(), *guarded.stdout.splitlines()]
    assert len(told) == 5, guarded.stderr
    first = said.index(told[1])
    assert told[0] in said
    assert told[1:] == said[first : first + 4]


def _run(folder: Path, *command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        timeout=LONGEST_WAIT_SECONDS,
        check=False,
    )
