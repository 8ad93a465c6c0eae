"""AndroidControl's episodes: TFRecord files as its authors publish them, or JSON Lines with the same fields.

A line of JSON has paths to PNG files where a record has pictures, and no trees. Source: android_control/README.md
(github.com/google-research/google-research, 2025) for the fields and the actions, and programs that read them.
"""

from collections.abc import Callable, Iterator, Mapping, Sized
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from handrail.bench.importers.accessibility_forest import Forest, read_forest
from handrail.bench.importers.aitw import record_files
from handrail.bench.importers.json_lines import read_objects
from handrail.bench.importers.recorded_run import PngFile, RunStep, write_run
from handrail.bench.importers.tf_record import Example, is_compressed, read_examples
from handrail.bench.importers.written import WrittenFiles, new_folder, remarks_of
from handrail.device.action import Action, ActionType
from handrail.device.document import Node, parse_document
from handrail.device.element import Bounds, Element
from handrail.device.recorder import STOPPED
from handrail.device.screen import Screen
from handrail.error import UnreadableInput
from handrail.strict_json import read_bytes, shown_path

PNG_START = b"\x89PNG\r\n\x1a\n"
PLAIN: Mapping[str, ActionType] = {"navigate_home": "home", "navigate_back": "back", "wait": "wait"}
AT_A_POINT: Mapping[str, ActionType] = {"click": "click", "long_press": "long_click"}
DIRECTIONS = ("up", "down", "left", "right")
_KINDS = (*AT_A_POINT, "scroll", "open_app", "type", "input_text", *PLAIN)


@dataclass(frozen=True, slots=True)
class _Episode:
    """One episode, of which a picture is read when it is asked for; a forest is None where none was kept."""

    number: int
    repeated: Callable[[], object]
    """Complains that the number stands twice."""
    goal: str
    sizes: list[tuple[int, int]]
    pictures: list[Callable[[], bytes]]
    forests: list[Forest | None]
    actions: list[Node]
    instructions: list[str]

    @property
    def without_tree(self) -> int:
        return sum(forest is None or not forest.windows for forest in self.forests)


def import_android_control(source: Path, out: Path) -> WrittenFiles:
    """Every episode of a file, or of the TFRecord files in a folder, as a recorded run below `out`.

    Raises `UnreadableInput` with file, line or record, and field. All are read once before the first run is written,
    and again one by one, because all the pictures together may be more than memory holds.
    """
    files = record_files(source)
    seen: set[int] = set()
    without_tree = 0
    for episode in _episodes(files):
        if episode.number in seen:
            episode.repeated()
        seen.add(episode.number)
        without_tree += episode.without_tree
        for step in _steps(episode):
            assert step.picture is not None
    if not seen:
        raise UnreadableInput(f"{shown_path(source)}: no episode in it, with `episode_id`, `goal` and so on")
    folder = new_folder(out)
    written = tuple(_write(episode, folder) for episode in _episodes(files))
    return WrittenFiles(
        len(written), "runs", written, remarks_of([(without_tree, "screens are pictures, without a tree")])
    )


def _episodes(files: list[Path]) -> Iterator[_Episode]:
    for file in files:
        if is_compressed(file):
            yield from map(_of_record, read_examples(file))
        else:
            yield from (_of_line(file.parent, node) for node in read_objects(file))


def _of_line(beside: Path, node: Node) -> _Episode:
    fields = node.fields("episode_id", "goal", "screenshots", "screenshot_widths", "screenshot_heights", "actions")
    number = fields["episode_id"].whole()
    pictures, widths, heights, actions = (
        list(fields[name].items()) for name in ("screenshots", "screenshot_widths", "screenshot_heights", "actions")
    )
    _demand_counts(fields["screenshots"].fail, pictures, widths, heights, actions)
    told = [value.text() for value in fields["step_instructions"].items()] if "step_instructions" in fields else []
    if "step_instructions" in fields and len(told) != len(actions):
        fields["step_instructions"].fail(f"not as many as the {len(actions)} actions")
    return _Episode(
        number,
        lambda: fields["episode_id"].fail(f"{number} stands twice; every episode has its own"),
        fields["goal"].text(),
        [(width.whole(1), height.whole(1)) for width, height in zip(widths, heights, strict=True)],
        [partial(_picture, beside, picture) for picture in pictures],
        [None] * len(pictures),
        actions,
        told,
    )


def _of_record(example: Example) -> _Episode:
    number = example.whole("episode_id")
    pictures, trees = example.pieces("screenshots"), example.pieces("accessibility_trees")
    widths, heights = example.wholes("screenshot_widths"), example.wholes("screenshot_heights")
    actions, told = example.texts("actions"), example.texts("step_instructions")
    _demand_counts(lambda found: example.fail("screenshots", found), pictures, widths, heights, actions)
    if told and len(told) != len(actions):
        example.fail("step_instructions", f"{len(told)}, and {len(actions)} actions; there are as many")
    if trees and len(trees) != len(pictures):
        example.fail("accessibility_trees", f"{len(trees)}, and {len(pictures)} pictures; there are as many")
    if min((*widths, *heights)) < 1:
        example.fail("screenshot_widths", "a size below 1")
    forests: list[Forest | None] = [None] * len(pictures)
    for place, tree in enumerate(trees):
        try:
            forests[place] = read_forest(tree)
        except UnreadableInput as error:
            example.fail(f"accessibility_trees[{place}]", str(error))
    if not all(bytes(picture[:8]) == PNG_START for picture in pictures):
        example.fail("screenshots", "one of them is no PNG picture")
    return _Episode(
        number,
        lambda: example.fail("episode_id", f"{number} stands twice; every episode has its own"),
        example.text("goal"),
        list(zip(widths, heights, strict=True)),
        [lambda picture=picture: bytes(picture) for picture in pictures],  # type: ignore[misc]
        forests,
        [
            parse_document(action.encode("utf-8"), f"{example.place}: actions[{place}]")
            for place, action in enumerate(actions)
        ],
        told,
    )


def _demand_counts(fail: Callable[[str], object], *counted: Sized) -> None:
    pictures, widths, heights, actions = map(len, counted)
    if not pictures == widths == heights == actions + 1:
        counts = f"{pictures} pictures, {widths} widths, {heights} heights, {actions} actions"
        fail(f"{counts}; there is one picture more than actions, each with its size")


def _write(episode: _Episode, folder: Path) -> Path:
    run = folder / f"{episode.number:06}"
    original: dict[str, object] = {"format": "androidcontrol", "episode_id": episode.number}
    if episode.instructions:
        original["step_instructions"] = episode.instructions
    write_run(run, episode.goal, "AndroidControl", _steps(episode), original)
    return run


def _steps(episode: _Episode) -> Iterator[RunStep]:
    """The steps, and a closing one with the last picture: an episode does not say whether its task was completed."""
    screens = [_screen(*size, forest) for size, forest in zip(episode.sizes, episode.forests, strict=True)]
    for picture, screen, action in zip(episode.pictures, screens, episode.actions, strict=False):
        content = PngFile(picture())
        for single in _actions(action, screen):
            yield RunStep(screen, single, content)
    yield RunStep(screens[-1], Action("finish", text=STOPPED), PngFile(episode.pictures[-1]()))


def _screen(width: int, height: int, forest: Forest | None) -> Screen:
    if forest is not None and forest.windows:
        return Screen(forest.package, "", forest.windows, width, height)
    frame = Element("android.widget.FrameLayout", bounds=Bounds(0, 0, width, height))
    return Screen("", "", (frame,), width, height)


def _picture(beside: Path, node: Node) -> bytes:
    name = node.text()
    if not name or name.startswith(("/", "\\")) or ".." in Path(name).parts or "\0" in name:
        node.fail("this is not a path of a picture below the folder of the file, like `images/1_0.png`")
    try:
        content = read_bytes(beside / name)
    except UnreadableInput as error:
        node.fail(str(error))
    if not content.startswith(PNG_START):
        node.fail(f"{name[:80]} is no PNG file")
    return content


def _actions(node: Node, screen: Screen) -> tuple[Action, ...]:
    """One action; or the three that a `type` is, of which no screen in between is kept."""
    fields = node.fields("action_type")
    kind = fields["action_type"].text()
    if kind not in _KINDS:
        fields["action_type"].fail(f"`{kind[:60]}` is not known; it is one of {', '.join(_KINDS)}")
    if kind in PLAIN:
        return (Action(PLAIN[kind]),)
    if kind in AT_A_POINT:
        return (Action(AT_A_POINT[kind], point=_point(node, screen)),)
    match kind:
        case "scroll":
            direction = node.fields("direction")["direction"]
            if direction.text() not in DIRECTIONS:
                direction.fail(f"`{direction.text()[:40]}` is none of {', '.join(DIRECTIONS)}")
            return (Action("scroll", direction=direction.text()),)
        case "open_app":
            return (Action("open_app", target=node.fields("app_name")["app_name"].text()),)
        case "input_text":
            return (Action("input", text=_text(node)),)
        case _:
            return (Action("click", point=_point(node, screen)), Action("input", text=_text(node)), Action("enter"))


def _text(node: Node) -> str:
    return node.fields("text")["text"].text()


def _point(node: Node, screen: Screen) -> tuple[int, int]:
    fields = node.fields("x", "y")
    x, y = fields["x"].whole(), fields["y"].whole()
    if x > screen.width_pixels or y > screen.height_pixels:
        node.fail(f"beyond the screen, which has {screen.width_pixels} x {screen.height_pixels} pixels")
    return x, y
