"""A recorded trajectory played back as a device: no phone, no clock, the same screens every time."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from handrail.device.action import Action
from handrail.device.device import OTHERWISE, Executed, Execution, Precondition, Refused, StaleScreen, precondition_of
from handrail.device.element import ElementIdentity
from handrail.device.hidden_text import HIDDEN, without_typed
from handrail.device.reception import receive
from handrail.device.recording import RecordedStep, Recording, read_recording
from handrail.device.screen import Screen
from handrail.device.test_mark import Marked
from handrail.device.trace import SystemTrace, nothing_observed, one_after_the_other
from handrail.error import Misuse, UnreadableInput
from handrail.strict_json import read_bytes

_LONGEST_MOMENT = 14
"""Digits of milliseconds since 1970 up to the year 5138."""


@dataclass(slots=True)
class ReplayDevice:
    """Shows what was recorded and takes only the actions that were recorded, in their order.

    The trace of a step was recorded before its action, so after an action comes the trace of the next step.
    """

    recording: Recording
    position: int = 0
    _pending: SystemTrace | None = field(init=False)

    def __post_init__(self) -> None:
        if not self.recording.steps:
            raise Misuse(f"{self.recording.folder}: the recording has no step, so there is nothing to play back")
        self._pending = self._step().trace

    @property
    def name(self) -> str:
        """`replay:` and the folder."""
        return f"replay:{self.recording.folder}"

    @property
    def finished(self) -> bool:
        """Whether every recorded action was taken."""
        return self.position == len(self.recording.steps)

    async def observe(self) -> Screen:
        """The recorded screen; after the last action the last one stays."""
        return self._step().screen

    async def screenshot(self) -> bytes:
        """The recorded picture; raises `UnreadableInput` where none was kept."""
        image = self._step().image
        if image is None:
            raise UnreadableInput(f"{self.recording.folder}: step {self._step().stem} was recorded without a picture")
        return read_bytes(image)

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        """Go on to the next step if this is what was done then."""
        if self.finished:
            return Refused("the recording ends here")
        step = self._step()
        on = precondition_of(action, on)
        if on is not None and not on.holds(step.screen):
            return StaleScreen(OTHERWISE, step.screen)
        found = receive(action, step.screen)
        if isinstance(found, StaleScreen):
            return found
        done = without_typed(action, step.screen) if step.action.text == HIDDEN else action
        if _essence(done) != _essence(step.action):
            return Refused(f"step {self.position + 1} of the recording is {_said(step.action)}, not {_said(action)}")
        self._go_on()
        return Executed()

    async def clock(self) -> datetime:
        """When the step was recorded; in UTC, since a recording tells no zone."""
        moment = self._step().stem.rpartition("_")[2]
        if not (moment.isascii() and moment.isdecimal() and len(moment) <= _LONGEST_MOMENT):
            raise UnreadableInput(
                f"{self.recording.folder}: step {self._step().stem} does not say when it was recorded"
            )
        return datetime.fromtimestamp(int(moment) / 1000, UTC)

    async def resolve_app(self, name: str) -> str | Refused:
        """The name itself where the recording opens an app by it: what else is on the phone nobody recorded."""
        opened = {step.action.target for step in self.recording.steps if step.action.type == "open_app"}
        return name if name in opened else Refused(f"the recording opens no app that is called `{name}`")

    async def trace(self) -> SystemTrace:
        """What the recording says of the time since the last call."""
        trace, self._pending = self._pending, None
        return trace or nothing_observed("the recording holds one trace for each step, and it was given already")

    async def test_mark(self) -> Marked:
        """Nothing that is done to it is done to a phone."""
        return Marked("it is a recording")

    async def close(self) -> None:
        """Nothing to let go of."""

    def _go_on(self) -> None:
        self.position += 1
        later = nothing_observed("the recording ends here") if self.finished else self._step().trace
        self._pending = later if self._pending is None else one_after_the_other(self._pending, later)

    def _step(self) -> RecordedStep:
        return self.recording.steps[min(self.position, len(self.recording.steps) - 1)]


def open_replay(place: str) -> ReplayDevice:
    """The device `replay:PATH`. Raises `Misuse` without a path, and `UnreadableInput`."""
    if not place:
        raise Misuse("`replay` names no recording; write it as `replay:FOLDER`")
    return ReplayDevice(read_recording(Path(place)))


def _essence(action: Action) -> tuple[str, ElementIdentity | str | None, str | None, str | None]:
    """What an action does; how the agent called an element does not matter beside the element, nor its last words."""
    what = action.element if action.element is not None else action.target
    return action.type, what, None if action.type == "finish" else action.text, action.direction


def _said(action: Action) -> str:
    element = action.element
    label = (element.text or element.description or element.resource_id or element.class_name) if element else None
    details = [f"`{part}`" for part in (label or action.target, action.text, action.direction) if part]
    return " ".join([action.type, *details])
