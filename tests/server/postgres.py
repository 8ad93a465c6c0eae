"""A PostgreSQL of the tests' own: in a temporary folder, on a socket there, gone when it is left."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

USER = "handrail"


@dataclass(slots=True)
class Cluster:
    """One that runs. Each `database` is new and empty."""

    socket: Path
    _numbers: Iterator[int] = field(default_factory=count)

    def database(self) -> str:
        """The URL of a database that nobody used yet."""
        name = f"test_{next(self._numbers)}"
        with psycopg.connect(host=str(self.socket), user=USER, dbname="postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql://{USER}@/{name}?host={self.socket}"


def programs() -> Path | None:
    """The folder of the programs of the newest PostgreSQL on this computer."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    there = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max((program.parent for program in there), key=lambda parent: int(parent.parent.name), default=None)


def account() -> dict[str, Any]:
    """As whom it runs: it refuses to run as root, so root runs it as another."""
    if os.geteuid() != 0:
        return {}
    names = {user.pw_name: user for user in pwd.getpwall()}
    found = names.get("postgres") or names["nobody"]
    return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}


@contextmanager
def cluster(programs: Path) -> Iterator[Cluster]:
    """A PostgreSQL that nobody else can reach, without the care for a loss of power that a test does not need."""
    runs_as = account()
    folder = Path(tempfile.mkdtemp(prefix="pg-"))  # a socket's path must be short
    try:
        if runs_as:
            os.chown(folder, runs_as["user"], runs_as["group"])
        data = folder / "data"
        settings = f"-c listen_addresses='' -c fsync=off -c max_connections=200 -c shared_buffers=16MB -k {folder}"
        set_up = ["-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        control = (programs / "pg_ctl", "-D", data, "-w")

        def run(*command: object) -> None:
            words = [str(word) for word in command]
            done = subprocess.run(
                words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={}, check=False, **runs_as
            )
            assert done.returncode == 0, done.stdout.decode("utf-8", "replace")

        run(programs / "initdb", "-D", data, *set_up)
        run(*control, "-l", folder / "log", "-o", settings, "start")
        try:
            yield Cluster(folder)
        finally:
            run(*control, "-m", "immediate", "stop")  # by the process id that it wrote in its folder
    finally:
        shutil.rmtree(folder)
