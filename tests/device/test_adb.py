"""The adb driver against the simulated phone's own adb server, with and without uiautomator2."""

import asyncio
import gc
import importlib
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

pytest.importorskip("adbutils", reason="adbutils is not installed: pip install 'handrail[adb]'")
pytest.importorskip("PIL", reason="Pillow is not installed: pip install 'handrail[adb]'")

from device.test_phone_device import labelled
from handrail.device.action import Action, ActionType
from handrail.device.adb import AdbDevice, open_adb
from handrail.device.device import Executed, Refused, StaleScreen
from handrail.device.screen import Screen
from handrail.device.test_mark import Marked, mark_of
from handrail.device.trace import Changed, FileEvent, FileEventKind, SettingChange
from handrail.error import DeviceLost, MissingExtra, Misuse
from phone.adb.served import Served, serving

ON_PACKAGES: tuple[ActionType, ...] = ("open_app", "uninstall", "clear_data", "force_stop")


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    with serving() as started:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(started.server_port))
        yield started


@pytest.fixture(params=[",plain", ""], ids=["plain", "uiautomator2"])
def device(request: pytest.FixtureRequest, served: Served) -> AdbDevice:
    if not request.param:
        pytest.importorskip("uiautomator2", reason="uiautomator2 is not installed: pip install 'handrail[adb]'")
    return open_adb(served.handset.serial + request.param)


@contextmanager
def unclosed_sockets() -> Iterator[None]:
    """adbutils leaves the socket to a phone that is not there to the garbage collector; collect it here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        yield
        gc.collect()


def fields(screen: Screen) -> list[str]:
    return [element.text for element in screen.elements() if element.class_name.endswith("EditText")]


def test_it_sees_what_the_phone_shows(device: AdbDevice, served: Served) -> None:
    assert asyncio.run(device.observe()) == served.phone.screen()
    assert device.name == f"adb:{served.handset.serial}"


def test_it_opens_touches_and_scrolls(device: AdbDevice) -> None:
    async def run() -> None:
        settings = await device.resolve_app("settings")
        assert settings == "com.android.settings"
        assert await device.execute(Action("open_app", target=settings)) == Executed()
        assert await device.execute(Action("scroll", direction="down")) == Executed()
        assert await device.execute(Action("home")) == Executed()
        assert await device.execute(Action("open_app", target="com.android.settings")) == Executed()
        about = labelled(await device.observe(), "About phone")
        assert await device.execute(Action("click", element=about)) == Executed()
        assert "About phone" in [element.text for element in (await device.observe()).elements()]
        assert await device.execute(Action("back")) == Executed()

    asyncio.run(run())


def test_it_types_into_the_field_that_is_named_and_replaces_what_stood_there(device: AdbDevice, served: Served) -> None:
    async def run() -> None:
        served.phone.home()
        served.phone.swipe(540, 1800, 540, 600)
        screen = await device.observe()
        field = next(identity for identity in screen.identities() if identity.class_name.endswith("EditText"))
        assert await device.execute(Action("input", text="clo ck", element=field)) == Executed()
        typed = await device.observe()
        assert fields(typed) == ["clo ck"]
        stale = await device.execute(Action("input", text="bank", element=field))
        assert isinstance(stale, StaleScreen)
        now = next(identity for identity in typed.identities() if identity.class_name.endswith("EditText"))
        assert await device.execute(Action("input", text="set", element=now)) == Executed()
        assert fields(await device.observe()) == ["set"]

    asyncio.run(run())


def test_what_plain_adb_cannot_type_is_refused(served: Served) -> None:
    device = open_adb(f"{served.handset.serial},plain")
    answer = asyncio.run(device.execute(Action("input", text="Müller")))
    assert answer == Refused("plain adb types only ASCII; `handrail[adb]` types any text")


def test_it_sees_what_the_system_did(device: AdbDevice, served: Served) -> None:
    async def run() -> None:
        await device.trace()
        served.phone.settings.put("global", "adb_wifi_enabled", "1")
        served.phone.files.write("/sdcard/Download/holiday plan.pdf", b"x" * 9)
        served.phone.network.use("com.android.settings", "files.example", 443, 500, 20)
        trace = await device.trace()
        assert trace.settings == Changed((SettingChange("global", "adb_wifi_enabled", "", "1"),))
        assert isinstance(trace.files, Changed)
        created = FileEvent(FileEventKind.CREATED, "/sdcard/Download/holiday plan.pdf", None, 9)
        assert created in trace.files.items
        assert isinstance(trace.network, Changed)
        assert {(use.package, use.port, use.bytes_out) for use in trace.network.items} == {
            ("com.android.settings", 443, 0),
            ("com.android.settings", 0, 500),
        }

    asyncio.run(run())


def test_apps_that_are_not_there_or_not_clear_are_refused(device: AdbDevice) -> None:
    async def run() -> None:
        unknown = await device.resolve_app("Teleporter")
        assert unknown == Refused("`Teleporter` is not clear: no package is called so; name the package")
        unclear = await device.resolve_app("android")
        assert isinstance(unclear, Refused)
        assert "it may be com.android." in unclear.reason
        for kind in ON_PACKAGES:
            by_name = await device.execute(Action(kind, target="settings"))
            assert isinstance(by_name, Refused)
            assert by_name.reason.startswith("no package is called `settings`")

    asyncio.run(run())


def test_a_phone_that_went_away_is_lost(device: AdbDevice, served: Served) -> None:
    served.server.detach(served.handset.serial)
    with unclosed_sockets(), pytest.raises(DeviceLost, match=served.handset.serial):
        asyncio.run(device.observe())


def test_a_phone_that_is_not_there_is_lost(served: Served) -> None:
    with unclosed_sockets(), pytest.raises(DeviceLost, match="`adb:nobody` does not answer"):
        open_adb("nobody,plain")


def test_without_adbutils_the_line_to_type_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> object:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(MissingExtra, match=r"pip install 'handrail\[adb\]'"):
        open_adb("emulator-5554")


def test_waiting_and_finishing_touch_nothing(served: Served) -> None:
    device = replace(open_adb(f"{served.handset.serial},plain"), wait_seconds=0.0)
    generation = served.phone.generation
    for kind in (Action("wait"), Action("finish")):
        assert asyncio.run(device.execute(kind)) == Executed()
    assert served.phone.generation == generation


def test_the_name_has_a_serial() -> None:
    with pytest.raises(Misuse, match="adb:SERIAL"):
        open_adb("")


def test_it_does_all_that_adb_can(device: AdbDevice, served: Served) -> None:
    phone = served.phone

    async def do(action: Action) -> None:
        assert await device.execute(action) == Executed(), action

    async def run() -> None:
        await do(Action("open_app", "com.example.clock"))
        await do(Action("notifications"))
        assert (await device.observe()).windows[-1].package == "com.android.systemui"
        await do(Action("back"))
        await do(Action("recents"))
        await do(Action("home"))
        await do(Action("swipe", point=(540, 1900), to=(540, 600)))
        field = next(
            identity for identity in (await device.observe()).identities() if identity.class_name.endswith("EditText")
        )
        await do(Action("input", text="cloc", element=field))
        await do(Action("press_key", "KEYCODE_K"))
        assert fields(await device.observe()) == ["clock"]
        phone.copy("pasted")
        await do(Action("paste"))
        assert fields(await device.observe()) == ["pasted"]
        await do(Action("force_stop", "com.example.clock"))
        await do(Action("clear_data", "com.example.tasks"))
        await do(Action("uninstall", "com.example.bank"))
        assert "com.example.bank" not in phone.packages
        assert isinstance(await device.execute(Action("open_url", "https://example.org")), Refused)
        assert isinstance(await device.execute(Action("pinch")), Refused)

    asyncio.run(run())


def test_a_double_tap_on_what_knows_clicks_is_two_only_where_both_reach_it(device: AdbDevice, served: Served) -> None:
    async def run() -> None:
        icon = labelled(await device.observe(), "Clock")
        mark = len(served.phone.log)
        assert await device.execute(Action("double_tap", element=icon)) == Executed()
        assert [event.what for event in served.phone.log[mark:] if event.what == "click"] == ["click"]

    asyncio.run(run())


def test_an_element_under_a_dialog_is_not_touched(device: AdbDevice, served: Served) -> None:
    async def run() -> None:
        await device.execute(Action("open_app", "com.example.clock"))
        below = labelled(await device.observe(), "Alarm 08:30")
        await device.execute(Action("share", text="x"))
        served.phone.share("over everything")
        before = await device.observe()
        covered = await device.execute(Action("click", element=below))
        if device.client.helper is None:  # `uiautomator dump` tells of the active window alone
            assert isinstance(covered, StaleScreen)
        else:
            assert len(before.windows) > 1
            assert isinstance(covered, Refused)
        assert await device.observe() == before

    asyncio.run(run())


def test_an_emulator_is_marked_as_a_device_for_tests(device: AdbDevice) -> None:
    assert asyncio.run(mark_of(device)) == Marked("it is an emulator")


def test_its_clock_is_the_phones(device: AdbDevice, served: Served) -> None:
    assert asyncio.run(device.clock()) == served.phone.now.replace(microsecond=0)
