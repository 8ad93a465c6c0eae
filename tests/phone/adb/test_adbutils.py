"""`adbutils`, unmodified, against the server in this process."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from phone.adb.served import Served, serving

adbutils = pytest.importorskip("adbutils", reason="pip install adbutils")


UNCLOSED = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""adbutils leaves a socket open here."""


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as found:
        yield found


@pytest.fixture
def device(served: Served) -> Any:
    served.home()
    return adbutils.AdbClient(host="127.0.0.1", port=served.server_port).device(serial="handrail-5554")


def test_the_device_is_found(served: Served, device: Any) -> None:
    client = adbutils.AdbClient(host="127.0.0.1", port=served.server_port)
    assert client.server_version() == 41
    assert [found.serial for found in client.device_list()] == ["handrail-5554"]
    assert device.get_state() == "device"
    assert device.get_features() == "shell_v2,cmd"
    assert device.getprop("ro.product.model") == "Handrail Phone"


def test_a_shell_tells_its_status_in_both_protocols(device: Any) -> None:
    unknown = device.shell2("frobnicate")
    assert (unknown.returncode, unknown.output) == (
        127,
        "/system/bin/sh: frobnicate: inaccessible or not found\n",
    )
    apart = device.shell2("echo a; nosuch; exit 5", v2=True)
    assert (apart.returncode, apart.stdout) == (5, "a\n")
    assert "nosuch" in apart.stderr


def test_files_are_pushed_read_and_listed(device: Any) -> None:
    content = os.urandom(200_000)
    assert device.sync.push(content, "/sdcard/Download/data.bin", check=True) == len(content)
    assert device.sync.read_bytes("/sdcard/Download/data.bin") == content
    assert device.sync.stat("/sdcard/Download/data.bin").size == len(content)
    assert "data.bin" in [found.path for found in device.sync.list("/sdcard/Download")]
    assert not device.sync.exists("/sdcard/nowhere")
    device.remove("/sdcard/Download/data.bin")
    assert not device.sync.exists("/sdcard/Download/data.bin")


@UNCLOSED
def test_a_file_is_pushed_into_a_folder_that_is_not_there_yet(device: Any) -> None:
    device.sync.push(b"deep", "/sdcard/new/folder/file.txt")
    assert device.shell("cat /sdcard/new/folder/file.txt") == "deep"
    with pytest.raises(adbutils.AdbError):  # "Is a directory", which adbutils does not hand on
        device.sync.push(b"", "/sdcard/no-name/")
    assert "No such file" in device.shell("echo x > /sdcard/nowhere/file")


def test_the_battery_is_what_a_test_says(device: Any) -> None:
    device.shell("dumpsys battery unplug; dumpsys battery set level 7")
    told = device.shell("dumpsys battery")
    assert "  level: 7\n" in told
    assert "  AC powered: false\n" in told
    device.shell("dumpsys battery reset")
    assert "  level: 100" in device.shell("dumpsys battery")


def test_the_screen_is_read(device: Any, served: Served) -> None:
    screen = served.phone.screen()
    assert tuple(device.window_size()) == (screen.width_pixels, screen.height_pixels)
    assert device.rotation() == 0
    assert device.is_screen_on()
    assert device.dump_hierarchy().startswith("<?xml")
    assert device.screenshot().size == (screen.width_pixels, screen.height_pixels)


@UNCLOSED
def test_the_frame_buffer_is_the_picture(device: Any) -> None:
    assert device.framebuffer().convert("RGB").tobytes() == device.screenshot().convert("RGB").tobytes()


def test_apps_are_started_and_described(device: Any, served: Served) -> None:
    device.app_start("com.example.clock")
    assert device.app_current().package == "com.example.clock"
    assert device.app_current().activity == served.phone.foreground.activity
    info = device.app_info("com.example.clock")
    package = served.phone.packages["com.example.clock"]
    assert (info.version_name, info.version_code) == (package.version_name, package.version_code)
    assert info.first_install_time == package.first_install.replace(tzinfo=None, microsecond=0)
    assert info.signature
    assert device.app_info("com.nowhere") is None
    assert "com.example.clock" in device.list_packages()
    device.app_stop("com.example.clock")
    assert device.app_current().package != "com.example.clock"


def test_a_touch_and_a_key_reach_the_phone(device: Any, served: Served) -> None:
    device.click(*served.shown("Clock").bounds.center)
    assert device.app_current().package == "com.example.clock"
    device.keyevent("HOME")
    assert device.app_current().package != "com.example.clock"


def test_the_battery_the_network_and_switches(device: Any, served: Served) -> None:
    assert device.battery().level == 100
    assert device.wlan_ip() == "10.0.2.15"
    device.switch_wifi(False)
    assert served.phone.settings.get("global", "wifi_on") == "0"
    device.switch_wifi(True)
    device.brightness_value = 77
    assert device.brightness_value == 77


def test_ports_are_forwarded(device: Any) -> None:
    port = device.forward_port(9008)
    assert [(found.local, found.remote) for found in device.forward_list()] == [(f"tcp:{port}", "tcp:9008")]
    device.forward_remove_all()
    assert device.forward_list() == []
    device.reverse("tcp:7000", "tcp:7001")
    assert [(found.remote, found.local) for found in device.reverse_list()] == [("tcp:7000", "tcp:7001")]


def test_devices_are_tracked(served: Served) -> None:
    with serving() as other:
        client = adbutils.AdbClient(host="127.0.0.1", port=other.server_port)
        events = client.track_devices()
        assert (next(events).serial, other.handset.serial) == ("handrail-5554", "handrail-5554")
        other.loop.call_soon_threadsafe(other.server.detach, "handrail-5554")
        assert next(events).present is False
        events.close()
