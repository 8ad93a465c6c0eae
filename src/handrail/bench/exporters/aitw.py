"""Recorded runs as a TFRecord file of Android in the Wild (AITW). Source of the format: see the importer."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from handrail.bench.exporters.run import NoForm, SourceRun, Tally, picture_of, place_of, read_runs
from handrail.bench.importers.aitw import BUTTONS, DUAL_POINT, STATUS, TYPE
from handrail.bench.importers.tf_record import Feature, write_examples
from handrail.bench.importers.written import WrittenFiles, new_folder
from handrail.device.action import Point
from handrail.device.element import Element
from handrail.device.recorder import STOPPED
from handrail.device.recording import RecordedStep
from handrail.device.screen import Screen
from handrail.error import MissingExtra, UnreadableInput, install_line
from handrail.strict_json import shown_path

FILE = "aitw-00000-of-00001"
_KIND = re.compile(r"TEXT|ICON[A-Z0-9_]*")
"""What AITW calls what was found on a picture; an element with text that is no such thing is written as TEXT."""
_NOWHERE = [-1.0, -1.0]
_BUTTONS = {kind: number for number, kind in BUTTONS.items()}
_STATUS = {text: number for number, text in STATUS.items()}


def export_aitw(source: Path, out: Path) -> WrittenFiles:
    """A record for each step of the runs at or below `source`, in a file in the new folder `out`.

    A run is left out, and counted, where AITW has no form for one of its actions, or where a picture is missing.
    """
    tally = Tally.new()
    names: set[str] = set()
    for run in _runs(source, tally):
        tally.count(run)
        tally.parts["episodes without android_api_level and device_type"] += "device_type" not in run.original
        tally.parts["runs lose the screen that a stop closed them with"] += len(_steps(run)) < len(run.recording.steps)
        for step in _steps(run):
            _pixels(step)
            elements = step.screen.elements()
            tally.parts["elements are not written: AITW keeps texts and icons, each alone"] += len(elements) - len(
                _annotations(step.screen)
            )
        if _name(run) in names:
            raise UnreadableInput(f"{shown_path(run.recording.folder)}: another run is episode {_name(run)} already")
        names.add(_name(run))
    folder = new_folder(out)
    write_examples(folder / FILE, (example for run in _runs(source, Tally.new()) for example in _examples(run)))
    return WrittenFiles(len(names), "episodes", (folder / FILE,), tally.remarks)


def _runs(source: Path, tally: Tally) -> Iterator[SourceRun]:
    for run in read_runs(source, "aitw"):
        try:
            for step in _steps(run):
                _action(step)
                picture_of(step)
        except NoForm as reason:
            tally.runs[str(reason)] += 1
        else:
            yield run


def _name(run: SourceRun) -> str:
    folder = run.recording.folder.resolve()
    return run.kept("episode_id") or re.sub(r"[^A-Za-z0-9_-]+", "-", f"{folder.parent.name}-{folder.name}")[-80:]


def _steps(run: SourceRun) -> tuple[RecordedStep, ...]:
    """All, but not the closing one of a run that did not end by itself."""
    steps = run.recording.steps
    stopped = bool(steps) and steps[-1].action.type == "finish" and steps[-1].action.text == STOPPED
    steps = steps[:-1] if stopped else steps
    if not steps:
        raise NoForm("a run without a step")
    return steps


def _examples(run: SourceRun) -> Iterator[dict[str, Feature]]:
    steps = _steps(run)
    for number, step in enumerate(steps):
        width, height, pixels = _pixels(step)
        elements = _annotations(step.screen)
        across, down = step.screen.width_pixels, step.screen.height_pixels
        example: dict[str, Feature] = {
            "episode_id": _bytes(_name(run)),
            "episode_length": [len(steps)],
            "step_id": [number],
            "goal_info": _bytes(run.recording.query),
            "current_activity": _bytes(f"{step.screen.package}/{step.screen.activity}".removeprefix("/")),
            "image/width": [width],
            "image/height": [height],
            "image/channels": [3],
            "image/encoded": [pixels],
            "image/ui_annotations_positions": [
                side
                for bounds in (element.bounds for element in elements)
                for side in (
                    bounds.top / down, bounds.left / across,
                    (bounds.bottom - bounds.top) / down, (bounds.right - bounds.left) / across,
                )
            ],
            "image/ui_annotations_text": [element.text.encode("utf-8", "replace") for element in elements],
            "image/ui_annotations_ui_types": [_kind(element).encode() for element in elements],
        }  # fmt: skip
        level = run.original.get("android_api_level")
        if isinstance(level, int) and run.kept("device_type"):
            example |= {"android_api_level": [level], "device_type": _bytes(run.kept("device_type"))}
        yield example | _action(step)


def _bytes(text: str) -> list[bytes]:
    return [text.encode("utf-8", "replace")]


def _kind(element: Element) -> str:
    return element.class_name if _KIND.fullmatch(element.class_name) else "TEXT"


def _annotations(screen: Screen) -> list[Element]:
    return [element for element in screen.elements() if element.text or _KIND.fullmatch(element.class_name)]


def _action(step: RecordedStep) -> dict[str, Feature]:
    """The action's four fields. Raises `NoForm`."""
    action = step.action
    touch, lift, kind, text = _NOWHERE, _NOWHERE, DUAL_POINT, ""
    place = place_of(step)
    if action.type in _BUTTONS:
        kind = _BUTTONS[action.type]
    elif action.type == "input" and action.text is not None:
        kind, text = TYPE, action.text
    elif action.type == "finish" and action.text in _STATUS:
        kind = _STATUS[action.text]
    elif action.type == "click" and place is not None:
        touch = lift = _fractions(place, step.screen)
    elif action.type in ("swipe", "drag") and place is not None and action.to is not None:
        touch, lift = _fractions(place, step.screen), _fractions(action.to, step.screen)
    else:
        raise NoForm(f"the action `{action.type}`" + (f" with `{action.text}`" if action.type == "finish" else ""))
    return {
        "results/action_type": [kind],
        "results/type_action": _bytes(text),
        "results/yx_touch": list(touch),
        "results/yx_lift": list(lift),
    }


def _fractions(point: Point, screen: Screen) -> list[float]:
    across, down = point[0] / screen.width_pixels, point[1] / screen.height_pixels
    if not 0 <= across <= 1 or not 0 <= down <= 1:
        raise NoForm("a point beyond the screen")
    return [down, across]


def _pixels(step: RecordedStep) -> tuple[int, int, bytes]:
    try:
        from PIL import Image
    except ImportError as error:
        raise MissingExtra(f"pictures are read with Pillow: {install_line('handrail[phone]')}") from error
    try:
        with Image.open(BytesIO(picture_of(step)), formats=["PNG"]) as image:
            return image.width, image.height, image.convert("RGB").tobytes()
    except (OSError, ValueError, Image.DecompressionBombError) as error:
        raise UnreadableInput(f"{shown_path(step.image)}: {error}; this is no picture that can be read") from None
