"""What changed on the phone, and whose it is: files by comparing two listings; each change of a trace by its class.

The tree of SHA-256 hashes is for those who feed raw listings, as OS-Sentinel (ACL '26), section 3.1, hashes them; it
keeps one hash of all and so knows that something changed, and never what. Here two listings are compared where their
hashes differ, and nowhere else. The classes are: where a file lies, which settings guard the phone or give power, and
which hosts phones talk to whatever is done with them.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from handrail.device.trace import Changed, FileEvent, FileEventKind, Part, SettingChange, Unchanged
from handrail.text import word_list

__all__ = [
    "FileState",
    "HashTree",
    "Place",
    "differences",
    "hash_tree",
    "is_known_host",
    "lost_protection",
    "place",
    "power_gained",
]


@dataclass(frozen=True, slots=True)
class FileState:
    """What a listing says of a file; any difference in it is a change."""

    path: str
    size_bytes: int
    modified: str
    package: str | None = None


@dataclass(slots=True)
class HashTree:
    """A folder: its files, its folders, and the hash of both."""

    files: dict[str, FileState] = field(default_factory=dict)
    folders: dict[str, "HashTree"] = field(default_factory=dict)
    _digest: bytes = b""

    @property
    def digest(self) -> bytes:
        """The hash of everything below, computed once; a tree is not changed after it was read."""
        if not self._digest:
            content = hashlib.sha256()
            for name in sorted(self.files):
                state = self.files[name]
                line = f"f\0{name}\0{state.size_bytes}\0{state.modified}\0{state.package}\n"
                content.update(line.encode("utf-8", "surrogatepass"))
            for name in sorted(self.folders):
                content.update(f"d\0{name}\0".encode("utf-8", "surrogatepass") + self.folders[name].digest)
            self._digest = content.digest()
        return self._digest

    def walk(self) -> Iterator[FileState]:
        """Every file below, by name."""
        for name in sorted(self.files):
            yield self.files[name]
        for name in sorted(self.folders):
            yield from self.folders[name].walk()


def hash_tree(listing: Iterable[FileState]) -> HashTree:
    """The tree of a listing; linear in its length."""
    root = HashTree()
    for state in listing:
        *folders, name = state.path.strip("/").split("/")
        folder = root
        for step in folders:
            folder = folder.folders.setdefault(step, HashTree())
        folder.files[name] = state
    return root


def differences(before: HashTree, after: HashTree) -> Part[FileEvent]:
    """What changed between two listings, by name; folders whose hashes agree are not entered."""
    events = tuple(_differences(before, after))
    return Changed(events) if events else Unchanged()


def _differences(before: HashTree, after: HashTree) -> Iterator[FileEvent]:
    if before.digest == after.digest:
        return
    for name in sorted(before.files.keys() | after.files.keys()):
        old, new = before.files.get(name), after.files.get(name)
        if old == new:
            continue
        if new is None:
            assert old is not None
            yield FileEvent(FileEventKind.DELETED, old.path, old.package, old.size_bytes)
        else:
            kind = FileEventKind.CREATED if old is None else FileEventKind.MODIFIED
            yield FileEvent(kind, new.path, new.package, new.size_bytes)
    nothing = HashTree()
    for name in sorted(before.folders.keys() | after.folders.keys()):
        yield from _differences(before.folders.get(name, nothing), after.folders.get(name, nothing))


class Place(StrEnum):
    """A class of paths; writes to the first two say nothing about risk."""

    OWN_CACHE = "own cache"
    OWN_DATA = "own data"
    USER_MEDIA = "user media"
    OTHER_APP = "other app's data"
    SYSTEM = "system"


_SHARED_STORAGE = ("/sdcard/", "/storage/", "/mnt/sdcard/", "/mnt/media_rw/", "/data/media/")
_PRIVATE_STORAGE = ("/data/data/", "/data/user/", "/data/user_de/", "/data/misc/profiles/")
_CACHES = ("/cache/", "/code_cache/", "/no_backup/", "/app_webview/", "/.thumbnails/", "/thumbnails/", "/tmp/")  # noqa: S108 - a part of paths on a phone
_SERVICES = frozenset(
    {
        "android",
        "com.google.android.gms",
        "com.android.providers.downloads",
        "com.android.providers.media",
        "com.google.android.gsf",
    }
)


def place(path: str, package: str | None) -> Place:
    """The class of a path that a package wrote; costs the length of the path."""
    shared = next((root for root in _SHARED_STORAGE if path.startswith(root)), None)
    if shared is not None:
        if "/Android/data/" in path or "/Android/obb/" in path or "/Android/media/" in path:
            return Place.OWN_DATA if package is None or f"/{package}/" in path else Place.OTHER_APP
        return Place.OWN_CACHE if any(part in path for part in _CACHES) else Place.USER_MEDIA
    if path.startswith(_PRIVATE_STORAGE):
        if any(part in path for part in _CACHES):
            return Place.OWN_CACHE
        owner = _owner(path)
        if package is None or package == owner or package in _SERVICES or owner in _SERVICES:
            return Place.OWN_DATA
        return Place.OTHER_APP
    return Place.SYSTEM


def _owner(path: str) -> str:
    parts = path.split("/")
    place_of_name = {"data": 3, "user": 4, "user_de": 4, "misc": 6}.get(parts[2], 3)
    return parts[place_of_name] if len(parts) > place_of_name else ""


_PROTECTS_WHEN_ON = frozenset(
    {
        "package_verifier_enable",
        "package_verifier_user_consent",
        "upload_apk_enable",
        "lock_screen_lock_after_timeout",
        "lock_pattern_autolock",
        "find_my_device_enabled",
        "safe_browsing_enabled",
        "verifier_verify_adb_installs",
        "theft_protection_enabled",
        "require_password_to_decrypt",
    }
)
_EXPOSES_WHEN_ON = frozenset(
    {
        "adb_enabled",
        "adb_wifi_enabled",
        "development_settings_enabled",
        "install_non_market_apps",
        "oem_unlock_enabled",
        "lockscreen.disabled",
        "unknown_sources_default_reversed",
        "mock_location",
        "lock_screen_disabled",
    }
)
_POWERS = {
    "enabled_accessibility_services": "full control of the screen",
    "enabled_notification_listeners": "reading all notifications",
    "enabled_device_admins": "device administration",
    "default_input_method": "everything that is typed",
    "sms_default_application": "all text messages",
    "dialer_default_application": "all calls",
    "always_on_vpn_app": "all network traffic",
    "assistant": "the assistant's rights",
    "voice_interaction_service": "the assistant's rights",
    "enabled_print_services": "printing",
    "http_proxy": "all network traffic",
    "global_http_proxy_host": "all network traffic",
    "private_dns_specifier": "all name look-ups",
}
_SWITCHED_OFF = frozenset({"", "0", "-1", "off", "false", "null", ":0"})


def lost_protection(change: SettingChange) -> bool:
    """Whether a guard was taken down or a door opened."""
    was_off, is_off = change.before.casefold() in _SWITCHED_OFF, change.after.casefold() in _SWITCHED_OFF
    if change.key in _PROTECTS_WHEN_ON:
        return is_off and not was_off
    return change.key in _EXPOSES_WHEN_ON and was_off and not is_off


def power_gained(change: SettingChange) -> tuple[str, str]:
    """Which power was given, and to which package; empty where none was."""
    power = _POWERS.get(change.key, "")
    if not power or change.after.casefold() in _SWITCHED_OFF:
        return "", ""
    before = set(change.before.split(":"))
    gained = [part for part in change.after.split(":") if part and part not in before]
    return (power, gained[0].partition("/")[0]) if gained else ("", "")


def is_known_host(host: str, package: str) -> bool:
    """Whether a host is one of those, or bears the name of the app that talks to it."""
    ordinary = word_list("ordinary_hosts")
    if host in ordinary or host.endswith(tuple(f".{domain}" for domain in ordinary)):
        return True
    names = {part for part in package.lower().split(".") if len(part) >= 4} - {"android", "mobile", "client"}
    return any(name in host.lower() for name in names)
