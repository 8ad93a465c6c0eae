"""All apps that are connected now, and the sessions that are opened with them."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from secrets import token_hex

from handrail.error import Misuse
from handrail.language.diagnostic import did_you_mean, excerpt
from handrail.server.app_port.app_session import AppSession, AppSessionOpening
from handrail.server.app_port.connected_app import Admits, ConnectedApp
from handrail.server.app_port.connection import Connection
from handrail.server.app_port.dialect import Dialect
from handrail.server.app_port.limits import AppPortLimits
from handrail.server.app_port.line import Line


def with_token(token: str) -> Admits:
    """Only who brings this key may take part."""
    wanted = sha256(token.encode("utf-8", "replace")).digest()

    async def admits(brought: str) -> bool:
        return compare_digest(sha256(brought.encode("utf-8", "replace")).digest(), wanted)

    return admits


@dataclass(slots=True)
class ConnectedApps:
    """The apps of one server. `admits` knows the keys of apps; without it they need none.

    `returned` is told of each app that lost its server while a session was in control. `is_ending`: the server is on
    its way out, so what is lost now is not over.
    """

    admits: Admits | None = None
    limits: AppPortLimits = field(default_factory=AppPortLimits)
    seconds: Callable[[], float] = time.monotonic
    new_identifier: Callable[[], str] = lambda: f"c-{token_hex(4)}"
    returned: Callable[[ConnectedApp], None] = lambda _: None
    is_ending: Callable[[], bool] = lambda: False
    _connected: dict[str, ConnectedApp] = field(default_factory=dict)
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _telling: set["asyncio.Task[None]"] = field(default_factory=set)

    @property
    def number(self) -> int:
        """How many are connected."""
        return len(self._connected)

    def connect(
        self, line: Line, speaks: Callable[[Connection], Dialect] = lambda connection: connection
    ) -> ConnectedApp:
        """Somebody connected; who they are they have yet to say. `speaks` may give them another way to."""
        made = speaks(Connection(self.new_identifier(), self.limits, self.admits is not None, heard=self.seconds()))
        app = ConnectedApp(made, line, self.seconds, self.admits, self._declared)
        self._connected[app.identifier] = app
        return app

    def disconnect(self, app: ConnectedApp) -> None:
        """They are gone."""
        self._connected.pop(app.identifier, None)
        app.disconnected()

    def declared(self) -> tuple[ConnectedApp, ...]:
        """The apps that have said what they have."""
        return tuple(app for app in self._connected.values() if app.dialect.declared is not None)

    def find(self, named: str) -> ConnectedApp:
        """The app of a package, or of a connection. Raises `Misuse` where there is none, or several."""
        declared = self.declared()
        found = [app for app in declared if named in (app.package, app.identifier)]
        if len(found) == 1:
            return found[0]
        if found:
            raise Misuse(f"{excerpt(named)} is connected {len(found)} times; name the connection: "
                         f"{', '.join(app.identifier for app in found)}")  # fmt: skip
        help = did_you_mean(named, tuple(app.package for app in declared), "there are") if declared else "none is there"
        raise Misuse(f"no app `{excerpt(named)}` is connected and declared; {help}")

    async def wait_for(self, named: str) -> ConnectedApp:
        """The app of a package, as soon as it is there and free."""
        async with self._changed:
            while True:
                try:
                    return self.find(named)
                except Misuse:
                    await self._changed.wait()

    async def wait_for_any(self) -> ConnectedApp:
        """The first app that has declared itself and is free, as soon as there is one."""
        async with self._changed:
            while True:
                free = (app for app in self._connected.values() if app.dialect.declared is not None and app.is_free)
                if (found := next(free, None)) is not None:
                    return found
                await self._changed.wait()

    @asynccontextmanager
    async def session(
        self, named: str, begin: Callable[[ConnectedApp], AppSessionOpening]
    ) -> AsyncIterator[AppSession]:
        """A session with an app that is connected, until this is left. Raises `Misuse`, `DeviceLost`."""
        connected = self.find(named)
        async with AppSession(connected, begin(connected), self.limits) as session:
            yield session

    async def watch(self, every_seconds: float = 0.5) -> None:
        """Let time pass for every connection, until cancelled."""
        while True:
            await asyncio.sleep(every_seconds)
            self.tick()

    def tick(self, ahead_seconds: float = 0.0) -> None:
        """Let every connection do what is due by now, or will be soon."""
        now = self.seconds() + ahead_seconds
        for app in tuple(self._connected.values()):
            app.tick(now)

    def _declared(self, app: ConnectedApp) -> None:
        self._tell()
        if app.returns_to:
            self.returned(app)

    def _tell(self) -> None:
        task = asyncio.get_running_loop().create_task(self._notify())
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()
