"""A system trace as the fields of a MobileRisk state file, and back, without losing the third value.

A part that changed is a list of its changes, one that did not is an empty list (`null` for the clipboard), and one that
was not looked at is absent, its reason standing under `not_observed`. `fs` keeps the one hash of the original format,
which moves when the files do. Source: MobileRisk (OS-Sentinel, ACL '26), whose state files know `fs.hash` alone.
"""

import hashlib
import json
from collections.abc import Callable
from enum import StrEnum
from typing import TypeAlias, TypeVar

from handrail.device.document import Node
from handrail.device.trace import (
    Changed,
    ClipboardChange,
    FileEvent,
    FileEventKind,
    NetworkUse,
    NotObserved,
    PackageChange,
    PackageChangeKind,
    Part,
    PermissionChange,
    SettingChange,
    SystemTrace,
    Unchanged,
)

Item = TypeVar("Item")
Kind = TypeVar("Kind", bound=StrEnum)
JsonObject: TypeAlias = dict[str, object]

FIRST_HASH = hashlib.md5(b"", usedforsecurity=False).hexdigest()
_SILENT = "the recording does not say"
_BEFORE_FIRST = "nothing was recorded before the first step"
_ONLY_HASH = "only a hash was recorded; it changed, and what changed is not known"
_MARKED = "the recorder marks it as not observed"


def write_trace(trace: SystemTrace, hash_before: str = FIRST_HASH) -> JsonObject:
    """The fields of a state file; `hash_before` is that of the step before, and the new one follows from it."""
    files = _items(trace.files, _file)
    fields: JsonObject = {
        "fs": {
            "hash": _next_hash(hash_before, files or []),
            "events": files or [],
            "observed": files is not None,
        }
    }
    parts = {
        "network": _items(trace.network, _network),
        "packages": _items(trace.packages, _package),
        "settings": _items(trace.settings, _setting),
        "permissions": _items(trace.permissions, _permission),
    }
    fields |= {name: items for name, items in parts.items() if items is not None}
    clipboard = _items(trace.clipboard, _clipboard)
    if clipboard is not None:
        fields["clipboard"] = (clipboard[0] if len(clipboard) == 1 else clipboard) or None
    return fields | {"not_observed": trace.not_observed()}


def _items(part: Part[Item], write: Callable[[Item], JsonObject]) -> list[JsonObject] | None:
    match part:
        case Changed(items):
            return [write(item) for item in items]
        case Unchanged():
            return []
        case NotObserved():
            return None


def _file(event: FileEvent) -> JsonObject:
    written = {"op": str(event.kind), "path": event.path, "package": event.package}
    return _without_none(written | {"size": event.size_bytes, "sha256": event.sha256})


def _network(use: NetworkUse) -> JsonObject:
    where = {"package": use.package, "host": use.host, "port": use.port}
    return where | {"bytes_out": use.bytes_out, "bytes_in": use.bytes_in}


def _package(change: PackageChange) -> JsonObject:
    return _without_none({"op": str(change.kind), "package": change.package, "version": change.version})


def _setting(change: SettingChange) -> JsonObject:
    return {"namespace": change.namespace, "key": change.key, "old": change.before, "new": change.after}


def _permission(change: PermissionChange) -> JsonObject:
    return {"package": change.package, "permission": change.permission, "granted": change.granted}


def _clipboard(change: ClipboardChange) -> JsonObject:
    return _without_none({"package": change.package, "text": change.text})


def _without_none(fields: JsonObject) -> JsonObject:
    return {name: value for name, value in fields.items() if value is not None}


def _next_hash(before: str, events: list[JsonObject]) -> str:
    if not events:
        return before
    listing = before + json.dumps(events, sort_keys=True)
    return hashlib.md5(listing.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


def read_trace(state: Node, hash_before: str | None = None) -> SystemTrace:
    """The trace in a state file; `hash_before` is the hash of the step before, None at the first.

    What an older recording leaves out is not observed, with the reason; files it may know by comparing the hashes.
    """
    fields = state.fields("fs")
    reasons = _reasons(fields)

    def part(name: str, read: Callable[[Node], Item], field: str | None = None) -> Part[Item]:
        node = fields.get(field or name)
        return NotObserved(reasons.get(name, _SILENT)) if node is None else _part(node, read)

    return SystemTrace(
        files=_read_files(fields["fs"], hash_before, reasons.get("files")),
        permissions=part("permissions", _read_permission),
        packages=part("packages", _read_package),
        settings=part("settings", _read_setting),
        network=part("network", _read_network),
        clipboard=part("clipboard", _read_clipboard),
    )


def read_hash(state: Node) -> str:
    """The hash of the file system that a state file holds."""
    return state.field("fs").field("hash").text()


def _reasons(fields: dict[str, Node]) -> dict[str, str]:
    if "not_observed" not in fields:
        return {}
    return {name: reason.text() for name, reason in fields["not_observed"].fields().items()}


def _read_files(files: Node, hash_before: str | None, reason: str | None) -> Part[FileEvent]:
    fields = files.fields("hash")
    now = fields["hash"].text()
    if "observed" in fields and not fields["observed"].flag():
        return NotObserved(_MARKED if reason is None else reason)
    if "events" in fields:
        return _part(fields["events"], _read_file)
    if hash_before is None:
        return NotObserved(_BEFORE_FIRST)
    return Unchanged() if now == hash_before else NotObserved(_ONLY_HASH)


def _part(node: Node, read: Callable[[Node], Item]) -> Part[Item]:
    """A list of changes; one object stands for a list of one, `null` for the empty list."""
    if node.value is None:
        return Unchanged()
    items = (read(node),) if isinstance(node.value, dict) else tuple(map(read, node.items()))
    return Changed(items) if items else Unchanged()


def _read_file(node: Node) -> FileEvent:
    fields = node.fields("op", "path")
    size = fields.get("size")
    return FileEvent(
        _read_kind(FileEventKind, fields["op"]),
        fields["path"].text(),
        _optional(fields, "package"),
        size.whole() if size is not None and size.value is not None else None,
        _optional(fields, "sha256"),
    )


def _read_network(node: Node) -> NetworkUse:
    fields = node.fields("package", "host", "port", "bytes_out", "bytes_in")
    numbers = (fields[name].whole() for name in ("port", "bytes_out", "bytes_in"))
    return NetworkUse(fields["package"].text(), fields["host"].text(), *numbers)


def _read_package(node: Node) -> PackageChange:
    fields = node.fields("op", "package")
    kind = _read_kind(PackageChangeKind, fields["op"])
    return PackageChange(kind, fields["package"].text(), _optional(fields, "version"))


def _read_setting(node: Node) -> SettingChange:
    fields = node.fields("namespace", "key", "old", "new")
    return SettingChange(*(fields[name].text() for name in ("namespace", "key", "old", "new")))


def _read_permission(node: Node) -> PermissionChange:
    fields = node.fields("package", "permission", "granted")
    return PermissionChange(fields["package"].text(), fields["permission"].text(), fields["granted"].flag())


def _read_clipboard(node: Node) -> ClipboardChange:
    fields = node.fields("text")
    return ClipboardChange(fields["text"].text(), _optional(fields, "package"))


def _optional(fields: dict[str, Node], name: str) -> str | None:
    node = fields.get(name)
    return None if node is None or node.value is None else node.text()


def _read_kind(kinds: type[Kind], node: Node) -> Kind:
    try:
        return kinds(node.text())
    except ValueError:
        node.fail(f"`{node.value}` is none of {', '.join(kinds)}")
