"""A server in a process of its own, which can be killed."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.served import KEY, Served


@contextmanager
def process(runs: Path, *options: str) -> Iterator[tuple[Served, "subprocess.Popen[str]"]]:
    """`handrail serve` over a folder, until this is left, and the process."""
    command = [sys.executable, "-m", "handrail", "serve", str(runs), "--port", "0", "--key", KEY, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as started:
        try:
            assert started.stdout is not None
            address = next(line for line in started.stdout if line.startswith("open "))
            yield Served(int(address.rpartition(":")[2].partition("/")[0])), started
        finally:
            started.kill()
