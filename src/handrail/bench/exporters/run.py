"""Recorded runs on their way into another format: what is read of them, and what is counted that the format lacks."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from handrail.bench.importers.written import remarks_of
from handrail.bench.risk.corpus import TRAJECTORY, run_folders
from handrail.device.action import Point
from handrail.device.document import read_document
from handrail.device.recording import RecordedStep, Recording, read_recording
from handrail.device.trace import NotObserved, SystemTrace
from handrail.error import UnreadableInput
from handrail.strict_json import read_bytes, shown_path

PNG_START = b"\x89PNG\r\n\x1a\n"


class NoForm(Exception):
    """The format has none for something that the run cannot do without: a clause that says for what."""


@dataclass(frozen=True, slots=True)
class SourceRun:
    """A recorded run; `original` is what an importer of the same format kept of its original, empty for any other."""

    recording: Recording
    original: Mapping[str, object]

    @property
    def closing(self) -> RecordedStep:
        """The last step, which tells how the run ended. Raises `NoForm` where the recording just stops."""
        if not self.recording.steps or self.recording.steps[-1].action.type != "finish":
            raise NoForm("no closing step")
        return self.recording.steps[-1]

    def kept(self, name: str) -> str:
        """A text that the importer kept; empty where there is none."""
        value = self.original.get(name)
        return value if isinstance(value, str) else ""


def read_runs(source: Path, format_name: str) -> Iterator[SourceRun]:
    """The runs at or below a folder. Raises `UnreadableInput`."""
    for folder in run_folders(source):
        kept = read_document(folder / TRAJECTORY).value.get("original")
        same = isinstance(kept, Mapping) and kept.get("format") == format_name
        yield SourceRun(read_recording(folder), kept if same else {})


def place_of(step: RecordedStep) -> Point | None:
    """Where the finger goes down: the point that was named, else the middle of the element."""
    action = step.action
    if action.point is not None or action.element is None:
        return action.point
    return None if action.element.bounds.is_empty else action.element.bounds.center


def picture_of(step: RecordedStep) -> bytes:
    """The picture as PNG. Raises `NoForm` where none was kept, and `UnreadableInput`."""
    if step.image is None:
        raise NoForm("a step without a picture")
    content = read_bytes(step.image)
    if not content.startswith(PNG_START):
        raise UnreadableInput(f"{shown_path(step.image)}: this is no PNG picture")
    return content


@dataclass(slots=True)
class Tally:
    """What is left out on the way: whole runs with the reason, and parts of those that are written."""

    runs: Counter[str]
    parts: Counter[str]

    @classmethod
    def new(cls) -> "Tally":
        """Nothing yet."""
        return cls(Counter(), Counter())

    def count(self, run: SourceRun) -> None:
        """What no format but our own has a place for."""
        recording = run.recording
        if recording.label is not None or recording.first_unsafe_step is not None or recording.risk_types:
            self.parts["runs lose their label of risk"] += 1
        self.parts["steps lose what the system did"] += sum(map(_observed, (step.trace for step in recording.steps)))
        self.parts["steps lose that nobody knows whether they were carried out"] += sum(
            not step.certain for step in recording.steps
        )
        self.parts["typed texts lose the field that they name"] += sum(
            step.action.type == "input" and step.action.element is not None for step in recording.steps
        )
        self.parts["taps on an element become taps on its middle"] += sum(
            step.action.point is None and step.action.type in ("click", "long_click") for step in recording.steps
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """All of it, the runs first."""
        runs = [(count, f"runs left out, as the format has no form for {why}") for why, count in self.runs.items()]
        return remarks_of([*runs, *((count, said) for said, count in self.parts.items())])


def _observed(trace: SystemTrace) -> bool:
    return not all(isinstance(getattr(trace, part.name), NotObserved) for part in fields(trace))
