"""AndroidWorld's episodes: a file `TASK_INSTANCE.pkl.gz` with a list of them, or the one file of a run that earlier
versions wrote; each becomes a recorded run.

Source: android_world/checkpointer.py, suite_utils.py, agents/t3a.py and m3a.py, env/json_action.py and
representation_utils.py (github.com/google-research/android_world, 2025).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from handrail.bench.importers.android_world_action import Untouched, read_json_action
from handrail.bench.importers.android_world_screen import read_picture, read_screen
from handrail.bench.importers.inert_pickle import read_pickle
from handrail.bench.importers.recorded_run import RunStep, write_run
from handrail.bench.importers.written import WrittenFiles, new_folder, remarks_of
from handrail.device.action import Action
from handrail.device.recorder import STOPPED
from handrail.error import UnreadableInput
from handrail.strict_json import shown_path

ENDING = ".pkl.gz"
_ELEMENTS = ("before_element_list", "before_ui_elements")
_PICTURES = ("before_screenshot", "raw_screenshot")
_UNFIT = re.compile(r"[^A-Za-z0-9.-]+")


@dataclass(slots=True)
class _Counts:
    runs: int = 0
    failed: int = 0
    untouched: int = 0
    unreadable: int = 0
    files: list[Path] = field(default_factory=list)


def import_android_world(source: Path, out: Path) -> WrittenFiles:
    """Every episode of a file, or of the files in a folder, as a run of its own below `out`.

    Raises `UnreadableInput` with file, episode, step and field. Each file's runs are written before the next is read:
    together they may be more than memory holds.
    """
    files = _files(source)
    folder, counts = new_folder(out), _Counts()
    for file in files:
        episodes = _episodes_of(read_pickle(file), file)
        for number, episode in enumerate(episodes, 1):
            _import_episode(_Place(f"{shown_path(file)}: episode {number}"), episode, folder, counts)
    remarks = (
        (counts.failed, "episodes left out that ended in an error and hold no steps"),
        (counts.untouched, "steps left out whose action touches no phone: an answer, or nothing known"),
        (counts.unreadable, "steps left out in which the agent named no action"),
    )
    return WrittenFiles(counts.runs, "runs", tuple(counts.files), remarks_of(remarks))


def _episodes_of(content: Any, file: Path) -> list[Any]:
    """The episodes of a task; or of a whole run, in the one file that earlier versions wrote beside a list of names."""
    episodes, names = content if isinstance(content, tuple) and len(content) == 2 else (content, [])
    if not isinstance(episodes, list) or not isinstance(names, list | tuple):
        found = type(content).__name__
        raise UnreadableInput(f"{shown_path(file)}: {found} where a list of episodes was expected")
    return episodes


def _files(source: Path) -> list[Path]:
    if not source.is_dir():
        return [source]
    files = sorted(source.glob(f"*{ENDING}"))
    if not files:
        raise UnreadableInput(f"{shown_path(source)}: no file ends in {ENDING}; name AndroidWorld's folder of a run")
    return files


@dataclass(frozen=True, slots=True)
class _Place:
    name: str

    def fail(self, found: str) -> NoReturn:
        raise UnreadableInput(f"{self.name}: {found}")


def _import_episode(place: _Place, episode: Any, folder: Path, counts: _Counts) -> None:
    if not isinstance(episode, Mapping):
        place.fail(f"{type(episode).__name__} where a dict was expected")
    goal, task = (_text(place, episode, name) for name in ("goal", "task_template"))
    data = episode.get("episode_data")
    if isinstance(data, float):  # not a number: what AndroidWorld writes where a run ended in an error
        counts.failed += 1
        return
    steps = [step for step in _steps(place, data, counts) if step is not None]
    if not steps:
        place.fail("no step in which the agent touched the phone")
    if steps[-1].action.type != "finish":
        steps.append(RunStep(steps[-1].screen, Action("finish", text=STOPPED), None))
    run = folder / f"{_UNFIT.sub('-', task)[:80]}-{counts.runs + 1:04}"
    write_run(run, goal, task, steps)
    counts.runs += 1
    counts.files.append(run)


def _text(place: _Place, fields: Mapping[Any, Any], name: str) -> str:
    if not isinstance(fields.get(name), str):
        place.fail(f"{name}: {type(fields.get(name)).__name__} where text was expected")
    return str(fields[name])


def _steps(place: _Place, data: Any, counts: _Counts) -> Iterator[RunStep | None]:
    if not isinstance(data, Mapping) or not all(isinstance(column, list) for column in data.values()):
        place.fail("episode_data: not a dict with a list for each field")
    lengths = {name: len(column) for name, column in data.items()}
    if len(set(lengths.values())) > 1:
        place.fail(f"episode_data: not every field has as many steps: {lengths}"[:400])
    elements = next((name for name in _ELEMENTS if name in data), None)
    if elements is None:
        place.fail(f"episode_data: neither {' nor '.join(_ELEMENTS)}, so what stood on the screens is not known")
    for number in range(next(iter(lengths.values()), 0)):
        step = {name: column[number] for name, column in data.items()}
        yield _step(_Place(f"{place.name}, step {number + 1}"), step, elements, counts)


def _step(place: _Place, step: Mapping[str, Any], elements: str, counts: _Counts) -> RunStep | None:
    try:
        picture = read_picture(next((step[name] for name in _PICTURES if step.get(name) is not None), None))
        screen = read_screen(step[elements], picture)
        action = read_json_action(step, screen)
    except UnreadableInput as error:
        place.fail(str(error))
    match action:
        case Action():
            return RunStep(screen, action, picture)
        case Untouched.UNREADABLE:
            counts.unreadable += 1
        case Untouched.NO_TOUCH:
            counts.untouched += 1
    return None
