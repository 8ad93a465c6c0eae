"""The sessions of this server whose device is a connected app: opened, found again, and ended."""

import asyncio
from base64 import b32encode
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from secrets import token_bytes

from handrail.app import Apps
from handrail.error import Misuse
from handrail.guard.approval import pending_queue
from handrail.guard.policy import PolicySet, combined, default_policy, read_policy
from handrail.language.specification import Specification
from handrail.server.app_port.app_session import OVER, AppSession, Beginning
from handrail.server.app_port.connected_apps import ConnectedApps
from handrail.server.sessions.sessions import Encodes, rules_from_words

MOST_SESSIONS = 1_000
MOST_REMEMBERED = 1_000


def new_name() -> str:
    """A name for a session and for the folder of its journal."""
    return f"s-{b32encode(token_bytes(10)).decode().lower()}"


def local_time() -> datetime:
    """The server's own time."""
    return datetime.now().astimezone()


@dataclass(slots=True)
class AppSessions:
    """Sessions whose journals lie in folders of `root`. `policy` is the server's own; another one only adds to it.

    `encodes` turns an instruction into rules where a session is opened without any.
    """

    apps: ConnectedApps
    root: Path
    encodes: Encodes | None = None
    policy: PolicySet = field(default_factory=default_policy)
    now: Callable[[], datetime] = local_time
    new_name: Callable[[], str] = new_name
    _open: dict[str, AppSession] = field(default_factory=dict)
    _over: dict[str, AppSession] = field(default_factory=dict)
    _closing: dict[str, "asyncio.Task[None]"] = field(default_factory=dict)

    async def open(
        self, named: str, rules: str | None, *, instruction: str = "", policy: str = "", owner: str = ""
    ) -> AppSession:
        """Give an agent, whose credential `owner` is, control of an app that is connected.

        Without `rules` they are made from the instruction, for what the app has declared.
        Raises `HandrailError` with what speaks against it.
        """
        if len(self._open) >= MOST_SESSIONS:
            raise Misuse(f"{MOST_SESSIONS:,} sessions are open, and no more are taken; end some of them first")
        connected = self.apps.find(named)
        if not connected.is_free:
            raise Misuse(f"{connected.package} takes part in another session; end that one first")
        specification = (
            Specification.parse(rules, connected.app)
            if rules is not None
            else await rules_from_words(instruction, Apps.of(connected.app), self.encodes)
        )
        name = self.new_name()
        folder = self.root / name
        beginning = Beginning(
            name,
            specification,
            instruction,
            folder,
            pending_queue(folder),
            self.now,
            combined(self.policy, read_policy(policy)) if policy else self.policy,
            owner=owner,
        )
        session = await AppSession(connected, beginning, self.apps.limits).__aenter__()
        self._open[name] = session
        self._closing[name] = asyncio.get_running_loop().create_task(self._close_when_over(session))
        return session

    def find(self, name: str) -> AppSession | None:
        """A session that is open, or was not long ago."""
        return self._open.get(name) or self._over.get(name)

    async def end(self, session: AppSession, why: str = OVER) -> None:
        """Give the app back, as not done where the task was not finished."""
        session.end(why)
        if (closing := self._closing.get(session.name)) is not None:
            await closing

    async def leave(self) -> None:
        """End all, as the server does."""
        for session in tuple(self._open.values()):
            session.end("the server ends")
        await asyncio.gather(*self._closing.values(), return_exceptions=True)

    async def _close_when_over(self, session: AppSession) -> None:
        await session.ended.wait()
        try:
            await session.__aexit__(None, None, None)
        finally:
            del self._open[session.name], self._closing[session.name]
            self._over[session.name] = session
            while len(self._over) > MOST_REMEMBERED:
                self._over.pop(next(iter(self._over)))
