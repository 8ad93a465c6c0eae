"""Walks and screens from folders: recordings (ours, MobileRisk's) and dumps of `uiautomator`, at any depth."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from handrail.app.screen_model import Act
from handrail.app.walk import Moment, Walk
from handrail.device.action import Action
from handrail.device.element import NO_BOUNDS
from handrail.device.hierarchy import read_hierarchy
from handrail.device.reception import Received, receive
from handrail.device.recording import RecordedStep, read_recording
from handrail.device.screen import Screen
from handrail.error import UnreadableInput
from handrail.strict_json import read_bytes

_LONGEST_MOMENT = 14
"""Digits of milliseconds since 1970 up to the year 5138."""


def walks_in(folders: Iterable[Path]) -> tuple[Walk, ...]:
    """The walks of some folders; a dump is a walk of one screen. Raises `UnreadableInput`, also where there is none."""
    walks: list[Walk] = []
    for folder in folders:
        recordings, dumps = found_in(folder)
        walks += [walk_of(read_recording(one).steps, one.name) for one in recordings]
        walks += [(Moment(str(path.relative_to(folder.parent)), read_dump(path)),) for path in dumps]
    return tuple(walks)


def screens_in(folder: Path) -> Iterator[tuple[str, Screen]]:
    """The screens in a folder, by their names. Raises `UnreadableInput`."""
    recordings, dumps = found_in(folder)
    for recording in recordings:
        for step in read_recording(recording).steps:
            yield f"{recording.relative_to(folder.parent)}#{step.stem}", step.screen
    for path in dumps:
        yield str(path.relative_to(folder)), read_dump(path)


def found_in(folder: Path) -> tuple[Sequence[Path], Sequence[Path]]:
    """The recordings and the dumps in a folder. Raises `UnreadableInput` where there is neither."""
    if not folder.is_dir():
        raise UnreadableInput(f"{folder}: no such folder; give one with uiautomator dumps or recordings in it")
    recordings = [path.parent for path in sorted(folder.rglob("trajectory.json"))]
    dumps = [one for one in sorted(folder.rglob("*.xml")) if not any(map(one.is_relative_to, recordings))]
    if not recordings and not dumps:
        raise UnreadableInput(f"{folder}: no screens; save some with `adb shell uiautomator dump` as *.xml")
    return recordings, dumps


def walk_of(steps: Iterable[RecordedStep], name: str) -> Walk:
    """The walk that a recording tells."""
    return tuple(moment_of(step, f"{name}#{step.stem}") for step in steps)


def moment_of(step: RecordedStep, name: str) -> Moment:
    """One step: who receives its action is read from its screen, as the guard would."""
    acts = acts_of(step.action, step.screen)
    return Moment(name, step.screen, acts or (), acts is not None and step.certain, _moment(step.stem))


def acts_of(action: Action, screen: Screen) -> tuple[Act, ...] | None:
    """What an action does to whom; none for waiting and for the end, None where nobody can say.

    A recording may list its objects without saying where they stand: then its action happens to what it names.
    """
    if action.type in ("wait", "finish"):
        return ()
    found = receive(action, screen)
    if isinstance(found, Received):
        return tuple(Act(event.kind, event.path, event.text) for event in found.events)
    if action.element is not None and all(element.bounds == NO_BOUNDS for element in screen.elements()):
        return (Act(action.type, action.element.path, action.text),)
    return None


def _moment(stem: str) -> datetime | None:
    """When a step was recorded, in UTC, as a recording tells no zone."""
    digits = stem.rpartition("_")[2]
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST_MOMENT):
        return None
    return datetime.fromtimestamp(int(digits) / 1000, UTC)


def read_dump(path: Path) -> Screen:
    """The screen of a dump, which does not say its activity: that may stand before the name's first `@`."""
    content = read_bytes(path)
    try:
        hierarchy = read_hierarchy(content)
    except UnreadableInput as error:
        raise UnreadableInput(f"{path}: {error}") from error
    windows = hierarchy.windows
    package = next((window.package for window in reversed(windows) if window.package), "")
    activity = path.stem.split("@", 1)[0] if "@" in path.stem else ""
    right = max((window.bounds.right for window in windows), default=0)
    bottom = max((window.bounds.bottom for window in windows), default=0)
    return hierarchy.screen(package, activity, right, bottom)
