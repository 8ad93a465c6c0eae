"""The web SDK as it is published: built by npm from what its lock file names."""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

SDK = Path(__file__).resolve().parents[3] / "sdk"


def installed() -> str:
    """The npm that has installed what the lock file names; skips where there is none."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("no npm here; Debian's is `apt-get install npm`")
    if not (SDK / "node_modules" / ".package-lock.json").is_file():
        subprocess.run([npm, "ci", "--silent", "--ignore-scripts"], cwd=SDK, check=True)
    return npm


@cache
def built() -> Path:
    """The folder with the bundles, built anew by the first who asks."""
    subprocess.run([installed(), "run", "--silent", "build", "--workspace", "web"], cwd=SDK, check=True)
    return SDK / "web" / "dist"


def bundled(script: Path) -> bytes:
    """A script with the packages that it imports."""
    esbuild = SDK / "node_modules" / ".bin" / "esbuild"
    command = [str(esbuild), str(script), "--bundle", "--format=esm", "--log-level=error"]
    environment = {**os.environ, "NODE_PATH": str(SDK / "node_modules"), "NODE_ENV": "production"}
    return subprocess.run(command, check=True, capture_output=True, env=environment).stdout
