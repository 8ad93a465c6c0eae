"""Every driver is held to what `Device` promises."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import pytest

from device.counter import CounterPhone
from handrail.device.action import Action
from handrail.device.device import Device
from handrail.device.recorder import record
from handrail.device.recording import read_recording
from handrail.device.replay import ReplayDevice
from handrail.phone.phone import Phone
from handrail.testing import DeviceContract
from handrail.testing.device import touchable
from phone import finger

Result = TypeVar("Result")
Open: TypeAlias = Callable[[Path, pytest.MonkeyPatch], AbstractContextManager[Device]]


async def recorder(folder: Path) -> Device:
    ticks = count(1)
    return await record(CounterPhone(), folder, query="count", application="Counter", now_ms=lambda: next(ticks))


def in_its_own_loop(work: Coroutine[Any, Any, Result]) -> Result:
    """What a driver needs before it is there, also where a device is asked for within a loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


@contextmanager
def counter(_: Path, __: pytest.MonkeyPatch) -> Iterator[Device]:
    yield CounterPhone()


@contextmanager
def recorded(folder: Path, _: pytest.MonkeyPatch) -> Iterator[Device]:
    yield in_its_own_loop(recorder(folder))


@contextmanager
def replay(folder: Path, _: pytest.MonkeyPatch) -> Iterator[Device]:
    async def play() -> None:
        device = await recorder(folder)
        for _ in range(2):
            await device.execute(Action("click", element=touchable(await device.observe())))
        await device.execute(Action("finish"))

    in_its_own_loop(play())
    yield ReplayDevice(read_recording(folder))


@contextmanager
def phone(_: Path, __: pytest.MonkeyPatch) -> Iterator[Device]:
    pytest.importorskip("PIL", reason="the phone's pictures need Pillow: pip install 'handrail[phone]'")
    from handrail.phone.device import open_phone

    yield open_phone("7")


@contextmanager
def form(_: Path, __: pytest.MonkeyPatch) -> Iterator[Device]:
    from handrail.phone.device import open_phone

    device = open_phone("7")
    new_contact(device.phone)
    yield device


def new_contact(phone: Phone) -> None:
    """A page with fields, which the home screen has not."""
    phone.launch("com.example.contacts")
    finger.tap_id(phone, "floating_action_button")


def adb(mode: str, first: Callable[[Phone], None] = Phone.home) -> Open:
    @contextmanager
    def opened(_: Path, patch: pytest.MonkeyPatch) -> Iterator[Device]:
        for needed in ("adbutils",) if mode else ("adbutils", "uiautomator2"):
            pytest.importorskip(needed, reason=f"{needed} is not installed: pip install 'handrail[adb]'")
        from handrail.device.adb import open_adb
        from phone.adb.served import serving

        with serving() as served:
            patch.setenv("ANDROID_ADB_SERVER_PORT", str(served.server_port))
            first(served.phone)
            yield open_adb(served.handset.serial + mode)

    return opened


DRIVERS: dict[str, Open] = {
    "counter": counter,
    "recorder": recorded,
    "replay": replay,
    "phone": phone,
    "phone with a form": form,
    "adb": adb(""),
    "adb, plain": adb(",plain"),
    "adb, plain, with a form": adb(",plain", new_contact),
}


class TestDriver(DeviceContract):
    @pytest.fixture(params=DRIVERS, autouse=True)
    def opened(self, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        fresh = (tmp_path / str(number) for number in count(1))
        with ExitStack() as stack:

            def open_one() -> Device:
                return stack.enter_context(DRIVERS[request.param](next(fresh), monkeypatch))

            self._open = open_one
            yield

    def device(self) -> Device:
        return self._open()

    def installed_app(self, device: Device) -> str | None:
        if isinstance(device, ReplayDevice):
            return None  # nobody recorded what else is on the phone
        return "com.android.settings" if "adb" in device.name or device.name == "phone" else "com.example.counter"

    def takes_any_action(self, device: Device) -> bool:
        return not isinstance(device, ReplayDevice)

    async def go_to_the_end(self, device: Device) -> None:
        if isinstance(device, ReplayDevice):
            device.position = 2
