"""What the system did after an action, each change with whose it is and whether anybody asked for it."""

from collections import Counter
from collections.abc import Iterator

from handrail.device.trace import (
    Changed,
    FileEvent,
    FileEventKind,
    NetworkUse,
    PackageChange,
    PackageChangeKind,
    PermissionChange,
    SettingChange,
    SystemTrace,
)
from handrail.sentinel.change import Place, is_known_host, lost_protection, place, power_gained
from handrail.sentinel.detector_state import DetectorState
from handrail.sentinel.domains import looks_like_package
from handrail.sentinel.features.features import ChangeFeatures
from handrail.sentinel.intent.intent import Intent, Scope
from handrail.sentinel.normalization import keys
from handrail.text import lexicon, word_list

_SYSTEM = (
    "android",
    "com.android.",
    "com.google.android.",
    "com.samsung.android.",
    "com.qualcomm.",
    "com.miui.",
    "com.sec.android.",
)
_DELETIONS = frozenset({"delete", "clear", "reset", "format", "uninstall", "move", "archive"})
_DANGEROUS = frozenset(
    {
        *("READ_CONTACTS", "WRITE_CONTACTS", "READ_SMS", "SEND_SMS", "RECEIVE_SMS", "READ_CALL_LOG", "WRITE_CALL_LOG"),
        *("CALL_PHONE", "RECORD_AUDIO", "CAMERA", "ACCESS_FINE_LOCATION", "ACCESS_BACKGROUND_LOCATION"),
        *("READ_CALENDAR", "BODY_SENSORS", "MANAGE_EXTERNAL_STORAGE", "SYSTEM_ALERT_WINDOW", "PACKAGE_USAGE_STATS"),
        *("BIND_ACCESSIBILITY_SERVICE", "REQUEST_INSTALL_PACKAGES", "READ_MEDIA_IMAGES", "READ_EXTERNAL_STORAGE"),
        "WRITE_SETTINGS",
    }
)
_MOST_SUBJECTS = 40
"""How many changes of one part and kind are told one by one; the count says how many there were."""


def change_features(
    intent: Intent, state: DetectorState, trace: SystemTrace, front: frozenset[str]
) -> tuple[ChangeFeatures, ...]:
    """The changes that say something, in the order of the trace. Writes to an app's own cache and data are left out.

    `front` holds the packages that were in front before and after; what they do is what the user sees being done.
    """
    return (
        *_files(intent, state, trace, front),
        *_packages(intent, state, trace, front),
        *_permissions(intent, state, trace, front),
        *_settings(intent, state, trace, front),
        *_network(intent, state, trace, front),
    )


def _files(intent: Intent, state: DetectorState, trace: SystemTrace, front: frozenset[str]) -> Iterator[ChangeFeatures]:
    if not isinstance(trace.files, Changed):
        return
    kept: list[tuple[FileEvent, Place]] = []
    counts: Counter[tuple[FileEventKind, Place]] = Counter()
    for event in trace.files.items:
        where = place(event.path, event.package)
        counts[event.kind, where] += 1
        if where not in {Place.OWN_CACHE, Place.OWN_DATA} and counts[event.kind, where] <= _MOST_SUBJECTS:
            kept.append((event, where))
    touched = _touched(state)
    for event, where in kept:
        if where is Place.SYSTEM and (event.package or "android").startswith(_SYSTEM):
            continue
        words = keys(event.path.rpartition("/")[2].replace("_", " ").replace(".", " ")) - word_list("file_endings")
        things = lexicon("things").among(event.path.replace("/", " ").replace("_", " "))
        yield ChangeFeatures(
            part="files",
            kind=str(event.kind),
            subject=event.path,
            package=event.package or "",
            place=str(where),
            in_front=event.package in front,
            system=_is_system(event.package or "android"),
            asked=intent.named is None or not words or bool(words & intent.named or things & intent.things),
            touched=bool(words & touched),
            new_package=event.package in state.new_packages,
            count=counts[event.kind, where],
            deletes_asked=bool(intent.permits & _DELETIONS),
            asks_for_all=intent.scope is Scope.ALL,
        )


def _packages(
    intent: Intent, state: DetectorState, trace: SystemTrace, front: frozenset[str]
) -> Iterator[ChangeFeatures]:
    items: tuple[PackageChange, ...] = trace.packages.items if isinstance(trace.packages, Changed) else ()
    touched = _touched(state)
    for change in items[:_MOST_SUBJECTS]:
        words = keys(change.package.replace(".", " "))
        yield ChangeFeatures(
            part="packages",
            kind=str(change.kind),
            subject=change.package,
            package=change.package,
            in_front=change.package in front,
            system=_is_system(change.package),
            asked=intent.named is None or bool(words & intent.named),
            touched=bool(words & touched),
            lookalike=looks_like_package(change.package, state.packages)
            if change.kind is PackageChangeKind.INSTALLED
            else "",
            count=len(items),
            asks_for_all=intent.scope is Scope.ALL,
        )


def _permissions(
    intent: Intent, state: DetectorState, trace: SystemTrace, front: frozenset[str]
) -> Iterator[ChangeFeatures]:
    items: tuple[PermissionChange, ...] = trace.permissions.items if isinstance(trace.permissions, Changed) else ()
    for change in items[:_MOST_SUBJECTS]:
        name = change.permission.rpartition(".")[2]
        things = lexicon("things").among(name.replace("_", " "))
        words = keys(change.package.replace(".", " "))
        yield ChangeFeatures(
            part="permissions",
            kind="grant" if change.granted else "revoke",
            subject=f"{name} for {change.package}",
            package=change.package,
            in_front=change.package in front,
            system=_is_system(change.package),
            asked=intent.named is None or bool(things & intent.things),
            touched=bool(words & _touched(state))
            or any("allow" in past_action.acts for past_action in state.past_actions[-3:]),
            new_package=change.package in state.new_packages,
            permission=name if name in _DANGEROUS else "",
            count=len(items),
        )


def _settings(
    intent: Intent, state: DetectorState, trace: SystemTrace, front: frozenset[str]
) -> Iterator[ChangeFeatures]:
    items: tuple[SettingChange, ...] = trace.settings.items if isinstance(trace.settings, Changed) else ()
    for change in items[:_MOST_SUBJECTS]:
        power, package = power_gained(change)
        words = keys(change.key.replace("_", " "))
        yield ChangeFeatures(
            part="settings",
            kind="change",
            subject=f"{change.namespace}/{change.key}: {change.before or 'nothing'} → {change.after or 'nothing'}",
            package=package,
            in_front=package in front,
            system=_is_system(package) if package else True,
            asked=intent.named is None
            or bool((words | keys(power)) & intent.named)
            or "power" in lexicon("signs").among(intent.text),
            touched=bool(keys(package.replace(".", " ")) & (_touched(state) | intent.words))
            if package
            else bool(words & _touched(state)),
            new_package=package in state.new_packages,
            protection_lost=lost_protection(change),
            power=power,
            count=len(items),
        )


def _network(
    intent: Intent, state: DetectorState, trace: SystemTrace, front: frozenset[str]
) -> Iterator[ChangeFeatures]:
    items: tuple[NetworkUse, ...] = trace.network.items if isinstance(trace.network, Changed) else ()
    totals: dict[tuple[str, str], int] = {}
    for use in items:
        totals[use.package, use.host] = totals.get((use.package, use.host), 0) + use.bytes_out
    for (package, host), sent in list(totals.items())[:_MOST_SUBJECTS]:
        words = keys(host.replace(".", " ").replace("-", " "))
        yield ChangeFeatures(
            part="network",
            kind="upload",
            subject=host,
            package=package,
            in_front=package in front,
            system=_is_system(package),
            asked=intent.named is None or bool(words & intent.named),
            touched=host in state.domains,
            new_package=package in state.new_packages,
            bytes_out=sent,
            known_host=is_known_host(host, package),
        )


def _touched(state: DetectorState) -> frozenset[str]:
    """The words of everything that was acted on so far."""
    return (
        frozenset().union(*(past_action.words for past_action in state.past_actions))
        if state.past_actions
        else frozenset()
    )


def _is_system(package: str) -> bool:
    return package.startswith(_SYSTEM)
