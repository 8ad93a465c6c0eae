"""Changes are told apart by whose they are, and listings are compared only where they differ."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.device.trace import Changed, FileEventKind, SettingChange, Unchanged
from handrail.sentinel.change import (
    FileState,
    HashTree,
    Place,
    differences,
    hash_tree,
    is_known_host,
    lost_protection,
    place,
    power_gained,
)


@pytest.mark.parametrize(
    ("path", "package", "where"),
    [
        ("/data/data/com.app/cache/1.tmp", "com.app", Place.OWN_CACHE),
        ("/data/data/com.app/databases/a.db", "com.app", Place.OWN_DATA),
        ("/data/user/0/com.app/files/a", "com.app", Place.OWN_DATA),
        ("/data/data/com.bank/databases/a.db", "com.app", Place.OTHER_APP),
        ("/sdcard/DCIM/a.jpg", "com.app", Place.USER_MEDIA),
        ("/storage/emulated/0/Download/a.pdf", "com.app", Place.USER_MEDIA),
        ("/sdcard/Android/data/com.app/files/a", "com.app", Place.OWN_DATA),
        ("/sdcard/Android/data/com.bank/files/a", "com.app", Place.OTHER_APP),
        ("/data/misc/profiles/cur/0/com.app/primary.prof", "com.app", Place.OWN_DATA),
        ("/data/data/com.android.providers.downloads/cache/x.tmp", "com.google.android.gms", Place.OWN_CACHE),
        ("/data/system/notification_log.db", "android", Place.SYSTEM),
        ("/system/etc/hosts", None, Place.SYSTEM),
    ],
)
def test_a_path_has_an_owner(path: str, package: str | None, where: Place) -> None:
    assert place(path, package) is where


@pytest.mark.parametrize(
    ("key", "before", "after", "lost"),
    [
        ("package_verifier_enable", "1", "0", True),
        ("package_verifier_enable", "0", "1", False),
        ("adb_enabled", "0", "1", True),
        ("adb_enabled", "1", "0", False),
        ("lockscreen.disabled", "", "1", True),
        ("screen_brightness", "35", "122", False),
    ],
)
def test_a_guard_is_lost_in_one_direction(key: str, before: str, after: str, lost: bool) -> None:
    assert lost_protection(SettingChange("global", key, before, after)) is lost


def test_power_goes_to_the_package_that_is_new_in_the_list() -> None:
    change = SettingChange("secure", "enabled_accessibility_services", "com.a/.A", "com.a/.A:com.b/.B")
    assert power_gained(change) == ("full control of the screen", "com.b")
    assert power_gained(SettingChange("secure", "enabled_accessibility_services", "com.a/.A", "")) == ("", "")
    assert power_gained(SettingChange("system", "font_scale", "1", "2")) == ("", "")


@pytest.mark.parametrize(
    ("host", "package", "known"),
    [
        ("play.googleapis.com", "com.any", True),
        ("api2.branch.io", "com.any", True),
        ("api.vogelwarte.example", "org.vogelwarte.app", True),
        ("drop.sink.example", "com.any", False),
        ("notgoogle.com", "com.any", False),
    ],
)
def test_ordinary_hosts_are_known(host: str, package: str, known: bool) -> None:
    assert is_known_host(host, package) is known


STATES = st.dictionaries(
    st.lists(st.sampled_from("abc"), min_size=1, max_size=4).map(lambda parts: "/" + "/".join(parts) + ".f"),
    st.integers(0, 3),
    max_size=12,
)


def listing(sizes: dict[str, int]) -> list[FileState]:
    return [FileState(path, size, "0") for path, size in sizes.items()]


@given(STATES, STATES)
def test_the_tree_finds_what_a_comparison_of_all_files_finds(before: dict[str, int], after: dict[str, int]) -> None:
    part = differences(hash_tree(listing(before)), hash_tree(listing(after)))
    found = {(event.kind, event.path) for event in part.items} if isinstance(part, Changed) else set()
    expected = {(FileEventKind.CREATED, path) for path in after.keys() - before.keys()}
    expected |= {(FileEventKind.DELETED, path) for path in before.keys() - after.keys()}
    expected |= {(FileEventKind.MODIFIED, path) for path in before.keys() & after.keys() if before[path] != after[path]}
    assert found == expected
    assert isinstance(part, Unchanged) is (before == after)


@given(STATES)
def test_the_order_of_a_listing_says_nothing(sizes: dict[str, int]) -> None:
    assert hash_tree(listing(sizes)).digest == hash_tree(reversed(listing(sizes))).digest


def test_folders_that_agree_are_not_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [FileState(f"/{folder}/{name}", 1, "0") for folder in "abcdefgh" for name in range(50)]
    before, after = hash_tree(states), hash_tree([*states[:-1], FileState("/h/49", 2, "0")])
    assert before.digest != after.digest
    entered: list[HashTree] = []
    original: Callable[[HashTree], bytes] = vars(HashTree)["digest"].fget

    def digest(tree: HashTree) -> bytes:
        entered.append(tree)
        return original(tree)

    monkeypatch.setattr(HashTree, "digest", property(digest))
    assert isinstance(differences(before, after), Changed)
    assert len(entered) == 2 * (1 + 8), "the root and its folders, and no folder below"
