"""A device that writes down everything that is done to it, as a MobileRisk trajectory folder.

The state before an action is on disk before the action starts. `trajectory.json` is written last and names only
complete steps, so a killed recorder leaves a readable folder and the next one goes on where it stopped. What is typed
into a field that hides it is not written down, and not shown on the pictures; the folder is its owner's alone.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from handrail.device.action import Action
from handrail.device.device import (
    Device,
    Executed,
    Execution,
    PackageVersion,
    Precondition,
    Refused,
    TellsVersions,
)
from handrail.device.element import identify
from handrail.device.hidden_text import without_hidden_text, without_secrets, without_typed
from handrail.device.hierarchy import read_hierarchy, write_hierarchy
from handrail.device.recorded_action import write_action
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace, one_after_the_other
from handrail.device.trace_json import write_trace
from handrail.device.trajectory_folder import Entry, StepFiles, TrajectoryFolder

STOPPED = "stopped"
"""The status of the closing `terminate` of a run that its agent did not finish."""


@dataclass(slots=True)
class Recorder:
    """Wraps a device; make it with `record`."""

    device: Device
    folder: TrajectoryFolder
    now_ms: Callable[[], int]
    pictures: bool
    _seen: Screen | None = None
    _unwritten: SystemTrace | None = None
    _undelivered: SystemTrace | None = None
    _ended: bool = False

    @property
    def name(self) -> str:
        """The name of the recorded device."""
        return self.device.name

    async def observe(self) -> Screen:
        """What the phone shows now."""
        self._seen = await self.device.observe()
        return self._seen

    async def screenshot(self) -> bytes:
        """A picture of the screen, as PNG."""
        return await self.device.screenshot()

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        """Write the state down, carry the action out, and say so; an action that was not carried out leaves nothing."""
        entry = await self._write_state(action)
        execution = await self.device.execute(action, on=on)
        self._seen = None
        if isinstance(execution, Executed):
            await asyncio.to_thread(self.folder.confirm)
            self._unwritten, self._ended = None, action.type == "finish"
        else:
            await asyncio.to_thread(self.folder.withdraw, entry)
        return execution

    async def clock(self) -> datetime:
        """The time of the recorded device."""
        return await self.device.clock()

    async def resolve_app(self, name: str) -> str | Refused:
        """What the recorded device calls by that name."""
        return await self.device.resolve_app(name)

    async def version(self, package: str) -> PackageVersion | None:
        """What the recorded device says, where it can."""
        return await self.device.version(package) if isinstance(self.device, TellsVersions) else None

    def lease(self, holder: str) -> AbstractContextManager[object]:
        """That of the recorded device, where it has one."""
        leased = getattr(self.device, "lease", None)
        return nullcontext() if leased is None else leased(holder)

    async def trace(self) -> SystemTrace:
        """What the system did since the last call; it goes into the next step too."""
        await self._pull_trace()
        trace, self._undelivered = self._undelivered, None
        assert trace is not None
        return trace

    async def close(self) -> None:
        """Write the last state, which shows what the last action did, and let go of the phone."""
        try:
            if self.folder.entries and not self._ended:
                await self._write_state(Action("finish", text=STOPPED))
                await asyncio.to_thread(self.folder.confirm)
                self._ended = True
        finally:
            await self.device.close()

    async def _pull_trace(self) -> SystemTrace:
        trace = await self.device.trace()
        self._unwritten = _after(self._unwritten, trace)
        self._undelivered = _after(self._undelivered, trace)
        return self._unwritten

    async def _write_state(self, action: Action) -> Entry:
        screen = await self._screen_for(action)
        picture = without_secrets(await self.device.screenshot(), screen) if self.pictures else None
        trace = await self._pull_trace()
        return await asyncio.to_thread(self._write, action, screen, picture, trace)

    def _write(self, action: Action, screen: Screen, picture: bytes | None, trace: SystemTrace) -> Entry:
        action = without_typed(action, screen)
        xml = write_hierarchy(without_hidden_text(screen))
        as_written = read_hierarchy(xml).screen(
            screen.package, screen.activity, screen.width_pixels, screen.height_pixels
        )
        state = write_trace(trace, self.folder.file_hash) | {"screen": _screen_fields(as_written)}
        files = StepFiles(xml, state, screen_objects(as_written), picture)
        return self.folder.add(write_action(action, as_written), files, self.now_ms())

    async def _screen_for(self, action: Action) -> Screen:
        """The screen that the agent saw last, unless the element that it names is not on it."""
        screen, wanted = self._seen, action.element
        if screen is not None:
            if wanted is None:
                return screen
            there = screen.at(wanted.path)
            if there is not None and identify(wanted.path, there) == wanted:
                return screen
        return await self.device.observe()


async def record(
    device: Device,
    folder: Path,
    *,
    query: str,
    application: str,
    now_ms: Callable[[], int],
    pictures: bool = True,
) -> Recorder:
    """A recorder of `device` that writes into `folder`, or goes on with the unfinished recording there.

    `now_ms` tells the time in milliseconds since 1970. Raises `Misuse` if the folder holds another run.
    """
    opened, left_over = await asyncio.to_thread(TrajectoryFolder.open, folder, query, application, STOPPED)
    return Recorder(device, opened, now_ms, pictures, _unwritten=left_over)


def _after(earlier: SystemTrace | None, later: SystemTrace) -> SystemTrace:
    return later if earlier is None else one_after_the_other(earlier, later)


def _screen_fields(screen: Screen) -> dict[str, object]:
    return {
        "text": " ".join(element.text for element in screen.elements() if element.text),
        "package": screen.package,
        "activity": screen.activity,
        "width_pixels": screen.width_pixels,
        "height_pixels": screen.height_pixels,
    }


def screen_objects(screen: Screen) -> list[dict[str, object]]:
    """The list of objects of a recorded screen, numbered in document order."""
    return [
        {
            "numeric_tag": number,
            "resource_id": element.resource_id,
            "class": element.class_name,
            "content_description": element.description,
            "text": element.text,
            "checked": "true" if element.checked else "false",
        }
        for number, element in enumerate(screen.elements())
    ]
