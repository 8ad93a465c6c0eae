"""What commands print: the lines that clients look for, and the small tools around them."""

import re

import pytest

from handrail.phone.adb import Handset, run_line
from phone.adb.served import new_handset


@pytest.fixture
def handset() -> Handset:
    return new_handset()


def printed(handset: Handset, line: str, status: int = 0) -> str:
    result = run_line(handset, line)
    assert result.status == status, result
    return result.stdout.decode()


def test_the_focus_is_where_three_clients_look_for_it(handset: Handset) -> None:
    handset.phone.launch("com.example.clock")
    package, activity = handset.phone.foreground
    window = printed(handset, "dumpsys window windows")
    assert re.search(rf"mCurrentFocus=Window{{\w+ u0 {package}/{re.escape(activity)}}}", window)
    activities = printed(handset, "dumpsys activity activities")
    assert re.search(rf"mResumedActivity: ActivityRecord{{\w+ u0 {package}/\S+ t\d+}}", activities)
    assert re.search(rf"ACTIVITY {package}/\S+ \w+ pid=\d+", printed(handset, "dumpsys activity top"))
    visible = printed(handset, "am stack list | grep -E visible=true").splitlines()
    assert len(visible) == 1
    assert visible[0].endswith(f"topActivity=ComponentInfo{{{package}/{activity}}}")


def test_the_size_and_the_rotation_are_where_android_world_looks_for_them(handset: Handset) -> None:
    frame = printed(handset, "dumpsys input | grep physicalFrame")
    assert "logicalFrame=[0, 0, 1080, 2400], physicalFrame=[0, 0, 1080, 2400]" in frame
    assert "mCurrentRotation=ROTATION_0" in printed(handset, "dumpsys window | grep mCurrentRotation")
    assert printed(handset, "wm size") == "Physical size: 1080x2400\n"
    assert "orientation=0" in printed(handset, "dumpsys display")
    assert "mHoldingDisplaySuspendBlocker=true" in printed(handset, "dumpsys power")


def test_a_package_is_described(handset: Handset) -> None:
    described = printed(handset, "dumpsys package com.example.clock")
    for pattern in (
        r"versionName=\S+",
        r"versionCode=\d+",
        r"targetSdk=\d+",
        r"PackageSignatures\{\w+ .*\[\w+\].*\}",
        r"firstInstallTime=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d",
    ):
        assert re.search(pattern, described)
    assert printed(handset, "dumpsys package com.nowhere") == "Unable to find package: com.nowhere\n"


def test_permissions_are_granted_and_revoked(handset: Handset) -> None:
    package = next(
        found
        for found in handset.phone.packages.values()
        if any(name.endswith(("NOTIFICATIONS", "CONTACTS", "LOCATION")) for name in found.declared_permissions)
    )
    permission = next(
        name for name in package.declared_permissions if name.endswith(("NOTIFICATIONS", "CONTACTS", "LOCATION"))
    )
    printed(handset, f"pm revoke {package.name} {permission}")
    assert f"{permission}: granted=false" in printed(handset, f"dumpsys package {package.name}")
    printed(handset, f"pm grant {package.name} {permission}")
    assert f"{permission}: granted=true" in printed(handset, f"dumpsys package {package.name}")
    refused = run_line(handset, f"pm grant {package.name} android.permission.NOT_ASKED_FOR")
    assert b"has not requested permission" in refused.stderr


def test_packages_are_chosen_by_kind(handset: Handset) -> None:
    third_party = printed(handset, "pm list packages -3 ''").splitlines()
    system = printed(handset, "cmd package list packages -s").splitlines()
    assert "package:com.example.clock" in third_party
    assert "package:com.android.settings" in system
    assert sorted(third_party + system) == sorted(printed(handset, "pm list packages").splitlines())
    printed(handset, "pm disable-user com.example.clock")
    assert printed(handset, "pm list packages -d") == "package:com.example.clock\n"


def test_processes_have_nine_fields(handset: Handset) -> None:
    handset.phone.launch("com.example.clock")
    header, *lines = printed(handset, "ps -A").splitlines()
    assert header.split()[:2] == ["USER", "PID"]
    assert all(len(line.split()) >= 9 for line in lines)
    assert any(line.split()[-1] == "com.example.clock" for line in lines)


def test_connections_are_listed_as_the_kernel_does(handset: Handset) -> None:
    handset.phone.network.use("com.example.clock", "time.example", 443, 100, 200)
    uid = handset.phone.packages["com.example.clock"].uid
    header, *lines = printed(handset, "cat /proc/net/tcp").splitlines()
    assert header.split()[:4] == ["sl", "local_address", "rem_address", "st"]
    assert any(fields[1].startswith("0F02000A:") and fields[3] == "01" and int(fields[7]) == uid
               for fields in map(str.split, lines))  # fmt: skip
    assert f"uid={uid}" in printed(handset, "dumpsys netstats")


def test_files_are_found_with_times_to_ten_decimals(handset: Handset) -> None:
    printed(handset, "echo -n 12345 > /sdcard/mark")
    line = printed(handset, r"find /sdcard /nowhere -name mark -type f -printf '%p %s %T@\n' 2>/dev/null || true")
    assert re.fullmatch(r"/sdcard/mark 5 \d+\.\d{10}\n", line)
    assert printed(handset, "find /sdcard -maxdepth 1 -name 'ma*' ! -type d") == "/sdcard/mark\n"
    assert printed(handset, r"find /sdcard -name mark -exec cat {} \;") == "12345"
    assert printed(handset, "find /sdcard -name mark -newermt @9999999999") == ""
    printed(handset, "find /sdcard -name mark -delete")
    assert printed(handset, "ls /sdcard/mark", status=1) == ""


def test_the_hash_of_all_files_changes_only_when_a_file_does(handset: Handset) -> None:
    line = r"find /system /vendor /data -type f -printf '%p %s %T@\n' 2>/dev/null | sort | md5sum"
    before = printed(handset, line)
    assert printed(handset, line) == before
    printed(handset, "echo x > /data/local/tmp/new")
    assert printed(handset, line) != before


def test_files_are_made_moved_and_removed(handset: Handset) -> None:
    printed(
        handset, "mkdir -p /sdcard/a/b && echo x > /sdcard/a/b/c && cp -r /sdcard/a /sdcard/d && mv /sdcard/d /sdcard/e"
    )
    assert printed(handset, "cat /sdcard/e/b/c") == "x\n"
    printed(handset, "chmod 600 /sdcard/e/b/c")
    assert printed(handset, "stat -c '%a %s %F %n' /sdcard/e/b/c") == "600 2 regular file /sdcard/e/b/c\n"
    assert b"is a directory" in run_line(handset, "rm /sdcard/e").stderr
    assert b"No such file" in run_line(handset, "rm /sdcard/none").stderr
    printed(handset, "rm -rf /sdcard/e /sdcard/a /sdcard/none")
    assert not handset.phone.files.exists("/sdcard/e")
    assert b"Permission denied" in run_line(handset, "echo 1 > /proc/version").stderr


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("printf 'b\\na\\nb\\n' | sort -u", "a\nb\n"),
        ("printf '10\\n9\\n' | sort -rn", "10\n9\n"),
        ("printf 'a\\nb\\nc\\n' | head -n 2 | tail -1", "b\n"),
        ("echo abcdef | head -c 3", "abc"),
        ("printf 'a b\\nc\\n' | wc -lw", "2 3\n"),
        ("echo a:b:c | cut -d: -f1,3", "a:c\n"),
        ("echo abcdef | cut -c 2-4", "bcd\n"),
        ("printf 'a\\na\\nb\\n' | uniq -c", "      2 a\n      1 b\n"),
        ("echo a.b | sed 's/\\./-/'", "a-b\n"),
        ("echo aXbX | sed -E 's/(a)X/\\1y/'", "aybX\n"),
        ("printf 'foo\\nbar\\n' | grep -v foo", "bar\n"),
        ("printf 'foo\\nbar\\n' | grep -n 'foo\\|baz'", "1:foo\n"),
        ("printf 'foo 12\\n' | grep -oE '[0-9]+'", "12\n"),
        ("printf 'a+b\\n' | grep a+b", "a+b\n"),
        ("echo hi | tee /sdcard/t; cat /sdcard/t", "hi\nhi\n"),
        ("echo -n x | md5sum", "9dd4e461268c8034f5c8564e155c67a6  -\n"),
        ("echo -n x | sha1sum -b", "11f6ad8ec52a2984abaafd7c3b516503785c2072\n"),
        ("basename /a/b.txt .txt; dirname /a/b.txt", "b\n/a\n"),
        ("date +%Y-%m-%d", "2026-03-02\n"),
        ("echo -e 'a\\tb'", "a\tb\n"),
        ("which sh nosuch", "/system/bin/sh\n"),
        (
            "content query --uri content://settings/global --where \"name='adb_enabled'\"",
            "Row: 0 name=adb_enabled, value=1\n",
        ),
        ("ime list -s -a", "com.android.inputmethod.latin/.LatinIME\n"),
        ("svc wifi disable; settings get global wifi_on", "0\n"),
        ("am get-current-user", "0\n"),
    ],
)
def test_small_tools(handset: Handset, line: str, expected: str) -> None:
    assert printed(handset, line) == expected


def test_a_filter_that_matches_nothing_fails(handset: Handset) -> None:
    assert run_line(handset, "echo a | grep b").status == 1
    assert run_line(handset, "echo a | grep '['").status == 2


def test_sleeping_lets_only_the_phones_time_pass(handset: Handset) -> None:
    before = handset.phone.now
    printed(handset, "sleep 90")
    assert (handset.phone.now - before).total_seconds() >= 90


def test_an_action_of_the_settings_opens_its_page(handset: Handset) -> None:
    printed(handset, "am start -a android.settings.WIFI_SETTINGS")
    assert handset.phone.foreground == (
        "com.android.settings",
        "com.android.settings.Settings$NetworkDashboardActivity",
    )
    unresolved = run_line(handset, "am start -a android.intent.action.VIEW -d https://example.org")
    assert b"unable to resolve Intent" in unresolved.stderr
    assert "Status: ok" in printed(handset, "am start -W -n com.example.clock/.DeskClock")
    printed(handset, "am start -a android.intent.action.MAIN -c android.intent.category.HOME")
    assert handset.phone.foreground.package == "com.android.launcher"


def test_a_finger_that_stays_presses_long_and_one_that_moves_swipes(handset: Handset) -> None:
    icon = next(element for element in handset.phone.screen().elements() if element.text == "Clock")
    x, y = icon.bounds.center
    before = handset.phone.screen()
    printed(handset, f"input swipe {x} {y} {x} {y} 1000")
    assert handset.phone.screen() != before
    assert handset.phone.foreground.package != "com.example.clock"
    handset.phone.home()
    printed(handset, f"input touchscreen tap {x} {y} ''")
    assert handset.phone.foreground.package == "com.example.clock"
    handset.phone.home()
    printed(handset, f"input motionevent DOWN {x} {y} && input motionevent UP {x} {y}")
    assert handset.phone.foreground.package == "com.example.clock"


@pytest.mark.parametrize(
    "line", ["input tap 1", "input tap a b", "input swipe 1 2 3", "input keyevent NOPE", "input dance"]
)
def test_an_input_that_makes_no_sense_is_refused(handset: Handset, line: str) -> None:
    result = run_line(handset, line)
    assert (result.status, result.stderr[:6]) == (255, b"Error:")


@pytest.mark.parametrize(
    "line",
    [
        "dumpsys nonsense", "pm frobnicate", "am frobnicate", "wm size 10x10", "dumpsys battery frobnicate",
        "service call x", "echo $((1))", "svc nfc enable", "cmd nonsense", "ip link", "input roll 1 2",
        "content insert --uri content://sms",
    ],
)  # fmt: skip
def test_what_is_not_imitated_is_remembered(handset: Handset, line: str) -> None:
    run_line(handset, line)
    assert len(handset.gaps) == 1


def test_every_line_is_recorded_with_the_generations_around_it(handset: Handset) -> None:
    before = handset.phone.generation
    printed(handset, "am start -n com.example.clock/.DeskClock")
    (record,) = handset.commands
    assert (record.line, record.before) == ("am start -n com.example.clock/.DeskClock", before)
    assert record.after > before
