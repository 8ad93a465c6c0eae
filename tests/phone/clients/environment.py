"""Clients that cannot live beside Handrail, each installed into a folder of its own that git ignores."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from handrail.phone.clients.helper_apps import install_helpers
from integrations.mcp.installed_server import _alone_in, _install
from phone.adb.served import Served, adb_binary, new_handset, serving

AT_NIGHT = pytest.mark.skipif(
    not os.environ.get("HANDRAIL_CLIENTS"), reason="takes minutes to install; runs at night only (HANDRAIL_CLIENTS=1)"
)
LONGEST_RUN_S = 120
_HERE = Path(__file__).parent


def python_of(client: str, *without_dependencies: str, at: Path = _HERE, version: str = sys.executable) -> str:
    """The interpreter of a client's environment, made by uv; skips the test where there is no uv, or no registry."""
    folder = at / client
    beside = Path(sys.executable).with_name("uv")
    uv = str(beside) if beside.is_file() else shutil.which("uv")
    if uv is None:
        pytest.skip("needs uv: pip takes minutes to resolve what these clients name")
    python = str(folder / ".venv" / "bin" / "python")
    with _alone_in(folder):
        if not (folder / ".venv" / "complete").is_file():
            _install(folder, uv, "venv", "--quiet", "--clear", "--no-python-downloads", "--python", version, ".venv")
            _install(folder, uv, "pip", "install", "--quiet", "--python", python, "-r", "requirements.txt")
            for package in without_dependencies:
                _install(folder, uv, "pip", "install", "--quiet", "--python", python, "--no-deps", package)
            (folder / ".venv" / "complete").touch()
    return python


def node_modules_of(client: str, at: Path = _HERE) -> Path:
    """The folder of a client for Node."""
    folder, npm = at / client, shutil.which("npm")
    if npm is None:
        pytest.skip("needs npm: this client runs on Node")
    with _alone_in(folder):
        if not (folder / "node_modules").is_dir():
            _install(folder, npm, "install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund")
    return folder / "node_modules"


@contextmanager
def prepared_phone() -> Iterator[Served]:
    """A phone with the helper apps on it."""
    handset = new_handset()
    install_helpers(handset.phone)
    with serving(handset) as served:
        yield served


def run_script(python: str, script: str, served: Served, home: Path) -> Any:
    """What a script of the client printed last, as JSON; the ADB server is where it looks for one."""
    environment = {
        "PATH": os.pathsep.join((str(Path(adb_binary()).parent), os.environ.get("PATH", ""))),
        "HOME": str(home),
        "ANDROID_ADB_SERVER_PORT": str(served.server_port),
        "HANDRAIL_SERIAL": served.handset.serial,
        "HANDRAIL_ADB": adb_binary(),
    }
    done = subprocess.run(
        [python, "-c", script], capture_output=True, text=True, timeout=LONGEST_RUN_S, check=False, env=environment
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return json.loads(done.stdout.strip().splitlines()[-1])
