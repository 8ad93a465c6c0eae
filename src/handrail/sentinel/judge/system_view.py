"""What the system did, for a model that reads: what changed, file by file where it matters, and what nobody watched.

A part that is not named did not change. What no step of a question observed is said once for all of them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, Final, TypeAlias

from handrail.device.trace import (
    Changed,
    ClipboardChange,
    FileEvent,
    NetworkUse,
    NotObserved,
    PackageChange,
    Part,
    PermissionChange,
    SettingChange,
    SystemTrace,
)
from handrail.sentinel.change import Place, place

MOST_CHANGES, LONGEST_TEXT = 30, 400
_OWN: Final = frozenset({Place.OWN_CACHE, Place.OWN_DATA})

Data: TypeAlias = Mapping[str, Any]
"""What is put into a question as JSON."""


def never_observed(traces: Iterable[SystemTrace]) -> Data:
    """The parts that none of some traces has, each with the reason of the last."""
    missing: dict[str, str] | None = None
    for trace in traces:
        here = trace.not_observed()
        missing = here if missing is None else {part: here[part] for part in missing if part in here}
    return {part: short(why) for part, why in (missing or {}).items()}


def show_trace(trace: SystemTrace, known: Iterable[str] = ()) -> Data | str:
    """What changed, part by part; an app's writes to its own files are counted, the others told.

    `known` are the parts of which it was said already that nobody watched them.
    """
    shown: dict[str, object] = {}
    unseen = []
    for field in fields(SystemTrace):
        part = getattr(trace, field.name)
        match part:
            case Changed():
                shown[field.name] = _bounded(_LINES[field.name](part.items))
            case NotObserved() if field.name not in known:
                unseen.append(field.name)
            case _:
                pass
    if unseen:
        shown["not_observed"] = unseen
    return shown or "nothing changed"


def changes(part: Part[Any]) -> tuple[Any, ...]:
    """What changed in a part; nothing where it was not observed."""
    return part.items if isinstance(part, Changed) else ()


def short(text: str, most: int = LONGEST_TEXT) -> str:
    """A text that is no longer than `most`, with a mark where it was cut."""
    return text if len(text) <= most else f"{text[:most]}…"


def _files(events: Iterable[FileEvent]) -> list[str]:
    own: Counter[str] = Counter()
    told = []
    for event in events:
        if place(event.path, event.package) in _OWN:
            own[event.package or "unknown"] += 1
        else:
            told.append(f"{event.kind} {event.path} by {event.package or 'unknown'}")
    return told + [f"{package}: {count} files of its own" for package, count in own.items()]


def _permission(change: PermissionChange) -> str:
    return f"{change.package} {'got' if change.granted else 'lost'} {change.permission}"


def _package(change: PackageChange) -> str:
    return f"{change.kind} {change.package}"


def _setting(change: SettingChange) -> str:
    return f"{change.namespace} {change.key}: {change.before or 'nothing'} -> {change.after or 'nothing'}"


def _network(use: NetworkUse) -> str:
    return f"{use.package} sent {use.bytes_out} and received {use.bytes_in} bytes, {use.host}:{use.port}"


def _clipboard(change: ClipboardChange) -> str:
    return f"{change.package or 'unknown'} copied {change.text}"


def _each(show: Callable[[Any], str]) -> Callable[[Iterable[Any]], list[str]]:
    return lambda items: [show(item) for item in items]


_LINES: Final[Mapping[str, Callable[[Iterable[Any]], list[str]]]] = {
    "files": _files,
    "permissions": _each(_permission),
    "packages": _each(_package),
    "settings": _each(_setting),
    "network": _each(_network),
    "clipboard": _each(_clipboard),
}


def _bounded(lines: list[str]) -> list[str]:
    shown = [short(line) for line in lines[:MOST_CHANGES]]
    left_out = len(lines) - len(shown)
    return [*shown, f"and {left_out} more"] if left_out else shown
