"""How long does a client of the simulated phone wait?

    make bench

Each group has one call through one more layer than the group before: the shell in process, our ADB server by a plain
socket (what we add to any client), adb-shell straight to adbd, then clients whose own cost dominates: adbutils closes
with two pauses of 10 ms, the adb binary starts a process. The target is at most 1 ms above what each client costs by
itself.

No time is asserted: a shared machine would make a test of that fail for no reason.
"""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from handrail.device.hierarchy import read_hierarchy, write_hierarchy
from handrail.phone.adb import run_line
from phone.adb.served import Adb, Served, adb_binary, serving

LINES = (
    "getprop ro.serialno",
    "input tap 5 5",
    "uiautomator dump",
    "dumpsys window",
    "screencap -p",
    "find /data | sort",
)


class Benchmark(Protocol):
    """What pytest-benchmark hands to a benchmark."""

    group: str

    def __call__(self, work: Callable[..., Any], *arguments: Any) -> Any: ...


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as found:
        yield found


def ask(port: int, line: str) -> bytes:
    """One shell line by a plain socket, as adb does it."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        for request in ("host:tport:any", f"shell,v2,raw:{line}"):
            connection.sendall(f"{len(request):04x}{request}".encode())
            connection.recv(12 if request.startswith("host") else 4)
        parts = []
        while part := connection.recv(1 << 20):
            parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize("line", LINES)
def bench_in_process(benchmark: Benchmark, served: Served, line: str) -> None:
    benchmark.group = "1. the shell in process (target 0.09 ms)"
    assert benchmark(run_line, served.handset, line).status == 0


def bench_action_and_tree(benchmark: Benchmark, served: Served) -> None:
    """What an agent in process does at each step (target 5,000 a second)."""
    benchmark.group = "0. the phone itself: tap, tree, XML"

    def step() -> str:
        served.phone.tap(5, 5)
        return write_hierarchy(served.phone.screen())

    benchmark(step)


def bench_read_hierarchy(benchmark: Benchmark, served: Served) -> None:
    benchmark.group = "0. the phone itself: tap, tree, XML"
    benchmark(read_hierarchy, write_hierarchy(served.phone.screen()))


@pytest.mark.parametrize("line", LINES)
def bench_plain_socket(benchmark: Benchmark, served: Served, line: str) -> None:
    benchmark.group = "2. our ADB server by a plain socket (target 0.5 ms)"
    assert benchmark(ask, served.server_port, line)[-1] == 0


@pytest.mark.parametrize("line", LINES)
def bench_adb_shell(benchmark: Benchmark, served: Served, line: str) -> None:
    adb_device = pytest.importorskip("adb_shell.adb_device", reason="pip install adb-shell")
    benchmark.group = "3. adb-shell to our adbd (target 0.3 ms)"
    device = adb_device.AdbDeviceTcp("127.0.0.1", served.adbd_port, default_transport_timeout_s=30.0)
    device.connect()
    benchmark(lambda: device.exec_out(line, decode=False))
    device.close()


@pytest.mark.parametrize("line", LINES)
def bench_adb_binary(benchmark: Benchmark, served: Served, tmp_path: Path, line: str) -> None:
    benchmark.group = "4. the adb binary (target 3 to 4.3 ms)"
    adb = Adb(adb_binary(), served.server_port, tmp_path)
    assert benchmark(adb.run, "exec-out", line).returncode == 0


@pytest.mark.parametrize("line", LINES)
def bench_adbutils(benchmark: Benchmark, served: Served, line: str) -> None:
    adbutils = pytest.importorskip("adbutils", reason="pip install adbutils")
    benchmark.group = "5. adbutils (target 21 ms, 20 of them its own pauses)"
    device = adbutils.AdbClient(host="127.0.0.1", port=served.server_port).device(serial="handrail-5554")
    benchmark(lambda: device.shell(line, encoding=None))


@pytest.mark.parametrize("call", ["info", "dump", "click"])
def bench_uiautomator2(benchmark: Benchmark, served: Served, call: str) -> None:
    adbutils = pytest.importorskip("adbutils", reason="pip install adbutils")
    u2 = pytest.importorskip("uiautomator2", reason="pip install uiautomator2")
    benchmark.group = "6. uiautomator2 (target 12 ms a call, 35 ms for a click on an element, which is three)"
    served.home()
    device = u2.connect(adbutils.AdbClient(host="127.0.0.1", port=served.server_port).device(serial="handrail-5554"))
    calls: dict[str, Callable[[], Any]] = {
        "info": lambda: device.info,
        "dump": device.dump_hierarchy,
        "click": lambda: device(resourceIdMatches=".*workspace.*").click(),
    }
    benchmark(calls[call])
    device.stop_uiautomator()
