"""`adb-shell`, a host in pure Python, straight to adbd."""

import os
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest

from phone.adb.served import PNG, Served, serving

adb_device = pytest.importorskip("adb_shell.adb_device", reason="pip install adb-shell")


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as found:
        yield found


@pytest.fixture
def device(served: Served) -> Iterator[Any]:
    found = adb_device.AdbDeviceTcp("127.0.0.1", served.adbd_port, default_transport_timeout_s=20.0)
    assert found.connect()
    yield found
    found.close()


def test_a_shell_answers(device: Any) -> None:
    assert device.shell("getprop ro.product.model") == "Handrail Phone\n"
    assert device.shell("nosuch; echo $?") == "/system/bin/sh: nosuch: inaccessible or not found\n127\n"


def test_files_travel_both_ways(device: Any) -> None:
    content = os.urandom(1_000_003)
    device.push(BytesIO(content), "/sdcard/Download/big.bin", mtime=1_700_000_000)
    back = BytesIO()
    device.pull("/sdcard/Download/big.bin", back)
    assert back.getvalue() == content
    assert device.stat("/sdcard/Download/big.bin")[1:] == (len(content), 1_700_000_000)
    assert b"big.bin" in [found.filename for found in device.list("/sdcard/Download")]


def test_a_picture_comes_whole(device: Any) -> None:
    assert device.exec_out("screencap -p", decode=False).startswith(PNG)


def test_lines_come_as_they_are_printed(device: Any) -> None:
    assert "".join(device.streaming_shell("for i in 1 2 3; do echo $i; done")) == "1\n2\n3\n"


def test_two_hosts_share_the_phone(device: Any, served: Served) -> None:
    other = adb_device.AdbDeviceTcp("127.0.0.1", served.adbd_port, default_transport_timeout_s=20.0)
    other.connect()
    other.shell("setprop handrail.test shared")
    assert device.shell("getprop handrail.test") == "shared\n"
    other.close()
