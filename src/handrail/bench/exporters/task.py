"""Task files on their way into another format: the tasks, with what stands in the file beside what Handrail reads."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from handrail.bench.task_file import Task, load_tasks
from handrail.device.document import read_document
from handrail.error import UnreadableInput
from handrail.strict_json import shown_path


@dataclass(frozen=True, slots=True)
class Tasks:
    """The tasks of one file, of one app."""

    path: Path
    document: Mapping[str, Any]
    tasks: tuple[Task, ...]

    @property
    def pairs(self) -> Iterator[tuple[Task, Mapping[str, Any]]]:
        """Each task with what the file has of it."""
        return zip(self.tasks, self.document["tasks"], strict=True)

    @staticmethod
    def losses(read: Iterable["Tasks"]) -> list[tuple[int, str]]:
        """What formats of instructions alone have no place for."""
        tasks = [task for tasks in read for task in tasks.tasks]
        return [
            (sum(bool(task.steps) for task in tasks), "tasks lose their steps"),
            (
                sum(task.spec is not None or task.wrong_spec is not None for task in tasks),
                "tasks lose their gold rules",
            ),
            (sum(task.now is not None for task in tasks), "tasks lose their clock"),
        ]


def read_tasks(source: Path) -> list[Tasks]:
    """A task file of one app, or those of a folder. Raises `UnreadableInput`."""
    files = sorted(source.glob("*.json")) if source.is_dir() else [source]
    if not files:
        raise UnreadableInput(f"{shown_path(source)}: no file ends in .json; name a task file, or a folder of some")
    return [_read(file) for file in files]


def _read(file: Path) -> Tasks:
    tasks = load_tasks(file)
    document = read_document(file).value
    if not isinstance(document, Mapping):
        raise UnreadableInput(f"{shown_path(file)}: a list of tasks that bring their own states; name files of one app")
    return Tasks(file, document, tasks)
