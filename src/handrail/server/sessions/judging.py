"""Decisions in a session about updates alone: a monitor that remembers, and what it was told on record."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from handrail.guard.journal.entry import UpdatesJudged
from handrail.monitor import Allow, Ask, Feedback, Monitor, Verdict
from handrail.server.decide.decision import judge, settle, updates_of, verdict_document
from handrail.server.decide.documents import SessionDecideDocument, VerdictDocument


@dataclass(slots=True)
class Judging:
    """The monitor of a session without screens. `record` puts a decision on record before it is told."""

    monitor: Monitor
    words: Feedback
    clock: Callable[[], datetime]
    record: Callable[[UpdatesJudged], None] | None
    number: int = 0
    _last: tuple[SessionDecideDocument, Verdict] | None = None

    def decide(self, asked: SessionDecideDocument) -> VerdictDocument:
        """Say what became of the last action, what was observed since, and decide about the next one."""
        ran = self.settle(asked.ran)
        if asked.observed:
            self.monitor.observe(updates_of(asked.observed), now=asked.now)
        verdict = judge(self.monitor, asked)
        self._last = asked, verdict
        self.number += 1
        if self.record is not None:
            self.record(self._judged(asked, verdict, ran=ran))
        return verdict_document(verdict, self.words)

    def settle(self, ran: bool | None) -> bool:
        """What became of the last action. Unless somebody says otherwise one that was allowed ran, and no other."""
        last, self._last = self._last, None
        if last is None:
            return False
        asked, verdict = last
        did = isinstance(verdict, Allow) if ran is None else ran
        settle(self.monitor, asked, verdict, ran=did)
        return did and isinstance(verdict, Allow | Ask)

    def _judged(self, asked: SessionDecideDocument, verdict: Verdict, *, ran: bool) -> UpdatesJudged:
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
        )
