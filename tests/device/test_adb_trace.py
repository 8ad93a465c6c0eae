from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handrail.device.adb_observer import FOLDER, CommandOutput, TraceObserver
from handrail.device.adb_text import (
    Front,
    clearing_command,
    is_package_name,
    packages_called,
    read_front,
    read_size,
    read_time,
    read_version,
    turned,
    typing_commands,
)
from handrail.device.adb_trace import (
    ListedFile,
    PackageState,
    TcpConnection,
    Unreadable,
    file_events,
    network_uses,
    owner_of,
    package_changes,
    permission_changes,
    read_bytes_by_uid,
    read_connections,
    read_listing,
    read_listing_difference,
    read_packages,
    read_permissions,
    read_settings,
    setting_changes,
)
from handrail.device.device import PackageVersion
from handrail.device.trace import (
    Changed,
    FileEvent,
    FileEventKind,
    NetworkUse,
    NotObserved,
    PackageChange,
    PackageChangeKind,
    PermissionChange,
    SettingChange,
    Unchanged,
)

LISTING = "/data/data/com.shop/files/a b.db 12 1700000000.1230000000\n/sdcard/DCIM/1.jpg 400 1700000001.0000000000\n"
TCP = """\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0F02000A:A1B2 2EA2B26C:01BB 01 00000000:00000000 00:00000000 00000000 10123        0 31337 1 0000 20 4 30 10 -1
   1: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 00000000 10124        0 31338 1 0000 20 4 30 10 -1
   2: 0F02000A:A1B3 2EA2B26C:01BB 06 00000000:00000000 00:00000000 00000000 10125        0 31339 1 0000 20 4 30 10 -1
  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when
   0: 0000000000000000FFFF00000F02000A:C350 0000000000000000FFFF00002EA2B26C:01BB 01 00000000:00000000 00:00000000 00000000 10126        0 4 1
   1: 00000000000000000000000001000000:C351 B80D0120000000000000000001000000:0050 01 00000000:00000000 00:00000000 00000000 10127        0 4 1
"""  # noqa: E501  # as the kernel prints it
NETSTATS = """\
Active interfaces:
  iface=wlan0 ident=[{type=WIFI, networkId="Home uid=1"}]
UID stats:
  Pending bytes: 1024
  ident=[{type=1, subType=COMBINED, metered=false}] uid=10123 set=DEFAULT tag=0x0
    NetworkStatsHistory: bucketDuration=7200
      st=1700000000 rb=5000 rp=10 tb=700 tp=9 op=0
      st=1700007200 rb=100 rp=1 tb=50 tp=1 op=0
  ident=[{type=1, subType=COMBINED, metered=false}] uid=10123 set=FOREGROUND tag=0x0
      st=1700007200 rb=1 rp=1 tb=2 tp=1 op=0
UID tag stats:
  ident=[{type=1}] uid=10123 set=DEFAULT tag=0xfffffe01
      st=1700007200 rb=9999 rp=1 tb=9999 tp=1 op=0
"""
PERMISSIONS = """\
  Package [com.shop] (8f2a0b1):
      android.permission.INTERNET: granted=true
      android.permission.CAMERA: granted=false, flags=[ USER_SET]
      android.permission.CAMERA: granted=true
  Package [com.bank] (11aa22b):
      android.permission.READ_SMS: granted=false
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("    mResumedActivity: ActivityRecord{74 u0 com.a/.B t12}", Front("com.a", "com.a.B")),
        ("topResumedActivity=ActivityRecord{74 u0 com.a/.B t12}\n", Front("com.a", "com.a.B")),
        ("  ResumedActivity: ActivityRecord{74 u0 com.a/org.b.C$D} t12}", Front("com.a", "org.b.C$D")),
        ("  mResumedActivity: null", Front("", "")),
    ],
)
def test_the_app_in_front(text: str, expected: Front) -> None:
    assert read_front(text) == expected


BANK = "topResumedActivity=ActivityRecord{1 u0 com.bank/.Main t1}"
EVIL = "  topResumedActivity=ActivityRecord{2 u0 com.evil/.Main t2}"


@pytest.mark.parametrize(
    "text",
    [
        f'    taskDescription: label="{BANK}" iconResource=0\n{EVIL}',
        f"  mCurrentFocus=Window{{8d1 u0 com.bank/com.bank.Main}}\n{EVIL}",
        f"  * Hist  #0: ActivityRecord{{2 u0 com.evil/.Main t2}} {BANK}\n{EVIL}",
    ],
)
def test_what_an_app_calls_its_windows_does_not_put_it_in_the_place_of_another(text: str) -> None:
    assert read_front(text).package == "com.evil"


def test_where_two_apps_are_named_none_is_known_to_be_in_front() -> None:
    assert read_front(f'label="a\n{BANK}\n"\n{EVIL}') == Front("", "")


def test_the_size_and_its_override() -> None:
    assert read_size("Physical size: 1080x2400\n") == (1080, 2400)
    assert read_size("Physical size: 1080x2400\nOverride size: 720x1600\n") == (720, 1600)
    assert read_size("error") is None
    assert turned((1080, 2400), 1) == (2400, 1080)


def test_typing_with_plain_adb() -> None:
    assert typing_commands("it's 5 %s") == ("""input text 'it'"'"'s%s5%s%'""", "input text s")
    assert typing_commands("a\nb") is None
    assert typing_commands("Müller") is None
    assert typing_commands("") == ()
    assert clearing_command(2) == "input keyevent 123 67 67"


def test_apps_by_name() -> None:
    known = ["com.google.android.deskclock", "com.android.settings", "com.clock.pro", "org.notes"]
    assert packages_called("com.android.settings", known) == ("com.android.settings",)
    assert packages_called("Clock", known) == ("com.clock.pro",)
    assert packages_called("desk clock", known) == ("com.google.android.deskclock",)
    assert packages_called("Bank", known) == ()
    assert packages_called("", known) == ()
    assert not is_package_name("com.a; rm -rf /")


@pytest.mark.parametrize(
    ("path", "owner"),
    [
        ("/data/data/com.shop/cache/x", "com.shop"),
        ("/data/user/10/com.shop/x", "com.shop"),
        ("/data/misc/profiles/cur/0/com.shop/primary.prof", "com.shop"),
        ("/sdcard/Android/data/com.shop/files/x", "com.shop"),
        ("/storage/emulated/0/Android/media/com.shop/x", "com.shop"),
        ("/sdcard/Download/com.shop/x", None),
        ("/data/system/com.shop", None),
    ],
)
def test_whose_file_it_is(path: str, owner: str | None) -> None:
    assert owner_of(path) == owner


def test_files_that_came_changed_and_went() -> None:
    before = read_listing(LISTING)
    assert before["/data/data/com.shop/files/a b.db"] == ListedFile(12, "1700000000.1230000000")
    now = {"/data/data/com.shop/files/a b.db": ListedFile(12, "1700000009.0"), "/sdcard/new": ListedFile(1, "1")}
    assert file_events(before, now) == (
        FileEvent(FileEventKind.MODIFIED, "/data/data/com.shop/files/a b.db", "com.shop", 12),
        FileEvent(FileEventKind.DELETED, "/sdcard/DCIM/1.jpg"),
        FileEvent(FileEventKind.CREATED, "/sdcard/new", None, 1),
    )


def test_the_difference_of_two_listings_says_the_same() -> None:
    before, now = read_listing_difference("/a 1 1.0\n\t/a 2 2.0\n/b 5 1.0\n\t/c d 7 3.0\n")
    assert [(event.kind, event.path) for event in file_events(before, now)] == [
        (FileEventKind.MODIFIED, "/a"),
        (FileEventKind.DELETED, "/b"),
        (FileEventKind.CREATED, "/c d"),
    ]


def test_packages_that_came_changed_and_went() -> None:
    before = read_packages("package:com.a versionCode:3 uid:10001\npackage:com.b versionCode:1 uid:10002,1010002\n")
    now = read_packages(
        "package:com.a versionCode:4 uid:10001\npackage:com.c versionCode:1 uid:10003\n",
        "package:com.a versionCode:4\n",
    )
    assert before["com.b"] == PackageState("1", 10002)
    assert package_changes(before, now) == (
        PackageChange(PackageChangeKind.UPDATED, "com.a", "4"),
        PackageChange(PackageChangeKind.DISABLED, "com.a", "4"),
        PackageChange(PackageChangeKind.REMOVED, "com.b"),
        PackageChange(PackageChangeKind.INSTALLED, "com.c", "1"),
    )


def test_permissions_that_were_granted_and_taken() -> None:
    before = read_permissions(PERMISSIONS)
    assert before[("com.shop", "android.permission.CAMERA")]
    now = read_permissions(
        PERMISSIONS.replace("READ_SMS: granted=false", "READ_SMS: granted=true").replace("INTERNET", "NFC")
    )
    assert permission_changes(before, now) == (
        PermissionChange("com.bank", "android.permission.READ_SMS", True),
        PermissionChange("com.shop", "android.permission.INTERNET", False),
        PermissionChange("com.shop", "android.permission.NFC", True),
    )


def test_settings_may_have_several_lines_and_equals_signs() -> None:
    before = read_settings("a=1\nb=x=y\nlist=one\n two\n")
    assert before == {"a": "1", "b": "x=y", "list": "one\n two"}
    assert setting_changes("secure", before, {"a": "2", "c": ""}) == (
        SettingChange("secure", "a", "1", "2"),
        SettingChange("secure", "b", "x=y", ""),
        SettingChange("secure", "c", "", ""),
        SettingChange("secure", "list", "one\n two", ""),
    )


def test_connections_of_both_kinds_without_those_inside_the_phone() -> None:
    assert read_connections(TCP) == Counter(
        [
            TcpConnection(10123, "108.178.162.46", 443),
            TcpConnection(10126, "108.178.162.46", 443),
            TcpConnection(10127, "2001:db8:0:0:0:0:0:1", 80),
        ]
    )


def test_bytes_by_app_count_no_tag_twice() -> None:
    counted = read_bytes_by_uid(NETSTATS)
    assert counted == {10123: (752, 5101)}
    opened = [TcpConnection(10123, "1.2.3.4", 443), TcpConnection(10999, "5.6.7.8", 80)]
    assert network_uses(opened, {10123: (700, 5101)}, counted, {10123: "com.shop"}) == (
        NetworkUse("com.shop", "1.2.3.4", 443, 0, 0),
        NetworkUse("uid:10999", "5.6.7.8", 80, 0, 0),
        NetworkUse("com.shop", "", 0, 52, 0),
    )


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_listing, "find: /data: Permission denied"),
        (read_packages, "Error: unknown option"),
        (read_permissions, "Can't find service: package"),
        (read_settings, "cmd: Can't find service: settings"),
        (read_connections, "cat: /proc/net/tcp: Permission denied"),
        (read_bytes_by_uid, "Can't find service: netstats"),
    ],
)
def test_what_is_not_known_is_unreadable_and_never_unchanged(read: object, text: str) -> None:
    assert callable(read)
    with pytest.raises(Unreadable):
        read(text)


class Shell:
    """A phone's shell, as far as the observer asks; counts what travels."""

    def __init__(self, *, root: bool = True, compares: bool = True) -> None:
        self.root, self.compares = root, compares
        self.files = {"/sdcard/a": "/sdcard/a 1 1.0"}
        self.before: dict[str, str] = {}
        self.settings = {"global": "adb_enabled=1\n", "system": "", "secure": "android_id=1\n"}
        self.kept: dict[str, str] = {}
        self.travelled = 0
        self.broken = ""

    def __call__(self, command: str) -> CommandOutput:
        answer = self._answer(command)
        self.travelled += len(answer.output)
        return answer

    def _answer(self, command: str) -> CommandOutput:
        if self.broken and self.broken in command:
            return CommandOutput("Killed", 137)
        listing = "".join(f"{line}\n" for line in sorted(self.files.values()))
        if command.startswith("ls"):
            return CommandOutput("", 0 if self.root else 1)
        if "comm -3" in command:
            if not self.compares:
                return CommandOutput("comm: inaccessible or not found", 127)
            gone = [line for path, line in self.before.items() if self.files.get(path) != line]
            new = [f"\t{line}" for path, line in self.files.items() if self.before.get(path) != line]
            return CommandOutput("".join(f"{line}\n" for line in gone + new), 0)
        if command.startswith("mv") or f"{FOLDER}/before; cat" in command:
            self.before = dict(self.files)
            return CommandOutput("" if command.startswith("mv") else listing, 0)
        if "md5sum" in command:
            place = command.rpartition(" ")[2]
            self.kept[place] = self._print(command, listing)
            return CommandOutput(f"{hash(self.kept[place]) % 16**32:032x}  {place}", 0)
        if command.startswith("cat /proc"):
            return CommandOutput(TCP, 0)
        return CommandOutput(self.kept.get(command.rpartition(" ")[2], ""), 0)

    def _print(self, command: str, listing: str) -> str:
        if command.startswith("find"):
            return listing
        if command.startswith("pm"):
            return "" if " -d " in command else "package:com.shop versionCode:1 uid:10123\n"
        if command.startswith("settings"):
            return self.settings[command.split(" ")[2]]
        return NETSTATS if "netstats" in command else PERMISSIONS


@pytest.mark.parametrize("compares", [True, False])
def test_an_observer_sees_first_nothing_and_then_only_what_changed(compares: bool) -> None:
    shell = Shell(compares=compares)
    observer = TraceObserver(shell)
    first = observer.look()
    assert {name for name, why in first.not_observed().items() if why == "nothing was observed before"} == {
        "files", "permissions", "packages", "settings", "network",
    }  # fmt: skip
    still = observer.look()
    assert (still.files, still.settings, still.network) == (Unchanged(), Unchanged(), Unchanged())
    shell.files = {"/sdcard/b": "/sdcard/b 2 2.0"}
    shell.settings["global"] = "adb_enabled=0\n"
    seen = observer.look()
    assert seen.files == Changed(
        (FileEvent(FileEventKind.DELETED, "/sdcard/a"), FileEvent(FileEventKind.CREATED, "/sdcard/b", None, 2))
    )
    assert seen.settings == Changed((SettingChange("global", "adb_enabled", "1", "0"),))
    assert observer.look().files == Unchanged()
    assert isinstance(seen.clipboard, NotObserved)


def test_after_the_first_look_only_differences_travel() -> None:
    shell = Shell()
    shell.files = {f"/sdcard/{n}": f"/sdcard/{n} 1 1.0" for n in range(10_000)}
    observer = TraceObserver(shell)
    observer.look()
    first, shell.travelled = shell.travelled, 0
    observer.look()
    assert shell.travelled * 50 < first


def test_without_root_files_that_did_not_change_are_not_observed() -> None:
    shell = Shell(root=False)
    observer = TraceObserver(shell)
    observer.look()
    assert isinstance(observer.look().files, NotObserved)
    shell.files["/sdcard/new"] = "/sdcard/new 1 1.0"
    assert isinstance(observer.look().files, Changed)


def test_a_part_that_fails_once_is_made_up_for_at_the_next_look() -> None:
    shell = Shell()
    observer = TraceObserver(shell)
    observer.look()
    shell.files["/sdcard/new"] = "/sdcard/new 1 1.0"
    shell.broken = "comm"
    assert isinstance(observer.look().files, NotObserved)
    shell.broken = ""
    assert observer.look().files == Changed((FileEvent(FileEventKind.CREATED, "/sdcard/new", None, 1),))


odd = st.text(st.characters() | st.sampled_from("0123456789 =:\t\n\ud800٣½"), max_size=60)
numbers = st.sampled_from(["1" * 5000, "٣", "-", "", "0x1", "9" * 19, "½", "\udc00"])
lines = st.builds(
    lambda form, number: form.replace("N", number),
    st.sampled_from(
        [
            "/a N 1.0",
            "/a N",
            "package:com.a versionCode:N uid:N",
            "package:com.a uid:N,N",
            "  0: 0100007F:0016 N:0016 01 0:0 0:0 0  N 0 1",
            "  sl  local_address",
            "  0: 00:0016 012:0016 01 0:0 0:0 0  10001 0 1",
            "ident=[] uid=N set=DEFAULT tag=0x0",
            "st=1 rb=N rp=1 tb=N tp=1",
            "UID stats:",
            "Physical size: NxN",
            "Override size: NxN",
            "a=N",
            "N",
            "  Package [com.a] (1):",
            "  android.permission.N: granted=true",
            "2026-03-02T09:00:00+N",
        ]
    ),
    numbers,
)
READERS: tuple[Callable[[str], object], ...] = (
    read_listing, read_listing_difference, read_packages, read_permissions, read_settings, read_connections,
    read_bytes_by_uid, read_size, read_front, read_time,
)  # fmt: skip


@settings(max_examples=300)
@given(st.lists(lines | odd, max_size=6).map("\n".join))
def test_what_a_phone_prints_is_read_or_unreadable_and_never_breaks_anything(text: str) -> None:
    for read in READERS:
        with suppress(Unreadable):
            read(text)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_listing, f"/a {'1' * 5000} 1.0"),
        (read_connections, "  sl  local_address\n  0: 0100007F:0016 012:0016 01 0:0 0:0 0  10001 0 1"),
        (read_connections, "  sl  local_address\n  0: 0100007F:0016"),
    ],
)
def test_half_a_line_is_not_observed(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(Unreadable):
        read(text)


def test_a_size_that_no_screen_has_is_none() -> None:
    assert read_size(f"Physical size: {'1' * 5000}x2400") is None
    assert read_size("Physical size: 0x2400") is None
    assert read_size("Physical size: 1080x24") == (1080, 24)


def test_the_time_has_a_zone() -> None:
    assert read_time("2026-03-02T09:00:00+0130\n") == datetime(2026, 3, 2, 9, tzinfo=timezone(timedelta(minutes=90)))
    assert read_time("Mon Mar  2 09:00:00 UTC 2026") is None
    assert read_time("2026-03-02T09:00:00") is None


DUMP = """Activity Resolver Table:
    versionName=0.0 of something else
Packages:
  Package [com.example.other] (1a2b):
    versionCode=1 minSdk=24 targetSdk=34
    versionName=1.0
  Package [com.example.clock] (3c4d):
    userId=10012
    versionCode=790 minSdk=24 targetSdk=34
    versionName=7.9 beta
Hidden system packages:
  Package [com.example.clock] (5e6f):
    versionCode=700 minSdk=24 targetSdk=34
    versionName=7.0
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (DUMP, PackageVersion("7.9 beta", "790")),
        (DUMP.replace("    versionName=7.9 beta\n", ""), PackageVersion("", "790")),
        (DUMP.replace("versionCode=790", "versionCode=?"), PackageVersion("7.9 beta", "")),
        (DUMP.replace("\n", "\r\n"), PackageVersion("7.9 beta", "790")),
        ("Unable to find package: com.example.clock\n", None),
        ("", None),
        ("  Package [com.example.clock] (1):\n", None),
        (f"  Package [com.example.clock] (1):\n    versionName={'9' * 500}\n", None),
    ],
)
def test_the_version_of_a_package_is_that_which_runs(text: str, expected: PackageVersion | None) -> None:
    assert read_version(text, "com.example.clock") == expected


@given(st.text())
def test_no_dump_breaks_the_reading_of_a_version(text: str) -> None:
    found = read_version(f"  Package [com.example.clock] (1):\n{text}", "com.example.clock")
    assert found is None or str(found)
