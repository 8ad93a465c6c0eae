"""Decisions in a session about updates alone: a monitor that remembers, and what it was told on record."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from handrail.guard.journal.entry import UpdatesJudged
from handrail.monitor import Allow, Ask, Feedback, Monitor, Verdict
from handrail.server.decide.decision import judge, settle, updates_of, verdict_document
from handrail.server.decide.documents import SessionDecideDocument, VerdictDocument
from handrail.server.sessions.documents import UpdateDocument
from handrail.server.sessions.problem import Problem


@dataclass(frozen=True, slots=True)
class _Last:
    """The last decision, and whether its action is still open."""

    asked: SessionDecideDocument
    verdict: Verdict
    told: VerdictDocument | None


@dataclass(slots=True)
class Judging:
    """The monitor of a session without screens. `record` puts a decision on record before it is told."""

    monitor: Monitor
    words: Feedback
    clock: Callable[[], datetime]
    record: Callable[[UpdatesJudged], None] | None
    number: int = 0
    _last: _Last | None = None

    def decide(self, asked: SessionDecideDocument) -> VerdictDocument:
        """Say what became of the last action, what was observed since, and decide about the next one."""
        last = self._last
        if last is not None and asked.id and asked.id == last.asked.id:
            if asked != last.asked and last.told is not None:
                raise Problem(409, f"`{asked.id}` was the id of another decision; give each one an id of its own")
            return last.told or verdict_document(last.verdict, self.words)
        ran = self._settle(asked.ran)
        verdict = self._judge(asked)
        told = verdict_document(verdict, self.words)
        self._last = _Last(asked, verdict, told)
        if self.record is not None:
            self.record(self._entry(asked, verdict, ran=ran))
        return told

    def go_on(self, judged: Iterable[UpdatesJudged]) -> None:
        """Know what another process decided."""
        for updates_judged in judged:
            self._settle(updates_judged.ran)
            asked = SessionDecideDocument(
                id=updates_judged.request,
                observed=[
                    UpdateDocument(update.state, update.set, update.delete) for update in updates_judged.observed
                ],
                updates=[UpdateDocument(update.state, update.set, update.delete) for update in updates_judged.updates],
                commits=list(updates_judged.commits),
                action=updates_judged.proposal,
                irreversible=updates_judged.irreversible,
                finish=updates_judged.finish,
                now=updates_judged.now,
            )
            self._last = _Last(asked, self._judge(asked), None)

    def _judge(self, asked: SessionDecideDocument) -> Verdict:
        if asked.observed:
            self.monitor.observe(updates_of(asked.observed), now=asked.now)
        self.number += 1
        return judge(self.monitor, asked)

    def _settle(self, ran: bool | None) -> bool:
        """What became of the last action. Unless somebody says otherwise one that was allowed ran, and no other."""
        last = self._last
        if last is None:
            return False
        did = isinstance(last.verdict, Allow) if ran is None else ran
        settle(self.monitor, last.asked, last.verdict, ran=did)
        return did and isinstance(last.verdict, Allow | Ask)

    def _entry(self, asked: SessionDecideDocument, verdict: Verdict, *, ran: bool) -> UpdatesJudged:
        return UpdatesJudged(
            self.number,
            self.clock(),
            ran,
            tuple(updates_of(asked.observed)),
            tuple(updates_of(asked.updates)),
            tuple(asked.commits),
            asked.action,
            asked.irreversible,
            asked.finish,
            verdict,
            asked.now,
            asked.id,
        )
