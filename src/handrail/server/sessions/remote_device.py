"""The phone of a client: it shows what the client last said, and acts by handing the action over and waiting."""

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Self

from handrail.app import Apps, Update
from handrail.device.action import Action
from handrail.device.device import OTHERWISE, Executed, Execution, Precondition, Refused, StaleScreen
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace, nothing_observed
from handrail.error import DeviceLost, Misuse
from handrail.language.declaration import States
from handrail.server.app_port.reported import Reported, why_unfit
from handrail.server.sessions.problem import Problem
from handrail.server.sessions.told_screen import told_screen, told_states

_UNTOLD = "the client has not said what its screen shows since it acted"


@dataclass(frozen=True, slots=True)
class ClientReport:
    """What a client says of its phone at one moment, and of the states of apps that have no model.

    `updates` is what it says that the proposed action changes.
    """

    screen: Screen | None = None
    picture: bytes | None = None
    now: datetime | None = None
    observed: tuple[Update, ...] = ()
    updates: tuple[Update, ...] = ()


@dataclass(slots=True)
class RemoteDevice:
    """A device in one session's hands. `cleared` is called when an action may run: the client is to act now.

    `states` are those of all apps, `told` those of which the client speaks itself. `seconds` is a clock that only goes
    forward, `today` the host's own time.
    """

    name: str
    states: States = field(default_factory=dict)
    told: States = field(default_factory=dict)
    seconds: Callable[[], float] = time.monotonic
    today: Callable[[], datetime] = lambda: datetime.now().astimezone()
    cleared: Callable[[], None] = lambda: None
    _screen: Screen | None = None
    _picture: bytes | None = None
    _clock: tuple[datetime, float] | None = None
    _outcome: "asyncio.Future[Execution] | None" = None
    _reported: Reported = field(init=False)
    _anticipated: tuple[Update, ...] = ()

    def __post_init__(self) -> None:
        self._reported = Reported(self.told)

    @classmethod
    def of(cls, name: str, apps: Apps) -> Self:
        """A device for a session with these apps."""
        return cls(name or "remote", apps.states, told_states(apps))

    def show(self, said: ClientReport) -> None:
        """Take in what the client says; a screen that is not said again stays as it was. Raises `Problem`."""
        self._demand_fit(said)
        self._report(said.observed)
        self._anticipated = tuple(update for update in said.updates if update.state in self.told)
        if said.screen is not None:
            self._screen, self._picture = said.screen, said.picture
        if said.now is not None:
            self._clock = said.now, self.seconds()

    @property
    def shown(self) -> Screen | None:
        """The screen as the client said it last; None since it acted."""
        return self._screen

    @property
    def is_waiting(self) -> bool:
        """Whether an action was handed over of which the client has not said what became of it."""
        return self._outcome is not None and not self._outcome.done()

    def acted(self, execution: Execution | None, said: ClientReport) -> None:
        """What became of the action that was handed over, and what is shown now; None where nobody knows if it ran.

        Where nobody knows, nothing counts any more that the client said of its states before. Raises `Problem`.
        """
        if self._outcome is None or self._outcome.done():
            raise Misuse("no action waits for its outcome")
        self._demand_fit(said)
        if isinstance(execution, Executed):
            self._report(self._anticipated)
        elif execution is None:
            self._reported = Reported(self.told)
        self._screen = self._picture = None  # what it showed before it acted is not what it shows now
        self.show(said)
        if execution is None:
            self._outcome.set_exception(DeviceLost("the client does not know whether it ran"))
        else:
            self._outcome.set_result(execution)

    def _demand_fit(self, said: ClientReport) -> None:
        for place, updates in (("observed", said.observed), ("updates", said.updates)):
            for number, update in enumerate(updates):
                if why := why_unfit(update, self.states):
                    raise Problem(422, f"{place}[{number}]: {why}")
        for number, observation in enumerate(said.observed):
            if observation.state not in self.told:
                why = f"a model of its app reads `{observation.state}` from the screen; leave it out"
                raise Problem(422, f"observed[{number}]: {why}")

    def _report(self, updates: Iterable[Update]) -> None:
        for number, why in self._reported.take(updates):
            raise Problem(422, f"observed[{number}]: {why}")

    async def observe(self) -> Screen:
        """What the client said last."""
        if self._screen is None:
            raise DeviceLost(_UNTOLD)
        return told_screen(self._screen, (*self._reported.gone(), *self._reported.rows()), self._anticipated)

    async def screenshot(self) -> bytes:
        """The picture that came with the screen."""
        if self._picture is None:
            raise DeviceLost("the client sent no picture")
        return self._picture

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:  # noqa: ARG002 - the client has it
        """Let the client act, and wait for what it says came of that."""
        screen = await self.observe()
        if on is not None and not on.holds(screen):
            return StaleScreen(OTHERWISE, screen)
        self._outcome = asyncio.get_running_loop().create_future()
        self.cleared()
        try:
            return await self._outcome
        finally:
            self._outcome = None

    async def clock(self) -> datetime:
        """The phone's time, as the client said it and as time has passed since; else this computer's."""
        if self._clock is None:
            return self.today()
        told, at = self._clock
        return told + timedelta(seconds=self.seconds() - at)

    async def resolve_app(self, name: str) -> str | Refused:
        """Only the client knows which apps there are."""
        return Refused(f"the server does not know which app `{name}` is; name its package")

    async def trace(self) -> SystemTrace:
        """Nothing is told of what the system did."""
        return nothing_observed("the client does not say what its system did")

    async def close(self) -> None:
        """There is nothing to let go of."""
