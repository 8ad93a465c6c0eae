"""What the system of a phone did between two looks, asked for with shell commands.

After the first look only differences travel: the listing of files is compared on the phone, everything else is read
again only if its checksum is another. What a shell may not see is not observed, and the trace says why.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias, TypeVar

from handrail.device import adb_trace as reading
from handrail.device.adb_trace import ListedFile, PackageState, TcpConnection, Unreadable
from handrail.device.trace import (
    Changed,
    FileEvent,
    NetworkUse,
    NotObserved,
    PackageChange,
    Part,
    PermissionChange,
    SettingChange,
    SystemTrace,
    Unchanged,
)

Item = TypeVar("Item")


class CommandOutput(NamedTuple):
    """What a command printed, and its exit status."""

    output: str
    status: int


Shell: TypeAlias = Callable[[str], CommandOutput]

FOLDER = "/data/local/tmp/handrail"
NAMESPACES = ("system", "secure", "global")
_ROOTS = "/sdcard/ /data"
_FIND = f"find {_ROOTS} -type f -printf '%p %s %T@\\n' 2>/dev/null | sort"
_PACKAGES = "pm list packages -U --show-versioncode"
_GRANTS = "grep -E 'Package \\[|granted='"
_PERMISSIONS = f"(dumpsys package packages | {_GRANTS} || dumpsys package | {_GRANTS})"
_CONNECTIONS = "cat /proc/net/tcp /proc/net/tcp6 2>/dev/null"
_BEFORE = "nothing was observed before"
_NO_COMPARISON = 127


class TraceObserver:
    """Remembers what it saw last. A part that cannot be read keeps what was known, so the next look covers both."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._checksums: dict[str, str] = {}
        self._texts: dict[str, str] = {}
        self._files: dict[str, ListedFile] | None = None
        self._compares = True
        self._sees_apps = False
        self._packages: dict[str, PackageState] | None = None
        self._permissions: dict[tuple[str, str], bool] | None = None
        self._settings: dict[str, dict[str, str]] | None = None
        self._connections: Counter[TcpConnection] | None = None
        self._bytes: Mapping[int, tuple[int, int]] | None = None

    def look(self) -> SystemTrace:
        """What changed since the last look; the first one only remembers."""
        if self._files is None:
            self._shell(f"mkdir -p {FOLDER}")
        return SystemTrace(
            files=_part(self._look_at_files),
            permissions=_part(self._look_at_permissions),
            packages=_part(self._look_at_packages),
            settings=_part(self._look_at_settings),
            network=_part(self._look_at_network),
            clipboard=NotObserved("Android shows the clipboard to no shell"),
        )

    def _look_at_files(self) -> tuple[FileEvent, ...]:
        if self._files is None:
            self._sees_apps = self._shell("ls /data/data").status == 0
            self._files = reading.read_listing(self._run(f"{_FIND} > {FOLDER}/before; cat {FOLDER}/before"))
            raise _First
        before, now = self._compared() if self._compares else self._both()
        for path in before.keys() - now.keys():
            self._files.pop(path, None)
        self._files |= now
        events = reading.file_events(before, now)
        events = tuple(event for event in events if not event.path.startswith(FOLDER))
        if not events and not self._sees_apps:
            raise Unreadable("without root the files of apps cannot be seen; those that can have not changed")
        return events

    def _compared(self) -> tuple[Mapping[str, ListedFile], Mapping[str, ListedFile]]:
        answer = self._shell(f"{_FIND} > {FOLDER}/now; comm -3 {FOLDER}/before {FOLDER}/now")
        if answer.status == _NO_COMPARISON:
            self._compares = False
            return self._both()
        if answer.status:
            raise Unreadable(f"`comm` failed: {answer.output.strip()[:80]}")
        difference = reading.read_listing_difference(answer.output)
        self._shell(f"mv {FOLDER}/now {FOLDER}/before")
        return difference

    def _both(self) -> tuple[Mapping[str, ListedFile], Mapping[str, ListedFile]]:
        """For a phone that cannot compare: the whole listing, unless it is what it was."""
        assert self._files is not None
        before = dict(self._files)
        now = reading.read_listing(self._text("listing", _FIND))
        return before, now

    def _look_at_packages(self) -> tuple[PackageChange, ...]:
        listed, disabled = self._text("packages", _PACKAGES), self._text("disabled", f"{_PACKAGES} -d")
        before, self._packages = self._packages, reading.read_packages(listed, disabled)
        if before is None:
            raise _First
        return reading.package_changes(before, self._packages)

    def _look_at_permissions(self) -> tuple[PermissionChange, ...]:
        text = self._text("permissions", _PERMISSIONS)
        before, self._permissions = self._permissions, reading.read_permissions(text)
        if before is None:
            raise _First
        return reading.permission_changes(before, self._permissions)

    def _look_at_settings(self) -> tuple[SettingChange, ...]:
        now = {
            name: reading.read_settings(self._text(f"settings-{name}", f"settings list {name}")) for name in NAMESPACES
        }
        before, self._settings = self._settings, now
        if before is None:
            raise _First
        return tuple(change for name in NAMESPACES for change in reading.setting_changes(name, before[name], now[name]))

    def _look_at_network(self) -> tuple[NetworkUse, ...]:
        connections = reading.read_connections(self._run(_CONNECTIONS))
        try:
            counted = reading.read_bytes_by_uid(self._text("netstats", "dumpsys netstats detail"))
        except Unreadable:
            counted = None
        opened, before = self._connections, self._bytes
        self._connections, self._bytes = connections, counted
        if opened is None:
            raise _First
        names = {state.uid: name for name, state in (self._packages or {}).items() if state.uid is not None}
        complete = before is not None and counted is not None
        uses = reading.network_uses(connections - opened, before or {}, (counted or {}) if complete else {}, names)
        if not uses and not complete:
            raise Unreadable("only connections that are open at this moment can be seen, and none is new")
        return uses

    def _text(self, name: str, command: str) -> str:
        """What a command prints; it travels only if it is not what it was."""
        place = f"{FOLDER}/{name}"
        checksum = self._run(f"{command} > {place}; md5sum {place}").split(" ")[0].strip()
        if len(checksum) != 32 or self._checksums.get(name) != checksum:
            self._texts[name] = self._run(f"cat {place}")
            self._checksums[name] = checksum
        return self._texts[name]

    def _run(self, command: str) -> str:
        answer = self._shell(command)
        if answer.status not in (0, 1):
            raise Unreadable(f"`{command.split(' ')[0]}` ended with {answer.status}: {answer.output.strip()[:80]}")
        return answer.output


class _First(Exception):
    """There is nothing to compare with yet."""


def _part(look: Callable[[], tuple[Item, ...]]) -> Part[Item]:
    try:
        items = look()
    except _First:
        return NotObserved(_BEFORE)
    except Unreadable as problem:
        return NotObserved(str(problem))
    return Changed(items) if items else Unchanged()
