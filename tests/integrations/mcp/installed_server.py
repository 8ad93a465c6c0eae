"""The servers that tests put Handrail in front of, as `npm/package.json` and `python/requirements.txt` pin them.

Each kind into a folder of its own that git ignores: their dependencies are not those of Handrail.
"""

import fcntl
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NPM, PYTHON = (Path(__file__).parent / name for name in ("npm", "python"))
LONGEST_INSTALL_S = 180


def node_server(package: str, program: str) -> list[str]:
    """The command that starts a server for Node; skips the test where there is no Node, or nothing to install from."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("needs Node and npm: this server runs on Node")
    script = NPM / "node_modules" / package / program
    with _alone_in(NPM):
        if not script.is_file():
            _install(NPM, npm, "install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund")
    return [node, str(script)]


def python_server(program: str) -> list[str]:
    """The command that starts a server in Python, in an environment of its own."""
    found = PYTHON / ".venv" / "bin" / program
    with _alone_in(PYTHON):
        if not found.is_file():
            _install(PYTHON, sys.executable, "-m", "venv", "--clear", ".venv")
            _install(PYTHON, ".venv/bin/python", "-m", "pip", "install", "--quiet", "-r", "requirements.txt")
    return [str(found)]


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Several test processes, one folder."""
    with (folder / ".gitignore").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _install(folder: Path, *words: str) -> None:
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, timeout=LONGEST_INSTALL_S, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip(f"`{words[0]}` takes too long here")
    if done.returncode:
        pytest.skip(f"`{' '.join(words)}` failed: {done.stderr.decode(errors='replace')[-300:]}")
