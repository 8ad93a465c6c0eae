"""The data that a recipe names: what comes with Handrail, as `bundled:first-contact`, or files by path and pattern."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict

from handrail.bench.task_file import Task, load_tasks
from handrail.error import UnreadableInput
from handrail.language.diagnostic import did_you_mean
from handrail.strict_json import read_bytes

__all__ = ["BUNDLED", "Files", "TaskSet", "Tasks", "digest_of_files", "files_of", "tasks_in"]

PREFIX = "bundled:"

BUNDLED: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "first-contact": ("bench/first_contact/tasks/*.json", "72 short tasks of 17 apps, 20 of them not in English"),
        "second-contact": ("bench/first_contact/second/*.json", "35 short tasks of five other apps"),
        "first-contact-answers": (
            "bench/first_contact/answers.jsonl",
            "what a large model answered to the questions of first-contact, given blind",
        ),
    }
)
"""By name: where in the package, and what it is."""


def _as_list(raw: object) -> object:
    return (raw,) if isinstance(raw, str) else raw


Files: TypeAlias = Annotated[tuple[str, ...], BeforeValidator(_as_list, json_schema_input_type=str | tuple[str, ...])]
"""Files by path, pattern or `bundled:` name; one may stand without a list."""


class TaskSet(BaseModel):
    """Some task files under one name; `dataset` takes those tasks only that say they are of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    files: Files
    name: str = ""
    dataset: str = ""

    @property
    def label(self) -> str:
        """How tables call it."""
        return self.name or self.dataset or ", ".join(Path(file.removeprefix(PREFIX)).stem for file in self.files)


def _by_file(raw: object) -> object:
    return {"files": raw} if isinstance(raw, str) else raw


Tasks: TypeAlias = Annotated[TaskSet, BeforeValidator(_by_file, json_schema_input_type=str | TaskSet)]
"""One file, pattern or bundled name, or a mapping."""


def files_of(named: Iterable[str], base: Path) -> tuple[Path, ...]:
    """The files, sorted. Raises `UnreadableInput` for a name or a pattern that stands for none."""
    return tuple(path for name in named for path in _files_of(name, base))


def _files_of(named: str, base: Path) -> list[Path]:
    pattern, root = named, base
    if named.startswith(PREFIX):
        name = named.removeprefix(PREFIX)
        if name not in BUNDLED:
            raise UnreadableInput(f"`{named}`: nothing is bundled so; {did_you_mean(name, list(BUNDLED), 'there are')}")
        pattern, root = BUNDLED[name][0], Path(str(files("handrail")))
    path = root / Path(pattern).expanduser()
    if path.is_file():
        return [path]
    if path.is_dir():
        found = sorted(path.rglob("*.json"))
    else:
        start = Path(path.anchor)
        found = sorted(start.glob(str(path.relative_to(start))))
    if not found:
        raise UnreadableInput(f"`{named}`: no such file; paths in a recipe start from its own folder, {base}")
    return found


def tasks_in(sets: Iterable[TaskSet], base: Path) -> dict[str, tuple[Task, ...]]:
    """The tasks of each set, by its name. Raises `UnreadableInput`, also for a set without a task."""
    found: dict[str, tuple[Task, ...]] = {}
    for task_set in sets:
        read = [task for path in files_of(task_set.files, base) for task in load_tasks(path)]
        chosen = tuple(task for task in read if not task_set.dataset or task.dataset == task_set.dataset)
        if not chosen:
            named = ", ".join(sorted({task.dataset or "none" for task in read}))
            raise UnreadableInput(
                f"{task_set.label}: no task is of the data set `{task_set.dataset}`; the files have {named}"
            )
        found[task_set.label] = found.get(task_set.label, ()) + chosen
    return found


def digest_of_files(paths: Iterable[Path]) -> str:
    """SHA-256 over names and contents, in their order."""
    digest = sha256()
    for path in paths:
        digest.update(f"{path.name}\n".encode())
        digest.update(sha256(read_bytes(path)).digest())
    return digest.hexdigest()
