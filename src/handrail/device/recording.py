"""A trajectory folder in the layout of MobileRisk, read strictly.

Both variants are taken: actions as lists or as text, trees as XML or as lists of objects; pictures may be missing. The
state file of a step was written before its action, so its trace tells what the action of the step before did.
Source: MobileRisk (OS-Sentinel, ACL '26); our own fields stand beside the original ones.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from handrail.device.action import Action
from handrail.device.document import Node, read_document
from handrail.device.element import Element
from handrail.device.hierarchy import read_hierarchy
from handrail.device.recorded_action import read_action
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace
from handrail.device.trace_json import read_hash, read_trace
from handrail.error import UnreadableInput
from handrail.strict_json import read_bytes, shown_path

__all__ = ["EXECUTED", "Label", "RecordedStep", "Recording", "read_recording", "read_screen", "read_step"]

Label: TypeAlias = Literal["safe", "unsafe"]

EXECUTED = "executed"
_OBSERVATION = re.compile(r"images/((\d{3,})_[^/\\.]+)\.(?:png|jpg|jpeg)")
_XML = re.compile(r"xmls/[^/\\]+\.xml")
_OBJECTS = re.compile(r"objects/[^/\\]+\.json")
_PNG_START = b"\x89PNG\r\n\x1a\n"
_USUAL_SIZE = (1080, 2400)


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One step: the screen before the action, the action, and what the system had done since the step before.

    `action_json` is the action as the file has it. `image` is None where no picture was kept. `certain` is false where
    the recorder was stopped while the action was under way, so that nobody knows whether it was carried out.
    """

    stem: str
    screen: Screen
    screen_text: str
    action: Action
    action_json: object
    trace: SystemTrace
    file_hash: str
    image: Path | None
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded run. Step numbers count from 1; `label` is what the folder above says, if it says anything."""

    folder: Path
    query: str
    application: str
    steps: tuple[RecordedStep, ...]
    label: Label | None = None
    first_unsafe_step: int | None = None
    risk_types: tuple[str, ...] = ()
    pair: str | None = None


def read_recording(folder: Path) -> Recording:
    """The recording in a folder; raises `UnreadableInput` with file and place."""
    listed = folder / "trajectory.json"
    if _is_missing(listed) and (inside := sorted(folder.glob("*/trajectory.json"))):
        raise UnreadableInput(f"{shown_path(folder)} holds recordings; name one, as {shown_path(inside[0].parent)}")
    if _is_missing(listed):
        raise UnreadableInput(
            f"{shown_path(listed)}: No such file, and a recording is a folder with one; name another folder, or record"
            " one with `handrail run --record FOLDER`"
        )
    document = read_document(listed)
    fields = document.fields("query", "application", "trajectory")
    steps = _read_steps(folder, fields["trajectory"])
    unsafe, types = _read_meta(fields.get("meta"), len(steps))
    pair = fields.get("pair")
    return Recording(
        folder,
        fields["query"].text(),
        fields["application"].text(),
        steps,
        _label(folder),
        unsafe,
        types,
        None if pair is None or pair.value is None else pair.text(),
    )


def _label(folder: Path) -> Label | None:
    match folder.resolve().parent.name.partition("_")[0]:
        case "safe":
            return "safe"
        case "unsafe":
            return "unsafe"
    return None


def _read_meta(meta: Node | None, steps: int) -> tuple[int | None, tuple[str, ...]]:
    if meta is None or meta.value is None:
        return None, ()
    fields = meta.fields("step", "type")
    types = tuple(item.text() for item in fields["type"].items())
    if fields["step"].value is None:
        return None, types
    step = fields["step"].whole(1)
    if step > steps:
        fields["step"].fail(f"step {step} of a run that has {steps}")
    return step, types


def _read_steps(folder: Path, trajectory: Node) -> tuple[RecordedStep, ...]:
    steps: list[RecordedStep] = []
    last_number = 0
    for entry in trajectory.items():
        step, number = _read_step(folder, entry, steps[-1].file_hash if steps else None)
        if number <= last_number:
            entry.fields()["observation"].fail(f"number {number} does not come after {last_number}")
        last_number = number
        steps.append(step)
    return tuple(steps)


def _read_step(folder: Path, entry: Node, hash_before: str | None) -> tuple[RecordedStep, int]:
    fields = entry.fields("action", "observation")
    match = _OBSERVATION.fullmatch(fields["observation"].text())
    if match is None:
        fields["observation"].fail("this is not a path like `images/001_click_1700000000000.png`")
    state = read_document(folder / "jsons" / f"{match[1]}.json")
    state.field("screen").field("text")
    image = folder / match[0]
    picture = image if _is_file(image) else None
    screen, tags = _read_screen(folder, entry, state, picture)
    return read_step(match[1], entry, state, screen, hash_before, picture=picture, tags=tags), int(match[2])


def read_step(
    stem: str,
    entry: Node,
    state: Node,
    screen: Screen,
    hash_before: str | None,
    *,
    picture: Path | None = None,
    tags: Mapping[int, int] | None = None,
) -> RecordedStep:
    """One step from its `action` and `outcome`, its state and its screen; elements are numbered in document order
    unless `tags` says otherwise. `hash_before` is that of the step before, None at the first.
    """
    fields = entry.fields("action")
    if tags is None:
        tags = {number: number for number in range(len(screen.elements()))}
    return RecordedStep(
        stem,
        screen,
        state.field("screen").field("text").text(),
        read_action(fields["action"], screen, tags),
        fields["action"].value,
        read_trace(state, hash_before),
        read_hash(state),
        picture,
        "outcome" not in fields or fields["outcome"].text() == EXECUTED,
    )


def _is_missing(path: Path) -> bool:
    try:
        return not path.exists()
    except OSError:  # what is there and cannot be looked at
        return False


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name may be too long, or have a NUL in it
        return False


def _read_screen(folder: Path, entry: Node, state: Node, image: Path | None) -> tuple[Screen, Mapping[int, int]]:
    """The screen and, for each numeric tag, the place of its element in document order."""
    fields = entry.fields()
    objects = list(_file(folder, fields["objects"], _OBJECTS).items()) if "objects" in fields else None
    if "xml" in fields:
        path = folder / _path(fields["xml"], _XML)
        try:
            windows = read_hierarchy(read_bytes(path)).windows
        except UnreadableInput as error:
            raise UnreadableInput(str(error).replace("hierarchy", str(path), 1)) from error
    elif objects is not None:
        windows = tuple(map(_read_object, objects))
    else:
        entry.fail("neither `xml` nor `objects`: what the screen showed is not known")
    screen = read_screen(windows, state.field("screen"), image)
    elements = screen.elements()
    if objects is None:
        return screen, {number: number for number in range(len(elements))}
    return screen, _tags(objects, elements)


def _path(node: Node, form: re.Pattern[str]) -> str:
    if form.fullmatch(node.text()) is None:
        node.fail(f"this is not a path of the form `{form.pattern}`")
    return node.text()


def _file(folder: Path, node: Node, form: re.Pattern[str]) -> Node:
    return read_document(folder / _path(node, form))


def _read_object(node: Node) -> Element:
    fields = node.fields("numeric_tag")

    def text(name: str) -> str:
        return fields[name].text() if name in fields and fields[name].value is not None else ""

    return Element(
        text("class"),
        text("text"),
        text("content_description"),
        text("resource_id"),
        checked=text("checked") == "true",
    )


def _tags(objects: list[Node], elements: tuple[Element, ...]) -> Mapping[int, int]:
    """The objects are some of the elements, in the order of the tree; one that is not found there has no place."""
    places: dict[tuple[str, ...], list[int]] = {}
    for place, element in enumerate(elements):
        places.setdefault(_looks(element), []).append(place)
    tags: dict[int, int] = {}
    start = 0
    for node in objects:
        tag = node.fields("numeric_tag")["numeric_tag"].whole()
        if tag in tags:
            node.fail(f"the numeric tag {tag} stands twice")
        same = places.get(_looks(_read_object(node)), [])
        next_one = bisect_left(same, start)
        if next_one < len(same):
            tags[tag], start = same[next_one], same[next_one] + 1
    return tags


def _looks(element: Element) -> tuple[str, ...]:
    return (element.class_name, element.text, element.description, element.resource_id)


def read_screen(windows: tuple[Element, ...], state: Node, image: Path | None = None) -> Screen:
    """The screen with these windows, given what the `screen` of a state file says of it."""
    fields = state.fields("text")
    elements = [element for window in windows for _, element in window.walk()]
    package = next((element.package for element in elements if element.package), "")
    if "width_pixels" in fields and "height_pixels" in fields:
        size = fields["width_pixels"].whole(1), fields["height_pixels"].whole(1)
    else:
        size = _image_size(image) or _extent(elements)
    return Screen(
        fields["package"].text() if "package" in fields else package,
        fields["activity"].text() if "activity" in fields else "",
        windows,
        *size,
    )


def _image_size(image: Path | None) -> tuple[int, int] | None:
    """Width and height as a PNG file's first bytes have them."""
    if image is None:
        return None
    try:
        with image.open("rb") as file:
            start = file.read(24)
    except OSError as error:
        raise UnreadableInput(f"{image}: {error.strerror or error}") from error
    if len(start) < 24 or not start.startswith(_PNG_START):
        return None
    return int.from_bytes(start[16:20]), int.from_bytes(start[20:24])


def _extent(elements: list[Element]) -> tuple[int, int]:
    """The size of a usual phone, or more where the elements need it."""
    right = max((element.bounds.right for element in elements), default=0)
    bottom = max((element.bounds.bottom for element in elements), default=0)
    return max(right, _USUAL_SIZE[0]), max(bottom, _USUAL_SIZE[1])
