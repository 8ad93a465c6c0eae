"""Steps of an imported run, written as a recording: what the system did in between is not known and not invented."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from handrail.device.action import Action
from handrail.device.hierarchy import write_hierarchy
from handrail.device.recorded_action import write_action
from handrail.device.recorder import STOPPED, screen_objects
from handrail.device.screen import Screen
from handrail.device.trace import nothing_observed
from handrail.device.trace_json import write_trace
from handrail.device.trajectory_folder import StepFiles, TrajectoryFolder
from handrail.error import MissingExtra, install_line

NOT_KEPT = "the original did not keep it"


@dataclass(frozen=True, slots=True)
class Picture:
    """Pixels, three bytes each, row by row."""

    width: int
    height: int
    pixels: bytes

    def png(self) -> bytes:
        """The picture as PNG."""
        try:
            from PIL import Image
        except ImportError as error:
            raise MissingExtra(f"pictures are written with Pillow: {install_line('handrail[phone]')}") from error
        written = BytesIO()
        Image.frombytes("RGB", (self.width, self.height), self.pixels).save(written, "PNG")
        return written.getvalue()


@dataclass(frozen=True, slots=True)
class PngFile:
    """A picture that is PNG already."""

    content: bytes

    def png(self) -> bytes:
        """The picture as it is."""
        return self.content


@dataclass(frozen=True, slots=True)
class RunStep:
    """A step: the screen before the action, the action, and the picture where one was kept."""

    screen: Screen
    action: Action
    picture: Picture | PngFile | None


def write_run(
    folder: Path,
    query: str,
    application: str,
    steps: Iterable[RunStep],
    original: Mapping[str, object] | None = None,
) -> None:
    """Write a recording into a new folder. Raises `Misuse` where the folder cannot be written.

    `original` is what the original holds beside the steps and Handrail does not read; an exporter writes it back.
    """
    opened, _ = TrajectoryFolder.open(folder, query, application, STOPPED)
    if original is not None:
        opened.head["original"] = dict(original)
    for step in steps:
        screen = step.screen
        shown = {
            "text": " ".join(element.text for element in screen.elements() if element.text),
            "package": screen.package,
            "activity": screen.activity,
            "width_pixels": screen.width_pixels,
            "height_pixels": screen.height_pixels,
        }
        state = write_trace(nothing_observed(NOT_KEPT), opened.file_hash) | {"screen": shown}
        picture = None if step.picture is None else step.picture.png()
        files = StepFiles(write_hierarchy(screen), state, screen_objects(screen), picture)
        opened.add(write_action(step.action, screen), files, now_ms=0)
        opened.confirm()
