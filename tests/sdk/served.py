"""The real server for the tests of an SDK, in a process of its own: `sdk/conformance/server.py`."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SDK = Path(__file__).resolve().parents[2] / "sdk"


@dataclass(frozen=True, slots=True)
class Driven:
    """A server that takes commands; `tcp` and `http` are its ports."""

    process: "subprocess.Popen[str]"
    tcp: int
    http: int

    def say(self, command: str) -> Any:
        """What the command came to. Fails where the server says that it failed."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert "ok" in answer, answer
        return answer["ok"]


@contextmanager
def driven() -> Iterator[Driven]:
    """A server until the block ends."""
    command = [sys.executable, str(SDK / "conformance" / "server.py")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            ports = json.loads(process.stdout.readline())
            yield Driven(process, ports["tcp"], ports["http"])
        finally:
            process.stdin.close()
            process.wait(60)
