"""Every driver is held to what `Device` promises."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import fields, replace
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias, get_args

import pytest

from device.counter import CounterPhone
from handrail.device.action import Action, ActionType
from handrail.device.device import Device, Executed, Precondition, Refused, RestingAction, StaleScreen
from handrail.device.element import Bounds, ElementIdentity
from handrail.device.recorder import record
from handrail.device.recording import read_recording
from handrail.device.replay import ReplayDevice
from handrail.device.screen import Screen
from handrail.device.trace import Changed, NotObserved, SystemTrace, Unchanged

Open: TypeAlias = Callable[[Path, pytest.MonkeyPatch], AbstractContextManager[Device]]


async def recorder(folder: Path) -> Device:
    ticks = count(1)
    return await record(CounterPhone(), folder, query="count", application="Counter", now_ms=lambda: next(ticks))


@contextmanager
def counter(_: Path, __: pytest.MonkeyPatch) -> Iterator[Device]:
    yield CounterPhone()


@contextmanager
def recorded(folder: Path, _: pytest.MonkeyPatch) -> Iterator[Device]:
    yield asyncio.run(recorder(folder))


@contextmanager
def replay(folder: Path, _: pytest.MonkeyPatch) -> Iterator[Device]:
    async def play() -> None:
        device = await recorder(folder)
        for _ in range(2):
            await device.execute(Action("click", element=touchable(await device.observe())))
        await device.execute(Action("finish"))

    asyncio.run(play())
    yield ReplayDevice(read_recording(folder))


@contextmanager
def phone(_: Path, __: pytest.MonkeyPatch) -> Iterator[Device]:
    pytest.importorskip("PIL", reason="the phone's pictures need Pillow: pip install 'handrail[phone]'")
    from handrail.phone.device import open_phone

    yield open_phone("7")


def adb(mode: str) -> Open:
    @contextmanager
    def opened(_: Path, patch: pytest.MonkeyPatch) -> Iterator[Device]:
        for needed in ("adbutils",) if mode else ("adbutils", "uiautomator2"):
            pytest.importorskip(needed, reason=f"{needed} is not installed: pip install 'handrail[adb]'")
        from handrail.device.adb import open_adb
        from phone.adb.served import serving

        with serving() as served:
            patch.setenv("ANDROID_ADB_SERVER_PORT", str(served.server_port))
            yield open_adb(served.handset.serial + mode)

    return opened


DRIVERS: dict[str, Open] = {
    "counter": counter,
    "recorder": recorded,
    "replay": replay,
    "phone": phone,
    "adb-plain": adb(",plain"),
    "adb": adb(""),
}


@pytest.fixture(params=DRIVERS)
def device(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Device]:
    with DRIVERS[request.param](tmp_path, monkeypatch) as opened:
        yield opened


def touchable(screen: Screen) -> ElementIdentity:
    """The first element that can be touched and that only one element looks like."""
    looks = Counter(map(look, screen.identities()))
    return next(
        one
        for one in screen.identities()
        if looks[look(one)] == 1 and (found := screen.at(one.path)) is not None and found.clickable
    )


def look(one: ElementIdentity) -> Any:
    return replace(one, path=(), bounds=Bounds(0, 0, 0, 0))


def parts(trace: SystemTrace) -> list[object]:
    return [getattr(trace, field.name) for field in fields(trace)]


def test_it_shows_a_screen_and_a_picture_of_it(device: Device) -> None:
    async def run() -> None:
        screen = await device.observe()
        assert screen.elements()
        assert screen.package
        assert screen.width_pixels > 0
        assert await device.observe() == screen
        assert (await device.screenshot()).startswith(b"\x89PNG")
        assert device.name

    asyncio.run(run())


def test_it_carries_out_what_is_there(device: Device) -> None:
    async def run() -> None:
        before = await device.observe()
        assert await device.execute(Action("click", element=touchable(before))) == Executed()
        assert await device.observe() != before

    asyncio.run(run())


def test_it_refuses_an_element_that_is_gone_and_shows_what_there_is(device: Device) -> None:
    async def run() -> None:
        screen = await device.observe()
        gone = replace(touchable(screen), text="Transfer everything", description="")
        answer = await device.execute(Action("click", element=gone))
        assert isinstance(answer, StaleScreen)
        assert answer.screen == screen == await device.observe()
        assert answer.moved_to is None

    asyncio.run(run())


def test_it_does_not_follow_an_element_that_moved_but_says_where_it_is(device: Device) -> None:
    async def run() -> None:
        screen = await device.observe()
        target = touchable(screen)
        old = replace(target, bounds=replace(target.bounds, top=target.bounds.top - 1))
        answer = await device.execute(Action("click", element=old))
        assert isinstance(answer, StaleScreen)
        assert answer.moved_to == target
        assert await device.observe() == screen
        assert await device.execute(Action("click", element=answer.moved_to)) == Executed()

    asyncio.run(run())


def test_it_refuses_a_touch_on_nothing(device: Device) -> None:
    async def run() -> None:
        assert isinstance(await device.execute(Action("click", target="the button")), Refused)

    asyncio.run(run())


def test_it_touches_nothing_where_what_the_decision_rested_on_is_otherwise(device: Device) -> None:
    async def run() -> None:
        screen = await device.observe()
        action = Action("click", element=touchable(screen))
        before = replace(screen, package="com.other")
        otherwise = Precondition(before, lambda shown: shown.package)
        answer = await device.execute(action, on=otherwise)
        assert answer == StaleScreen("what the decision rested on has changed", screen)
        unreadable = Precondition(before, lambda shown: str(shown.windows[99]))
        assert isinstance(await device.execute(action, on=unreadable), StaleScreen)
        assert await device.observe() == screen
        carried = RestingAction(action.type, element=action.element, on=otherwise)
        assert isinstance(await device.execute(carried), StaleScreen)
        same = Precondition(replace(screen, activity="another"), lambda shown: shown.package)
        assert await device.execute(action, on=same) == Executed()

    asyncio.run(run())


def test_it_refuses_to_type_into_what_is_no_field_and_to_break_lines(device: Device) -> None:
    async def run() -> None:
        screen = await device.observe()
        button = touchable(screen)
        for action in (Action("input", text="x", element=button), Action("input", text="a\nb")):
            assert isinstance(await device.execute(action), Refused)
        assert await device.observe() == screen

    asyncio.run(run())


def test_it_tells_the_time_in_a_zone(device: Device) -> None:
    now = asyncio.run(device.clock())
    assert now.utcoffset() is not None


def test_a_name_of_an_app_becomes_a_package_or_is_refused(device: Device) -> None:
    async def run() -> None:
        assert isinstance(await device.resolve_app("Teleporter"), Refused)
        package = "com.android.settings" if "adb" in device.name or device.name == "phone" else "com.example.counter"
        if not isinstance(device, ReplayDevice):  # nobody recorded what else is on the phone
            assert await device.resolve_app(package) == package

    asyncio.run(run())


def test_there_is_an_answer_for_every_action(device: Device) -> None:
    async def run() -> None:
        if isinstance(device, ReplayDevice):
            pytest.skip("a recording takes only what was recorded")
        for kind in get_args(ActionType):
            if kind in ("wait", "finish", "install"):
                continue
            answer = await device.execute(Action(kind, "com.not.there", "text", "up"))
            assert isinstance(answer, Executed | Refused)

    asyncio.run(run())


def test_its_trace_has_three_values_and_starts_with_not_knowing(device: Device) -> None:
    async def run() -> None:
        assert all(isinstance(part, NotObserved) and part.reason for part in parts(await device.trace()))
        await device.execute(Action("click", element=touchable(await device.observe())))
        later = parts(await device.trace())
        assert all(isinstance(part, Changed | Unchanged | NotObserved) for part in later)
        assert not all(isinstance(part, NotObserved) for part in later)

    asyncio.run(run())


def test_it_ends_and_closes(device: Device) -> None:
    async def run() -> None:
        if isinstance(device, ReplayDevice):
            device.position = 2
        assert await device.execute(Action("finish", text="complete")) == Executed()
        await device.close()

    asyncio.run(run())
