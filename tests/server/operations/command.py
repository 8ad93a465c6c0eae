"""`handrail serve` in a process of its own, as whoever runs it has it."""

import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cli.command import COMMAND

LONGEST_WAIT_SECONDS = 60


@dataclass(slots=True)
class Running:
    """A server's process, what it printed until it was there, and what came of it."""

    process: "subprocess.Popen[str]"
    said: list[str]
    port: int
    logs: str = ""

    def end(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to end, and how it did."""
        if self.process.poll() is None:
            self.process.send_signal(by)
        _, self.logs = self.process.communicate(timeout=LONGEST_WAIT_SECONDS)
        return self.process.returncode


@contextmanager
def running(runs: Path, *given: str, command: str = str(COMMAND), **environment: str) -> Iterator[Running]:
    """The server over a folder of runs, until this is left."""
    process = subprocess.Popen(
        [command, "serve", str(runs), "--port", "0", *given],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    timer = threading.Timer(LONGEST_WAIT_SECONDS, process.kill)
    timer.start()
    try:
        assert process.stdout is not None
        said: list[str] = []
        while not any("Ctrl-C ends" in line for line in said):
            line = process.stdout.readline()
            if not line:
                raise AssertionError(process.communicate()[1])
            said.append(line.rstrip("\n"))
        address = next(line for line in said if line.startswith("open "))
        yield Running(process, said, int(address.partition("://")[2].partition("/")[0].rpartition(":")[2] or 0))
    finally:
        timer.cancel()
        if process.poll() is None:
            process.kill()
            process.communicate()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()
