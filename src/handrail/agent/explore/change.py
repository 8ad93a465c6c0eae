"""What a move changed that was to change nothing, as far as the system tells."""

from handrail.device.trace import Changed, FileEvent, SystemTrace

_CACHES = frozenset({"cache", "code_cache"})
"""Folders that Android may empty at any time, so that nothing anybody would miss is there."""


def changes_of(trace: SystemTrace, package: str) -> tuple[str, ...]:
    """The parts of the system that changed: files of the app, and whatever else can only be changed on purpose.

    What was not observed tells nothing. Traffic, and what other apps keep, change without anybody's doing.
    """
    names = ("permissions", "packages", "settings", "clipboard")
    changed = [name for name in names if isinstance(getattr(trace, name), Changed)]
    if isinstance(trace.files, Changed) and any(_is_kept(one, package) for one in trace.files.items):
        changed.append("files of the app")
    return tuple(changed)


def _is_kept(event: FileEvent, package: str) -> bool:
    return event.package == package and _CACHES.isdisjoint(event.path.split("/"))
