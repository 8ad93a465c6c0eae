"""`handrail guard adb` as a person starts it: it says a port, and ends on a signal with its journal closed."""

import os
import re
import signal
import subprocess
from pathlib import Path
from socket import socket

import pytest

pytest.importorskip("adbutils", reason="needs the extra: pip install 'handrail[adb]'")

from cli.command import COMMAND, handrail
from integrations.adb.guarded import BEFORE_SEVEN, RESTAURANTS
from phone.adb.served import Adb, Served, adb_binary, serving

LAUNCHER = "android.intent.category.LAUNCHER"


def words(served: Served, folder: Path, *options: str) -> list[str]:
    rules = folder / "table.rules"
    rules.write_text(BEFORE_SEVEN)
    task = ["--app", "restaurant", "--spec", str(rules), "--journal", str(folder / "journals")]
    return [str(COMMAND), "guard", "adb", "--upstream", str(served.server_port), *task, *options]


@pytest.mark.slow
@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGTERM])
def test_a_client_changes_its_port_and_nothing_else(ended_by: signal.Signals, tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    with serving() as served:
        process = subprocess.Popen(
            words(served, tmp_path, "--device", f"adb:{served.handset.serial},plain"),
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stderr is not None
            found = next((match for line in process.stderr if (match := re.search(r"_SERVER_PORT=(\d+)", line))), None)
            assert found is not None
            adb = Adb(adb_binary(), int(found[1]), tmp_path)
            adb("shell", "monkey", "-p", RESTAURANTS, "-c", LAUNCHER, "1")
            adb("shell", "input tap 540 632")
            stopped = adb.run("shell", "input tap 210 1022")
        finally:
            os.kill(process.pid, ended_by)
            _, rest = process.communicate(timeout=30)
    assert stopped.returncode == 126
    assert b"time should be before 19:00 but is 19:00" in stopped.stderr
    assert process.returncode == 128 + ended_by, rest
    [journal] = (tmp_path / "journals").iterdir()
    checked = handrail("journal", "verify", journal)
    assert (checked.exit_code, checked.stderr) == (0, "")
    assert '"closed"' in (journal / "journal.jsonl").read_text("utf-8").splitlines()[-1]


@pytest.mark.parametrize(
    ("options", "said_why"),
    [
        ([], "say what the task is with --instruction or --spec"),
        (["--no-task", "--instruction", "x"], "exclude each other"),
        (["--no-task", "--device", "phone"], "as adb:SERIAL"),
    ],
)
@pytest.mark.slow
def test_what_cannot_be_meant_is_said(options: list[str], said_why: str) -> None:
    done = handrail("guard", "adb", *options)
    assert done.exit_code == 2
    assert said_why in done.stderr


@pytest.mark.slow
def test_a_server_that_does_not_answer_is_exit_three() -> None:
    with socket() as silent:
        silent.bind(("127.0.0.1", 0))
        done = handrail("guard", "adb", "--no-task", "--upstream", str(silent.getsockname()[1]))
    assert done.exit_code == 3
    assert "the ADB server does not answer" in done.stderr
