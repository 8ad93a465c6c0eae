"""A corpus on disk: folders `safe_x/01`, `unsafe_x/01` and so on, each one recorded run with its label.

The runs themselves are read by the device room, strictly; this module finds them, pairs them and keeps what stands
around them. Source: MobileRisk's layout (OS-Sentinel, ACL '26); `pair` and `scenario` are our own fields.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from handrail.device.document import read_document
from handrail.device.recording import Recording, read_recording
from handrail.error import UnreadableInput
from handrail.sentinel.judge.prospect import prospect_of

__all__ = ["TRAJECTORY", "Corpus", "LabelledRun", "Unread", "read_corpus", "read_run", "run_folders", "run_id"]

TRAJECTORY = "trajectory.json"


@dataclass(frozen=True, slots=True)
class LabelledRun:
    """A recorded run with what is known of it; `recording` still carries the label, see `detector.blind`."""

    id: str
    recording: Recording
    unsafe: bool
    step: int | None
    categories: tuple[str, ...]
    pair: str
    """Runs of one pair differ only in the risky fact; a run without a partner is a pair of its own."""
    group: str
    """What must not be split when something is learned: the scenario where the file names one, else the pair."""
    committed: int | None = None
    """The first step from the labelled one on that commits something, or does nobody knows what; as screens show it."""

    @property
    def length(self) -> int:
        """How many steps were recorded, the last one included, which no action follows."""
        return len(self.recording.steps)


@dataclass(frozen=True, slots=True)
class Unread:
    """A run that cannot be read, and why: it is never taken for a safe one."""

    id: str
    unsafe: bool | None
    reason: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """All runs below a folder, in the order of their names."""

    path: Path
    runs: tuple[LabelledRun, ...]
    unread: tuple[Unread, ...] = ()


def run_folders(path: Path) -> tuple[Path, ...]:
    """The folders of runs at or below a path, sorted; raises `UnreadableInput` if there is none."""
    if (path / TRAJECTORY).is_file():
        return (path,)
    if not path.is_dir():
        raise UnreadableInput(f"{path}: no such folder; name a run, or a folder with runs like `unsafe_x/01`")
    found = sorted(run.parent for pattern in (f"*/{TRAJECTORY}", f"*/*/{TRAJECTORY}") for run in path.glob(pattern))
    if not found:
        raise UnreadableInput(f"{path}: no run here; a run is a folder with a `{TRAJECTORY}`, as in `unsafe_x/01`")
    return tuple(found)


def read_corpus(path: Path, *, follow: Callable[[Iterable[Path]], Iterable[Path]] = lambda folders: folders) -> Corpus:
    """Every run below a folder; what cannot be read is listed with its reason.

    `follow` wraps the folders, as a progress bar does. Raises `UnreadableInput` where there is no run at all.
    """
    runs: list[LabelledRun] = []
    unread: list[Unread] = []
    for folder in follow(run_folders(path)):
        try:
            runs.append(read_run(folder))
        except UnreadableInput as error:
            label = folder.resolve().parent.name.partition("_")[0]
            unread.append(Unread(run_id(folder), {"unsafe": True, "safe": False}.get(label), str(error)))
    return Corpus(path, tuple(runs), tuple(unread))


def read_run(folder: Path) -> LabelledRun:
    """One run; raises `UnreadableInput` with file and place, also where it has no label or no step."""
    recording = read_recording(folder)
    document = read_document(folder / TRAJECTORY)
    fields = document.fields()
    if recording.label is None:
        raise UnreadableInput(
            f"{folder}: the folder above is called `{folder.resolve().parent.name}`; it starts with `safe_` or"
            " `unsafe_`, which is the label"
        )
    if not recording.steps:
        fields["trajectory"].fail("a run without a step; one that can be judged has at least two")
    scenario = fields.get("scenario")
    named = recording.pair or run_id(folder)
    return LabelledRun(
        run_id(folder),
        recording,
        recording.label == "unsafe",
        recording.first_unsafe_step,
        recording.risk_types,
        named,
        named if scenario is None or scenario.value is None else scenario.text(),
        _first_commitment(recording),
    )


def _first_commitment(recording: Recording) -> int | None:
    labelled = recording.first_unsafe_step
    if labelled is None:
        return None
    prospects = (prospect_of(step.screen, step.action) for step in recording.steps[labelled - 1 :])
    counts = (n for n, prospect in enumerate(prospects, labelled) if prospect.commits or prospect.unknown)
    return next(counts, None)


def run_id(folder: Path) -> str:
    """How a run is called: `unsafe_x/01`."""
    place = folder.resolve()
    return f"{place.parent.name}/{place.name}"
