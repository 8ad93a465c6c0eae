"""What a guarded call of a client costs beside the same call without Handrail: `python benchmarks/driver_overhead.py`.

Those clients that are installed here, on simulated phones of their own, with and without the guard, call by call in
turn. uiautomator2 is in the environment of the tests, mobilerun and Appium in that of `make drivers`
(`.venv-drivers/bin/python benchmarks/driver_overhead.py`). Appium's server is the stand-in of the tests, so its
figures say what the guard adds, and not what Appium takes.
"""

import asyncio
import importlib.util
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from integrations.client.booking import Booking, booking

RUNS = 15
THINKS_SECONDS = 0.5
"""What lies between two calls of an agent; the guard looks at what an act led to meanwhile."""
TABS = ("Bookings", "Search")
Call = Callable[[Any, int, int], object]


def main() -> None:
    print(f"{'milliseconds, median of ' + str(RUNS):<50}{'without':>12}{'guarded':>12}")
    if importlib.util.find_spec("uiautomator2"):
        uiautomator2()
    if importlib.util.find_spec("mobilerun_core_local"):
        mobilerun()
    if importlib.util.find_spec("appium"):
        appium()


def uiautomator2() -> None:
    import adbutils
    import uiautomator2 as u2

    from handrail.integrations.uiautomator2 import connect

    with ExitStack() as open_now:
        bare, watched = phones(open_now)
        plain = u2.connect(adbutils.AdbClient(port=bare.served.server_port).device(bare.serial))
        clients = [(bare, plain), (watched, open_now.enter_context(connect(watched.serial, **watched.task())))]
        row("uiautomator2: dump_hierarchy()", clients, lambda d, x, y: d.dump_hierarchy())
        row("uiautomator2: shell('wm size')", clients, lambda d, x, y: d.shell("wm size"))
        row("uiautomator2: click(x, y) that may run", clients, lambda d, x, y: d.click(x, y))
        for _, device in clients:
            device.stop_uiautomator(wait=False)


def mobilerun() -> None:
    from handrail.integrations.mobilerun import guard
    from integrations.mobilerun.agent import driver_of

    patch, loop = pytest.MonkeyPatch(), asyncio.new_event_loop()
    with ExitStack() as open_now:
        first = open_now.enter_context(booking(Path(tempfile.mkdtemp())))
        plain = loop.run_until_complete(driver_of(first, patch))
        second = open_now.enter_context(booking(Path(tempfile.mkdtemp())))
        inner = loop.run_until_complete(driver_of(second, patch))
        guarded = guard(inner, f"adb:{second.serial},plain", **second.task())
        clients = [(first, plain), (second, guarded)]
        run = loop.run_until_complete
        row("mobilerun: get_ui_tree()", clients, lambda d, x, y: run(d.get_ui_tree()))
        row("mobilerun: tap(x, y) that may run", clients, lambda d, x, y: run(d.tap(x, y)))
        run(guarded.close())
    patch.undo()


def appium() -> None:
    from appium import webdriver
    from appium.options.common import AppiumOptions

    from handrail.integrations.appium import guard
    from integrations.appium.stand_in_server import stand_in_server

    options = AppiumOptions().load_capabilities({"platformName": "Android"})
    with ExitStack() as open_now:
        bare, watched = phones(open_now)
        first, second = (open_now.enter_context(stand_in_server(reserved.served.phone)) for reserved in (bare, watched))
        executor = open_now.enter_context(guard(second, f"adb:{watched.serial},plain", **watched.task()))
        plain = webdriver.Remote(first, options=options)
        clients = [(bare, plain), (watched, webdriver.Remote(command_executor=executor, options=options))]
        row("Appium: page_source", clients, lambda driver, x, y: driver.page_source)
        row("Appium: tap([(x, y)]) that may run", clients, lambda driver, x, y: driver.tap([(x, y)]))


def phones(open_now: ExitStack) -> tuple[Booking, Booking]:
    """Two phones with the list of restaurants in front; the environment names the second."""
    first, second = (open_now.enter_context(booking(Path(tempfile.mkdtemp()))) for _ in range(2))
    return first, second


def row(said: str, clients: list[tuple[Booking, Any]], does: Call) -> None:
    took: list[list[float]] = [[] for _ in clients]
    for client, _ in clients:
        client.served.phone.restore(client.page)
        client.served.phone.back()
    for number in range(RUNS):
        for (client, client), found in zip(clients, took, strict=True):
            place = client.place(TABS[number % 2])
            time.sleep(THINKS_SECONDS)
            began = time.perf_counter()
            does(client, *place)
            found.append((time.perf_counter() - began) * 1000)
    print(f"{said:<50}" + "".join(f"{statistics.median(found):>12.1f}" for found in took))


if __name__ == "__main__":
    main()
