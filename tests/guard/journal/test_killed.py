"""A process that is killed in the middle of writing loses nothing of what it had put on record."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from guard.journal.entries import AT
from handrail.guard.journal import CutOff, Journal, Verified, read_journal, verify
from handrail.guard.journal.entry import Closed, Resumed

WRITER = Path(__file__).with_name("writer.py")


@pytest.mark.parametrize("how", ["durable", "flushed"])
@pytest.mark.parametrize("after", [1, 7, 60])
@pytest.mark.slow
def test_a_killed_writer_leaves_a_journal_that_goes_on(how: str, after: int, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with subprocess.Popen([sys.executable, WRITER, folder, how], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline() for _ in range(after)]
        writer.send_signal(signal.SIGKILL)
        said += writer.stdout.readlines()
    assert writer.returncode == -signal.SIGKILL
    entries, head = next(line.split() for line in reversed(said) if line.endswith("\n"))
    found = verify(folder)
    assert isinstance(found, Verified | CutOff)
    assert found.entries >= int(entries)
    assert read_journal(folder).lines[int(entries) - 1].hash == head
    with Journal.resume(folder) as journal:
        journal.append(Resumed(AT, "the process was killed"))
        journal.append(Closed(AT, False, "stopped"), durable=True)
    again = verify(folder)
    assert isinstance(again, Verified)
    assert (again.entries, again.head) == (found.entries + 2, journal.head)
