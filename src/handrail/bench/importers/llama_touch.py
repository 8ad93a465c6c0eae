"""LlamaTouch's ground-truth traces: a folder each, with numbered screens; each becomes a recorded run.

Source: dataset/README.md (github.com/LlamaTouch/LlamaTouch, 2024), and evaluator/task_trace.py and the traces among
its tests (github.com/LlamaTouch/Evaluator, 2024).
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from handrail.bench.importers.droidbot_views import read_views
from handrail.bench.importers.llama_touch_event import read_event
from handrail.bench.importers.recorded_run import PngFile, RunStep, write_run
from handrail.bench.importers.written import WrittenFiles, new_folder, remarks_of
from handrail.device.action import Action
from handrail.device.element import Bounds, Element
from handrail.device.hierarchy import read_hierarchy
from handrail.device.screen import Screen
from handrail.error import UnreadableInput
from handrail.strict_json import read_bytes, read_text, shown_path

INSTRUCTION, EVENTS = "instruction.txt", "eventStructs.txt"
_PICTURE = re.compile(r"(0|[1-9]\d{0,5})\.png")
_PNG_START = b"\x89PNG\r\n\x1a\n"
_COMPONENT = re.compile(r"(?:mObscuringWindow=Window\{\w+ u\d+ )?([\w.]+)/([\w.$]+)\}?")
_NO_ACTIVITY = re.compile(r"mObscuringWindow=(?:null|Window\{\w+ u\d+ [\w.]+\})|\w+(?:\.\w+)+")
"""What lies over all others is a window that is no activity, like a wallpaper, or there is none."""
STATE = re.compile(r"\w+<.+>")


@dataclass(frozen=True, slots=True)
class TouchTrace:
    """One trace: `folder` is below the folder of its category."""

    folder: Path
    episode: str
    description: str
    events: tuple[str, ...]

    @property
    def screens(self) -> range:
        """The numbers of its screens: the last one is what the last action led to."""
        return range(len(self.events) + 1)


def import_llama_touch(source: Path, out: Path) -> WrittenFiles:
    """Every trace of the data set's folder, or the one that `source` is, as a recorded run below `out`.

    Raises `UnreadableInput` with file and line. All are read once before the first run is written, and again one by
    one, because all the pictures together may be more than memory holds.
    """
    traces = [_read_trace(folder) for folder in _trace_folders(source)]
    counts: Counter[str] = Counter()
    for trace in traces:
        for _ in _steps(trace, counts):
            pass
        _essential_states(trace)
    folder = new_folder(out)
    written = tuple(_write(trace, folder) for trace in traces)
    return WrittenFiles(
        len(written), "runs", written, remarks_of((count, said) for said, count in sorted(counts.items()))
    )


def _trace_folders(source: Path) -> list[Path]:
    if (source / INSTRUCTION).is_file():
        return [source.resolve()]
    found = sorted(file.parent for file in source.glob(f"*/*/{INSTRUCTION}"))
    if not found:
        expected = f"`general/trace_0/{INSTRUCTION}` and the like"
        raise UnreadableInput(f"{shown_path(source)}: no trace in it; name the folder that has {expected}")
    return found


def _read_trace(folder: Path) -> TouchTrace:
    name = shown_path(folder / INSTRUCTION)
    lines = [line.strip() for line in read_text(folder / INSTRUCTION).strip().splitlines()]
    if len(lines) != 2 or not all(lines):
        raise UnreadableInput(f"{name}: {len(lines)} lines; the first is the episode, the second what was asked")
    told = read_text(folder / EVENTS).rstrip("\r\n")
    events = tuple(line.removesuffix("\r") for line in told.split("\n")) if told else ()
    trace = TouchTrace(folder, lines[0], lines[1], events)
    pictures = {int(match[1]) for match in map(_PICTURE.fullmatch, (file.name for file in folder.iterdir())) if match}
    if pictures != set(trace.screens):
        counts = f"{len(events)} actions, and pictures {', '.join(map(str, sorted(pictures))) or 'none'}"
        raise UnreadableInput(
            f"{shown_path(folder)}: {counts}; there is one picture more than actions, counted from 0.png"
        )
    return trace


def _write(trace: TouchTrace, folder: Path) -> Path:
    run = folder / trace.folder.parent.name / trace.folder.name
    original = {
        "format": "llamatouch",
        "category": trace.folder.parent.name,
        "trace": trace.folder.name,
        "episode": trace.episode,
        "essential_states": _essential_states(trace),
    }
    write_run(run, trace.description, "LlamaTouch", _steps(trace, Counter()), original)
    return run


def _steps(trace: TouchTrace, counts: Counter[str]) -> Iterator[RunStep]:
    """The steps, and a closing one: each trace is one that carried its task out."""
    for number in trace.screens:
        picture = read_bytes(trace.folder / f"{number}.png")
        screen = _screen(trace.folder, number, picture, counts)
        if number == len(trace.events):
            action = Action("finish", text="complete")
        else:
            try:
                action = read_event(trace.events[number], screen.width_pixels, screen.height_pixels)
            except UnreadableInput as error:
                raise UnreadableInput(f"{shown_path(trace.folder / EVENTS)}:{number + 1}: {error}") from None
        yield RunStep(screen, action, PngFile(picture))


def _screen(folder: Path, number: int, picture: bytes, counts: Counter[str]) -> Screen:
    place = shown_path(folder / f"{number}.png")
    if not picture.startswith(_PNG_START) or len(picture) < 24:
        raise UnreadableInput(f"{place}: this is no PNG picture")
    width, height = int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])
    if not 0 < width < 1_000_000 or not 0 < height < 1_000_000:
        raise UnreadableInput(f"{place}: {width} x {height} pixels; this is no picture of a screen")
    windows = _windows(folder, number, counts)
    for window in windows:
        if window.bounds.right > width or window.bounds.bottom > height:
            reach = f"{window.bounds.right} x {window.bounds.bottom}"
            raise UnreadableInput(
                f"{place}: {width} x {height} pixels, and the tree beside it reaches {reach}; they are of one screen"
            )
    package, activity = _component(folder / f"{number}.activity", counts)
    if not windows:
        windows = (Element("android.widget.FrameLayout", package=package, bounds=Bounds(0, 0, width, height)),)
    return Screen(package or windows[0].package, activity, windows, width, height)


def _windows(folder: Path, number: int, counts: Counter[str]) -> tuple[Element, ...]:
    """Of uiautomator's dump, else of the list of views, else none."""
    dump, views = folder / f"{number}.xml", folder / f"{number}.vh"
    if dump.is_file():
        try:
            return read_hierarchy(read_bytes(dump)).windows
        except UnreadableInput as error:
            raise UnreadableInput(str(error).replace("hierarchy", shown_path(dump), 1)) from error
    if views.is_file():
        counts["screens with the tree of the .vh file, as there is no .xml"] += 1
        return read_views(views)
    counts["screens are pictures, without a tree"] += 1
    return ()


def _component(path: Path, counts: Counter[str]) -> tuple[str, str]:
    """Package and activity in front; two empty texts where no file says them, or where it says that there is none."""
    if not path.is_file():
        counts["screens without the name of their activity"] += 1
        return "", ""
    told = read_text(path).strip()
    if _NO_ACTIVITY.fullmatch(told) is not None:
        return "", ""
    match = _COMPONENT.fullmatch(told)
    if match is None:
        found = f"`{told[:80]}` names no activity, like `com.android.settings/.Settings`"
        raise UnreadableInput(f"{shown_path(path)}: {found}")
    return match[1], match[2]


def _essential_states(trace: TouchTrace) -> dict[str, list[str]]:
    """What is annotated, by the number of the screen: kept as it is written, `keyword<content>`, and not used."""
    found: dict[str, list[str]] = {}
    for file in sorted(trace.folder.glob("*.ess")):
        if not file.stem.isdecimal() or int(file.stem) not in trace.screens:
            raise UnreadableInput(f"{shown_path(file)}: there is no screen {file.stem[:40]}")
        states = [state.strip() for line in read_text(file).splitlines() if line.strip() for state in line.split("|")]
        for state in states:
            if STATE.fullmatch(state) is None:
                raise UnreadableInput(
                    f"{shown_path(file)}: `{state[:80]}` is no state like `activity<0>` or `click<3>`"
                )
        found[str(int(file.stem))] = states
    return found
