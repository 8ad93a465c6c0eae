"""`connect` gives uiautomator2's own device: what it reads passes, what touches the phone is verified first."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uiautomator2", reason="needs the extra: pip install 'handrail[adb]'")

import adbutils
import uiautomator2 as u2

from handrail.error import Misuse
from handrail.guard.approval import callback
from handrail.guard.journal import Verified, verify
from handrail.integrations.client.closed import ClosedByDefault, public_names
from handrail.integrations.uiautomator2 import connect
from handrail.integrations.uiautomator2.adb_device import KNOWN as KNOWN_OF_ADB
from handrail.integrations.uiautomator2.device import KNOWN
from handrail.integrations.uiautomator2.not_executed import NotExecuted
from integrations.client.booking import CORRECTION, RESTAURANTS, TOO_LATE, Booking, booking
from integrations.uiautomator2.guarded import guarded

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

CLOCK = "com.example.clock"
FIND = "Restaurant, kitchen or district"


READS: tuple[Callable[[Any], object], ...] = (
    lambda device: device.dump_hierarchy(),
    lambda device: device.info,
    lambda device: device.device_info,
    lambda device: device.window_size(),
    lambda device: device.app_current(),
    lambda device: device.app_list_running(),
    lambda device: device.app_info(CLOCK),
    lambda device: device.screenshot().size,
    lambda device: device(text="Reserve now").info,
    lambda device: device(text="Reserve now").wait(timeout=1),
    lambda device: device.xpath("Reserve now").get(timeout=1).bounds,
    lambda device: device.shell("getprop ro.serialno"),
    lambda device: device.adb_device.shell("wm size"),
    lambda device: device.adb_device.get_state(),
    lambda device: device.adb_device.list_packages(),
    lambda device: device.adb_device.sync.stat("/sdcard").mode,
    lambda device: device.adb_device.dump_hierarchy(),
    lambda device: device.serial,
)


def books(d: Any) -> str:
    """A script that takes the time that is offered, and the one that was asked for where it is told so."""
    try:
        d(text="Reserve now").click(timeout=1)
    except u2.exceptions.DeviceError as refused:
        for words in CORRECTION:
            d(text=words).click(timeout=1)
        return str(refused)
    return ""


def told(d: Any, x: int, y: int) -> str:
    with pytest.raises(NotExecuted) as refused:
        d.click(x, y)
    return str(refused.value)


def test_unguarded_the_wrong_table_is_booked(tmp_path: Path) -> None:
    with booking(tmp_path) as b:
        d = u2.connect(adbutils.AdbClient().device(b.serial))
        assert books(d) == ""
        assert b.tables() == [("2026-03-03", "19:00", 2)]
        d.stop_uiautomator(wait=False)


def test_guarded_it_is_stopped_and_told_why_and_books_what_was_asked_for(tmp_path: Path) -> None:
    with guarded(tmp_path) as (d, b):
        with pytest.raises(NotExecuted, match="not done yet"):
            d.finish()
        assert TOO_LATE in books(d)
        assert b.tables() == [("2026-03-02", "18:30", 2)]
        d.finish()
        assert d.handrail.finished
        with pytest.raises(NotExecuted, match="over"):
            d.press("home")
    assert isinstance(verify(tmp_path / "journal"), Verified)


def test_a_task_that_was_given_up_is_not_done(tmp_path: Path) -> None:
    with guarded(tmp_path) as (d, b):
        d.finish(infeasible=True)
        assert not d.handrail.finished
        with pytest.raises(NotExecuted, match="not done"):
            d.finish()
        assert told(d, *b.place("Reserve now")).startswith("Blocked.")
        assert b.tables() == []


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, Booking]]:
    with guarded(tmp_path_factory.mktemp("ready")) as found:
        yield found


def test_what_reads_says_what_it_says_without_a_guard(ready: tuple[Any, Booking]) -> None:
    d, b = ready
    b.served.phone.restore(b.page)
    before = b.truth()
    plain = d._plain
    assert isinstance(d, u2.Device)
    for read in READS:
        assert read(d) == read(plain)
    assert b.truth() == before


def test_typing_goes_where_the_cursor_is_and_is_judged_with_what_stands_there(ready: tuple[Any, Booking]) -> None:
    d, b = ready
    phone = b.served.phone
    phone.restore(b.page)
    phone.back()
    field = d(className="android.widget.EditText")
    field.set_text("Blue")
    assert b.shows("Blue")
    field.click()
    d.send_keys(" Harbor")
    assert b.shows("Blue Harbor")
    d.shell(["input", "text", "x"])
    assert b.shows("Blue Harborx")
    d.send_keys("Blue", clear=True)
    assert b.shows("Blue")
    d.clear_text()
    assert b.shows(FIND)
    d.send_keys("Blue")  # what an empty field shows is no text to add to
    assert b.shows("Blue")


def test_other_gestures_run_where_nothing_speaks_against_them(ready: tuple[Any, Booking]) -> None:
    d, b = ready
    phone = b.served.phone
    phone.restore(b.page)
    d.press("back")
    assert b.shows("Find a table")
    d(scrollable=True).scroll.forward()
    d(scrollable=True).scroll.backward()
    d.swipe(540, 1500, 540, 900, steps=20)
    d.app_start(CLOCK)
    assert phone.foreground.package == CLOCK
    d.keyevent("home")
    assert phone.foreground.package not in (CLOCK, RESTAURANTS)


def test_a_person_is_asked_and_a_yes_lets_the_call_run(tmp_path: Path) -> None:
    asked = list[str]()

    def says_yes(question: Any) -> bool:
        asked.append(question.package)
        return True

    with guarded(tmp_path, approver=callback(says_yes, by="Ann")) as (d, b):
        d.app_uninstall(CLOCK)
        assert CLOCK not in b.served.phone.packages
    assert asked


def test_who_is_asked_cannot_use_the_device_meanwhile(tmp_path: Path) -> None:
    devices, told = list[Any](), list[str]()

    def touches(_: object) -> bool:
        try:
            devices[0].click(*devices[1].place("Reserve now"))
        except Misuse as error:
            told.append(str(error))
        return False

    with guarded(tmp_path, approver=callback(touches)) as (d, b):
        devices += [d, b]
        with pytest.raises(NotExecuted):
            d.app_clear(CLOCK)
        assert b.tables() == []
    assert "asking" in told[0]


def test_it_works_inside_an_event_loop_and_from_other_threads(tmp_path: Path) -> None:
    with booking(tmp_path) as b:
        found = list[str]()

        async def notebook() -> str:
            with connect(b.serial, **b.task()) as d:
                thread = threading.Thread(target=lambda: found.append(told(d, *b.place("Reserve now"))))
                thread.start()
                thread.join()
                d._plain.stop_uiautomator(wait=False)
                return books(d)

        assert TOO_LATE in asyncio.run(notebook())
        assert TOO_LATE in found[0]


def test_nothing_is_guarded_without_a_task(tmp_path: Path) -> None:
    with booking(tmp_path) as b, pytest.raises(Misuse, match="what the task is"):
        connect(b.serial)


def test_every_name_of_the_two_classes_was_read_and_a_new_one_is_refused() -> None:
    assert public_names(u2.Device) | {"finish", "close"} == set(KNOWN.split())
    assert public_names(adbutils.AdbDevice) == set(KNOWN_OF_ADB.split())

    class Later(u2.Device):
        def brand_new(self) -> None:
            """As a later version may have it."""

    class Guarded(ClosedByDefault, Later, known=KNOWN, refusal=NotExecuted):
        pass

    with pytest.raises(NotExecuted, match="`brand_new`"):
        object.__new__(Guarded).brand_new()


def test_a_call_of_the_server_that_nobody_has_read_is_refused(ready: tuple[Any, Booking]) -> None:
    d, b = ready
    before = b.truth()
    for call in (d.jsonrpc.brandNew, d.jsonrpc.registerClickUiObjectWatcher):
        with pytest.raises(NotExecuted, match="obody has said"):
            call()
    with pytest.raises(NotExecuted):
        d.jsonrpc.click(x=1, y=2)
    assert b.truth() == before
