"""The servers for Node that tests put Handrail in front of, installed as `npm/package.json` pins them."""

import fcntl
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "npm"
LONGEST_INSTALL_S = 180


def installed(package: str, program: str) -> list[str]:
    """The command that starts a server; skips the test where there is no Node, or nothing to install from."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("needs Node and npm: this server runs on Node")
    script = FOLDER / "node_modules" / package / program
    with (FOLDER / ".gitignore").open() as lock:  # several test processes, one folder
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not script.is_file():
            _install(npm)
    return [node, str(script)]


def _install(npm: str) -> None:
    words = [npm, "install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev"]
    try:
        done = subprocess.run(words, cwd=FOLDER, capture_output=True, timeout=LONGEST_INSTALL_S, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip("`npm install` takes too long here")
    if done.returncode:
        pytest.skip(f"`npm install` in {FOLDER.name} failed: {done.stderr.decode(errors='replace')[-300:]}")
