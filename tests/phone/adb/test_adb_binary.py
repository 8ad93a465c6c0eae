"""The real adb binary against the server in this process."""

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from handrail.device.hierarchy import read_hierarchy
from phone.adb.served import PNG, Adb, Served

APK = "assets/app-uiautomator.apk"


def test_the_phone_is_listed(adb: Adb) -> None:
    assert adb("devices") == "List of devices attached\nhandrail-5554\tdevice\n\n"
    assert "product:handrail_phone model:Handrail_Phone device:handrail transport_id:1" in adb("devices", "-l")
    assert adb("get-state") == "device\n"
    assert adb("get-serialno") == "handrail-5554\n"
    assert adb("wait-for-device") == ""


def test_a_shell_has_output_errors_and_a_status(adb: Adb) -> None:
    done = adb.run("shell", "echo out; echo err >&2; exit 3")
    assert (done.stdout, done.stderr, done.returncode) == (b"out\n", b"err\n", 3)
    assert adb.shell("getprop ro.build.version.sdk") == "34\n"


def test_an_unknown_command_is_refused_and_remembered(adb: Adb, served: Served) -> None:
    done = adb.run("shell", "frobnicate --all")
    assert done.stderr == b"/system/bin/sh: frobnicate: inaccessible or not found\n"
    assert done.returncode == 127
    assert served.handset.gaps == ("frobnicate --all",)


def test_a_tap_a_text_and_a_key_reach_the_phone(adb: Adb, served: Served) -> None:
    served.home()
    size = served.phone.screen()
    middle = size.width_pixels // 2
    adb.shell(f"input swipe {middle} {size.height_pixels * 3 // 4} {middle} {size.height_pixels // 4} ''")
    field = next(element for element in served.phone.screen().elements() if "EditText" in element.class_name)
    adb.shell("input tap {} {}".format(*field.bounds.center))
    adb.shell("input text Clo%sx")
    adb.shell("input keyevent KEYCODE_DEL 67")
    found = next(element for element in served.phone.screen().elements() if "EditText" in element.class_name)
    assert found.text == "Clo"
    adb.shell("input keycombination 113 29 && input keyevent 67")
    emptied = next(element for element in served.phone.screen().elements() if "EditText" in element.class_name)
    assert "Clo" not in emptied.text
    adb.shell("input keyevent KEYCODE_HOME")
    icon = served.shown("Clock")
    adb.shell("input tap {} {}".format(*icon.bounds.center))
    assert served.phone.foreground.package == "com.example.clock"
    assert "com.example.clock/" in adb.shell("dumpsys window | grep mCurrentFocus")


def test_the_tree_is_dumped_and_pulled(adb: Adb, served: Served, tmp_path: Path) -> None:
    assert adb.shell("uiautomator dump") == "UI hierchary dumped to: /sdcard/window_dump.xml\n"
    adb("pull", "/sdcard/window_dump.xml", str(tmp_path / "dump.xml"))
    dumped = (tmp_path / "dump.xml").read_bytes()
    assert read_hierarchy(dumped).windows == served.phone.screen().windows
    assert adb("exec-out", "cat", "/sdcard/window_dump.xml").encode() == dumped
    assert adb("exec-out", "uiautomator dump /dev/tty").encode().startswith(dumped)


def test_files_travel_unchanged(adb: Adb, tmp_path: Path) -> None:
    content = os.urandom(3_000_001)
    (tmp_path / "there").write_bytes(content)
    adb("push", str(tmp_path / "there"), "/sdcard/Download/größe.bin")
    adb("pull", "/sdcard/Download/größe.bin", str(tmp_path / "back"))
    assert (tmp_path / "back").read_bytes() == content
    assert adb.run("exec-out", "cat /sdcard/Download/größe.bin").stdout == content
    assert adb.run("shell", "cat /sdcard/Download/größe.bin").stdout == content
    assert adb.run("shell", "cat > /sdcard/typed", stdin=content).returncode == 0
    assert adb.shell("md5sum /sdcard/typed").split()[0] == hashlib.md5(content).hexdigest()


def test_a_folder_is_pulled_and_what_is_missing_is_said(adb: Adb, tmp_path: Path) -> None:
    adb.shell("mkdir -p /sdcard/tree/deep && echo one > /sdcard/tree/a && echo two > /sdcard/tree/deep/b")
    adb("pull", "/sdcard/tree", str(tmp_path / "tree"))
    assert (tmp_path / "tree" / "deep" / "b").read_text() == "two\n"
    missing = adb.run("pull", "/sdcard/nowhere", str(tmp_path / "x"))
    assert missing.returncode == 1
    assert b"does not exist" in missing.stderr + missing.stdout


def test_a_picture_is_taken(adb: Adb) -> None:
    assert adb.run("exec-out", "screencap", "-p").stdout.startswith(PNG)
    assert adb.run("exec-out", "/system/bin/screencap -p").stdout.startswith(PNG)
    assert adb.shell("screencap -p /sdcard/shot.png; head -c 4 /sdcard/shot.png | md5sum").split()[0] == (
        hashlib.md5(PNG[:4]).hexdigest()
    )


def test_apps_are_listed_started_and_stopped(adb: Adb, served: Served) -> None:
    assert "package:com.example.clock\n" in adb.shell("pm list packages")
    assert adb.shell("pm path com.example.clock").startswith("package:/")
    assert "Starting: Intent" in adb.shell("am start -n com.example.clock/.DeskClock")
    assert served.phone.foreground.package == "com.example.clock"
    assert adb.shell("am stack list | grep -E visible=true").rstrip().endswith("}")
    assert adb.shell("pidof com.example.clock").strip().isdigit()
    adb.shell("am force-stop com.example.clock")
    assert served.phone.foreground.package != "com.example.clock"
    assert "Events injected: 1" in adb.shell("monkey -p com.example.clock -c android.intent.category.LAUNCHER 1")
    assert served.phone.foreground.package == "com.example.clock"
    missing = adb.run("shell", "am start -n com.nowhere/.Main")
    assert b"does not exist" in missing.stderr


def test_settings_are_read_and_written(adb: Adb, served: Served) -> None:
    assert adb.shell("settings get global no_such_key") == "null\n"
    adb.shell("settings put global handrail_test 'two words'")
    assert served.phone.settings.get("global", "handrail_test") == "two words"
    assert adb.shell("settings get global handrail_test") == "two words\n"
    assert "handrail_test=two words\n" in adb.shell("settings list global")
    assert adb.shell("settings delete global handrail_test") == "Deleted 1 rows\n"


def test_an_apk_is_installed_from_its_manifest(adb: Adb, served: Served) -> None:
    uiautomator2 = pytest.importorskip("uiautomator2", reason="uiautomator2 brings an APK: pip install uiautomator2")
    apk = Path(uiautomator2.__file__).parent / APK
    assert "Success" in adb("install", str(apk))
    assert "com.github.uiautomator" in served.phone.packages
    assert "package:com.github.uiautomator\n" in adb.shell("pm list packages -3")
    assert "Success" in adb("uninstall", "com.github.uiautomator")
    assert "com.github.uiautomator" not in served.phone.packages


def test_an_apk_in_parts_is_installed(adb: Adb, served: Served, tmp_path: Path) -> None:
    uiautomator2 = pytest.importorskip("uiautomator2", reason="uiautomator2 brings an APK: pip install uiautomator2")
    (tmp_path / "part.apk").write_bytes(b"resources of a language")
    assert "Success" in adb(
        "install-multiple", str(Path(uiautomator2.__file__).parent / APK), str(tmp_path / "part.apk")
    )
    assert "com.github.uiautomator" in served.phone.packages
    assert served.handset.install_sessions == {}
    assert served.handset.gaps == ()


def test_what_is_no_apk_is_not_installed(adb: Adb, tmp_path: Path) -> None:
    (tmp_path / "fake.apk").write_bytes(b"not a zip file" * 1000)
    done = adb.run("install", str(tmp_path / "fake.apk"))
    assert done.returncode == 1
    assert b"INSTALL_PARSE_FAILED_NOT_APK" in done.stderr + done.stdout


def test_ports_are_forwarded_and_reversed(adb: Adb) -> None:
    port = int(adb("forward", "tcp:0", "tcp:9008"))
    assert adb("forward", "--list") == f"handrail-5554 tcp:{port} tcp:9008\n\n"
    adb("forward", "--remove", f"tcp:{port}")
    assert adb("forward", "--list").strip() == ""
    adb("reverse", "tcp:8081", "tcp:8082")
    assert "tcp:8081 tcp:8082" in adb("reverse", "--list")
    adb("reverse", "--remove-all")
    assert adb("reverse", "--list").strip() == ""


def test_lines_are_typed_into_a_shell(adb: Adb) -> None:
    done = adb.run("shell", stdin=b"cd /sdcard\npwd\nX=5\necho $X\nexit 4\n")
    assert (done.stdout, done.returncode) == (b"/sdcard\n5\n", 4)


def test_the_server_outlives_kill_server(adb: Adb) -> None:
    adb("kill-server")
    adb("start-server")
    assert "handrail-5554\tdevice" in adb("devices")


def test_the_log_and_the_rest_of_adbs_own_commands(adb: Adb) -> None:
    assert adb("logcat", "-d").startswith("--------- beginning of main\n")
    assert adb("root") == "adbd is already running as root\n"
    assert adb("remount") == "remount succeeded\n"


def test_two_hundred_shells_at_once_are_answered_right(adb: Adb) -> None:
    with ThreadPoolExecutor(32) as pool:
        answers = list(pool.map(lambda number: adb.shell(f"echo {number}; getprop ro.serialno"), range(200)))
    assert answers == [f"{number}\nhandrail-5554\n" for number in range(200)]
