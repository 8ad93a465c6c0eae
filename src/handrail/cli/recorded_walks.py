"""Walks and screens from folders: recordings (ours, MobileRisk's) and dumps of `uiautomator`, at any depth."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from handrail.agent.recorded_walk import walk_of
from handrail.app.walk import Moment, Walk
from handrail.device.hierarchy import read_hierarchy
from handrail.device.recording import read_recording
from handrail.device.screen import Screen
from handrail.error import UnreadableInput
from handrail.strict_json import read_bytes


def walks_in(folders: Iterable[Path]) -> tuple[Walk, ...]:
    """The walks of some folders; a dump is a walk of one screen. Raises `UnreadableInput`, also where there is none."""
    walks: list[Walk] = []
    for folder in folders:
        recordings, dumps = found_in(folder)
        walks += [walk_of(read_recording(recording).steps, recording.name) for recording in recordings]
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
    dumps = [path for path in sorted(folder.rglob("*.xml")) if not any(map(path.is_relative_to, recordings))]
    if not recordings and not dumps:
        raise UnreadableInput(f"{folder}: no screens; save some with `adb shell uiautomator dump` as *.xml")
    return recordings, dumps


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
