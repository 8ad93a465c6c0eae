"""`screenrecord`: a film with a picture for each change, until somebody ends it or its time is over."""

import re
import subprocess
import time
from io import BytesIO
from pathlib import Path

import pytest

from handrail.phone.adb import run_line
from phone.adb.served import PATIENCE_S, Adb, Served, new_handset

Image = pytest.importorskip("PIL.Image", reason="needs the extra: pip install 'handrail[phone]'")
FILM = "/sdcard/film.mp4"


def pictures(film: bytes) -> list[tuple[int, int]]:
    """The sizes of the pictures in a file, read by its own tables."""
    sizes = film.index(b"stsz")
    count = int.from_bytes(film[sizes + 12 : sizes + 16])
    lengths = [int.from_bytes(film[at : at + 4]) for at in range(sizes + 16, sizes + 16 + 4 * count, 4)]
    at = int.from_bytes(film[(place := film.index(b"stco") + 12) : place + 4])
    found = []
    for length in lengths:
        found.append(Image.open(BytesIO(film[at : at + length])).size)
        at += length
    return found


def until(adb: Adb, line: str) -> str:
    """What a line prints, once it prints something."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        said = adb.run("shell", line).stdout.decode().strip()
        if said:
            return said
    raise AssertionError(line)


@pytest.mark.parametrize("ending", ["kill -2 {pid}", "pkill -2 screenrecord", "killall screenrecord"])
def test_it_records_until_it_is_ended(adb: Adb, served: Served, ending: str) -> None:
    served.home()
    with subprocess.Popen([adb.binary, "shell", "screenrecord", FILM], env=adb.environment) as running:
        pid = until(adb, "pgrep -f screenrecord")
        assert pid == until(adb, "pidof screenrecord")
        assert FILM in adb.shell(f"ls {FILM}")
        adb.shell("monkey -p com.example.clock -c android.intent.category.LAUNCHER 1")
        adb.shell(ending.format(pid=pid))
        assert running.wait(PATIENCE_S) == 0
    assert set(pictures(pulled(adb))) == {(1080, 2400)}
    assert adb.run("shell", "pidof screenrecord").returncode == 1


def pulled(adb: Adb) -> bytes:
    place = Path(adb.home) / "film.mp4"
    adb("pull", FILM, str(place))
    return place.read_bytes()


def test_it_ends_with_its_time_and_with_its_client(adb: Adb) -> None:
    adb.shell(f"screenrecord --time-limit 1 {FILM}")
    assert len(pictures(pulled(adb))) >= 2
    with subprocess.Popen([adb.binary, "shell", "screenrecord", FILM], env=adb.environment) as running:
        until(adb, "pidof screenrecord")
        running.kill()
    assert re.fullmatch(r"[1-9]\d+", until(adb, f"test -s {FILM} && stat -c %s {FILM}"))


def test_what_cannot_be_recorded_is_said() -> None:
    handset = new_handset()
    for line in ("screenrecord", f"screenrecord --time-limit 0 {FILM}", "screenrecord /proc/x"):
        assert run_line(handset, line).status != 0
    assert run_line(new_handset(jpeg=False), f"screenrecord --time-limit 1 {FILM}").status != 0
