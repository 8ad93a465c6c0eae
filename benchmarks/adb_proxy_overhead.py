"""What a guarded client waits beside the same client without Handrail: `python benchmarks/adb_proxy_overhead.py`.

Simulated phones, `handrail guard adb` in front of two of them, each in a process of its own as a user starts them, and
three unmodified clients, call by call in turn. The guard reads the phone over plain adb, or with uiautomator2. An agent
thinks between two acts; while it does, the guard looks at what the last one did. So taps are measured with half a
second in between, and without, where each waits for that look, too.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

RUNS = 20
THINKS_SECONDS = 0.5
SERIAL = "handrail-5554"
RESTAURANTS = "com.example.restaurants"
TABS = ("Bookings", "Search")
RULES = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(date = Today, time < 19:00, available = true) -> Reserve
Reserve -> Done
"""
adbutils: Any = import_module("adbutils")
uiautomator2: Any = import_module("uiautomator2")
ADB = Path(adbutils.__file__).parent / "binaries" / "adb"


@dataclass
class Client:
    """A phone as clients reach it; `places` are where its tabs are."""

    port: int

    @cached_property
    def adbutils(self) -> Any:
        return adbutils.AdbClient("127.0.0.1", self.port).device(SERIAL)

    @cached_property
    def uiautomator2(self) -> Any:
        return uiautomator2.connect(self.adbutils)

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        centers = [self.uiautomator2(text=words).center() for words in TABS]
        return [(int(x), int(y)) for x, y in centers]

    def adb(self, *words: str) -> None:
        environment = {**os.environ, "ANDROID_ADB_SERVER_PORT": str(self.port)}
        subprocess.run([ADB, "-s", SERIAL, *words], env=environment, check=True, capture_output=True)


def reads_a_property(client: Client, _: int) -> None:
    client.adbutils.shell("getprop ro.product.model")


def reads_the_tree(client: Client, _: int) -> None:
    client.uiautomator2.dump_hierarchy()


def adb_taps(client: Client, number: int) -> None:
    x, y = client.places[number % 2]
    client.adb("shell", "input", "tap", str(x), str(y))


def adbutils_taps(client: Client, number: int) -> None:
    client.adbutils.click(*client.places[number % 2])


def uiautomator2_taps(client: Client, number: int) -> None:
    client.uiautomator2.click(*client.places[number % 2])


def main() -> None:
    folder = Path(tempfile.mkdtemp())
    os.environ["XDG_STATE_HOME"] = str(folder)
    rules = folder / "table.rules"
    rules.write_text(RULES)
    with ExitStack() as running:
        clients = {
            "bare": Client(running.enter_context(started("phone"))),
            "plain": Client(running.enter_context(guarded(rules, ",plain"))),
            "uiautomator2": Client(running.enter_context(guarded(rules, ""))),
        }
        for client in clients.values():
            client.adbutils.app_start(RESTAURANTS)
            assert client.places
        print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}")
        print(f"{'milliseconds, median of ' + str(RUNS):<62}" + "".join(f"{way:>14}" for way in clients))
        row("read: a property, adbutils", clients, reads_a_property)
        row("read: the tree, uiautomator2", clients, reads_the_tree)
        for name, taps in (("adb", adb_taps), ("adbutils", adbutils_taps), ("uiautomator2", uiautomator2_taps)):
            row(f"act: a tap, {name}", clients, taps, THINKS_SECONDS)
        for way, client in clients.items():
            row(f"act: taps one right after another, adbutils, {way}", {way: client}, adbutils_taps)


@contextmanager
def guarded(rules: Path, how: str) -> Iterator[int]:
    with started("phone") as phone:
        given = ("--app", "restaurant", "--spec", str(rules), "--device", f"adb:{SERIAL}{how}")
        with started("guard", "adb", "--upstream", str(phone), *given) as port:
            yield port


@contextmanager
def started(*words: str) -> Iterator[int]:
    """A command of Handrail in a process of its own; the port that it says."""
    command = [sys.executable, "-m", "handrail", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        try:
            yield next(int(found[1]) for line in process.stdout if (found := re.search(r"_SERVER_PORT=(\d+)", line)))
        finally:
            process.terminate()


def row(said: str, clients: Mapping[str, Client], does: Callable[[Client, int], None], pause: float = 0.0) -> None:
    took: dict[str, list[float]] = {way: [] for way in clients}
    for number in range(RUNS):
        for way, client in clients.items():
            time.sleep(pause)
            began = time.perf_counter()
            does(client, number)
            took[way].append((time.perf_counter() - began) * 1000)
    print(f"{said:<62}" + "".join(f"{statistics.median(took[way]):>14.1f}" for way in clients), flush=True)


if __name__ == "__main__":
    main()
