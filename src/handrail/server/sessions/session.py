"""One session: its guard, the client's phone, and the proposals by the names that the client gave them."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime

from handrail.device.action import Action
from handrail.device.device import Executed, Execution, Refused
from handrail.error import Misuse
from handrail.guard import Guard
from handrail.guard.approval.question import Question
from handrail.guard.decision import Proposal
from handrail.language.similarity import EXACT
from handrail.monitor import Feedback, Monitor
from handrail.server.decide.documents import SessionDecideDocument, VerdictDocument
from handrail.server.sessions.documents import DecisionDocument, EndedDocument, SessionDocument
from handrail.server.sessions.judging import Judging
from handrail.server.sessions.leases import Lease
from handrail.server.sessions.problem import Problem
from handrail.server.sessions.proposal import DECIDES_WITHIN_SECONDS, ClientProposal, session_document, step_document
from handrail.server.sessions.proposals import Proposals
from handrail.server.sessions.recorded import RecordedSession
from handrail.server.sessions.remote_device import ClientReport, RemoteDevice


@dataclass(slots=True)
class LiveSession:
    """A session that this process decides. `person` is whose it is; `guard` is entered already.

    `lease` is the right to decide in it, and `ended` is called when it is over.
    """

    name: str
    person: str
    guard: Guard
    device: RemoteDevice
    lease: Lease
    ended: Callable[["LiveSession"], Awaitable[None]]
    proposals: Proposals
    journaled: bool = True
    _judging: Judging | None = None
    _current: ClientProposal | None = None
    _end: EndedDocument | None = None

    @property
    def why(self) -> str:
        """Why it is over; empty while it is open."""
        return self._end.reason if self._end is not None else ""

    def go_on(self, recorded: RecordedSession) -> None:
        """Know what another process told the client, before it was killed."""
        self.proposals.add_told(recorded.told())
        if recorded.judged:
            self._judging = self._begin_judging()
            self._judging.go_on(recorded.judged)

    async def propose(self, identifier: str, digest: bytes, proposal: Proposal, said: ClientReport) -> DecisionDocument:
        """Decide about an action, once for each name. Raises `Problem` for a name that meant something else before."""
        known = await self.proposals.find(identifier)
        if known is None:
            known = self._begin(identifier, digest, proposal, said)
        elif not known.is_same(digest, proposal):
            raise Problem(409, f"`{identifier}` was the id of another proposal; give each one an id of its own")
        await known.told(past_question=False, seconds=DECIDES_WITHIN_SECONDS)
        return known.document(self.guard.steps)

    def _begin(self, identifier: str, digest: bytes, proposal: Proposal, said: ClientReport) -> ClientProposal:
        self._demand_open()
        if self._judging is not None:
            raise Problem(409, f"session {self.name} decides about updates alone; open another one for actions")
        if self._current is not None:
            raise Problem(409, _why_one_at_a_time(self._current))
        self.device.show(said)
        proposed = ClientProposal(identifier, lambda other, _: other == digest)
        self.proposals.add(proposed)
        self._current = proposed
        proposed.work = asyncio.create_task(self._decided(proposed, replace(proposal, request=identifier)))
        return proposed

    async def _decided(self, proposed: ClientProposal, proposal: Proposal) -> None:
        try:
            step = await self.guard.act(proposal)
            self._current = None
            if self.guard.over:
                await self._close(step.feedback)
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
        """How a proposal stands, when it is decided or the time is up."""
        proposed = await self._found(identifier)
        await proposed.told(past_question=True, seconds=seconds)
        return proposed.document(self.guard.steps)

    async def outcome(self, identifier: str, execution: Execution | None, said: ClientReport) -> DecisionDocument:
        """Take what became of an action that was allowed. The same again changes nothing."""
        proposed = await self._found(identifier)
        if proposed.is_settled:
            if not proposed.was_cleared:
                raise Problem(409, f"`{identifier}` was not allowed, so nothing can have come of it")
            return proposed.document(self.guard.steps)
        if proposed is not self._current or not self.device.is_waiting:
            raise Problem(409, f"`{identifier}` is not decided yet; nothing may run before it is allowed")
        self.device.acted(execution, said)
        return await proposed.ended()

    def decide(self, asked: SessionDecideDocument) -> VerdictDocument:
        """Decide about updates alone, for a client that keeps the loop as well. Not beside actions with screens."""
        self._demand_open()
        if self._judging is None:
            if len(self.proposals):
                raise Problem(409, f"session {self.name} decides about actions; open another one for updates alone")
            self._judging = self._begin_judging()
        return self._judging.decide(asked)

    def _begin_judging(self) -> Judging:
        specification = self.guard.specification
        monitor = Monitor(specification, clock=self.guard.began, similarity=EXACT)
        record = self.guard.record if self.journaled else None
        return Judging(monitor, Feedback.about(specification.states, EXACT), _now, record)

    async def finish(self, identifier: str, text: str | None, digest: bytes, said: ClientReport) -> DecisionDocument:
        """The agent says that it is done, or that it cannot be."""
        return await self.propose(identifier, digest, Proposal(Action("finish", text=text)), said)

    async def end(self, reason: str) -> None:
        """Give the session up as stopped, whatever waits in it."""
        await self._let_go()
        if self._end is None:
            await self._close(reason)

    async def leave(self) -> None:
        """Let go of it without a last word: another process goes on. What waits here is asked again there."""
        await self._let_go()
        self.guard.leave()

    async def _let_go(self) -> None:
        work = self._current.work if self._current is not None else None
        if work is not None:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    async def _close(self, reason: str) -> None:
        self._end = EndedDocument(self.guard.finished, "finished" if self.guard.finished else reason)
        await self.guard.__aexit__(None, None, None)
        await self.ended(self)

    def asked(self, question: Question) -> None:
        """A person is asked about the proposal that is being decided."""
        if self._current is not None:
            self._current.asked(question)

    def cleared(self) -> None:
        """The client may act."""
        if self._current is not None:
            self._current.clear(self.guard.decided)

    def document(self) -> SessionDocument:
        """The session as it stands."""
        return session_document(self.name, self.guard, self._current, self._end)

    def _demand_open(self) -> None:
        if self._end is not None:
            raise Problem(409, f"session {self.name} is over: {self._end.reason}; open another one")

    async def _found(self, identifier: str) -> ClientProposal:
        known = await self.proposals.find(identifier)
        if known is None:
            raise Problem(404, f"session {self.name} has not decided about {identifier[:80]!r}; propose it (again)")
        return known


def read_outcome(ran: bool | None, reason: str) -> Execution | None:
    """What a client says came of an action; None where nobody knows."""
    if ran is None:
        return None
    return Executed() if ran else Refused(reason or "the client did not carry it out")


def _now() -> datetime:
    return datetime.now().astimezone()


def _why_one_at_a_time(current: ClientProposal) -> str:
    if current.cleared is not None:
        return (
            f"`{current.identifier}` was allowed, and nobody said what became of it; report its outcome first, "
            "with `ran` null if you do not know"
        )
    return f"`{current.identifier}` is still being decided; one action at a time"
