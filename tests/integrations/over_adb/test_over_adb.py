"""Agents that reach the phone by adb, unmodified, behind the guarded port: stopped, told why, and through at last."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("adbutils", reason="needs the extra: pip install 'handrail[adb]'")

from integrations.client.booking import CORRECTION, RESTAURANTS, TOO_LATE, Booking, booking
from integrations.client.guard_process import guard_process
from phone.adb.served import adb_binary
from phone.clients.environment import AT_NIGHT, LONGEST_RUN_S, node_modules_of, prepared_phone, python_of

pytestmark = [pytest.mark.slow, AT_NIGHT]

HERE = Path(__file__).parent
WRONG, RIGHT = [("2026-03-03", "19:00", 2)], [("2026-03-02", "18:30", 2)]


def midscene() -> list[str]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node: midscene runs on it")
    node_modules_of("midscene", HERE)
    return [node, str(HERE / "midscene" / "books.mjs")]


def mobile_use() -> list[str]:
    return [python_of("mobile_use", at=HERE, version="3.12"), str(HERE / "mobile_use" / "books.py")]


def helper_of(program: str) -> tuple[str, ...]:
    """The option that names the server of the uiautomator2 that a client brings."""
    found = sorted(Path(program).parent.parent.glob("lib/python*/site-packages/uiautomator2/assets/u2.jar"))
    return tuple(word for path in found for word in ("--uiautomator2", str(path)))


def runs(words: list[str], b: Booking, port: int, folder: Path) -> list[str]:
    """What the agent heard: of its first booking, and of the end of its task."""
    tools = folder / "sdk" / "platform-tools"
    tools.mkdir(parents=True, exist_ok=True)
    if not (tools / "adb").is_symlink():
        (tools / "adb").symlink_to(adb_binary())
    environment = {
        **os.environ,
        "HOME": str(folder),
        "ANDROID_HOME": str(folder / "sdk"),
        "ANDROID_ADB_SERVER_PORT": str(port),
        "PATH": os.pathsep.join((str(tools), os.environ.get("PATH", ""))),
    }
    given = json.dumps({"serial": b.serial, "port": port, "correction": CORRECTION})
    done = subprocess.run(
        [*words, given],
        cwd=folder,  # midscene writes its log where it runs
        capture_output=True,
        text=True,
        timeout=LONGEST_RUN_S,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    heard: Any = json.loads(done.stdout.strip().splitlines()[-1])
    return list(heard)


@pytest.mark.parametrize("agent", [midscene, mobile_use])
def test_a_wrong_booking_is_stopped_and_corrected(
    agent: Callable[[], list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = agent()
    monkeypatch.setattr("integrations.client.booking.serving", prepared_phone)
    with booking(tmp_path / "bare") as b:
        b.served.phone.stop(RESTAURANTS)
        assert runs(words, b, b.served.server_port, tmp_path)[0] == ""
        assert b.tables() == WRONG
        assert [gap for gap in b.served.handset.gaps if not gap.startswith("handrail ")] == []
    with booking(tmp_path / "guarded") as b:
        b.served.phone.stop(RESTAURANTS)
        upstream = ("--upstream", str(b.served.server_port), *helper_of(words[0]))
        with guard_process(b, "adb", "ANDROID_ADB_SERVER_PORT", *upstream) as port:
            first, last = runs(words, b, int(port), tmp_path)
        assert TOO_LATE in first
        assert "verified" in last or last == ""
        assert b.tables() == RIGHT
