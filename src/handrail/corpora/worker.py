"""A process that examines records, and its keeper, who notices when a record hangs or kills it.

A program of its own rather than a fork or a spawned copy: whatever the caller has loaded is not loaded again, and a
caller needs no guard around its main module. `python -m handrail.corpora.worker` is for keepers alone.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from resource import RLIMIT_AS, setrlimit
from typing import TypeAlias

from handrail.corpora.examination import Answer, Do, Poison, Questions, examiner
from handrail.error import HandrailError

LARGEST_WORKER_BYTES = 6 * 1024**3
"""Of address space, of which a worker uses a tenth: a record that takes all memory takes its own worker's alone."""
_TRIES = 2
_START_SECONDS = 120.0

Batch: TypeAlias = Sequence[bytes]


class WorkerFailed(HandrailError):
    """A worker could not even begin; the message says what it wrote last."""


def serve(connection: Connection, questions: Questions) -> None:
    """Answer record after record until nobody asks any more; the end of whoever asks is the end of this process."""
    asked = examiner(questions)
    try:
        connection.send(None)
        while True:
            for line in connection.recv():
                connection.send(asked.answer(line))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


@dataclass(slots=True)
class WorkerSupervisor:
    """Has one worker at a time, and a new one when it died. `seconds` is the longest that one record may take."""

    questions: Questions
    seconds: float
    _process: "subprocess.Popen[bytes] | None" = None
    _connection: Connection | None = field(default=None, repr=False)
    _ended: bool = False

    def answers(self, batch: Batch) -> list[Answer]:
        """The answer to each record in order.

        Where the worker dies, what it had answered stands, and a new one goes on with the record that it was at, alone:
        if that dies too, the record is poison, else whoever killed the worker was somebody else. One that takes too
        long is poison at once.
        """
        said: list[Answer] = []
        died = 0
        while len(said) < len(batch) and not self._ended:
            rest = batch[len(said) : len(said) + 1] if died else batch[len(said) :]
            before = len(said)
            trouble = self._ask(rest, said)
            died = 0 if len(said) > before else died
            if trouble is None:
                continue
            self.close()
            died += 1
            if trouble == _TOO_LONG:
                said.append(Poison(f"it took longer than {self.seconds:g} seconds"))
                died = 0
            elif died == _TRIES:
                said.append(Poison(f"the process that examined it died each time, {_TRIES} times ({trouble})"))
                died = 0
        return said

    def _ask(self, batch: Batch, said: list[Answer]) -> str | None:
        """Why there was no answer to the next record; None where all were answered."""
        try:
            connection = self._worker()
            connection.send(batch)
            for _ in batch:
                if not connection.poll(self.seconds):
                    return _TOO_LONG
                said.append(connection.recv())
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return self._how_it_died()
        return None

    def _worker(self) -> Connection:
        if self._connection is not None:
            return self._connection
        ours, theirs = Pipe()
        words = [str(theirs.fileno()), ",".join(self.questions.do), self.questions.judge]
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", __name__, *words], pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL
        )
        theirs.close()
        self._connection = ours
        try:
            if not ours.poll(_START_SECONDS):
                raise WorkerFailed(f"no worker came about in {_START_SECONDS:g} seconds; use fewer of them")
            ours.recv()
        except (EOFError, ConnectionResetError):
            how = self._how_it_died()
            self.close()
            raise WorkerFailed(f"a worker ended before it began ({how}); what it wrote stands above") from None
        return ours

    def _how_it_died(self) -> str:
        process = self._process
        if process is None:
            return "it was let go"
        code = process.wait()
        return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"

    def end(self) -> None:
        """Let go of the worker for good, also from another thread; what is being asked is answered no further."""
        self._ended = True
        self.close()

    def close(self) -> None:
        """Let go of the worker, whatever it is at; the next record gets a new one."""
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._connection = self._process = None


_TOO_LONG = "too long"


def _main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asks is told, and closes the connection
    setrlimit(RLIMIT_AS, (LARGEST_WORKER_BYTES, LARGEST_WORKER_BYTES))
    number, do, judge = sys.argv[1:]
    os.set_inheritable(int(number), False)
    try:
        serve(Connection(int(number)), Questions(tuple(map(Do, do.split(","))), judge))
    except HandrailError as error:
        sys.exit(f"handrail corpus, a worker: {error}")


if __name__ == "__main__":
    _main()
