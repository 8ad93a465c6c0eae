import asyncio
from itertools import count
from pathlib import Path

import pytest

pytest.importorskip("PIL", reason="the phone's pictures need Pillow: pip install 'handrail[phone]'")

from handrail.device.action import Action
from handrail.device.device import Device, Executed, Execution, Refused
from handrail.device.element import ElementIdentity
from handrail.device.recorder import record
from handrail.device.recording import read_recording
from handrail.device.replay import ReplayDevice
from handrail.device.screen import Screen
from handrail.device.trace import Changed, NotObserved, SettingChange
from handrail.error import Misuse
from handrail.phone.device import PhoneDevice, open_phone
from handrail.phone.phone import Phone


def labelled(screen: Screen, label: str) -> ElementIdentity:
    """The innermost element that says so."""
    return [one for one in screen.identities() if label in (one.text, one.description)][-1]


async def tap(device: Device, label: str) -> Execution:
    return await device.execute(Action("click", element=labelled(await device.observe(), label)))


def run_on_phone(*labels: str, app: str = "Settings") -> PhoneDevice:
    async def run() -> PhoneDevice:
        device = open_phone("7")
        await device.trace()
        assert await device.execute(Action("open_app", target=app)) == Executed()
        for label in labels:
            assert await tap(device, label) == Executed()
        return device

    return asyncio.run(run())


def test_an_app_is_opened_by_its_label_or_its_package() -> None:
    async def run() -> None:
        device = open_phone("")
        for name in ("Settings", "settings", "com.android.settings"):
            await device.execute(Action("home"))
            assert await device.execute(Action("open_app", target=name)) == Executed()
            assert (await device.observe()).package == "com.android.settings"
        refusal = await device.execute(Action("open_app", target="Teleporter"))
        assert isinstance(refusal, Refused)
        assert refusal.reason.startswith("no app is called `Teleporter`; there are ")
        assert "Settings" in refusal.reason
        assert isinstance(await device.execute(Action("open_app", target="Contacts storage")), Refused)

    asyncio.run(run())


def test_what_was_done_is_in_the_trace() -> None:
    async def run() -> None:
        device = open_phone("7")
        assert isinstance((await device.trace()).settings, NotObserved)
        device.phone.settings.put("global", "airplane_mode_on", "1")
        assert (await device.trace()).settings == Changed((SettingChange("global", "airplane_mode_on", "0", "1"),))

    asyncio.run(run())


def test_back_home_wait_and_enter_need_no_element() -> None:
    async def run() -> None:
        device = open_phone("7")
        before = device.phone.now
        await device.execute(Action("open_app", target="Settings"))
        for action in (Action("back"), Action("home"), Action("wait"), Action("enter"), Action("finish")):
            assert await device.execute(action) == Executed()
        assert device.phone.now > before
        assert await device.execute(Action("scroll", direction="down")) == Executed()
        assert isinstance(await device.execute(Action("scroll", direction="in")), Refused)
        assert isinstance(await device.execute(Action("input", text="lost")), Refused)

    asyncio.run(run())


def test_words_that_are_not_a_field_cannot_be_typed_into() -> None:
    device = run_on_phone()

    async def run() -> None:
        title = labelled(await device.observe(), "Settings")
        refusal = await device.execute(Action("input", text="x", element=title))
        assert refusal == Refused("the element is not a text field that can be typed into")

    asyncio.run(run())


def test_a_run_on_the_phone_is_recorded_and_plays_back(tmp_path: Path) -> None:
    ticks = count(1_700_000_000_000)

    async def run() -> None:
        device = await record(
            PhoneDevice(Phone(seed=7)), tmp_path, query="look", application="Settings", now_ms=lambda: next(ticks)
        )
        await device.execute(Action("open_app", target="Settings"))
        await tap(device, "Display")
        await device.execute(Action("back"))
        await device.execute(Action("finish", text="complete"))
        replay = ReplayDevice(read_recording(tmp_path))
        for step in replay.recording.steps:
            assert (await replay.screenshot()).startswith(b"\x89PNG")
            assert await replay.execute(step.action) == Executed()
        assert len(list((tmp_path / "images").iterdir())) == 4

    asyncio.run(run())


def test_the_same_seed_gives_the_same_pictures() -> None:
    first, second = run_on_phone("Display"), run_on_phone("Display")
    assert asyncio.run(first.screenshot()) == asyncio.run(second.screenshot())


def test_a_seed_is_a_number() -> None:
    assert open_phone("12").name == "phone"
    with pytest.raises(Misuse, match="the seed is a whole number"):
        open_phone("lucky")
