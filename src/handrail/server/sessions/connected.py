"""A session whose device is a connected app: the app proposes its own events, and the client says when it is done."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from handrail.device.action import Action
from handrail.error import Misuse
from handrail.guard import Guard
from handrail.guard.approval.question import Question
from handrail.guard.decision import Proposal
from handrail.server.app_port.app_session import AppSession
from handrail.server.sessions.documents import DecisionDocument, EndedDocument, SessionDocument
from handrail.server.sessions.leases import Lease
from handrail.server.sessions.problem import Problem
from handrail.server.sessions.proposal import DECIDES_WITHIN_SECONDS, ClientProposal, session_document, step_document
from handrail.server.sessions.proposals import Proposals
from handrail.server.sessions.recorded import RecordedSession


@dataclass(slots=True)
class ConnectedSession:
    """A session that this process decides, with an app that is connected here. `person` is whose it is.

    `is_ending` says whether the server is on its way out: then a connection that is lost is not the session's end.
    """

    name: str
    person: str
    session: AppSession
    lease: Lease
    ended: Callable[["ConnectedSession"], Awaitable[None]]
    is_ending: Callable[[], bool]
    proposals: Proposals
    _current: ClientProposal | None = None
    _end: EndedDocument | None = None
    _closing: "asyncio.Task[None] | None" = None

    @property
    def guard(self) -> Guard:
        """The guard that decides about the app's events."""
        return self.session.guard

    @property
    def why(self) -> str:
        """Why it is over; empty while it is open."""
        return self._end.reason if self._end is not None else ""

    async def begin(self) -> None:
        """Take control of the app. Raises `HandrailError` with what speaks against it."""
        self.session.announce = self.asked
        await self.session.__aenter__()
        self._closing = asyncio.create_task(self._close_when_over())

    def go_on(self, recorded: RecordedSession) -> None:
        """Know what another process told the client, before it was killed."""
        self.proposals.add_told(recorded.told())

    async def finish(self, identifier: str, text: str | None, digest: bytes) -> DecisionDocument:
        """The agent says that it is done, or that it cannot be; once for each name."""
        known = await self.proposals.find(identifier)
        proposal = Proposal(Action("finish", text=text), request=identifier)
        if known is None:
            if self._current is not None:
                raise Problem(409, f"`{self._current.identifier}` is still being decided; one end at a time")
            known = ClientProposal(identifier, lambda other, _: other == digest)
            self.proposals.add(known)
            self._current = known
            known.work = asyncio.create_task(self._finished(known, text))
        elif not known.is_same(digest, proposal):
            raise Problem(409, f"`{identifier}` was the id of another proposal; give each one an id of its own")
        await known.told(past_question=False, seconds=DECIDES_WITHIN_SECONDS)
        return known.document(self.guard.steps)

    async def _finished(self, proposed: ClientProposal, text: str | None) -> None:
        try:
            step = await self.session.finish(text, proposed.identifier)
            if self._closing is not None and self.guard.over:
                await asyncio.shield(self._closing)
            proposed.settle(
                step_document(proposed.identifier, step, over=self.guard.over, finished=self.guard.finished)
            )
        except Misuse as misuse:  # the guard takes no more
            proposed.settle(
                DecisionDocument(proposed.identifier, self.guard.steps, "block", [], str(misuse), over=True)
            )
        finally:
            self._current = None

    async def proposal(self, identifier: str, seconds: float) -> DecisionDocument:
        """How what the client proposed stands, when it is decided or the time is up."""
        known = await self.proposals.find(identifier)
        if known is None:
            raise Problem(404, f"session {self.name} has not decided about {identifier[:80]!r}; propose it (again)")
        await known.told(past_question=True, seconds=seconds)
        return known.document(self.guard.steps)

    def asked(self, question: Question) -> None:
        """A person is asked whether the agent is done."""
        if self._current is not None:
            self._current.asked(question)

    async def end(self, reason: str) -> None:
        """Give the app back to its user, as not done."""
        await self._let_go()
        self.session.end(reason)
        if self._closing is not None:
            await self._closing

    async def leave(self) -> None:
        """Let go of it without a last word: another process goes on when the app is connected there.

        Where the server stays, the app is its user's at once.
        """
        await self._let_go()
        if self._closing is not None:
            self._closing.cancel()
            await asyncio.gather(self._closing, return_exceptions=True)
        await self.session.leave()
        if not self.is_ending():
            self.session.end("another process has the session")

    async def _let_go(self) -> None:
        work = self._current.work if self._current is not None else None
        if work is not None:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    async def _close_when_over(self) -> None:
        await self.session.ended.wait()
        if self.session.is_cut_off and self.is_ending():
            await self.session.leave()
            return
        await self.session.__aexit__(None, None, None)
        done = self.guard.finished
        self._end = EndedDocument(done, "finished" if done else self.session.why)
        await self.ended(self)

    def document(self) -> SessionDocument:
        """The session as it stands."""
        return session_document(self.name, self.guard, self._current, self._end)
