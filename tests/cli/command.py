"""Runs the installed `handrail` command as a user does, in a process of its own."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from cli.prepared_process import call

COMMAND = Path(sys.executable).with_name("handrail")
_MEASURED = "COVERAGE_PROCESS_CONFIG"
"""Set while lines are counted, which a process does from its start."""
LONGEST_RUN_SECONDS = 120
"""Far more than any command takes; one that hangs fails its test instead of holding up the others."""


@dataclass(frozen=True, slots=True)
class Finished:
    """What a command left behind."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def document(self) -> Any:
        """The JSON document that is all of stdout."""
        return json.loads(self.stdout)


def handrail(*arguments: str | Path, stdin: bytes = b"", **environment: str) -> Finished:
    """Run the command; whatever happens, no traceback reaches the user."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "COLUMNS")}
    starts_anew = any(name.startswith("PYTHON") for name in environment) or _MEASURED in os.environ
    start = _in_a_new_process if starts_anew else _in_a_prepared_process
    words = [os.fspath(argument) for argument in arguments]
    finished = start(words, stdin, {**inherited, "PYTHONIOENCODING": "utf-8", **environment})
    assert "Traceback" not in finished.stderr, finished.stderr
    assert "\x1b" not in finished.stdout + finished.stderr, "no terminal, no control sequences"
    return finished


def _in_a_prepared_process(arguments: list[str], stdin: bytes, environment: dict[str, str]) -> Finished:
    with TemporaryFile() as given, TemporaryFile() as stdout, TemporaryFile() as stderr:
        given.write(stdin)
        given.seek(0)
        exit_code = call(arguments, (given, stdout, stderr), environment, LONGEST_RUN_SECONDS)
        stdout.seek(0)
        stderr.seek(0)
        return Finished(exit_code, stdout.read().decode("utf-8"), stderr.read().decode("utf-8"))


def _in_a_new_process(arguments: list[str], stdin: bytes, environment: dict[str, str]) -> Finished:
    done = subprocess.run(
        [COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        timeout=LONGEST_RUN_SECONDS,
        check=False,
        env=environment,
    )
    return Finished(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
