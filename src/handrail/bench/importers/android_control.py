"""AndroidControl's episodes as JSON Lines: a line an episode, with the original's fields and paths for pictures.

The original is TFRecord files, whose pictures and trees are bytes; a line has paths to PNG files instead, and no trees.
Source of the fields and of the actions: android_control/README.md (github.com/google-research/google-research, 2025).
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from handrail.bench.importers.imported import Imported, new_folder, remarks_of
from handrail.bench.importers.json_lines import read_objects
from handrail.bench.importers.recorded_run import PngFile, RunStep, write_run
from handrail.device.action import Action, ActionType
from handrail.device.document import Node
from handrail.device.element import Bounds, Element
from handrail.device.recorder import STOPPED
from handrail.device.screen import Screen
from handrail.error import UnreadableInput
from handrail.strict_json import read_bytes

_PNG_START = b"\x89PNG\r\n\x1a\n"
_PLAIN: Mapping[str, ActionType] = {"navigate_home": "home", "navigate_back": "back", "wait": "wait"}
_AT_A_POINT: Mapping[str, ActionType] = {"click": "click", "long_press": "long_click"}
_KINDS = (*_AT_A_POINT, "scroll", "open_app", "type", "input_text", *_PLAIN)
_DIRECTIONS = ("up", "down", "left", "right")


def import_android_control(source: Path, out: Path) -> Imported:
    """Every episode of the file `source` as a recorded run below `out`.

    Raises `UnreadableInput` with file, line and field. All lines are read once before the first run is written, and
    again one by one, because all the pictures together may be more than memory holds.
    """
    seen: set[int] = set()
    for node in read_objects(source):
        number = _number(node)
        if number in seen:
            node.fields()["episode_id"].fail(f"{number} stands twice; every episode has its own")
        seen.add(number)
        _check(source.parent, node)
    if not seen:
        raise UnreadableInput(f"{source}: no episode; a line is an object with `episode_id`, `goal` and so on")
    folder = new_folder(out)
    files = tuple(_write(source.parent, node, folder) for node in read_objects(source))
    return Imported(len(files), "runs", files, remarks_of([(len(files), "without trees: screens are pictures only")]))


def _number(node: Node) -> int:
    return node.fields("episode_id")["episode_id"].whole()


def _check(beside: Path, node: Node) -> None:
    for _ in _steps(beside, node):
        pass


def _write(beside: Path, node: Node, folder: Path) -> Path:
    run = folder / f"{_number(node):06}"
    write_run(run, node.fields()["goal"].text(), "AndroidControl", _steps(beside, node))
    return run


def _steps(beside: Path, node: Node) -> Iterator[RunStep]:
    """The steps, and a closing one with the last picture: an episode does not say whether its task was completed."""
    fields = node.fields("goal", "screenshots", "screenshot_widths", "screenshot_heights", "actions")
    fields["goal"].text()
    pictures, widths, heights, actions = (
        list(fields[name].items()) for name in ("screenshots", "screenshot_widths", "screenshot_heights", "actions")
    )
    if not len(pictures) == len(widths) == len(heights) == len(actions) + 1:
        counts = f"{len(pictures)} pictures, {len(widths)} widths, {len(heights)} heights, {len(actions)} actions"
        fields["screenshots"].fail(f"{counts}; there is one picture more than actions, each with its size")
    if "step_instructions" in fields and len(list(fields["step_instructions"].items())) != len(actions):
        fields["step_instructions"].fail(f"not as many as the {len(actions)} actions")
    screens = [_screen(width.whole(1), height.whole(1)) for width, height in zip(widths, heights, strict=True)]
    for picture, screen, action in zip(pictures, screens, actions, strict=False):
        content = _picture(beside, picture)
        for one in _actions(action, screen):
            yield RunStep(screen, one, content)
    yield RunStep(screens[-1], Action("finish", text=STOPPED), _picture(beside, pictures[-1]))


def _screen(width: int, height: int) -> Screen:
    frame = Element("android.widget.FrameLayout", bounds=Bounds(0, 0, width, height))
    return Screen("", "", (frame,), width, height)


def _picture(beside: Path, node: Node) -> PngFile:
    name = node.text()
    if not name or name.startswith(("/", "\\")) or ".." in Path(name).parts or "\0" in name:
        node.fail("this is not a path of a picture below the folder of the file, like `images/1_0.png`")
    try:
        content = read_bytes(beside / name)
    except UnreadableInput as error:
        node.fail(str(error))
    if not content.startswith(_PNG_START):
        node.fail(f"{name[:80]} is no PNG file")
    return PngFile(content)


def _actions(node: Node, screen: Screen) -> tuple[Action, ...]:
    """One action; or the three that a `type` is, of which no screen in between is kept."""
    fields = node.fields("action_type")
    kind = fields["action_type"].text()
    if kind not in _KINDS:
        fields["action_type"].fail(f"`{kind[:60]}` is not known; it is one of {', '.join(_KINDS)}")
    if kind in _PLAIN:
        return (Action(_PLAIN[kind]),)
    if kind in _AT_A_POINT:
        return (Action(_AT_A_POINT[kind], point=_point(node, screen)),)
    match kind:
        case "scroll":
            direction = node.fields("direction")["direction"]
            if direction.text() not in _DIRECTIONS:
                direction.fail(f"`{direction.text()[:40]}` is none of {', '.join(_DIRECTIONS)}")
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
