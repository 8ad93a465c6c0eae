"""Google's own ADB server in front of our adbd: the most faithful way in."""

import os
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from phone.adb.served import PATIENCE_S, Adb, Served, adb_binary, serving


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as found:
        yield found


@pytest.fixture(scope="module")
def adb(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Adb]:
    home = tmp_path_factory.mktemp("adb")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    adb = Adb(adb_binary(), port, home, f"127.0.0.1:{served.adbd_port}")
    log = (home / "server.log").open("wb")
    server = subprocess.Popen(
        [adb.binary, "nodaemon", "server"], env={**adb.environment, "ADB_MDNS": "0"}, stdout=log, stderr=log
    )
    try:
        wait_for(port, server)
        adb.run("connect", adb.serial or "")
        adb("wait-for-device")
        yield adb
    finally:
        server.terminate()
        server.wait(PATIENCE_S)
        log.close()


def wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    """Until the server listens: a client that finds none would start another."""
    deadline = monotonic() + PATIENCE_S
    while server.poll() is None and monotonic() < deadline:
        with socket.socket() as probe:
            probe.settimeout(0.05)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
    pytest.skip("the adb server does not start here")


@pytest.mark.slow
def test_the_phone_is_listed(adb: Adb) -> None:
    assert f"{adb.serial}\tdevice" in adb("devices")
    assert "model:Handrail_Phone" in adb("devices", "-l")


def test_a_shell_has_output_errors_and_a_status(adb: Adb) -> None:
    done = adb.run("shell", "echo out; echo err >&2; exit 3")
    assert (done.stdout, done.stderr, done.returncode) == (b"out\n", b"err\n", 3)


def test_files_travel_unchanged(adb: Adb, tmp_path: Path) -> None:
    content = os.urandom(2_000_001)
    (tmp_path / "there").write_bytes(content)
    adb("push", str(tmp_path / "there"), "/sdcard/big")
    adb("pull", "/sdcard/big", str(tmp_path / "back"))
    assert (tmp_path / "back").read_bytes() == content
    assert adb.run("exec-out", "cat /sdcard/big").stdout == content
    assert adb.run("shell", "cat > /sdcard/typed && md5sum < /sdcard/typed", stdin=content).returncode == 0
    assert adb.run("exec-out", "cat /sdcard/typed").stdout == content


def test_a_refused_service_is_an_error(adb: Adb) -> None:
    done = adb.run("jdwp")
    assert done.returncode != 0 or done.stdout == b""
    assert adb.shell("echo still here") == "still here\n"


def test_uiautomator2_through_the_real_server(adb: Adb, served: Served) -> None:
    adbutils = pytest.importorskip("adbutils", reason="pip install adbutils")
    u2 = pytest.importorskip("uiautomator2", reason="pip install uiautomator2")
    served.home()
    device = u2.connect(adbutils.AdbClient(host="127.0.0.1", port=adb.port).device(serial=adb.serial))
    device(text="Clock").click()
    assert device.app_current()["package"] == "com.example.clock"
    device.stop_uiautomator()
