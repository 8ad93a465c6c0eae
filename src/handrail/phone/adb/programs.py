"""Programs that clients started in a shell and that go on until somebody ends them, as a shell lists and ends them."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count


@dataclass(frozen=True, slots=True)
class RunningProgram:
    """One that runs; it ends soon after `ending` is set."""

    pid: int
    name: str
    ending: asyncio.Event


@dataclass(slots=True)
class RunningPrograms:
    """Those that run now."""

    running: dict[int, RunningProgram] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=lambda: count(25_001))

    @contextmanager
    def started(self, name: str) -> Iterator[RunningProgram]:
        """A program while it runs."""
        program = RunningProgram(next(self._numbers), name, asyncio.Event())
        self.running[program.pid] = program
        try:
            yield program
        finally:
            del self.running[program.pid]

    def end(self, word: str) -> bool:
        """End those of a name or number; whether there were any."""
        found = [program for program in self.running.values() if word in (program.name, str(program.pid))]
        for program in found:
            program.ending.set()
        return bool(found)
