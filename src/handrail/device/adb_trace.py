"""What a phone's shell prints about its system, and what changed between two prints: pure functions.

A reader raises `Unreadable` for text that it does not know, so that a part is reported as not observed, never as
unchanged.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from handrail.device.adb_text import whole_number
from handrail.device.trace import (
    FileEvent,
    FileEventKind,
    NetworkUse,
    PackageChange,
    PackageChangeKind,
    PermissionChange,
    SettingChange,
)


class Unreadable(Exception):
    """The text is not what the command prints on the phones we know: a clause that says so."""


class ListedFile(NamedTuple):
    """What a listing says of one file."""

    size_bytes: int
    modified: str


class PackageState(NamedTuple):
    """What `pm` says of one package."""

    version: str | None = None
    uid: int | None = None
    enabled: bool = True


class TcpConnection(NamedTuple):
    """One TCP connection as `/proc/net/tcp` lists it."""

    uid: int
    host: str
    port: int


_OWNED = re.compile(
    r"(?:/data/(?:data|user/\d+|user_de/\d+|misc/profiles/cur/\d+)"
    r"|(?:/sdcard|/storage/emulated/\d+|/data/media/\d+)/Android/(?:data|media|obb))/([\w.]+)(?:/|$)"
)
_LISTED_PACKAGE = re.compile(r"package:([\w.]+)((?: \w+:\S+)*)")
_PACKAGE_HEAD = re.compile(r"\s*Package \[([\w.]+)\]")
_GRANT = re.compile(r"\s*([\w.]+): granted=(true|false)")
_SOCKET = re.compile(
    r"\s*\d+: [0-9A-F]+:[0-9A-F]{4} ([0-9A-F]{8}|[0-9A-F]{32}):([0-9A-F]{4}) ([0-9A-F]{2})"
    r" \S+ \S+ \S+\s+([0-9]{1,19})\s"
)
_OPEN_STATES = frozenset({"01", "02", "03"})
_UID = re.compile(r"\buid=(-?[0-9]{1,19})\b.*\btag=0x0\b")
_BYTES = re.compile(r"\brb=([0-9]{1,19})\b.*\btb=([0-9]{1,19})\b")


def owner_of(path: str) -> str | None:
    """The package whose folder a file lies in, where the path tells."""
    match = _OWNED.match(path)
    return match[1] if match else None


def read_listing(text: str) -> dict[str, ListedFile]:
    """The lines of `find ROOTS -type f -printf '%p %s %T@\\n'`."""
    listing: dict[str, ListedFile] = {}
    for line in text.splitlines():
        path, _, rest = line.rpartition(" ")
        path, _, size = path.rpartition(" ")
        size_bytes = whole_number(size)
        if not path.startswith("/") or size_bytes is None:
            raise Unreadable(f"`find` printed `{line[:80]}`")
        listing[path] = ListedFile(size_bytes, rest)
    return listing


def read_listing_difference(text: str) -> tuple[dict[str, ListedFile], dict[str, ListedFile]]:
    """The lines of `comm -3 BEFORE NOW`: what is only in the first, and, after a tab, what is only in the second."""
    lines = text.splitlines()
    before = "\n".join(line for line in lines if not line.startswith("\t"))
    now = "\n".join(line[1:] for line in lines if line.startswith("\t"))
    return read_listing(before), read_listing(now)


def file_events(before: Mapping[str, ListedFile], now: Mapping[str, ListedFile]) -> tuple[FileEvent, ...]:
    """What happened between two listings, or between the two sides of their difference; sorted by path."""
    events: list[FileEvent] = []
    for path in sorted(before.keys() | now.keys()):
        was, is_now = before.get(path), now.get(path)
        if was == is_now:
            continue
        kind = FileEventKind.MODIFIED
        if was is None or is_now is None:
            kind = FileEventKind.DELETED if is_now is None else FileEventKind.CREATED
        events.append(FileEvent(kind, path, owner_of(path), is_now.size_bytes if is_now else None))
    return tuple(events)


def read_packages(text: str, disabled: str = "") -> dict[str, PackageState]:
    """The lines of `pm list packages -U --show-versioncode`, and of the same with `-d` for those switched off."""
    off = _listed(disabled).keys()
    found: dict[str, PackageState] = {}
    for name, details in _listed(text).items():
        uid = whole_number(details.get("uid", "").partition(",")[0])
        found[name] = PackageState(details.get("versionCode"), uid, name not in off)
    return found


def _listed(text: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for line in text.splitlines():
        if not line.strip():
            continue
        match = _LISTED_PACKAGE.fullmatch(line.strip())
        if match is None:
            raise Unreadable(f"`pm list packages` printed `{line[:80]}`")
        found[match[1]] = dict(detail.split(":", 1) for detail in match[2].split())
    return found


def package_changes(before: Mapping[str, PackageState], now: Mapping[str, PackageState]) -> tuple[PackageChange, ...]:
    """What happened to packages; sorted by name."""
    changes: list[PackageChange] = []
    for name in sorted(before.keys() | now.keys()):
        was, is_now = before.get(name), now.get(name)
        if was is None and is_now is not None:
            changes.append(PackageChange(PackageChangeKind.INSTALLED, name, is_now.version))
        elif is_now is None:
            changes.append(PackageChange(PackageChangeKind.REMOVED, name))
        elif was is not None:
            if was.version != is_now.version:
                changes.append(PackageChange(PackageChangeKind.UPDATED, name, is_now.version))
            if was.enabled != is_now.enabled:
                kind = PackageChangeKind.ENABLED if is_now.enabled else PackageChangeKind.DISABLED
                changes.append(PackageChange(kind, name, is_now.version))
    return tuple(changes)


def read_permissions(text: str) -> dict[tuple[str, str], bool]:
    """Who has which permission, from the `Package [..]` and `granted=` lines of `dumpsys package packages`.

    A permission that any user of the phone granted counts as granted.
    """
    found: dict[tuple[str, str], bool] = {}
    package = ""
    for line in text.splitlines():
        head = _PACKAGE_HEAD.match(line)
        if head is not None:
            package = head[1]
            continue
        grant = _GRANT.match(line)
        if grant is not None and package:
            key = (package, grant[1])
            found[key] = found.get(key, False) or grant[2] == "true"
    if not package:
        raise Unreadable("`dumpsys package` named no package")
    return found


def permission_changes(
    before: Mapping[tuple[str, str], bool], now: Mapping[tuple[str, str], bool]
) -> tuple[PermissionChange, ...]:
    """What was granted and taken away; a permission that is not listed is one that is not granted."""
    return tuple(
        PermissionChange(package, permission, now.get((package, permission), False))
        for package, permission in sorted(before.keys() | now.keys())
        if before.get((package, permission), False) != now.get((package, permission), False)
    )


def read_settings(text: str) -> dict[str, str]:
    """The lines of `settings list NAMESPACE`; a line without a name goes on with the value before it."""
    found: dict[str, str] = {}
    last = ""
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if equals and name and " " not in name:
            found[name], last = value, name
        elif last:
            found[last] += f"\n{line}"
        elif line:
            raise Unreadable(f"`settings list` printed `{line[:80]}`")
    return found


def setting_changes(namespace: str, before: Mapping[str, str], now: Mapping[str, str]) -> tuple[SettingChange, ...]:
    """What was set; an absent value is the empty text."""
    return tuple(
        SettingChange(namespace, key, before.get(key, ""), now.get(key, ""))
        for key in sorted(before.keys() | now.keys())
        if before.get(key) != now.get(key)
    )


def read_connections(text: str) -> Counter[TcpConnection]:
    """The open connections of `/proc/net/tcp` and `/proc/net/tcp6`, without those inside the phone."""
    if "local_address" not in text:
        raise Unreadable("`/proc/net/tcp` cannot be read")
    found: Counter[TcpConnection] = Counter()
    for line in text.splitlines():
        if not line.strip() or "local_address" in line:
            continue
        match = _SOCKET.match(line)
        if match is None:
            raise Unreadable(f"`/proc/net/tcp` holds `{line[:80]}`")
        if match[3] not in _OPEN_STATES:
            continue
        host = _address(match[1])
        if not host.startswith("127.") and host not in ("0.0.0.0", "::", "::1"):  # noqa: S104  # nothing is bound here
            found[TcpConnection(int(match[4]), host, int(match[2], 16))] += 1
    return found


def _address(hexadecimal: str) -> str:
    """An address as the kernel prints it: words of four bytes, the lowest byte first."""
    data = b"".join(bytes.fromhex(hexadecimal[at : at + 8])[::-1] for at in range(0, len(hexadecimal), 8))
    if len(data) == 16 and data[:12] == bytes(10) + b"\xff\xff":
        data = data[12:]
    if len(data) == 4:
        return ".".join(map(str, data))
    groups = [f"{data[at]:02x}{data[at + 1]:02x}".lstrip("0") or "0" for at in range(0, 16, 2)]
    return "::1" if groups == ["0"] * 7 + ["1"] else "::" if set(groups) == {"0"} else ":".join(groups)


def read_bytes_by_uid(text: str) -> dict[int, tuple[int, int]]:
    """Bytes out and in of each uid, summed over the `uid=.. tag=0x0` histories of `dumpsys netstats detail`."""
    found: dict[int, tuple[int, int]] = {}
    uid: int | None = None
    for line in text.splitlines():
        if "ident=" in line:
            match = _UID.search(line)
            uid = int(match[1]) if match else None
        elif uid is not None and (counted := _BYTES.search(line)):
            sent, received = found.get(uid, (0, 0))
            found[uid] = sent + int(counted[2]), received + int(counted[1])
    if not found and "UID stats" not in text:
        raise Unreadable("`dumpsys netstats` told no bytes")
    return found


def network_uses(
    opened: Iterable[TcpConnection],
    before: Mapping[int, tuple[int, int]],
    now: Mapping[int, tuple[int, int]],
    package_of: Mapping[int, str],
) -> tuple[NetworkUse, ...]:
    """New connections with their hosts, and the bytes of each app.

    Android counts bytes by app, not by host: they stand at an empty host and port 0, and a connection at zero bytes.
    """

    def name(uid: int) -> str:
        return package_of.get(uid, f"uid:{uid}")

    uses = [
        NetworkUse(name(connection.uid), connection.host, connection.port, 0, 0) for connection in sorted(set(opened))
    ]
    for uid in sorted(now):
        sent, received = (a - b for a, b in zip(now[uid], before.get(uid, (0, 0)), strict=True))
        if sent > 0 or received > 0:
            uses.append(NetworkUse(name(uid), "", 0, max(sent, 0), max(received, 0)))
    return tuple(uses)
