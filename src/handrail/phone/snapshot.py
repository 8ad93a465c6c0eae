"""A phone at one moment, as a value: to go back to, to continue from, to compare.

The difference of two moments is the trace: what the system did, as ground truth. Everything is observed here, so no
part is ever `NotObserved`. The permissions that a new package has count as granted; those of a removed package are gone
with it and not listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from handrail.device.trace import (
    Changed,
    ClipboardChange,
    FileEvent,
    FileEventKind,
    Item,
    NetworkUse,
    PackageChange,
    PackageChangeKind,
    Part,
    PermissionChange,
    SettingChange,
    SystemTrace,
    Unchanged,
)
from handrail.phone.files import Entry, Filler, bytes_of
from handrail.phone.network import NetworkState, Totals
from handrail.phone.package import RUNTIME_PERMISSIONS, Package
from handrail.phone.rng import rng_for
from handrail.phone.settings import Namespace
from handrail.phone.values import Clip, Contact, LoggedEvent, Notification, Process

if TYPE_CHECKING:
    from handrail.phone.app import PhoneApp
    from handrail.phone.system import System
    from handrail.phone.tasks import StackState


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that decides how a phone continues. Two are equal if no call could tell the phones apart."""

    seed: int
    started: datetime
    elapsed_ms: int
    generation: int
    thrown: int
    next_churn_ms: int
    background_ran_ms: int
    system: TraceMark
    network: NetworkState
    stack: StackState
    data: Mapping[str, Any]
    contacts: tuple[Contact, ...]
    notifications: tuple[Notification, ...]
    processes: tuple[Process, ...]
    counters: Mapping[str, int]
    toast: tuple[str, int]
    log: tuple[LoggedEvent, ...]
    apps: Mapping[str, PhoneApp] = field(repr=False, compare=False)  # behaviour; equal where packages and seed are


def take(system: System) -> Snapshot:
    """Everything as it is now. What is immutable is shared, so it costs some microseconds."""
    return Snapshot(
        system.seed,
        system.clock.started,
        system.clock.elapsed_ms,
        system.generation,
        system.rng.thrown,
        system.next_churn_ms,
        system.background_ran_ms,
        mark(system),
        system.network.state(),
        system.stack,
        dict(system.data),
        system.contacts,
        system.notifications,
        system.processes,
        dict(system.counters),
        system.toast,
        tuple(system.events),
        dict(system.apps),
    )


def put_back(system: System, snapshot: Snapshot) -> None:
    """Be exactly what the snapshot says, of whichever phone it is."""
    system.seed = snapshot.seed
    system.clock.started, system.clock.elapsed_ms = snapshot.started, snapshot.elapsed_ms
    system.generation = snapshot.generation
    system.rng = rng_for(snapshot.seed, "system")
    system.rng.thrown = snapshot.thrown
    system.next_churn_ms, system.background_ran_ms = snapshot.next_churn_ms, snapshot.background_ran_ms
    system.files.restore(snapshot.system.files)
    system.packages = dict(snapshot.system.packages)
    system.settings.restore(snapshot.system.settings)
    system.clipboard = snapshot.system.clipboard
    system.network.restore(snapshot.network)
    system.stack = snapshot.stack
    system.data = dict(snapshot.data)
    system.contacts, system.notifications = snapshot.contacts, snapshot.notifications
    system.processes, system.counters = snapshot.processes, dict(snapshot.counters)
    system.toast = snapshot.toast
    system.events = list(snapshot.log)
    system.apps = dict(snapshot.apps)


# A trace: what is different between two moments


class TraceMark(NamedTuple):
    """What a trace compares: everything of the system that has a part in it, at one moment."""

    files: Mapping[str, Entry]
    packages: Mapping[str, Package]
    settings: Mapping[tuple[Namespace, str], str]
    totals: Totals
    clipboard: Clip


def mark(system: System) -> TraceMark:
    """This moment, to be compared with a later one."""
    return TraceMark(
        system.files.entries(),
        dict(system.packages),
        system.settings.values(),
        system.network.totals,
        system.clipboard,
    )


def difference(before: TraceMark, after: TraceMark) -> SystemTrace:
    """What is different at a later moment."""
    return SystemTrace(
        _part(_files(before.files, after.files)),
        _part(_permissions(before.packages, after.packages)),
        _part(_packages(before.packages, after.packages)),
        _part(_settings(before, after)),
        _part(_network(before, after)),
        _part([ClipboardChange(after.clipboard.text, after.clipboard.package)] if _copied(before, after) else []),
    )


def _part(items: list[Item]) -> Part[Item]:
    return Changed(tuple(items)) if items else Unchanged()


def _copied(before: TraceMark, after: TraceMark) -> bool:
    return before.clipboard != after.clipboard


def _files(before: Mapping[str, Entry], after: Mapping[str, Entry]) -> list[FileEvent]:
    found = []
    for path, entry in after.items():
        old = before.get(path)
        if old is entry or entry.content is None:
            continue
        if old is None or old.content is None:
            found.append(_file(FileEventKind.CREATED, path, entry))
        elif old != entry:
            found.append(_file(FileEventKind.MODIFIED, path, entry))
    for path, old in before.items():
        now = after.get(path)
        if old.content is not None and (now is None or now.content is None):
            found.append(FileEvent(FileEventKind.DELETED, path, old.package))
    return sorted(found, key=lambda event: (event.path, event.kind))


def _file(kind: FileEventKind, path: str, entry: Entry) -> FileEvent:
    assert entry.content is not None
    if isinstance(entry.content, Filler):  # code and pictures: their bytes are noise, made only when read
        return FileEvent(kind, path, entry.package, entry.content.size, None)
    content = bytes_of(entry.content)
    return FileEvent(kind, path, entry.package, len(content), sha256(content).hexdigest())


def _permissions(before: Mapping[str, Package], after: Mapping[str, Package]) -> list[PermissionChange]:
    found = []
    for name, package in after.items():
        old = before.get(name)
        if old is package:
            continue
        had = old.granted if old is not None else frozenset[str]()
        found += [
            PermissionChange(name, permission, permission in package.granted)
            for permission in sorted(had ^ package.granted)
            if old is not None or permission in RUNTIME_PERMISSIONS
        ]
    return found


def _packages(before: Mapping[str, Package], after: Mapping[str, Package]) -> list[PackageChange]:
    found = []
    for name, package in after.items():
        old = before.get(name)
        if old is None:
            found.append(PackageChange(PackageChangeKind.INSTALLED, name, package.version_name))
            continue
        if (old.uid, old.manifest, old.last_update) != (package.uid, package.manifest, package.last_update):
            found.append(PackageChange(PackageChangeKind.UPDATED, name, package.version_name))
        if old.enabled != package.enabled:
            kind = PackageChangeKind.ENABLED if package.enabled else PackageChangeKind.DISABLED
            found.append(PackageChange(kind, name, package.version_name))
    found += [
        PackageChange(PackageChangeKind.REMOVED, name, before[name].version_name)
        for name in before
        if name not in after
    ]
    return found


def _settings(before: TraceMark, after: TraceMark) -> list[SettingChange]:
    places = sorted({*before.settings, *after.settings})
    return [
        SettingChange(space, key, before.settings.get((space, key), ""), after.settings.get((space, key), ""))
        for space, key in places
        if before.settings.get((space, key)) != after.settings.get((space, key))
    ]


def _network(before: TraceMark, after: TraceMark) -> list[NetworkUse]:
    found = []
    for place, (sent, received) in after.totals.items():
        sent_before, received_before = before.totals.get(place, (0, 0))
        if (sent, received) != (sent_before, received_before):
            found.append(NetworkUse(*place, sent - sent_before, received - received_before))
    return found
