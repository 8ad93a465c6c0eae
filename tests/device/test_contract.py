"""Every driver is held to what `Device` promises."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path
from typing import TypeAlias

import pytest

from device.counter import CounterPhone
from handrail.device.action import Action
from handrail.device.device import Device
from handrail.device.recorder import record
from handrail.device.recording import read_recording
from handrail.device.replay import ReplayDevice
from handrail.testing import DeviceContract
from handrail.testing.device import touchable

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


class TestDriver(DeviceContract):
    @pytest.fixture(params=DRIVERS, autouse=True)
    def opened(self, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        with DRIVERS[request.param](tmp_path, monkeypatch) as self._opened:
            yield

    def device(self) -> Device:
        return self._opened

    def installed_app(self, device: Device) -> str | None:
        if isinstance(device, ReplayDevice):
            return None  # nobody recorded what else is on the phone
        return "com.android.settings" if "adb" in device.name or device.name == "phone" else "com.example.counter"

    def takes_any_action(self, device: Device) -> bool:
        return not isinstance(device, ReplayDevice)

    async def go_to_the_end(self, device: Device) -> None:
        if isinstance(device, ReplayDevice):
            device.position = 2
