"""All sessions of this server: opened, found again by their owner, taken over from a process that was killed."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
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
from handrail.guard.journal.entry import Ran
from handrail.guard.policy import PolicySet, default_policy
from handrail.guard.resuming import close_interrupted, settle_interrupted
from handrail.guard.step import Timeouts
from handrail.server.app_port.app_session import AppSession, AppSessionOpening
from handrail.server.app_port.connected_app import ConnectedApp
from handrail.server.app_port.connected_apps import ConnectedApps
from handrail.server.decide.documents import SessionDecideDocument, VerdictDocument
from handrail.server.decide.program import Programs
from handrail.server.sessions.apps import apps_in, read_apps
from handrail.server.sessions.connected import ConnectedSession
from handrail.server.sessions.documents import DecisionDocument, OpenDocument, SessionDocument
from handrail.server.sessions.leases import LEASE_SECONDS, RENEWALS, Lease, Leases, OneProcess, Taken
from handrail.server.sessions.naming import is_session_name, session_name
from handrail.server.sessions.problem import AppAway, Elsewhere, NoSession, Problem
from handrail.server.sessions.proposals import Proposals
from handrail.server.sessions.recorded import RecordedSession, has_begun, read_recorded
from handrail.server.sessions.remote_device import ClientReport, RemoteDevice
from handrail.server.sessions.screens import NOTHING_SEEN, read_screen
from handrail.server.sessions.session import LiveSession
from handrail.server.sessions.session_file import (
    SessionFile,
    close_session_file,
    read_session_file,
    write_session_file,
)
from handrail.server.sessions.terms import Encodes, InForce, Terms, rules_of, terms_of, text_of
from handrail.server.sessions.told_screen import with_told

MOST_SESSIONS = 10_000
OUTCOME_WITHIN_SECONDS = 120.0
"""How long the client may take to act; after that nobody knows whether the action ran."""

Live: TypeAlias = LiveSession | ConnectedSession
"""A session that this process decides: the client has the phone, or an app is connected here."""

_ONE_OF = "say `app`, what the phone's apps are, or `connected`, an app that takes part; one of them"
_APP_SAYS = (
    "`screen`, `now`, `device` and `journaled` are for a phone that the client keeps; a connected app speaks itself"
)
_LOG = logging.getLogger("handrail.server")


@dataclass(frozen=True, slots=True)
class Settled:
    """What a client says of the action over which the process was killed that let it run."""

    identifier: str
    outcome: str
    reason: str


@dataclass(slots=True)
class Sessions:
    """The sessions whose journals lie in folders of `root`. `policy` decides where `policies` has none in force.

    What a client brings only adds to it.

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
    apps: ConnectedApps = field(default_factory=ConnectedApps)
    policies: InForce | None = None
    _live: dict[str, Live] = field(default_factory=dict)
    _returning: set["asyncio.Task[None]"] = field(default_factory=set)
    _locks: "WeakValueDictionary[str, asyncio.Lock]" = field(default_factory=WeakValueDictionary)
    _renewed_at: float = 0.0

    def take_part(self, apps: ConnectedApps) -> None:
        """Sessions are opened with these apps, and gone on with when one of them comes back."""
        self.apps = apps
        apps.returned = self._returned

    async def open(self, asked: OpenDocument, person: str) -> SessionDocument:
        """Begin what was asked for, or find it by its `id`. Raises `Problem` with all that is wrong with it."""
        if bool(asked.app) == bool(asked.connected):
            raise Problem(422, _ONE_OF)
        name = session_name(person, asked.id or secrets.token_hex(16))
        async with self._alone(name):
            if asked.id is not None and has_begun(self.root / name):
                return (await self._opened_before(name, asked)).document()
            return (await self._begin(name, asked, person)).document()

    async def _opened_before(self, name: str, asked: OpenDocument) -> Live | RecordedSession:
        before = read_session_file(self.root / name)
        if before is None or before.opened is None:
            return await self._recorded(name)
        if not before.is_of(asked):
            raise Problem(409, f"`{asked.id}` is the id of another session; give each one an id of its own")
        return self._live.get(name) or await self._take_over(name, before, before.opened)

    async def _begin(self, name: str, asked: OpenDocument, person: str) -> Live:
        if len(self._live) >= MOST_SESSIONS:
            raise Problem(503, f"{MOST_SESSIONS:,} sessions are open, and no more are taken; end some of them first")
        if asked.connected:
            return await self._begin_connected(name, asked, person)
        try:
            apps, terms = await self._apps_and_terms(asked)
            screen = read_screen(asked.screen) if asked.screen is not None else NOTHING_SEEN
            picture = asked.screen.picture if asked.screen is not None else None
            device = RemoteDevice.of(asked.device, apps)
            device.show(ClientReport(screen, picture, asked.now))
            guard = self._guard(name, device, apps, terms)
            lease = await self._lease(name)
        except Problem:
            raise
        except HandrailError as error:
            raise Problem(422, str(error)) from error
        try:
            write_session_file(self.root / name, person, asked, _now(), *terms.file())
            session = self._session(name, person, guard, device, lease, asked)
            await guard.__aenter__()
        except HandrailError as error:
            await self.leases.release(lease)
            raise Problem(422, str(error)) from error
        self._live[name] = session
        return session

    async def _begin_connected(self, name: str, asked: OpenDocument, person: str) -> ConnectedSession:
        """Give an agent control of an app that takes part. Raises `Problem`."""
        if asked.screen or asked.now or asked.device or not asked.journaled:
            raise Problem(422, _APP_SAYS)
        lease: Lease | None = None
        try:
            app = self.apps.find(asked.connected)
            if not app.is_free:
                raise Misuse(f"{app.package} takes part in another session; end that one first")
            terms = await self._terms(asked, Apps.of(app.app))
            lease = await self._lease(name)
            write_session_file(self.root / name, person, asked, _now(), *terms.file())
            session = await self._connect(name, person, app, terms, lease)
        except HandrailError as error:
            if lease is not None:
                await self.leases.release(lease)
            if isinstance(error, Problem):
                raise
            raise Problem(422, str(error)) from error
        self._live[name] = session
        return session

    async def _connect(
        self, name: str, person: str, app: ConnectedApp, terms: Terms, lease: Lease, *, resume: bool = False
    ) -> ConnectedSession:
        folder = self.root / name
        beginning = AppSessionOpening(
            name,
            terms.specification,
            terms.asked.instruction,
            folder,
            pending_queue(folder, every_seconds=self.asks_every_seconds),
            _now,
            terms.policy(self.policy),
            agent=terms.asked.agent,
            resume=resume,
        )
        taking_part = AppSession(app, beginning, self.apps.limits)
        session = ConnectedSession(name, person, taking_part, lease, self._over, self.apps.is_ending, Proposals(folder))
        await session.begin()
        return session

    def _returned(self, app: ConnectedApp) -> None:
        """An app is here that lost its server while a session was in control: go on with it as soon as that can be."""
        task = asyncio.get_running_loop().create_task(self._go_on_with(app))
        self._returning.add(task)
        task.add_done_callback(self._returning.discard)

    async def _go_on_with(self, app: ConnectedApp) -> None:
        name = app.returns_to
        while is_session_name(name) and app.is_free:
            try:
                async with self._alone(name):
                    file = read_session_file(self.root / name)
                    if name in self._live or file is None or file.opened is None or not file.opened.connected:
                        return
                    await self._take_over(name, file, file.opened, app=app)
                    return
            except Elsewhere as taken:  # it may be dead, and its time not over
                await asyncio.sleep(max(self.asks_every_seconds, taken.seconds_left))
            except HandrailError as error:
                _LOG.warning("%s came back, and its session is not gone on with: %s", app.package, error)
                return

    async def _take_over(
        self,
        name: str,
        file: SessionFile,
        opened: OpenDocument,
        settled: Settled | None = None,
        said: ClientReport | None = None,
        app: ConnectedApp | None = None,
    ) -> Live:
        """Go on with a session whose process is not there any more; what it told its client is known again."""
        lease = await self._lease(name)
        try:
            recorded = await self._recorded(name)
            if recorded.ended is not None:
                close_session_file(self.root / name, file.person)
                raise _is_over(name, recorded)
            session: Live
            if opened.connected:
                session = await self._taken_over_with_app(name, file, opened, app, lease)
            else:
                session = await self._taken_over(name, file, opened, recorded, lease, settled, said)
        except HandrailError as error:
            await self.leases.release(lease)
            if isinstance(error, Problem):
                raise
            raise Problem(503, f"session {name} cannot be gone on with now: {error}") from error
        recorded.interrupted()
        session.go_on(recorded)
        self._live[name] = session
        return session

    async def _taken_over_with_app(
        self, name: str, file: SessionFile, opened: OpenDocument, app: ConnectedApp | None, lease: Lease
    ) -> ConnectedSession:
        try:
            found = app or self.apps.find(opened.connected)
        except Misuse as away:
            raise AppAway(name, str(away)) from away
        terms = terms_of(file, opened, Apps.of(found.app))
        return await self._connect(name, file.person, found, terms, lease, resume=True)

    async def _taken_over(
        self,
        name: str,
        file: SessionFile,
        opened: OpenDocument,
        recorded: RecordedSession,
        lease: Lease,
        settled: Settled | None,
        said: ClientReport | None,
    ) -> LiveSession:
        folder = self.root / name
        running = recorded.running
        if settled is not None and running is not None and running.proposal.request == settled.identifier:
            now = _now()
            await asyncio.to_thread(settle_interrupted, folder, settled.outcome, settled.reason, now)
            recorded.take(Ran(recorded.steps, now, settled.outcome, settled.reason))
        apps = read_apps(opened.app)
        device = RemoteDevice.of(opened.device, apps)
        device.show(ClientReport(NOTHING_SEEN, now=file.time(_now())))
        device.show(said or ClientReport())
        guard = self._guard(name, device, apps, terms_of(file, opened, apps), resume=True)
        session = self._session(name, file.person, guard, device, lease, opened)
        await guard.__aenter__()
        return session

    def _session(
        self, name: str, person: str, guard: Guard, device: RemoteDevice, lease: Lease, asked: OpenDocument
    ) -> LiveSession:
        proposals = Proposals(self.root / name)
        session = LiveSession(name, person, guard, device, lease, self._over, proposals, asked.journaled)
        device.cleared = session.cleared
        return session

    def _guard(self, name: str, device: RemoteDevice, apps: Apps, terms: Terms, *, resume: bool = False) -> Guard:
        folder = self.root / name

        def tell(question: Question) -> None:
            self._live[name].asked(question)

        return Guard(
            device,
            with_told(apps),
            terms.specification,
            instruction=terms.asked.instruction,
            policy=terms.policy(self.policy),
            approver=Announcing(pending_queue(folder, every_seconds=self.asks_every_seconds), tell),
            journal=folder,
            timeouts=self.timeouts,
            agent=terms.asked.agent,
            resume=resume,
        )

    async def _apps_and_terms(self, asked: OpenDocument) -> tuple[Apps, Terms]:
        if asked.specification is None:
            apps = read_apps(asked.app)
            return apps, await self._terms(asked, apps)
        program = self.programs.of(encode(asked.app), text_of(asked.specification), apps_in)
        return program.apps, Terms(asked, program.specification, await self._saved_policy())

    async def _terms(self, asked: OpenDocument, apps: Apps) -> Terms:
        return Terms(asked, await rules_of(asked, apps, self.encodes), await self._saved_policy())

    async def _saved_policy(self) -> PolicySet | None:
        return await self.policies.in_force() if self.policies is not None else None

    async def _lease(self, name: str) -> Lease:
        found = await self.leases.acquire(name, self.owner, self.lease_seconds)
        if isinstance(found, Taken):
            raise Elsewhere(name, found.owner, found.seconds_left)
        self._renewed_at = max(self._renewed_at, self.seconds())
        return found

    async def find(
        self, name: str, person: str, settled: Settled | None = None, said: ClientReport | None = None
    ) -> Live:
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

    async def with_phone(
        self, name: str, person: str, settled: Settled | None = None, said: ClientReport | None = None
    ) -> LiveSession:
        """As `find`, for what only a client can ask that has the phone. Raises `Problem` for one with an app."""
        return _with_phone(await self.find(name, person, settled, said))

    async def _own(self, live: Live, person: str) -> Live:
        if live.person != person:
            raise NoSession(live.name)
        if self._may_be_lost(live):
            await self._renew()  # this process was held up; whether it still has the session, only the database knows
            if live.name not in self._live:
                raise Problem(503, f"session {live.name} was taken over by another process; ask again")
        return live

    def _may_be_lost(self, live: Live) -> bool:
        """Whether its lease may have ended without this process having noticed."""
        return live.lease.expires_ms > 0 and self.seconds() - self._renewed_at > self.lease_seconds

    async def look(self, name: str, person: str) -> SessionDocument:
        """How a session stands, wherever it is decided, and also when it is over. Takes nothing over."""
        live = self._live.get(name)
        if live is not None:
            return (await self._own(live, person)).document()
        file = self._file(name, person)
        return (await self._recorded(name)).document(file.ended)

    async def proposal(self, name: str, identifier: str, person: str, seconds: float) -> DecisionDocument:
        """How a proposal stands, when it is decided or the time is up. One that was told needs no process."""
        live = self._live.get(name)
        if live is None:
            self._file(name, person)
            told = (await self._recorded(name)).proposals.get(identifier)
            if told is not None and told.was_told:
                return told.document()
            live = await self.find(name, person)
        return await (await self._own(live, person)).proposal(identifier, seconds)

    async def end(self, name: str, person: str) -> SessionDocument:
        """Stop a session; also one whose app has not come back to any process."""
        reason = "stopped by its client"
        try:
            live = await self.find(name, person)
        except AppAway:
            lease = await self._lease(name)
            await asyncio.to_thread(close_interrupted, self.root / name, reason, _now())
            close_session_file(self.root / name, person, reason)
            await self.leases.release(lease)
            return await self.look(name, person)
        await live.end(reason)
        return live.document()

    def _file(self, name: str, person: str) -> SessionFile:
        file = read_session_file(self.root / name) if is_session_name(name) else None
        if file is None or file.person != person:
            raise NoSession(name)
        return file

    async def _recorded(self, name: str) -> RecordedSession:
        try:
            return await asyncio.to_thread(read_recorded, self.root / name)
        except HandrailError as error:
            raise Problem(409, f"session {name}: {error}") from error

    async def decide(self, name: str, asked: SessionDecideDocument, person: str) -> VerdictDocument:
        """Decide about updates alone, in somebody's own session."""
        live = self._live.get(name)
        if live is None:
            return _with_phone(await self.find(name, person)).decide(asked)
        if live.person != person or self._may_be_lost(live):
            await self._own(live, person)
        return _with_phone(live).decide(asked)

    async def _over(self, session: Live) -> None:
        """A session has had its last word: what is asked of it from now on is read from its journal."""
        self._live.pop(session.name, None)
        close_session_file(self.root / session.name, session.person, session.why)
        await self.leases.release(session.lease)

    async def keep(self) -> None:
        """Renew the leases of this process until cancelled."""
        while True:
            try:
                await self._renew()
            except Exception as error:  # without the database nothing is decided, until it is there again
                _LOG.error("the leases of sessions were not renewed: %s", error)
            await asyncio.sleep(self.lease_seconds / RENEWALS)

    async def _renew(self) -> None:
        """Keep what this process has; what was lost is another's, and let go of."""
        asked_at = self.seconds()
        held = [live.lease for live in self._live.values()]
        for name in await self.leases.renew(held, self.lease_seconds) if held else ():
            session = self._live.pop(name, None)
            if session is not None:
                await session.leave()
        self._renewed_at = asked_at

    async def leave(self) -> None:
        """Let go of every session without a last word, so that another process goes on with it."""
        for returning in tuple(self._returning):
            returning.cancel()
        await asyncio.gather(*self._returning, return_exceptions=True)
        live, self._live = list(self._live.values()), {}
        for session in live:
            await session.leave()
            await self.leases.release(session.lease)

    @asynccontextmanager
    async def _alone(self, name: str) -> AsyncIterator[None]:
        """One at a time opens a session or takes it over."""
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        async with lock:
            yield


def _is_over(name: str, recorded: RecordedSession) -> Problem:
    reason = recorded.ended.reason if recorded.ended is not None else "its process ended while it was closed"
    return Problem(409, f"session {name} is over: {reason}; open another one")


def _with_phone(live: Live) -> LiveSession:
    if isinstance(live, ConnectedSession):
        raise Problem(409, f"session {live.name} is with an app that proposes its own events: touch the app")
    return live


def _now() -> datetime:
    return datetime.now().astimezone()
