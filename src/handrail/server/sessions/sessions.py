"""All sessions of this server: opened, found again by their owner, and let go."""

import asyncio
import base64
import hashlib
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from handrail.app import Apps
from handrail.error import HandrailError, Misuse
from handrail.guard import Guard
from handrail.guard.approval import pending_queue
from handrail.guard.policy import PolicySet, combined, default_policy, read_policy
from handrail.guard.step import Timeouts
from handrail.language.specification import Specification
from handrail.server.decide.documents import SessionDecideDocument, VerdictDocument
from handrail.server.sessions.apps import read_apps
from handrail.server.sessions.documents import OpenDocument
from handrail.server.sessions.problem import NoSession, Problem
from handrail.server.sessions.proposal import Announced
from handrail.server.sessions.remote_device import RemoteDevice, Said
from handrail.server.sessions.screens import NOTHING_SEEN, read_screen
from handrail.server.sessions.session import LiveSession

MOST_SESSIONS = 10_000
OUTCOME_WITHIN_SECONDS = 120.0
"""How long the client may take to act; after that nobody knows whether the action ran."""

Encodes: TypeAlias = Callable[[str, Apps], Awaitable[Specification]]
"""Turns an instruction into rules. Raises `HandrailError` with what to do where it cannot."""

_NO_ENCODER = (
    "this server turns no instructions into rules: send the rules as `specification` (`handrail encode` writes them), "
    "or start the server with --model"
)


@dataclass(slots=True)
class Sessions:
    """The sessions whose journals lie in folders of `root`. `policy` is the server's own; a client's adds to it."""

    root: Path
    encodes: Encodes | None = None
    policy: PolicySet = field(default_factory=default_policy)
    timeouts: Timeouts = field(default_factory=lambda: Timeouts(device_seconds=OUTCOME_WITHIN_SECONDS))
    asks_every_seconds: float = 0.25
    _live: dict[str, LiveSession] = field(default_factory=dict)
    _opening: dict[str, asyncio.Lock] = field(default_factory=dict)

    async def open(self, asked: OpenDocument, person: str) -> LiveSession:
        """Begin what was asked for. Raises `Problem` with all that is wrong with it."""
        name = session_name(person, asked.id) if asked.id is not None else session_name(person, secrets.token_hex(16))
        async with self._opening.setdefault(name, asyncio.Lock()):
            try:
                known = self._live.get(name)
                return known if known is not None else await self._begin(name, asked, person)
            finally:
                self._opening.pop(name, None)

    async def _begin(self, name: str, asked: OpenDocument, person: str) -> LiveSession:
        if len(self._live) >= MOST_SESSIONS:
            raise Problem(503, f"{MOST_SESSIONS:,} sessions are open, and no more are taken; end some of them first")
        try:
            apps = read_apps(asked.app)
            specification = await self._specification(asked, apps)
            policy = combined(self.policy, read_policy(asked.policy)) if asked.policy else self.policy
            screen = read_screen(asked.screen) if asked.screen is not None else NOTHING_SEEN
            device = RemoteDevice(asked.device or "remote")
            device.show(Said(screen, asked.screen.picture if asked.screen is not None else None, asked.now))
            guard = self._guard(name, device, apps, specification, policy, asked)
            session = LiveSession(name, person, await guard.__aenter__(), device, asked.journaled)
        except Problem:
            raise
        except HandrailError as error:
            raise Problem(422, str(error)) from error
        self._live[name] = session
        device.cleared = session.cleared
        return session

    def _guard(
        self,
        name: str,
        device: RemoteDevice,
        apps: Apps,
        specification: Specification,
        policy: PolicySet,
        asked: OpenDocument,
    ) -> Guard:
        folder = self.root / name
        return Guard(
            device,
            apps,
            specification,
            instruction=asked.instruction,
            policy=policy,
            approver=Announced(
                pending_queue(folder, every_seconds=self.asks_every_seconds),
                lambda question: self._live[name].asked(question),
            ),
            journal=folder,
            timeouts=self.timeouts,
            agent=asked.agent,
        )

    async def _specification(self, asked: OpenDocument, apps: Apps) -> Specification:
        if asked.specification is not None:
            return Specification.parse(asked.specification, apps)
        if not asked.instruction.strip():
            raise Misuse("neither `specification` nor `instruction`; say what was asked for")
        if self.encodes is None:
            raise Misuse(_NO_ENCODER)
        return await self.encodes(asked.instruction, apps)

    def find(self, name: str, person: str) -> LiveSession:
        """Somebody's own session. Raises `NoSession`."""
        found = self._live.get(name)
        if found is None or found.person != person:
            raise NoSession(name)
        return found

    async def decide(self, name: str, asked: SessionDecideDocument, person: str) -> VerdictDocument:
        """Decide about updates alone, in somebody's own session."""
        return self.find(name, person).decide(asked)

    async def end(self, session: LiveSession) -> None:
        """Stop it."""
        await session.end("stopped by its client")

    async def leave(self) -> None:
        """Let go of every session without a last word, so that another process goes on with it."""
        for one in self._live.values():
            one.guard.leave()
        self._live.clear()


def session_name(person: str, identifier: str) -> str:
    """The name of a session: for one person and one identifier always the same, and not to be guessed from others."""
    digest = hashlib.sha256(f"{person}\0{identifier}".encode()).digest()
    return f"s-{base64.b32encode(digest)[:26].decode().lower()}"
