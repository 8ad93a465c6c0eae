"""mobilerun's own agent, with the guard in place of its driver: stopped, told why, and through in the end.

The ways around are what the tools of an agent, or a program with the driver, can ask of it.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import pytest

pytest.importorskip("mobilerun", reason="needs mobilerun: pip install mobilerun==0.7.0")

import mobilerun_core_local
from mobilerun_core_local.driver import StealthDriver

from handrail.integrations.client.closed import public_names
from handrail.integrations.mobilerun import KNOWN, NotExecuted, guard
from integrations.client.booking import RESTAURANTS, TOO_LATE, Booking, booking
from integrations.mobilerun.agent import books, driver_of, run_agent
from integrations.mobilerun.scripted_model import call

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

CLOCK = "com.example.clock"


@pytest.fixture
def b(tmp_path: Path) -> Iterator[Booking]:
    with booking(tmp_path) as found:
        yield found


@asynccontextmanager
async def guarded(b: Booking, patch: Any, **more: Any) -> AsyncIterator[Any]:
    driver = guard(await driver_of(b, patch), f"adb:{b.serial},plain", **(b.task() | more))
    try:
        yield driver
    finally:
        await driver.close()


def test_unguarded_the_agent_books_the_wrong_table_and_says_that_it_is_done(
    b: Booking, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        result, _ = await run_agent(b, await driver_of(b, monkeypatch), books(b))
        assert result.success

    asyncio.run(work())
    assert b.tables() == [("2026-03-03", "19:00", 2)]


def test_guarded_it_is_told_why_and_books_what_was_asked_for(b: Booking, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with guarded(b, monkeypatch) as driver:
            result, model = await run_agent(b, driver, books(b), custom_tools=driver.tools)
            assert result.success
            assert driver.finished
            assert TOO_LATE in model.told[1]
            assert "The task is not complete" in model.told[2]

    asyncio.run(work())
    assert b.tables() == [("2026-03-02", "18:30", 2)]


def test_an_agent_that_gives_up_is_not_held(b: Booking, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with guarded(b, monkeypatch) as driver:
            gives_up = [call("complete", success="false", message="There is no table.")]
            result, _ = await run_agent(b, driver, gives_up, custom_tools=driver.tools)
            assert not result.success
            assert not driver.finished

    asyncio.run(work())


def test_what_reads_says_what_it_says_without_a_guard(b: Booking, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with guarded(b, monkeypatch) as driver:
            for name in ("get_apps", "list_packages", "get_ui_tree"):
                assert await getattr(driver, name)() == await getattr(driver._inner, name)()
            assert (await driver.screenshot())[:4] == (await driver._inner.screenshot())[:4]
            assert driver.platform == "Android"

    asyncio.run(work())


def test_verbs_run_where_nothing_speaks_against_them(b: Booking, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with guarded(b, monkeypatch) as driver:
            await driver.press_button("back")
            assert b.shows("Find a table")
            await driver.tap(*b.place("Restaurant, kitchen or district"))
            assert await driver.input_text("Blue")
            assert await driver.input_text(" Harbor")
            assert b.shows("Blue Harbor")
            await driver.swipe(540, 1500, 540, 900, 100)
            await driver.start_app(CLOCK)
            assert b.served.phone.foreground.package == CLOCK

    asyncio.run(work())


Way: TypeAlias = Callable[[Any, int, int], Awaitable[object]]


async def stealthy(driver: Any, x: int, y: int) -> None:
    """mobilerun's own wrapper, which reaches for the shell where the driver shows it."""
    wrapped = StealthDriver(driver)
    await (wrapped.device.shell(f"input tap {x} {y}") if getattr(driver, "device", None) else wrapped.tap(x, y))


WAYS: dict[str, Way] = {
    "a touch": lambda d, x, y: d.tap(x, y),
    "parts of pixels": lambda d, x, y: d.tap(x + 0.9, y + 0.9),
    "parts of the screen": lambda d, x, y: d.tap(x / 1080, y / 2400),
    "a swipe that is a touch": lambda d, x, y: d.swipe(x, y, x, y, 100),
    "a press as a swipe": lambda d, x, y: d.swipe(x, y, x, y, 1000),
    "a swipe of a pixel": lambda d, x, y: d.swipe(x, y, x + 1, y, 100),
    "its stealth": stealthy,
    "its stealth's swipe": lambda d, x, y: StealthDriver(d).swipe(x, y, x, y, 50),
    "the shell that it has": lambda d, x, y: d.device.shell(f"input tap {x} {y}"),
    "the driver inside": lambda d, x, y: d.inner.tap(x, y),
    "a drag": lambda d, x, y: d.drag(x, y, x, y),
    "the enter key": lambda d, x, y: d.press_button("enter"),
    "a key by its number": lambda d, x, y: d.press_key_code(23),
    "a button that is a key": lambda d, x, y: d.press_button("DPAD_CENTER"),
    "typing without a field": lambda d, x, y: d.input_text("x"),
    "typing with the enter key": lambda d, x, y: d.input_text("x\n"),
    "taking the app's data": lambda d, x, y: d.clear_app_data(RESTAURANTS),
    "taking an app away": lambda d, x, y: d.uninstall_app(CLOCK),
    "the shell behind an app": lambda d, x, y: d.stop_app(f"{CLOCK}; input tap {x} {y}"),
    "putting an app on": lambda d, x, y: d.install_app(__file__),
    "a permission": lambda d, x, y: d.grant_permission(CLOCK, "READ_CONTACTS"),
    "a page inside the app": lambda d, x, y: d.start_app(RESTAURANTS, ".BookActivity"),
    "an address for one app": lambda d, x, y: d.open_deep_link("reserve://now", package=RESTAURANTS),
    "an address that calls": lambda d, x, y: d.open_deep_link("tel:112"),
    "an action of its own": lambda d, x, y: d.open_deep_link("x", action="android.intent.action.CALL"),
    "saying that it is done": lambda d, x, y: d.finish(),
    "a touch off the screen": lambda d, x, y: d.tap(-1, -1),
    "a touch far away": lambda d, x, y: d.tap(10**9, y),
    "a touch in texts": lambda d, x, y: d.tap(str(x), str(y)),
    "a touch that is true": lambda d, x, y: d.tap(True, y),
    "a touch at nothing": lambda d, x, y: d.tap(x, None),
    "a touch at no number": lambda d, x, y: d.tap(float("nan"), y),
    "a touch in lists": lambda d, x, y: d.tap([x], [y]),
    "a swipe at once": lambda d, x, y: d.swipe(x, y, x, y, 0),
    "a swipe of no clear length": lambda d, x, y: d.swipe(x, y, x, y, 400),
    "a swipe as slow as a press": lambda d, x, y: d.swipe(x, y, x + 20, y, 900),
    "a swipe in texts": lambda d, x, y: d.swipe(str(x), str(y), str(x), str(y), 50),
    "a swipe that says its time in words": lambda d, x, y: d.swipe(x, y, x, y, "50"),
    "a swipe of no time": lambda d, x, y: d.swipe(x, y, x, y, None),
    "a swipe of a time that is none": lambda d, x, y: d.swipe(x, y, x, y, float("nan")),
    "a drag of a few pixels": lambda d, x, y: d.drag(x, y, x + 5, y),
    "typing a number": lambda d, x, y: d.input_text(7),
    "typing nothing": lambda d, x, y: d.input_text(None),
    "typing what ends a text": lambda d, x, y: d.input_text("x\0y"),
    "typing in place of what stands there": lambda d, x, y: d.input_text("x", clear=True),
    "a button without a name": lambda d, x, y: d.press_button(""),
    "a button that is none": lambda d, x, y: d.press_button(None),
    "a button with a shell behind it": lambda d, x, y: d.press_button(f"back; input tap {x} {y}"),
    "another enter key": lambda d, x, y: d.press_key_code(160),
    "the button of a game": lambda d, x, y: d.press_key_code(96),
    "a key by its number in words": lambda d, x, y: d.press_key_code("23"),
    "an app without a name": lambda d, x, y: d.start_app(""),
    "an app that is none": lambda d, x, y: d.start_app(None),
    "an app with a page in its name": lambda d, x, y: d.start_app(f"{RESTAURANTS}/.BookActivity"),
    "an app with a shell behind it": lambda d, x, y: d.start_app(f"{CLOCK}; input tap {x} {y}"),
    "taking the shop away": lambda d, x, y: d.uninstall_app("com.example.shop"),
    "taking another app's data": lambda d, x, y: d.clear_app_data(CLOCK),
    "an intent as an address": lambda d, x, y: d.open_deep_link("intent:#Intent;action=android.intent.action.CALL;end"),
    "a script as an address": lambda d, x, y: d.open_deep_link("javascript:book()"),
    "a file as an address": lambda d, x, y: d.open_deep_link("file:///sdcard/run.sh"),
    "a message as an address": lambda d, x, y: d.open_deep_link("sms:112?body=x"),
    "an address with a shell behind it": lambda d, x, y: d.open_deep_link(f"x:y; input tap {x} {y}"),
    "all permissions": lambda d, x, y: d.grant_permission(RESTAURANTS, "all"),
    "the shell by another name": lambda d, x, y: d.shell(f"input tap {x} {y}"),
    "adb": lambda d, x, y: d.adb.shell(f"input tap {x} {y}"),
    "its Portal": lambda d, x, y: d.portal.tap(x, y),
    "a file onto the phone": lambda d, x, y: d.push_file("/tmp/x", "/sdcard/x"),
}
BOOKING = (
    "a touch",
    "parts of pixels",
    "parts of the screen",
    "a swipe that is a touch",
    "a press as a swipe",
    "a swipe of a pixel",
    "its stealth",
    "its stealth's swipe",
    "the shell that it has",
    "a touch in texts",
    "a swipe at once",
    "a swipe of no clear length",
    "a swipe as slow as a press",
    "a swipe in texts",
)


def test_unguarded_some_ways_book_the_table(b: Booking, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> list[str]:
        driver, found = await driver_of(b, monkeypatch), list[str]()
        for name, way in WAYS.items():
            b.served.phone.restore(b.page)
            with suppress(Exception):  # where the driver has no such verb, or the phone no such thing
                await way(driver, *b.place("Reserve now"))
            found += [name] * bool(b.tables())
        return found

    assert tuple(asyncio.run(work())) == BOOKING


def test_guarded_no_way_does_anything_and_each_is_told_why(b: Booking, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with guarded(b, monkeypatch) as driver:
            before, place = b.truth(), b.place("Reserve now")
            for name, way in WAYS.items():
                with pytest.raises((NotExecuted, AttributeError, NotImplementedError)) as told:
                    await way(driver, *place)
                assert str(told.value), name
                assert b.truth() == before, name

    asyncio.run(work())


def test_the_page_says_how_many_ways_there_are() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs/integrations/drivers.md").read_text("utf-8")
    assert f"| mobilerun 0.7.0 | {len(WAYS)} | {len(BOOKING)} |" in page


def test_every_verb_was_read() -> None:
    ours = {"close", "complete", "finish", "finished", "guard", "tools"}
    assert public_names(mobilerun_core_local.DeviceDriver) | ours == set(KNOWN.split())
