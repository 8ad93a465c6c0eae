"""Task files (`handrail.tasks/1`): what a user asked, the steps that carry it out, and gold rules.

A file is one app's `{"app", "package", "states", "tasks"}`, or a list of tasks that bring their own `states`.
Source: docs/replay.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from handrail.app.app import App
from handrail.app.document import OneOrMoreNames, StatesDocument, read_app, schema_of
from handrail.app.faults import as_it_stands, validated
from handrail.app.update import Update
from handrail.device.action import Action, ActionType
from handrail.error import UnreadableInput
from handrail.language.diagnostic import source_lines
from handrail.language.value import show_value
from handrail.strict_json import read_json_file

__all__ = ["LARGEST_STEP", "Task", "TaskStep", "Which", "load_tasks", "tasks_schema"]

LARGEST_STEP = 1_000_000_000

Which: TypeAlias = Literal["spec", "wrong_spec"]


@dataclass(frozen=True, slots=True)
class TaskStep:
    """One step of a path: the action, what it is about to change, what the app answers, what it commits."""

    n: int
    action: Action
    anticipated: tuple[Update, ...] = ()
    observed: tuple[Update, ...] = ()
    commits: tuple[str, ...] = ()
    screen: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """One task of one app. `spec` and `wrong_spec` are gold rules; None where the file has none."""

    id: str
    app: App
    instruction: str
    now: datetime | None
    steps: tuple[TaskStep, ...]
    wrong_instruction: str | None = None
    dataset: str = ""
    spec: tuple[str, ...] | None = None
    wrong_spec: tuple[str, ...] | None = None

    def rules(self, which: Which) -> tuple[str, ...] | None:
        """The gold rules for the instruction, or for the wrong one."""
        return self.spec if which == "spec" else self.wrong_spec


def _exact_integer(value: Any) -> Any:
    if isinstance(value, Decimal):
        if abs(value) > LARGEST_STEP or value != value.to_integral_value():
            raise ValueError(f"a step number is a whole number of at most {LARGEST_STEP:,}")
        return int(value)
    return value


def _as_rules(value: Any) -> Any:
    return source_lines(value) if isinstance(value, str) else value


def _as_text(value: Any) -> Any:
    return show_value(value) if isinstance(value, Decimal) else value


class _ActionDocument(BaseModel):
    model_config = ConfigDict(extra="ignore")

    type: ActionType
    target: str | None = None
    text: str | None = None
    direction: str | None = None


class _UpdateDocument(BaseModel):
    """Only the phase is the file's business; an update that does not fit is refused by the replay and reported."""

    model_config = ConfigDict(extra="ignore")

    state: Any = None
    set: Any = None
    delete: Any = None
    phase: Literal["pre", "post"]


class _StepDocument(BaseModel):
    model_config = ConfigDict(extra="ignore")

    n: Annotated[int, BeforeValidator(_exact_integer)]
    action: _ActionDocument
    updates: list[_UpdateDocument] = Field(default_factory=list)
    critical: OneOrMoreNames = ()
    screen: str | None = None
    description: str | None = None


_Rules: TypeAlias = Annotated[
    tuple[str, ...] | None,
    BeforeValidator(_as_rules),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}, {"type": "null"}]}),
]
"""Rules as a list, or as one text with a rule a line."""


class _TaskDocument(BaseModel):
    model_config = ConfigDict(extra="ignore")

    id: Annotated[str, BeforeValidator(_as_text)]
    instruction: str = ""
    wrong_instruction: str | None = None
    dataset: str | None = None
    now: str | None = None
    steps: list[_StepDocument]
    spec: _Rules = None
    wrong_spec: _Rules = None


def load_tasks(path: Path) -> tuple[Task, ...]:
    """All tasks of a file. Raises `UnreadableInput` that names the file, the task and the field."""
    raw = read_json_file(path)
    if isinstance(raw, list):
        return _checked(
            tuple(
                _task(_own_app(task, f"{path}: task {n}"), task, f"{path}: task {n}") for n, task in enumerate(raw, 1)
            ),
            path,
        )
    if not isinstance(raw, Mapping) or "tasks" not in raw or "states" not in raw:
        raise UnreadableInput(f'{path}: a task file is {{"app": …, "states": …, "tasks": […]}}; see the documentation')
    if not isinstance(raw["tasks"], list):
        raise UnreadableInput(f"{path}: `tasks` is not a list")
    app = read_app(raw, str(path))
    return _checked(tuple(_task(app, task, f"{path}: task {n}") for n, task in enumerate(raw["tasks"], 1)), path)


def _own_app(raw: Any, name: str) -> App:
    if not isinstance(raw, Mapping) or "states" not in raw:
        raise UnreadableInput(f"{name}: a task in a list brings its own `states`")
    return read_app(raw, name)


def _checked(tasks: tuple[Task, ...], path: Path) -> tuple[Task, ...]:
    seen: set[str] = set()
    for task in tasks:
        if task.id in seen:
            raise UnreadableInput(f"{path}: two tasks have the id {task.id!r}")
        seen.add(task.id)
    return tasks


def _task(app: App, raw: Any, name: str) -> Task:
    document = validated(_TaskDocument, raw, name, named=as_it_stands)
    name = f"{name} ({document.id})"
    return Task(
        id=document.id,
        app=app,
        instruction=document.instruction,
        now=_clock(document.now, name),
        steps=_steps(document.steps, name),
        wrong_instruction=document.wrong_instruction,
        dataset=document.dataset or "",
        spec=document.spec,
        wrong_spec=document.wrong_spec,
    )


def _clock(text: str | None, name: str) -> datetime | None:
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise UnreadableInput(f"{name}: `now` is {text!r}; write a moment such as 2025-03-10T09:00") from None


def _steps(documents: list[_StepDocument], name: str) -> tuple[TaskStep, ...]:
    steps = tuple(_step(document) for document in documents)
    for before, after in pairwise(steps):
        if after.n <= before.n:
            raise UnreadableInput(
                f"{name}: step {after.n} follows step {before.n}; number the steps in ascending order"
            )
        if before.action.type == "finish":
            raise UnreadableInput(
                f"{name}: step {after.n} comes after the finish at step {before.n}; a path ends there"
            )
    return steps


def _step(document: _StepDocument) -> TaskStep:
    action = document.action
    return TaskStep(
        n=document.n,
        action=Action(action.type, action.target, action.text, action.direction),
        anticipated=tuple(_update(update) for update in document.updates if update.phase == "pre"),
        observed=tuple(_update(update) for update in document.updates if update.phase == "post"),
        commits=document.critical,
        screen=document.screen or "",
        description=document.description or "",
    )


def _update(document: _UpdateDocument) -> Update:
    return Update(document.state, document.set, document.delete)


class _TaskFileDocument(BaseModel):
    """A task file as its JSON Schema tells it."""

    app: str = ""
    package: str = ""
    states: StatesDocument
    tasks: list[_TaskDocument]


def tasks_schema() -> dict[str, Any]:
    """The JSON Schema of a task file."""
    return schema_of(_TaskFileDocument, "handrail.tasks/1")
