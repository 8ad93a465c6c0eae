"""The phone as a whole: keys, windows, packages, settings, notifications, time."""

from datetime import UTC, date, datetime

import pytest

from handrail.device.trace import Changed, PackageChange, PackageChangeKind, PermissionChange
from handrail.error import Misuse
from handrail.phone.app import PhoneApp
from handrail.phone.installing import EmptyPage
from handrail.phone.package import Manifest
from handrail.phone.phone import HEIGHT_PIXELS, Phone
from phone.finger import enter, find, open_app, shows, tap_text, texts


def test_it_starts_on_the_home_screen() -> None:
    phone = Phone()
    assert phone.foreground == ("com.android.launcher", "com.android.launcher3.Launcher")
    assert {"Clock", "Messages", "Contacts", "Mail", "Settings"} <= set(texts(phone))
    found = find(phone, "Clock")
    assert found is not None
    assert found[1].resource_id == "com.android.launcher:id/icon"


def test_every_icon_opens_its_app() -> None:
    phone = Phone()
    for package in phone.packages.values():
        if package.manifest.in_launcher:
            open_app(phone, package.label)
            assert phone.foreground.package == package.name
            assert phone.foreground.activity == f"{package.name}.{package.launcher_activity}"
            assert package.name in {process.name for process in phone.processes}


def test_back_hides_the_keyboard_then_closes_the_page_then_the_app() -> None:
    phone = Phone()
    open_app(phone, "Clock")
    tap_text(phone, "Add alarm")
    tap_text(phone, "Label")
    assert phone.keyboard_shown
    phone.back()
    assert not phone.keyboard_shown
    assert phone.foreground.activity.endswith("AlarmEditActivity")
    phone.back()
    assert phone.foreground.activity.endswith("DeskClock")
    phone.back()
    assert phone.foreground.package == "com.android.launcher"
    phone.back()
    assert phone.foreground.package == "com.android.launcher"


def test_an_app_that_was_left_comes_back_as_it_was() -> None:
    phone = Phone()
    open_app(phone, "Clock")
    tap_text(phone, "Add alarm")
    phone.home()
    open_app(phone, "Mail")
    assert phone.task_stack[0].package == "com.example.mail"
    phone.key(187)
    tap_text(phone, "Clock")
    assert phone.foreground.activity.endswith("AlarmEditActivity")
    phone.stop("com.example.clock")
    assert phone.foreground.package == "com.android.launcher"
    open_app(phone, "Clock")
    assert phone.foreground.activity.endswith("DeskClock")


def test_typing_goes_to_the_focused_field_and_enter_moves_on() -> None:
    phone = Phone()
    assert not phone.type_text("lost")
    assert not phone.clear_text()
    open_app(phone, "Contacts")
    tap_text(phone, "Create contact")
    tap_text(phone, "Name")
    phone.type_text("Ada\n+44 1")
    phone.key(67)
    assert {"Ada", "+44 "} <= set(texts(phone))
    found = find(phone, "Ada")
    assert found is not None
    assert phone.set_text(found[0], "Ada Byron")
    assert shows(phone, "Ada Byron")
    assert not phone.set_text((0,), "no field")
    assert not phone.set_text((7, 7, 7), "nothing there")


def test_a_password_shows_dots() -> None:
    phone = Phone()
    open_app(phone, "Settings")
    tap_text(phone, "Network & internet")
    tap_text(phone, "Cafe Luna")
    enter(phone, "password", "espresso1")
    assert "•" * 9 in texts(phone)
    assert not shows(phone, "espresso1")
    field = next(element for element in phone.screen().elements() if element.password)
    assert field.focused
    tap_text(phone, "Connect")
    assert phone.snapshot().data["com.android.settings"].network == "Cafe Luna"


def test_a_touch_beside_a_dialog_closes_it_and_does_nothing_else() -> None:
    phone = Phone()
    open_app(phone, "Tasks")
    tap_text(phone, "New list")
    assert len(phone.screen().windows) == 2
    phone.tap(540, 200)
    assert len(phone.screen().windows) == 1
    assert phone.foreground.activity.endswith("ListsActivity")


def test_a_permission_dialog_wants_an_answer() -> None:
    phone = Phone()
    open_app(phone, "Photos")
    tap_text(phone, "Allow access")
    phone.tap(540, 200)
    assert phone.foreground.package == "com.android.permissioncontroller"
    mark = phone.mark()
    tap_text(phone, "Allow")
    change = PermissionChange("com.example.photos", "android.permission.READ_MEDIA_IMAGES", True)
    assert phone.trace_since(mark).permissions == Changed((change,))


def test_notifications_wait_in_the_shade() -> None:
    phone = Phone()
    phone.notify("com.example.mail", "alice@example.com", "Dinner?")
    assert not shows(phone, "Dinner?")
    phone.swipe(540, 10, 540, 1200)
    assert shows(phone, "Dinner?")
    tap_text(phone, "alice@example.com")
    assert phone.foreground.package == "com.example.mail"
    assert phone.notifications == ()
    phone.notify("com.example.mail", "Now", "or never", heads_up=True)
    assert shows(phone, "or never")
    phone.advance(10)
    assert not shows(phone, "or never")
    phone.open_notifications()
    tap_text(phone, "Clear all")
    assert phone.notifications == ()


def test_quick_settings_change_the_phone() -> None:
    phone = Phone()
    phone.open_notifications()
    tap_text(phone, "Airplane mode")
    assert phone.settings.get("global", "airplane_mode_on") == "1"
    phone.back()
    assert phone.foreground.package == "com.android.launcher"


def test_a_bare_manifest_can_be_installed_updated_disabled_and_removed() -> None:
    phone = Phone()
    mark = phone.mark()
    first = phone.install(Manifest("com.other.app", "Other", permissions=("android.permission.CAMERA",)))
    assert first.uid >= 10_000
    assert phone.files.stat(first.apk_path) is not None
    installed = PackageChange(PackageChangeKind.INSTALLED, "com.other.app", "1.0.0")
    assert phone.trace_since(mark).packages == Changed((installed,))
    assert phone.grant("com.other.app", "android.permission.CAMERA")
    assert not phone.grant("com.other.app", "android.permission.READ_SMS")
    assert not phone.grant("com.not.there", "android.permission.READ_SMS")
    mark = phone.mark()
    again = phone.install(Manifest("com.other.app", "Other", ("Main",), ("android.permission.CAMERA",), "1.1", 2))
    assert again.uid == first.uid
    assert "android.permission.CAMERA" in again.granted
    updated = PackageChange(PackageChangeKind.UPDATED, "com.other.app", "1.1")
    assert phone.trace_since(mark).packages == Changed((updated,))
    assert phone.launch("com.other.app")
    assert phone.enable("com.other.app", False)
    assert phone.foreground.package == "com.android.launcher"
    assert not phone.launch("com.other.app")
    assert phone.uninstall("com.other.app")
    assert not phone.uninstall("com.other.app")
    assert not phone.uninstall("com.android.settings")


def test_a_system_app_cannot_be_replaced() -> None:
    with pytest.raises(Misuse, match="part of the system"):
        Phone().install(PhoneApp(Manifest("com.android.settings", "Fake"), EmptyPage))


def test_an_unknown_app_or_activity_does_not_start() -> None:
    phone = Phone()
    assert not phone.launch("com.not.there")
    assert not phone.launch("com.example.clock", "NoSuchActivity")
    assert phone.launch("com.example.clock", ".AlarmEditActivity")
    assert phone.foreground.activity == "com.example.clock.AlarmEditActivity"


def test_clearing_an_app_makes_it_forget() -> None:
    phone = Phone()
    open_app(phone, "Clock")
    tap_text(phone, "Alarm 08:30")
    assert phone.clear_data("com.example.clock")
    assert not any(alarm.on for alarm in phone.snapshot().data["com.example.clock"].alarms)
    assert phone.foreground.package == "com.android.launcher"


def test_a_setting_from_outside_is_seen_and_in_the_log() -> None:
    phone = Phone()
    open_app(phone, "Settings")
    generation = phone.generation
    phone.settings.put("global", "wifi_on", "0")
    assert phone.generation > generation
    assert shows(phone, "Off")
    assert phone.log[-1].what == "setting"
    with pytest.raises(Misuse, match="namespace `globl`"):
        phone.settings.get("globl", "wifi_on")


def test_a_file_from_outside_is_seen_in_the_files_app() -> None:
    phone = Phone()
    open_app(phone, "Files")
    tap_text(phone, "Download")
    phone.files.write("/storage/emulated/0/Download/a.txt", b"hello")
    assert shows(phone, "a.txt")
    tap_text(phone, "a.txt")
    assert shows(phone, "hello")


def test_connections_close_after_a_while() -> None:
    phone = Phone(churn=False)
    phone.launch("com.example.shop")
    tap_text(phone, "Coffee mug")
    (socket,) = phone.network.sockets()
    assert (socket.host, socket.state, socket.uid) == (
        "api.shopfront.example", "ESTABLISHED", phone.packages["com.example.shop"].uid)  # fmt: skip
    phone.advance(20)
    assert [socket.state for socket in phone.network.sockets()] == ["TIME_WAIT"]
    phone.advance(20)
    assert phone.network.sockets() == ()


def test_a_phone_left_alone_writes_little_and_without_churn_nothing() -> None:
    quiet, busy = Phone(churn=False), Phone()
    marks = quiet.mark(), busy.mark()
    quiet.advance(300)
    busy.advance(300)
    quiet_files, busy_files = quiet.trace_since(marks[0]).files, busy.trace_since(marks[1]).files
    assert not isinstance(quiet_files, Changed)
    assert isinstance(busy_files, Changed)
    assert all(event.path.startswith("/data/") for event in busy_files.items)


def test_time_does_not_run_backwards_and_has_a_zone() -> None:
    with pytest.raises(Misuse, match="backwards"):
        Phone().advance(-1)
    with pytest.raises(Misuse, match="time zone"):
        Phone(started=datetime(2026, 3, 2))  # noqa: DTZ001 - what must be refused


def test_what_apps_remember_lies_before_the_day_the_phone_starts() -> None:
    data = Phone(started=datetime(2030, 7, 1, 12, tzinfo=UTC)).snapshot().data
    assert {letter.at.year for letter in data["com.example.mail"].letters} == {2030}
    assert all(entry.day < date(2030, 7, 1) for entry in data["com.example.bank"].history)


def test_a_swipe_up_from_the_edge_goes_home() -> None:
    phone = Phone()
    open_app(phone, "Clock")
    phone.swipe(540, HEIGHT_PIXELS - 5, 540, 800)
    assert phone.foreground.package == "com.android.launcher"


def test_two_hundred_phones_live_side_by_side() -> None:
    phones = [Phone(seed=number) for number in range(200)]
    for phone in phones:
        open_app(phone, "Clock")
    assert len({phone.foreground for phone in phones}) == 1
    assert len({phone.contacts for phone in phones}) > 100
