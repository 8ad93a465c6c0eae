"""`handrail phone`, as a user starts and stops it."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from phone.adb.served import PATIENCE_S, Adb, adb_binary

pytest.importorskip("PIL", reason="the phone draws with Pillow: pip install 'handrail[phone]'")

COMMAND = [sys.executable, "-c", "import typer; from handrail.cli.phone import phone; typer.run(phone)"]


def test_it_says_how_to_connect_and_ends_when_told(tmp_path: Path) -> None:
    with subprocess.Popen([*COMMAND, "--seed", "3", "--adbd-port", "0"], stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            said = ""
            while "Ctrl+C" not in said:
                line = running.stdout.readline()
                assert line, said
                said += line
            port = re.search(r"export ANDROID_ADB_SERVER_PORT=(\d+)", said)
            assert port
            assert re.search(r"adb connect 127\.0\.0\.1:\d+", said)
            adb = Adb(adb_binary(), int(port[1]), tmp_path)
            assert adb.shell("getprop ro.product.model") == "Handrail Phone\n"
            assert adb.run("exec-out", "screencap -p").stdout.startswith(b"\x89PNG")
            adb.run("shell", "frobnicate")
            running.send_signal(signal.SIGTERM)
            rest, _ = running.communicate(timeout=PATIENCE_S)
        finally:
            running.kill()
    assert rest == "asked for in vain: frobnicate\n"
    assert running.returncode == 0


def test_in_real_time_a_stopwatch_goes_on_by_itself(tmp_path: Path) -> None:
    with subprocess.Popen([*COMMAND, "--realtime"], stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            port = ""
            while not port:
                found = re.search(r"PORT=(\d+)", running.stdout.readline())
                port = found[1] if found else ""
            adb = Adb(adb_binary(), int(port), tmp_path)
            before = float(adb.shell("cat /proc/uptime").split()[0])
            while float(adb.shell("cat /proc/uptime").split()[0]) == before:
                pass  # nothing touches the phone, and its time passes
            before = float(adb.shell("cat /proc/uptime").split()[0])
            assert float(adb.shell("sleep 0.5; cat /proc/uptime").split()[0]) >= before + 0.5
        finally:
            running.kill()


@pytest.mark.slow
def test_a_port_that_is_taken_is_said() -> None:
    with subprocess.Popen(COMMAND, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            port = ""
            while not port:
                found = re.search(r"PORT=(\d+)", running.stdout.readline())
                port = found[1] if found else ""
            second = subprocess.run(
                [*COMMAND, "--port", port], capture_output=True, text=True, timeout=PATIENCE_S, check=False
            )
        finally:
            running.kill()
    assert second.returncode != 0
    assert f"127.0.0.1:{port}: " in second.stderr
    assert "choose another port" in second.stderr


_NEVER_ENDS = """
import typer
from handrail.cli import phone
from handrail.phone.adb.shell.shell import Shell

async def run(self, *_):
    print("busy", flush=True)
    while True:
        pass

phone._LONGEST_GOODBYE_S = 0.1
Shell.run = run
typer.run(phone.phone)
"""


def test_a_phone_that_hears_nothing_any_more_ends_when_told(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", _NEVER_ENDS], stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            port = ""
            while not port:
                found = re.search(r"PORT=(\d+)", running.stdout.readline())
                port = found[1] if found else ""
            adb = Adb(adb_binary(), int(port), tmp_path)
            with subprocess.Popen(
                [adb.binary, "shell", "echo"], env=adb.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            ):
                while "busy" not in running.stdout.readline():
                    pass
                running.send_signal(signal.SIGTERM)
                assert running.wait(timeout=PATIENCE_S) == 128 + signal.SIGTERM
        finally:
            running.kill()
