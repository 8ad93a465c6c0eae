"""Android in the Wild (AITW): TFRecord files, a record a step; each complete episode becomes a recorded run.

A screen has no tree there: what was found on the picture, with its text and its kind, stands under one frame.
Source: android_in_the_wild/README.md, action_type.py, action_matching.py and visualization_utils.py
(github.com/google-research/google-research, 2026).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import dist
from pathlib import Path

from handrail.bench.importers.recorded_run import Picture, RunStep, write_run
from handrail.bench.importers.tf_record import Example, read_examples
from handrail.bench.importers.written import WrittenFiles, new_folder, remarks_of
from handrail.device.action import Action, ActionType
from handrail.device.element import Bounds, Element
from handrail.device.recorder import STOPPED
from handrail.device.screen import Screen
from handrail.error import UnreadableInput
from handrail.strict_json import shown_path

TYPE, DUAL_POINT = 3, 4
BUTTONS: Mapping[int, ActionType] = {5: "back", 6: "home", 7: "enter"}
STATUS: Mapping[int, str] = {10: "complete", 11: "infeasible"}
FURTHEST_TAP = 0.04
"""Of the screen: two points that are no further apart are one tap."""
_NAME = re.compile(r"[A-Za-z0-9_-]{1,80}")
_RGB = 3


@dataclass(frozen=True, slots=True)
class AitwEpisode:
    """The steps of one episode, as far as they follow one another in the file."""

    name: str
    steps: tuple[Example, ...]

    @property
    def is_complete(self) -> bool:
        """Whether they are all that the episode had, in order."""
        length = self.steps[0].whole("episode_length", 1)
        return [step.whole("step_id") for step in self.steps] == list(range(length))


def import_aitw(source: Path, out: Path) -> WrittenFiles:
    """Every complete episode of a file, or of the files in a folder, as a run of its own below `out`.

    Raises `UnreadableInput` with file, record and field. All files are read once before the first run is written, and
    again episode by episode, because all the pictures together may be more than memory holds.
    """
    files = record_files(source)
    incomplete = 0
    seen: set[str] = set()
    for episode in _episodes(files):
        if not episode.is_complete:
            incomplete += 1
            continue
        if episode.name in seen:
            episode.steps[0].fail("episode_id", f"{episode.name} stands twice; every episode has its own")
        seen.add(episode.name)
        for _ in _steps(episode):
            pass
    if not seen:
        raise UnreadableInput(f"{shown_path(source)}: no complete episode in it")
    folder = new_folder(out)
    written = tuple(_write(episode, folder) for episode in _episodes(files) if episode.is_complete)
    left_out = (incomplete, "episodes left out of which not every step is there, one after the other")
    return WrittenFiles(len(written), "runs", written, remarks_of([left_out]))


def record_files(source: Path) -> list[Path]:
    """A file, or the files of a folder that are not hidden. Raises `UnreadableInput`."""
    if not source.is_dir():
        return [source]
    files = sorted(file for file in source.iterdir() if file.is_file() and not file.name.startswith("."))
    if not files:
        raise UnreadableInput(f"{shown_path(source)}: no file in it; name a TFRecord file, or a folder of some")
    return files


def _episodes(files: list[Path]) -> Iterator[AitwEpisode]:
    for file in files:
        steps: list[Example] = []
        name = ""
        for example in read_examples(file):
            if steps and example.text("episode_id") != name:
                yield AitwEpisode(name, tuple(steps))
                steps = []
            name = example.text("episode_id")
            if _NAME.fullmatch(name) is None:
                example.fail("episode_id", f"`{name[:60]}` is no name for a run: letters, digits, - and _")
            steps.append(example)
        if steps:
            yield AitwEpisode(name, tuple(steps))


def _write(episode: AitwEpisode, folder: Path) -> Path:
    run, first = folder / episode.name, episode.steps[0]
    original: dict[str, object] = {"format": "aitw", "episode_id": episode.name}
    for name in ("android_api_level", "device_type"):
        if name in first.features:
            original[name] = first.whole(name) if name == "android_api_level" else first.text(name)
    write_run(run, first.text("goal_info"), "AITW", _steps(episode), original)
    return run


def _steps(episode: AitwEpisode) -> Iterator[RunStep]:
    """The steps, and where no status ends them a closing one."""
    goal = episode.steps[0].text("goal_info")
    step: RunStep | None = None
    for number, example in enumerate(episode.steps, 1):
        if example.text("goal_info") != goal:
            example.fail("goal_info", "another goal than at the first step of the episode")
        picture = _picture(example)
        screen = _screen(example, picture)
        step = RunStep(screen, _action(example, screen), picture)
        if step.action.type == "finish" and number < len(episode.steps):
            example.fail("results/action_type", "the episode ends here, and a step follows")
        yield step
    assert step is not None
    if step.action.type != "finish":
        yield RunStep(step.screen, Action("finish", text=STOPPED), None)


def _picture(example: Example) -> Picture:
    width, height = example.whole("image/width", 1), example.whole("image/height", 1)
    if example.whole("image/channels") != _RGB:
        example.fail("image/channels", f"{example.whole('image/channels')}; a picture has {_RGB}")
    pieces = example.pieces("image/encoded")
    if len(pieces) != 1 or len(pieces[0]) != width * height * _RGB:
        found = " + ".join(f"{len(piece):,}" for piece in pieces) or "no"
        example.fail("image/encoded", f"{found} bytes; {width} x {height} pixels of {_RGB} bytes were expected")
    return Picture(width, height, bytes(pieces[0]))


def _screen(example: Example, picture: Picture) -> Screen:
    width, height = picture.width, picture.height
    sides = example.floats("image/ui_annotations_positions")
    texts, kinds = example.texts("image/ui_annotations_text"), example.texts("image/ui_annotations_ui_types")
    if len(sides) != 4 * len(texts) or len(texts) != len(kinds):
        found = f"{len(sides)} numbers, {len(texts)} texts, {len(kinds)} kinds; an annotation has four, one and one"
        example.fail("image/ui_annotations_positions", found)
    if not all(abs(side) <= 10 for side in sides):
        example.fail("image/ui_annotations_positions", "a number far beyond 1; they are fractions of the picture")
    package, _, activity = example.text("current_activity").rpartition("/")
    elements = []
    for number, (text, kind) in enumerate(zip(texts, kinds, strict=True)):
        top, left, tall, wide = sides[4 * number : 4 * number + 4]
        bounds = Bounds(
            round(left * width), round(top * height), round((left + wide) * width), round((top + tall) * height)
        )
        elements.append(Element(kind, text, package=package, bounds=bounds))
    frame = Element(
        "android.widget.FrameLayout", package=package, bounds=Bounds(0, 0, width, height), children=tuple(elements)
    )
    return Screen(package, activity, (frame,), width, height)


def _action(example: Example, screen: Screen) -> Action:
    kind = example.whole("results/action_type")
    if kind in BUTTONS:
        return Action(BUTTONS[kind])
    if kind in STATUS:
        return Action("finish", text=STATUS[kind])
    if kind == TYPE:
        return Action("input", text=example.text("results/type_action"))
    if kind != DUAL_POINT:
        known = ", ".join(map(str, (TYPE, DUAL_POINT, *BUTTONS, *STATUS)))
        example.fail("results/action_type", f"{kind} is not known; it is one of {known}")
    touch, lift = _point(example, "results/yx_touch"), _point(example, "results/yx_lift")
    if dist(touch, lift) <= FURTHEST_TAP:
        return Action("click", point=_pixels(touch, screen))
    return Action("swipe", point=_pixels(touch, screen), to=_pixels(lift, screen))


def _point(example: Example, name: str) -> tuple[float, float]:
    numbers = example.floats(name)
    if len(numbers) != 2 or not all(0 <= number <= 1 for number in numbers):
        example.fail(name, "not two fractions of the screen, from the top and from the left")
    return numbers[0], numbers[1]


def _pixels(point: tuple[float, float], screen: Screen) -> tuple[int, int]:
    return round(point[1] * screen.width_pixels), round(point[0] * screen.height_pixels)
