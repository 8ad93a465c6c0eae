"""The same with Appium's own server and driver, where the simulated phone has what they need of one."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("appium.webdriver", reason="needs the extra: pip install 'handrail[appium]'")
pytest.importorskip("phone.clients.test_appium", reason="the simulated phone has nothing for Appium's server yet")

from appium import webdriver
from appium.options.android import UiAutomator2Options

from handrail.integrations.appium import guard
from integrations.appium.test_guarded_connection import BOOKING, WAYS, books
from integrations.appium.wire_ways import BOOKING as WIRE_BOOKING
from integrations.client.booking import TOO_LATE, Booking, booking

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(not os.environ.get("HANDRAIL_CLIENTS"), reason="takes minutes to install (HANDRAIL_CLIENTS=1)"),
]

IN_ITS_OWN_WAY = {
    "two fingers", "on the wire: a finger beside one that does nothing", "a gesture on the element",
    "past an identifier", *(f"on the wire: {name}" for name in WIRE_BOOKING)
}  # fmt: skip
"""The driver knows more than the stand-in: these book, too, or do not (the fingers)."""


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    modules = import_module("phone.clients.environment").node_modules_of("appium")
    with import_module("phone.clients.test_appium").listening(
        shutil.which("node"), modules, tmp_path_factory.mktemp("appium")
    ) as found:
        yield found


@contextmanager
def at_the_page(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[tuple[Booking, Any]]:
    """The page in front, on a phone with Appium's helpers; and the options of a session on it."""
    patch.setattr("integrations.client.booking.serving", import_module("phone.clients.environment").prepared_phone)
    with booking(folder) as b:
        options = UiAutomator2Options().load_capabilities({
            "platformName": "Android",
            "appium:automationName": "UiAutomator2",
            "appium:udid": b.serial,
            "appium:adbPort": b.served.server_port,
            "appium:adbExecTimeout": 20_000,
            "appium:skipLogcatCapture": True,
        })  # fmt: skip
        yield b, options


def test_unguarded_ways_book_the_table(port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = set[str]()
    with at_the_page(tmp_path, monkeypatch) as (b, options):
        driver = webdriver.Remote(f"http://127.0.0.1:{port}", options=options)
        for name, way in WAYS.items():
            b.served.phone.restore(b.page)
            b.served.handset.input_injector.awake = True  # one of the ways switches the screen off
            with suppress(Exception):  # what the server refuses by itself
                way(driver, *b.place("Reserve now"))
            found |= {name} if b.tables() else set()
        driver.quit()
    assert set(BOOKING) - IN_ITS_OWN_WAY <= found <= set(BOOKING) | IN_ITS_OWN_WAY


def test_guarded_no_way_does_anything_and_the_right_table_is_booked(
    port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        at_the_page(tmp_path, monkeypatch) as (b, options),
        guard(f"http://127.0.0.1:{port}", f"adb:{b.serial},plain", **b.task()) as executor,
    ):
        driver = webdriver.Remote(command_executor=executor, options=options)
        b.served.phone.restore(b.page)
        before, place = b.truth(), b.place("Reserve now")
        for name, way in WAYS.items():
            with pytest.raises(Exception, match=r"Blocked\."):
                way(driver, *place)
            assert b.truth() == before, name
        assert TOO_LATE in books(driver)
        assert b.tables() == [("2026-03-02", "18:30", 2)]
        executor.finish()
        assert executor.handrail.finished
        driver.quit()
