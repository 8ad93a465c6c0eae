"""A connected app as a device: its screen is what it reported, and an action runs when the app's handler has run."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from handrail.device.action import Action
from handrail.device.device import OTHERWISE, Executed, Execution, Precondition, Refused, StaleScreen
from handrail.device.trace import SystemTrace, nothing_observed
from handrail.error import DeviceLost
from handrail.server.app_port.declared import ProposedEvent
from handrail.server.app_port.reported import Reported
from handrail.server.app_port.reported_screen import ReportedScreen, reported_screen

Runs: TypeAlias = Callable[[ProposedEvent], Awaitable[bool | None]]
"""Lets a handler run in the app, and says whether it did; None where nobody knows."""


@dataclass(slots=True)
class AppDevice:
    """The device of one session. `event` is what waits for a decision now; `lost` why there is no app any more."""

    name: str
    package: str
    reported: Reported
    runs: Runs
    now: Callable[[], datetime]
    event: ProposedEvent | None = None
    lost: str = ""
    _ran: int = field(default=0)

    @property
    def screen(self) -> ReportedScreen:
        """What the app says of itself now. Another page after each commitment that its handler has carried out."""
        event = self.event
        return reported_screen(
            self.package,
            f"{self.package}.after.{self._ran}",
            self.reported.states,
            self.reported.rows(),
            self.reported.gone(),
            sorted(self.reported.whole),
            *(() if event is None else (event.event, event.anticipation)),
        )

    async def observe(self) -> ReportedScreen:
        """What the app says of itself now. Raises `DeviceLost`."""
        self._demand_there()
        return self.screen

    async def screenshot(self) -> bytes:
        """Nobody takes a picture of what an app says."""
        raise DeviceLost("an app that takes part over the app protocol sends no pictures")

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        """Let the app's own handler run: once, for this event. To wait is to look again."""
        self._demand_there()
        if on is not None and not on.holds(self.screen):
            return StaleScreen(OTHERWISE, self.screen)
        event = self.event
        if event is None and action.type == "wait":
            return Executed()
        if event is None:
            return Refused("the app acts on its own events alone; touch it, and its event will be asked about")
        ran = await self.runs(event)
        if ran is None:
            raise DeviceLost("the app does not say whether its handler ran to its end")
        if not ran:
            return Refused("the app did not run its handler")
        self._ran += bool(event.anticipation.commits)
        return Executed()

    async def clock(self) -> datetime:
        """The server's time: the protocol has no other."""
        return self.now()

    async def resolve_app(self, name: str) -> str | Refused:
        """The app itself, and no other."""
        return name if name == self.package else Refused(f"this session is with {self.package} alone")

    async def trace(self) -> SystemTrace:
        """An app does not see what the system does."""
        return nothing_observed("a connected app says nothing of the system")

    async def close(self) -> None:
        """Nothing to let go of: the session gives the app back."""

    def _demand_there(self) -> None:
        if self.lost:
            raise DeviceLost(self.lost)
