"""The device of docs/write-a-device.md keeps the contract that the page runs on it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from docs.stand_ins import titled
from docs.test_pages import ROOT, blocks_of

PAGE = "write-a-device.md"


@pytest.mark.slow
def test_the_panel_keeps_the_contract_of_a_device(tmp_path: Path) -> None:
    for name in ("panel.py", "test_panel.py"):
        (tmp_path / name).write_text(titled(PAGE, name), "utf-8")
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_panel.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path, "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "14 passed, 1 skipped" in done.stdout, done.stdout + done.stderr


def test_every_block_of_the_page_is_run_by_some_test() -> None:
    assert {block.language for block in blocks_of(ROOT / "docs" / PAGE)} == {"python", "pycon"}
