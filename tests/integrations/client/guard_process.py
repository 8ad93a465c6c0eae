"""`handrail guard …` in a process of its own, as a person starts it in front of the phone of a booking."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from cli.command import COMMAND
from integrations.client.booking import BEFORE_SEVEN, Booking


@contextmanager
def guard_process(b: Booking, kind: str, exports: str, *options: str) -> Iterator[str]:
    """What it says to export under a name; nobody answers its questions."""
    rules = b.folder / "table.rules"
    b.folder.mkdir(parents=True, exist_ok=True)
    rules.write_text(BEFORE_SEVEN)
    words = [str(COMMAND), "guard", kind, "--app", "restaurant", "--spec", str(rules), "--approve", "nobody"]
    words += ["--device", f"adb:{b.serial},plain", "--journal", str(b.folder / "journals"), *options]
    running = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    try:
        assert running.stderr is not None
        said = (re.search(rf"export {exports}=(\S+)", line) for line in running.stderr)
        found = next((line for line in said if line), None)
        assert found is not None
        yield found[1]
    finally:
        os.kill(running.pid, signal.SIGTERM)
        running.communicate(timeout=30)
