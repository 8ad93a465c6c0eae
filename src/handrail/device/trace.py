"""What the system really did between two moments: a typed difference, never a hash that changed.

Every part has three values: it changed, and how; it did not change; or it was not observed, and why. What was not
observed never counts as unchanged. Source: OS-Sentinel (ACL '26), section 3.1, which hashes file metadata only.
"""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Generic, TypeAlias, TypeVar

__all__ = [
    "NOTHING_CHANGED",
    "Changed",
    "ClipboardChange",
    "FileEvent",
    "FileEventKind",
    "NetworkUse",
    "NotObserved",
    "PackageChange",
    "PackageChangeKind",
    "Part",
    "PermissionChange",
    "SettingChange",
    "SystemTrace",
    "Unchanged",
    "nothing_observed",
    "one_after_the_other",
]

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Changed(Generic[Item]):
    """The part was observed, and this is different now."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The part was observed, and nothing is different."""


@dataclass(frozen=True, slots=True)
class NotObserved:
    """The part could not be looked at: a clause that says why."""

    reason: str


Part: TypeAlias = Changed[Item] | Unchanged | NotObserved


class FileEventKind(StrEnum):
    """What happened to a file."""

    CREATED = "create"
    MODIFIED = "modify"
    DELETED = "delete"


@dataclass(frozen=True, slots=True)
class FileEvent:
    """One file that came, changed or went. `package` owns it; `size_bytes` and `sha256` are None where not read."""

    kind: FileEventKind
    path: str
    package: str | None = None
    size_bytes: int | None = None
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class PermissionChange:
    """A runtime permission that was granted or taken away."""

    package: str
    permission: str
    granted: bool


class PackageChangeKind(StrEnum):
    """What happened to a package."""

    INSTALLED = "install"
    REMOVED = "remove"
    UPDATED = "update"
    ENABLED = "enable"
    DISABLED = "disable"


@dataclass(frozen=True, slots=True)
class PackageChange:
    """A package that came, went or changed its version or state."""

    kind: PackageChangeKind
    package: str
    version: str | None = None


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A key of the `system`, `secure` or `global` settings; an absent value is the empty text."""

    namespace: str
    key: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class NetworkUse:
    """Traffic of a package with a host since the last observation."""

    package: str
    host: str
    port: int
    bytes_out: int
    bytes_in: int


@dataclass(frozen=True, slots=True)
class ClipboardChange:
    """What was put on the clipboard, and by whom where that is known."""

    text: str
    package: str | None = None


@dataclass(frozen=True, slots=True)
class SystemTrace:
    """Everything that is known of what the system did between two observations."""

    files: Part[FileEvent]
    permissions: Part[PermissionChange]
    packages: Part[PackageChange]
    settings: Part[SettingChange]
    network: Part[NetworkUse]
    clipboard: Part[ClipboardChange]

    def not_observed(self) -> dict[str, str]:
        """The parts that were not looked at, with the reasons."""
        parts = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: part.reason for name, part in parts.items() if isinstance(part, NotObserved)}

    def files_gone(self) -> frozenset[str]:
        """The paths at which there was a file, and is none any more."""
        items = self.files.items if isinstance(self.files, Changed) else ()
        last = {item.path: item.kind for item in items}
        return frozenset(path for path, kind in last.items() if kind is FileEventKind.DELETED)


def nothing_observed(reason: str) -> SystemTrace:
    """A trace that knows nothing, for one reason."""
    part = NotObserved(reason)
    return SystemTrace(part, part, part, part, part, part)


NOTHING_CHANGED = SystemTrace(Unchanged(), Unchanged(), Unchanged(), Unchanged(), Unchanged(), Unchanged())


def one_after_the_other(first: SystemTrace, second: SystemTrace) -> SystemTrace:
    """What the system did in both stretches of time."""
    return SystemTrace(
        **{field.name: _join(getattr(first, field.name), getattr(second, field.name)) for field in fields(SystemTrace)}
    )


def _join(first: Part[Item], second: Part[Item]) -> Part[Item]:
    """A change that was seen outlives a gap beside it: losing what is known would be the greater harm."""
    match first, second:
        case Changed(earlier), Changed(later):
            return Changed(earlier + later)
        case Changed(), _:
            return first
        case _, Changed():
            return second
        case NotObserved(), _:
            return first
    return second
