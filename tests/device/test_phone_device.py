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
from handrail.phone.package import Manifest
from handrail.phone.phone import Phone


def labelled(screen: Screen, label: str) -> ElementIdentity:
    """The innermost element that says so."""
    return [identity for identity in screen.identities() if label in (identity.text, identity.description)][-1]


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


def test_all_that_can_be_done_to_a_phone_is_done() -> None:
    device = open_phone("7")
    phone = device.phone

    async def do(action: Action) -> None:
        assert await device.execute(action) == Executed()

    async def run() -> None:
        await do(Action("open_app", "Settings"))
        await do(Action("notifications"))
        assert phone.screen().windows[-1].package == "com.android.systemui"
        await do(Action("press_key", "KEYCODE_BACK"))
        await do(Action("recents"))
        assert phone.foreground.package == "com.android.launcher"
        await do(Action("home"))
        await do(Action("swipe", point=(540, 1900), to=(540, 600)))
        field = next(identity for identity in phone.screen().identities() if identity.class_name.endswith("EditText"))
        await do(Action("input", text="clo", element=field))
        await do(Action("press_key", "C"))
        await do(Action("press_key", "KEYCODE_K"))
        assert "clock" in [element.text for element in phone.screen().elements()]
        await do(Action("copy", text="pasted"))
        assert phone.clipboard.text == "pasted"
        await do(Action("paste"))
        assert "pasted" in [element.text for element in phone.screen().elements()]
        assert isinstance(await device.execute(Action("paste", text="something else")), Refused)
        await do(Action("share", text="a word"))
        assert "a word" in [element.text for element in phone.screen().elements()]
        await do(Action("force_stop", "com.example.clock"))
        await do(Action("clear_data", "com.example.tasks"))
        await do(Action("uninstall", "com.example.bank"))
        assert "com.example.bank" not in phone.packages

    asyncio.run(run())


@pytest.mark.parametrize(
    "action",
    [
        Action("open_url", "https://example.org"),
        Action("install", "/sdcard/app.apk"),
        Action("uninstall", "com.android.settings"),
        Action("uninstall", "Settings"),
        Action("clear_data", "com.not.there"),
        Action("force_stop", "com.not.there"),
        Action("paste"),
        Action("input", text="two\nlines"),
        Action("press_key", "TELEPORT"),
        Action("drag", point=(5, 5)),
    ],
)
def test_what_the_phone_cannot_do_is_refused_and_nothing_happens(action: Action) -> None:
    device = open_phone("7")
    before = device.phone.snapshot()
    refusal = asyncio.run(device.execute(action))
    assert isinstance(refusal, Refused)
    assert refusal.reason
    assert device.phone.snapshot() == before


def test_the_second_touch_of_a_double_tap_does_not_reach_what_the_first_one_opened() -> None:
    device = open_phone("7")

    async def run() -> None:
        icon = labelled(await device.observe(), "Clock")
        await device.execute(Action("double_tap", element=icon))

    mark = len(device.phone.log)
    asyncio.run(run())
    assert device.phone.foreground.package == "com.example.clock"
    assert [event.what for event in device.phone.log[mark:] if event.what == "click"] == ["click"]


def test_the_tab_key_goes_to_the_next_field_and_sends_nothing() -> None:
    device = open_phone("7")

    async def run() -> None:
        await device.execute(Action("open_app", "Messages"))
        title = next(
            identity for identity in device.phone.screen().identities() if identity.resource_id.endswith("/title")
        )
        await device.execute(Action("click", element=title))
        field = next(
            identity for identity in device.phone.screen().identities() if identity.class_name.endswith("EditText")
        )
        await device.execute(Action("input", text="not yet", element=field))
        assert await device.execute(Action("press_key", "TAB")) == Executed()

    asyncio.run(run())
    assert "not yet" in [
        element.text for element in device.phone.screen().elements() if "EditText" in element.class_name
    ]


def test_apps_are_resolved_before_anything_is_decided() -> None:
    device = open_phone("7")
    assert asyncio.run(device.resolve_app("Clock")) == "com.example.clock"
    assert asyncio.run(device.resolve_app("com.example.clock")) == "com.example.clock"
    assert isinstance(asyncio.run(device.resolve_app("Contacts storage")), Refused)
    device.phone.install(Manifest("com.evil.clock", "clock"))
    twice = asyncio.run(device.resolve_app("Clock"))
    assert isinstance(twice, Refused)
    assert "com.evil.clock" in twice.reason


def test_its_clock_is_the_phones() -> None:
    device = open_phone("7")
    assert asyncio.run(device.clock()) == device.phone.now
