"""A recorded run written anew, in either variant of MobileRisk's format.

What is read is what is written: trees as XML or as lists of objects, actions as lists or as calls, with our typed trace
or with the one hash of the original format. Elements are numbered by document order. Fields of `trajectory.json` that
nobody here knows stay as they are; pictures are copied.
"""

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from handrail.bench.risk.corpus import TRAJECTORY, run_folders, run_id
from handrail.device.document import read_document
from handrail.device.hierarchy import write_hierarchy
from handrail.device.recorded_action import write_action
from handrail.device.recorder import screen_objects
from handrail.device.recording import EXECUTED, RecordedStep, Recording, read_recording
from handrail.device.trace_json import write_trace
from handrail.error import Misuse, UnreadableInput

JsonObject: TypeAlias = dict[str, object]
_ELEMENTS = ("element", "index", "numeric_tag", "tag")


@dataclass(frozen=True, slots=True)
class Variant:
    """How a run is to be written."""

    actions: Literal["list", "text"] = "list"
    screens: Literal["xml", "objects", "both"] = "both"
    trace: Literal["typed", "hash"] = "typed"
    pictures: bool = True


def convert_corpus(path: Path, out: Path, variant: Variant) -> int:
    """Write every run below `path` anew below `out`, which must not be there yet; how many that were.

    Raises `UnreadableInput` at the first run that cannot be read, and `Misuse` if `out` holds something.
    """
    if out.exists() and any(out.iterdir()):
        raise Misuse(f"{out} is not empty; name another folder")
    folders = run_folders(path)
    for folder in folders:
        write_run(read_recording(folder), out / run_id(folder), variant)
    return len(folders)


def write_run(recording: Recording, folder: Path, variant: Variant, head: JsonObject | None = None) -> None:
    """Write one run that was read; read again it is the same, as far as the variant can say it.

    `head` is what stands beside the steps, else what the file has that it was read from.
    """
    head = dict(read_document(recording.folder / TRAJECTORY).value if head is None else head)
    head["trajectory"] = [_write_step(step, folder, variant) for step in recording.steps]
    _write(folder / TRAJECTORY, head)


def _write_step(step: RecordedStep, folder: Path, variant: Variant) -> JsonObject:
    suffix = step.image.suffix if step.image is not None else ".png"
    entry: JsonObject = {"action": written_action(step, variant), "observation": f"images/{step.stem}{suffix}"}
    if variant.screens != "objects":
        entry["xml"] = f"xmls/{step.stem}.xml"
        path = folder / "xmls" / f"{step.stem}.xml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write_hierarchy(step.screen), encoding="utf-8")
    if variant.screens != "xml":
        entry["objects"] = f"objects/objects_{step.stem}.json"
        _write(folder / "objects" / f"objects_{step.stem}.json", screen_objects(step.screen))
    if not step.certain:
        entry["outcome"] = "started"
    elif variant.trace == "typed":
        entry["outcome"] = EXECUTED
    _write(folder / "jsons" / f"{step.stem}.json", written_state(step, variant))
    if variant.pictures and step.image is not None:
        (folder / "images").mkdir(parents=True, exist_ok=True)
        shutil.copyfile(step.image, folder / "images" / f"{step.stem}{suffix}")
    return entry


def written_state(step: RecordedStep, variant: Variant) -> JsonObject:
    """What the system had done before the step, as its file has it."""
    if variant.trace == "hash":
        return {"fs": {"hash": step.file_hash}, "screen": {"text": step.screen_text}}
    state = write_trace(step.trace)
    files = state["fs"]
    assert isinstance(files, dict)
    screen = step.screen
    return state | {
        "fs": files | {"hash": step.file_hash},
        "screen": {
            "text": step.screen_text,
            "package": screen.package,
            "activity": screen.activity,
            "width_pixels": screen.width_pixels,
            "height_pixels": screen.height_pixels,
        },
    }


def written_action(step: RecordedStep, variant: Variant) -> object:
    """The action as `trajectory.json` has it."""
    name, parameters = _call(step)
    if variant.actions == "list":
        return [{"name": name, "parameters": dict(parameters)}]
    return f"{name}({', '.join(f'{key}={value!r}' for key, value in parameters.items())})"


def _call(step: RecordedStep) -> tuple[str, Mapping[str, object]]:
    """The recorded call with its element counted in document order; a tap on bare coordinates keeps them."""
    written = write_action(step.action, step.screen)
    recorded = step.action_json
    if isinstance(recorded, list):
        given = recorded[0]["parameters"]
        kept = {key: value for key, value in given.items() if key not in _ELEMENTS}
        if "element" in written.parameters and not {"x", "y"} & set(given):
            kept = {"element": written.parameters["element"], **kept}
        return recorded[0]["name"], kept
    if step.action.type in ("click", "long_click") and step.action.element is None:
        raise UnreadableInput(f"step {step.stem}: `{recorded!s:.60}` hits no element, so there is none to name")
    return written.name, written.parameters


def _write(path: Path, content: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        path.write_bytes(json.dumps(content, ensure_ascii=False, indent=1).encode("utf-8"))
    except UnicodeEncodeError:  # half a surrogate pair; escaped it survives
        path.write_bytes(json.dumps(content, indent=1).encode("ascii"))
