"""The web SDK as it is published: built by npm from what its lock file names."""

import shutil
import subprocess
from pathlib import Path

import pytest

SDK = Path(__file__).resolve().parents[3] / "sdk"


def built() -> Path:
    """The folder with the bundles, built anew; skips where there is no npm."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("no npm here; Debian's is `apt-get install npm`")
    if not (SDK / "node_modules" / ".package-lock.json").is_file():
        subprocess.run([npm, "ci", "--silent", "--ignore-scripts"], cwd=SDK, check=True)
    subprocess.run([npm, "run", "--silent", "build", "--workspace", "web"], cwd=SDK, check=True)
    return SDK / "web" / "dist"
