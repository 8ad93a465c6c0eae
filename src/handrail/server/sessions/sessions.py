"""All sessions of this server: opened, found again by their owner, taken over from a process that was killed."""

import asyncio
import base64
import hashlib
import logging
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TypeAlias
from weakref import WeakValueDictionary

from msgspec.json import encode

from handrail.app import Apps
from handrail.error import HandrailError, Misuse
from handrail.guard import Guard
from handrail.guard.approval import pending_queue
from handrail.guard.approval.announcing import Announcing
from handrail.guard.approval.question import Question
from handrail.guard.policy import PolicySet, combined, default_policy, read_policy
from handrail.guard.resuming import settle_interrupted
from handrail.guard.step import Timeouts
from handrail.language.specification import Specification
from handrail.server.decide.documents import SessionDecideDocument, VerdictDocument
from handrail.server.decide.program import Programs
from handrail.server.sessions.apps import apps_in, read_apps
from handrail.server.sessions.documents import DecisionDocument, OpenDocument, SessionDocument
from handrail.server.sessions.leases import LEASE_SECONDS, Lease, Leases, OneProcess, Taken
from handrail.server.sessions.problem import Elsewhere, NoSession, Problem
from handrail.server.sessions.recorded import Recorded, has_begun, read_recorded
from handrail.server.sessions.remote_device import RemoteDevice, Said
from handrail.server.sessions.screens import NOTHING_SEEN, read_screen
from handrail.server.sessions.session import LiveSession
from handrail.server.sessions.session_file import (
    SessionFile,
    close_session_file,
    read_session_file,
    write_session_file,
)
from handrail.server.sessions.told_screen import with_told

MOST_SESSIONS = 10_000
OUTCOME_WITHIN_SECONDS = 120.0
"""How long the client may take to act; after that nobody knows whether the action ran."""

Encodes: TypeAlias = Callable[[str, Apps], Awaitable[Specification]]
"""Turns an instruction into rules. Raises `HandrailError` with what to do where it cannot."""

_NO_ENCODER = (
    "this server turns no instructions into rules: send the rules as `specification` (`handrail encode` writes them), "
    "or start the server with --model"
)


async def rules_from_words(instruction: str, apps: Apps, encodes: Encodes | None) -> Specification:
    """The rules of a session that was opened without any. Raises `HandrailError` where there are none to be had."""
    if not instruction.strip():
        raise Misuse("neither `specification` nor `instruction`; say what was asked for")
    if encodes is None:
        raise Misuse(_NO_ENCODER)
    return await encodes(instruction, apps)


@dataclass(frozen=True, slots=True)
class Settled:
    """What a client says of the action over which the process was killed that let it run."""

    identifier: str
    outcome: str
    reason: str


@dataclass(slots=True)
class Sessions:
    """The sessions whose journals lie in folders of `root`. `policy` is the server's own; a client's adds to it.

    `owner` is the address at which this process answers, by which the others know it.
    """

    root: Path
    encodes: Encodes | None = None
    policy: PolicySet = field(default_factory=default_policy)
    timeouts: Timeouts = field(default_factory=lambda: Timeouts(device_seconds=OUTCOME_WITHIN_SECONDS))
    asks_every_seconds: float = 0.25
    leases: Leases = field(default_factory=OneProcess)
    owner: str = field(default_factory=lambda: secrets.token_hex(8))
    lease_seconds: float = LEASE_SECONDS
    seconds: Callable[[], float] = time.monotonic
    programs: Programs = field(default_factory=Programs)
    _live: dict[str, LiveSession] = field(default_factory=dict)
    _locks: "WeakValueDictionary[str, asyncio.Lock]" = field(default_factory=WeakValueDictionary)
    _renewed_at: float = 0.0

    async def open(self, asked: OpenDocument, person: str) -> SessionDocument:
        """Begin what was asked for, or find it by its `id`. Raises `Problem` with all that is wrong with it."""
        name = session_name(person, asked.id or secrets.token_hex(16))
        async with self._alone(name):
            if asked.id is not None and has_begun(self.root / name):
                return (await self._opened_before(name, asked)).document()
            return (await self._begin(name, asked, person)).document()

    async def _opened_before(self, name: str, asked: OpenDocument) -> LiveSession | Recorded:
        before = read_session_file(self.root / name)
        if before is None or before.opened is None:
            return await self._recorded(name)
        if not before.is_of(asked):
            raise Problem(409, f"`{asked.id}` is the id of another session; give each one an id of its own")
        return self._live.get(name) or await self._take_over(name, before, before.opened)

    async def _begin(self, name: str, asked: OpenDocument, person: str) -> LiveSession:
        if len(self._live) >= MOST_SESSIONS:
            raise Problem(503, f"{MOST_SESSIONS:,} sessions are open, and no more are taken; end some of them first")
        try:
            apps, specification = await self._apps_and_rules(asked)
            screen = read_screen(asked.screen) if asked.screen is not None else NOTHING_SEEN
            picture = asked.screen.picture if asked.screen is not None else None
            device = RemoteDevice.of(asked.device, apps)
            device.show(Said(screen, picture, asked.now))
            guard = self._guard(name, device, apps, specification, asked)
            lease = await self._lease(name)
        except Problem:
            raise
        except HandrailError as error:
            raise Problem(422, str(error)) from error
        try:
            write_session_file(self.root / name, person, asked, specification.show(), _now())
            session = self._session(name, person, guard, device, lease, asked)
            await guard.__aenter__()
        except HandrailError as error:
            await self.leases.release(lease)
            raise Problem(422, str(error)) from error
        self._live[name] = session
        return session

    async def _take_over(
        self,
        name: str,
        file: SessionFile,
        opened: OpenDocument,
        settled: Settled | None = None,
        said: Said | None = None,
    ) -> LiveSession:
        """Go on with a session whose process is not there any more; what it told its client is known again."""
        lease = await self._lease(name)
        folder = self.root / name
        recorded = await self._recorded(name)
        if recorded.ended is not None:
            close_session_file(folder, file.person)
            raise _is_over(name, recorded)
        try:
            running = recorded.running
            if settled is not None and running is not None and running.proposal.request == settled.identifier:
                settle_interrupted(folder, settled.outcome, settled.reason, _now())
                recorded = await self._recorded(name)
            apps = read_apps(opened.app)
            device = RemoteDevice.of(opened.device, apps)
            device.show(Said(NOTHING_SEEN, now=file.time(_now())))
            device.show(said or Said())
            specification = Specification.restore(file.specification, apps)
            guard = self._guard(name, device, apps, specification, opened, resume=True)
            session = self._session(name, file.person, guard, device, lease, opened)
            await guard.__aenter__()
        except HandrailError as error:
            await self.leases.release(lease)
            if isinstance(error, Problem):
                raise
            raise Problem(503, f"session {name} cannot be gone on with now: {error}") from error
        recorded.interrupted()
        session.go_on(recorded)
        self._live[name] = session
        return session

    def _session(
        self, name: str, person: str, guard: Guard, device: RemoteDevice, lease: Lease, asked: OpenDocument
    ) -> LiveSession:
        session = LiveSession(name, person, guard, device, lease, self._over, asked.journaled)
        device.cleared = session.cleared
        return session

    def _guard(
        self,
        name: str,
        device: RemoteDevice,
        apps: Apps,
        specification: Specification,
        asked: OpenDocument,
        *,
        resume: bool = False,
    ) -> Guard:
        folder = self.root / name

        def tell(question: Question) -> None:
            self._live[name].asked(question)

        return Guard(
            device,
            with_told(apps),
            specification,
            instruction=asked.instruction,
            policy=combined(self.policy, read_policy(asked.policy)) if asked.policy else self.policy,
            approver=Announcing(pending_queue(folder, every_seconds=self.asks_every_seconds), tell),
            journal=folder,
            timeouts=self.timeouts,
            agent=asked.agent,
            resume=resume,
        )

    async def _apps_and_rules(self, asked: OpenDocument) -> tuple[Apps, Specification]:
        if asked.specification is not None:
            rules = asked.specification
            text = rules if isinstance(rules, str) else "\n".join(rules)
            program = self.programs.of(encode(asked.app), text, apps_in)
            return program.apps, program.specification
        apps = read_apps(asked.app)
        return apps, await rules_from_words(asked.instruction, apps, self.encodes)

    async def _lease(self, name: str) -> Lease:
        found = await self.leases.acquire(name, self.owner, self.lease_seconds)
        if isinstance(found, Taken):
            raise Elsewhere(name, found.owner, found.seconds_left)
        self._renewed_at = max(self._renewed_at, self.seconds())
        return found

    async def find(
        self, name: str, person: str, settled: Settled | None = None, said: Said | None = None
    ) -> LiveSession:
        """Somebody's own session, to do something in it; taken over if its process is not there any more.

        `settled` is what the client says of the action that may have been running then, and `said` what it shows now.
        Raises `NoSession`, `Problem`, and `Elsewhere` where another process has it.
        """
        live = self._live.get(name)
        if live is not None:
            return await self._own(live, person)
        if not is_session_name(name):
            raise NoSession(name)
        async with self._alone(name):
            live = self._live.get(name)
            if live is not None:
                return await self._own(live, person)
            file = read_session_file(self.root / name)
            if file is None or file.person != person:
                raise NoSession(name)
            if file.opened is None:
                raise _is_over(name, await self._recorded(name))
            return await self._take_over(name, file, file.opened, settled, said)

    async def _own(self, live: LiveSession, person: str) -> LiveSession:
        if live.person != person:
            raise NoSession(live.name)
        if live.lease.expires_ms and self.seconds() - self._renewed_at > self.lease_seconds:
            await self._renew()  # this process was held up; whether it still has the session, only the database knows
            if live.name not in self._live:
                raise Problem(503, f"session {live.name} was taken over by another process; ask again")
        return live

    async def look(self, name: str, person: str) -> SessionDocument:
        """How a session stands, wherever it is decided, and also when it is over. Takes nothing over."""
        live = self._live.get(name)
        if live is not None:
            return (await self._own(live, person)).document()
        return (await self._recorded_of(name, person)).document()

    async def proposal(self, name: str, identifier: str, person: str, seconds: float) -> DecisionDocument:
        """How a proposal stands, when it is decided or the time is up. One that was told needs no process."""
        live = self._live.get(name)
        if live is None:
            told = (await self._recorded_of(name, person)).proposals.get(identifier)
            if told is not None and told.was_told:
                return told.document()
            live = await self.find(name, person)
        return await (await self._own(live, person)).proposal(identifier, seconds)

    async def _recorded_of(self, name: str, person: str) -> Recorded:
        file = read_session_file(self.root / name) if is_session_name(name) else None
        if file is None or file.person != person:
            raise NoSession(name)
        return await self._recorded(name)

    async def _recorded(self, name: str) -> Recorded:
        try:
            return await asyncio.to_thread(read_recorded, self.root / name)
        except HandrailError as error:
            raise Problem(409, f"session {name}: {error}") from error

    async def decide(self, name: str, asked: SessionDecideDocument, person: str) -> VerdictDocument:
        """Decide about updates alone, in somebody's own session."""
        live = self._live.get(name)
        session = await self._own(live, person) if live is not None else await self.find(name, person)
        return session.decide(asked)

    async def _over(self, session: LiveSession) -> None:
        """A session has had its last word: what is asked of it from now on is read from its journal."""
        self._live.pop(session.name, None)
        close_session_file(self.root / session.name, session.person)
        await self.leases.release(session.lease)

    async def keep(self) -> None:
        """Renew the leases of this process until cancelled."""
        while True:
            try:
                await self._renew()
            except Exception as error:  # without the database nothing is decided, until it is there again
                logging.getLogger("handrail.server").error("the leases of sessions were not renewed: %s", error)
            await asyncio.sleep(self.lease_seconds / 3)

    async def _renew(self) -> None:
        """Keep what this process has; what was lost is another's, and let go of."""
        asked_at = self.seconds()
        held = [one.lease for one in self._live.values()]
        for name in await self.leases.renew(held, self.lease_seconds) if held else ():
            session = self._live.pop(name, None)
            if session is not None:
                await session.leave()
        self._renewed_at = asked_at

    async def leave(self) -> None:
        """Let go of every session without a last word, so that another process goes on with it."""
        live, self._live = list(self._live.values()), {}
        for one in live:
            await one.leave()
            await self.leases.release(one.lease)

    @asynccontextmanager
    async def _alone(self, name: str) -> AsyncIterator[None]:
        """One at a time opens a session or takes it over."""
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        async with lock:
            yield


def _is_over(name: str, recorded: Recorded) -> Problem:
    reason = recorded.ended.reason if recorded.ended is not None else "its process ended while it was closed"
    return Problem(409, f"session {name} is over: {reason}; open another one")


def _now() -> datetime:
    return datetime.now().astimezone()


def is_session_name(name: str) -> bool:
    """Whether it is one that `session_name` can have made, and so no path to anywhere else."""
    return re.fullmatch(r"s-[a-z2-7]{26}", name) is not None


def session_name(person: str, identifier: str) -> str:
    """The name of a session: for one person and one identifier always the same, and not to be guessed from others."""
    digest = hashlib.sha256(f"{person}\0{identifier}".encode()).digest()
    return f"s-{base64.b32encode(digest)[:26].decode().lower()}"
