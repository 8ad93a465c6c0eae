"""Recorded runs as a TFRecord file of AndroidControl. Source of the format: see the importer."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from handrail.bench.exporters.run import NoForm, SourceRun, Tally, picture_of, place_of, read_runs
from handrail.bench.importers.accessibility_forest import write_forest
from handrail.bench.importers.android_control import AT_A_POINT, DIRECTIONS, PLAIN
from handrail.bench.importers.tf_record import Feature, write_examples
from handrail.bench.importers.written import WrittenFiles, new_folder
from handrail.device.recorder import STOPPED
from handrail.device.recording import RecordedStep
from handrail.error import UnreadableInput
from handrail.strict_json import shown_path

FILE = "android_control-00000-of-00001"
_PLAIN = {kind: name for name, kind in PLAIN.items()}
_AT_A_POINT = {kind: name for name, kind in AT_A_POINT.items()}
_Step = tuple[RecordedStep, dict[str, object]]


def export_android_control(source: Path, out: Path) -> WrittenFiles:
    """A record for each run at or below `source`, in a file in the new folder `out`.

    A run is left out, and counted, where AndroidControl has no form for one of its actions, or where a picture is
    missing. Its `type` is written where a tap, a text and enter were recorded on the very same screen, as the importer
    writes it.
    """
    tally = Tally.new()
    taken: set[int] = set()
    runs = 0
    for run in _runs(source, tally):
        tally.count(run)
        runs += 1
        tally.parts["runs lose how they ended"] += run.closing.action.text != STOPPED
        steps = run.recording.steps
        tally.parts["screens lose the name of their activity"] += sum(bool(step.screen.activity) for step in steps)
        tally.parts["scrolls lose the element that they name"] += sum(
            step.action.type == "scroll" and step.action.element is not None for step in steps
        )
        tally.parts["episodes without step_instructions"] += not _instructions(run, len(list(_actions(run))))
        number = run.original.get("episode_id")
        if isinstance(number, int):
            if number in taken:
                raise UnreadableInput(f"{shown_path(run.recording.folder)}: another run is episode {number} already")
            taken.add(number)
    folder = new_folder(out)
    write_examples(folder / FILE, _examples(source, taken))
    return WrittenFiles(runs, "episodes", (folder / FILE,), tally.remarks)


def _runs(source: Path, tally: Tally) -> Iterator[SourceRun]:
    for run in read_runs(source, "androidcontrol"):
        try:
            picture_of(run.closing)
            for step, _ in _actions(run):
                picture_of(step)
        except NoForm as reason:
            tally.runs[str(reason)] += 1
        else:
            yield run


def _examples(source: Path, taken: set[int]) -> Iterator[dict[str, Feature]]:
    unused = (number for number in range(len(taken) + 1_000_000_000) if number not in taken)
    for run in _runs(source, Tally.new()):
        actions = list(_actions(run))
        shown = [*(step for step, _ in actions), run.closing]
        number = run.original.get("episode_id")
        example: dict[str, Feature] = {
            "episode_id": [number if isinstance(number, int) else next(unused)],
            "goal": [run.recording.query.encode("utf-8", "replace")],
            "screenshots": [picture_of(step) for step in shown],
            "screenshot_widths": [step.screen.width_pixels for step in shown],
            "screenshot_heights": [step.screen.height_pixels for step in shown],
            "accessibility_trees": [write_forest(step.screen.windows, step.screen.package) for step in shown],
            "actions": [json.dumps(action).encode() for _, action in actions],
        }
        told = _instructions(run, len(actions))
        yield example | ({"step_instructions": told} if told else {})


def _instructions(run: SourceRun, count: int) -> list[bytes]:
    told = run.original.get("step_instructions")
    if not isinstance(told, list) or len(told) != count:
        return []
    return [str(instruction).encode("utf-8", "replace") for instruction in told]


def _actions(run: SourceRun) -> Iterator[_Step]:
    """Each action with the step before which its screen was shown. Raises `NoForm`."""
    steps = run.recording.steps[:-1]
    number = 0
    while number < len(steps):
        together = steps[number : number + 3]
        if _is_type(together):
            yield together[0], {"action_type": "type", **_point(together[0]), "text": together[1].action.text}
            number += 3
        else:
            yield together[0], _action(together[0])
            number += 1


def _is_type(steps: Sequence[RecordedStep]) -> bool:
    if [step.action.type for step in steps] != ["click", "input", "enter"] or steps[1].action.text is None:
        return False
    first, *others = steps
    if place_of(first) is None or not all(step.screen == first.screen for step in others):
        return False
    return all(picture_of(step) == picture_of(first) for step in others)


def _action(step: RecordedStep) -> dict[str, object]:
    action = step.action
    if action.type in _PLAIN:
        return {"action_type": _PLAIN[action.type]}
    if action.type in _AT_A_POINT:
        return {"action_type": _AT_A_POINT[action.type], **_point(step)}
    match action.type:
        case "scroll" if action.direction in DIRECTIONS:
            return {"action_type": "scroll", "direction": action.direction}
        case "open_app" if action.target is not None:
            return {"action_type": "open_app", "app_name": action.target}
        case "input" if action.text is not None:
            return {"action_type": "input_text", "text": action.text}
    raise NoForm(f"the action `{action.type}`")


def _point(step: RecordedStep) -> dict[str, object]:
    place = place_of(step)
    if place is None:
        raise NoForm(f"a `{step.action.type}` that names no place")
    if not 0 <= place[0] <= step.screen.width_pixels or not 0 <= place[1] <= step.screen.height_pixels:
        raise NoForm("a point beyond the screen")
    return {"x": place[0], "y": place[1]}
