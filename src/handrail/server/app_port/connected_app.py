"""An app that is connected now: its connection, the way back to it, and the session that has control of it, if any."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias, assert_never

from handrail.app import App
from handrail.error import DeviceLost, Misuse
from handrail.server.app_port.declared import ProposedEvent
from handrail.server.app_port.dialect import Dialect
from handrail.server.app_port.effect import (
    Admit,
    Answer,
    Close,
    ControlChanged,
    Declared,
    Effect,
    EventOutcome,
    Proposed,
    Released,
    Send,
)
from handrail.server.app_port.line import Line
from handrail.server.app_port.reported import Reported

Admits: TypeAlias = Callable[[str], Awaitable[bool]]
"""Whether a key lets an app in."""
_LOG: Final = logging.getLogger("handrail.server")


class SessionListener(Protocol):
    """A session, as far as a connected app tells it what happens."""

    def proposed(self, event: ProposedEvent) -> None:
        """An event waits for a verdict."""
        ...

    def told(self, id: str, ran: bool | None) -> None:
        """What became of an event."""
        ...

    def lost(self, why: str) -> None:
        """The app is not under control any more."""
        ...


@dataclass(slots=True)
class ConnectedApp:
    """One connection while it lasts. `admits` knows the keys of apps, where they need one.

    `declares` is called when the app says what it has.
    """

    dialect: Dialect
    line: Line
    seconds: Callable[[], float]
    admits: Admits | None
    declares: Callable[["ConnectedApp"], None]
    gone: bool = False
    _listener: SessionListener | None = None
    _confirmed: "asyncio.Future[None] | None" = field(default=None)

    @property
    def identifier(self) -> str:
        """How the connection is called."""
        return self.dialect.identifier

    @property
    def package(self) -> str:
        """Which app it is, as it says itself."""
        return self.dialect.package

    @property
    def app(self) -> App:
        """What it declared. Raises `Misuse` where it has declared nothing."""
        if self.dialect.declared is None:
            raise Misuse(f"{self.package or self.identifier} has not said yet which states it has")
        return self.dialect.declared.app

    @property
    def reported(self) -> Reported:
        """What it last said of itself."""
        if self.dialect.reported is None:
            raise Misuse(f"{self.package or self.identifier} has not said yet which states it has")
        return self.dialect.reported

    @property
    def returns_to(self) -> str:
        """The session that was in control when the app lost its server; empty where it says of none."""
        return self.dialect.returns_to

    @property
    def is_free(self) -> bool:
        """Whether a session can take control."""
        return not self.gone and self._listener is None

    async def receive(self, content: bytes | str) -> None:
        """A message came. Waits where a key has to be looked up; the next message is for after that."""
        effects = self.dialect.receive(content, self.seconds())
        if effects and isinstance(effects[0], Admit):
            effects = self.dialect.admitted(await self._is_admitted(effects[0].key))
        self.perform(effects)

    async def _is_admitted(self, key: str) -> bool:
        """What breaks on the way lets nobody in."""
        try:
            return self.admits is not None and await self.admits(key)
        except Exception:
            _LOG.exception("a key of an app could not be looked up")
            return False

    def tick(self, now: float) -> None:
        """Time has passed."""
        self.perform(self.dialect.tick(now))

    def disconnected(self) -> None:
        """The connection is gone, and with it the control."""
        self.gone = True
        self._end("the connection to the app was lost")

    async def take_control(self, session: str, task: str, listener: SessionListener, within_seconds: float) -> None:
        """Ask the app to take part, and wait until it does. Raises `Misuse` where it is taken, `DeviceLost`."""
        if self.gone:
            raise DeviceLost(f"{self.package} is not connected any more")
        if self._listener is not None:
            raise Misuse(f"{self.package} takes part in another session; wait until that is over")
        self._listener = listener
        self._confirmed = asyncio.get_running_loop().create_future()
        try:
            self.perform(self.dialect.take_control(session, task))
            async with asyncio.timeout(within_seconds):
                await self._confirmed
        except TimeoutError:
            self.let_go("the app did not answer")
            raise DeviceLost(f"{self.package} did not answer that it takes part") from None
        except BaseException:
            self.let_go("the session was not opened")
            raise
        finally:
            self._confirmed = None

    def let_go(self, why: str) -> None:
        """Give the app back to its user."""
        self._listener = None
        self.perform(self.dialect.let_go(why))

    def answer(self, id: str, decision: Answer, reasons: tuple[str, ...] = (), feedback: str = "") -> None:
        """The verdict about an event."""
        self.perform(self.dialect.answer(id, decision, reasons, feedback))

    def perform(self, effects: list[Effect]) -> None:
        """Send what is to be sent, and tell the session what concerns it."""
        for effect in effects:
            match effect:
                case Send(document):
                    self.line.send(document)
                case Close():
                    self.line.close()
                case Admit():
                    pass  # was answered where it came
                case Declared():
                    self.declares(self)
                case ControlChanged():
                    if self._confirmed is not None and not self._confirmed.done():
                        self._confirmed.set_result(None)
                case Released(_, why):
                    self._end(f"the person took the app back{f': {why}' if why else ''}")
                case Proposed(event):
                    if self._listener is not None:
                        self._listener.proposed(event)
                case EventOutcome(id, ran):
                    if self._listener is not None:
                        self._listener.told(id, ran)
                case _:
                    assert_never(effect)

    def _end(self, why: str) -> None:
        listener, self._listener = self._listener, None
        if self._confirmed is not None and not self._confirmed.done():
            self._confirmed.set_exception(DeviceLost(why))
        elif listener is not None:
            listener.lost(why)
