"""Runs the installed `handrail` command as a user does, in a process of its own."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

COMMAND = Path(sys.executable).with_name("handrail")
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
    done = subprocess.run(
        [COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        timeout=LONGEST_RUN_SECONDS,
        check=False,
        env={**inherited, "PYTHONIOENCODING": "utf-8", **environment},
    )
    finished = Finished(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
    assert "Traceback" not in finished.stderr, finished.stderr
    assert "\x1b" not in finished.stdout + finished.stderr, "no terminal, no control sequences"
    return finished
