"""One run as a line of a corpus (`handrail.runs/1`), read strictly: where it stands wrong, the message says so.

What many lines repeat (the states of apps, a home screen) is read once and kept, by its content; so are the readings
of screens. What is kept is bounded, whatever the size of the corpus. Source: docs/corpora.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import UNSET, DecodeError, Raw, Struct, UnsetType
from msgspec.json import Decoder

from handrail.app.app import App
from handrail.app.document import read_app
from handrail.app.update import Update
from handrail.bench.task_file import Task, TaskStep
from handrail.device.action import Action
from handrail.device.document import Node, parse_document
from handrail.device.hierarchy import KeptElements, read_hierarchy
from handrail.device.recorded_action import read_call
from handrail.device.recording import RecordedStep, Recording, read_screen, read_step
from handrail.device.screen import Screen
from handrail.error import UnreadableInput
from handrail.language.similarity.cache import Cache
from handrail.strict_json import read_json

NOWHERE = Path("run")
_KEPT_APPS = 64
KEPT_SCREENS = 256
_KEPT_ELEMENTS = 8_192
"""From screen to screen of a run most of them are the same."""


class StepRecord(Struct):
    """A step: the action, the screen and state before it, and the updates that it brought, as they are written."""

    action: Raw
    xml: str | None = None
    state: Raw | UnsetType = UNSET
    updates: Raw | UnsetType = UNSET
    critical: list[str] | str | None = None
    outcome: str = "executed"


class RunRecord(Struct):
    """A run. Without `rules` nothing is replayed, and without screens nothing is scanned."""

    id: str
    steps: list[StepRecord]
    instruction: str = ""
    application: str = ""
    now: str | None = None
    states: Raw | UnsetType = UNSET
    rules: list[str] | None = None
    opening: Raw | UnsetType = UNSET


_ScreenKey: TypeAlias = tuple[str, str, str, int, int]
"""The tree as XML, package and activity, width and height."""


@dataclass(frozen=True, slots=True)
class RunReader:
    """Reads records; make it with `reader`, one for each process."""

    decoder: Decoder[RunRecord]
    apps: Cache[bytes, App]
    windows: Cache[_ScreenKey, Screen]

    def record(self, line: bytes) -> RunRecord:
        """The record on a line. Raises `UnreadableInput`."""
        try:
            return self.decoder.decode(line)
        except (DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise UnreadableInput(f"{error}; a run is an object with `id` and `steps`, see docs/corpora.md") from error

    def task(self, record: RunRecord) -> Task:
        """The run as a path that can be replayed under its rules. Raises `UnreadableInput`."""
        if record.states is UNSET:
            raise UnreadableInput("a run with `rules` brings the `states` that they speak of")
        steps = tuple(_task_step(n, step) for n, step in enumerate(record.steps, 1))
        for step in steps[:-1]:
            if step.action.type == "finish":
                raise UnreadableInput(f"step {step.n} is a finish and not the last step; a path ends there")
        opening = _updates(record.opening, "opening")["post"]
        if opening:
            steps = (TaskStep(0, Action("wait"), observed=opening), *steps)
        now = None if record.now is None else _moment(record.now)
        return Task(record.id, self.apps(bytes(record.states)), record.instruction, now, steps)

    def recording(self, record: RunRecord) -> Recording | None:
        """The run as the sentinel sees it; None where no screen was kept. Raises `UnreadableInput`."""
        if all(step.xml is None for step in record.steps):
            return None
        return Recording(NOWHERE, record.instruction, record.application, tuple(self._recorded(record)))

    def _recorded(self, record: RunRecord) -> Iterator[RecordedStep]:
        hash_before = None
        for n, step in enumerate(record.steps, 1):
            if step.xml is None or step.state is UNSET:
                raise UnreadableInput(f"step {n} has no {'screen' if step.xml is None else 'state'}, and others have")
            state = parse_document(bytes(step.state), f"step {n}, state")
            entry = _entry(n, step)
            try:
                screen = self._screen(step.xml, state.field("screen"))
            except UnreadableInput as error:
                raise UnreadableInput(f"step {n}: {error}") from error
            recorded = read_step(f"{n:03}", entry, state, screen, hash_before)
            hash_before = recorded.file_hash
            yield recorded

    def _screen(self, xml: str, said: Node) -> Screen:
        fields = said.fields()
        if not {"package", "activity", "width_pixels", "height_pixels"} <= fields.keys():
            return read_screen(read_hierarchy(xml).windows, said)
        size = fields["width_pixels"].whole(1), fields["height_pixels"].whole(1)
        return self.windows((xml, fields["package"].text(), fields["activity"].text(), *size))


def reader() -> RunReader:
    """A reader that has read nothing yet."""
    elements = KeptElements(_KEPT_ELEMENTS)

    def screen(key: _ScreenKey) -> Screen:
        xml, package, activity, width, height = key
        return read_hierarchy(xml, elements).screen(package, activity, width, height)

    return RunReader(Decoder(RunRecord), Cache(_app, _KEPT_APPS), Cache(screen, KEPT_SCREENS))


def _app(document: bytes) -> App:
    return read_app(read_json(document, "states"), "states")


def _entry(n: int, step: StepRecord) -> Node:
    name = f"step {n}, action"
    action = parse_document(bytes(step.action), name)
    return Node(action.document, {"action": action.value, "outcome": step.outcome})


def _task_step(n: int, step: StepRecord) -> TaskStep:
    kind, _ = read_call(parse_document(bytes(step.action), f"step {n}, action"))
    critical = step.critical or ()
    updates = _updates(step.updates, f"step {n}, updates")
    return TaskStep(
        n,
        Action(kind, target=bytes(step.action).decode()),  # a replay only asks whether two actions are the same
        updates["pre"],
        updates["post"],
        (critical,) if isinstance(critical, str) else tuple(critical),
    )


def _updates(raw: Raw | UnsetType, name: str) -> dict[str, tuple[Update, ...]]:
    """Those of each phase. What an update says is judged by the replay; here only its shape is."""
    said: Any = () if raw is UNSET else read_json(bytes(raw), name)
    if not isinstance(said, list | tuple):
        raise UnreadableInput(f"{name}: a list of updates was expected")
    for update in said:
        if not isinstance(update, dict) or update.get("phase") not in ("pre", "post"):
            raise UnreadableInput(f"{name}: an update is an object whose `phase` is pre or post")
    return {
        phase: tuple(
            Update(told.get("state"), told.get("set"), told.get("delete")) for told in said if told["phase"] == phase
        )
        for phase in ("pre", "post")
    }


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise UnreadableInput(f"`now` is {text[:40]!r}; write a moment such as 2025-03-10T09:00") from None
