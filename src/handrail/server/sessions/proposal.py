"""One proposal on its way through a session: what the client has been told of it, and what it waits for."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from sys import intern
from typing import assert_never

from handrail.guard import Guard
from handrail.guard.approval.question import Question
from handrail.guard.decision import Allow, Ask, Block, Decision, Proposal, Warn, reasons_of
from handrail.guard.journal.entry import Decided
from handrail.guard.progress_note import PredicateMark, ProgressNote
from handrail.guard.step import Step
from handrail.server.sessions.documents import (
    DecisionDocument,
    EndedDocument,
    QuestionDocument,
    ReasonDocument,
    RuleDocument,
    SessionDocument,
)

DECIDES_WITHIN_SECONDS = 60.0
"""How long a request waits for a decision before it is told to ask again."""


@dataclass(slots=True)
class ClientProposal:
    """A proposal by the client's name for it. `is_same` says whether what comes by that name again is the same.

    `work` decides it and sees it through. `question` is what a person was asked, `cleared` the decision with which the
    client was let act, as long as it is not settled; `was_cleared` says so afterwards.
    """

    identifier: str
    is_same: Callable[[bytes, Proposal], bool]
    work: "asyncio.Task[None] | None" = None
    question: Question | None = None
    cleared: Decided | None = None
    was_cleared: bool = False
    answer: DecisionDocument | None = None
    _news: asyncio.Event | None = field(default_factory=asyncio.Event)

    @property
    def is_settled(self) -> bool:
        """Whether nothing can become of it any more."""
        return self.answer is not None

    def asked(self, question: Question) -> None:
        """A person is asked about it."""
        self.question = question
        self._tell()

    def clear(self, decided: Decided | None) -> None:
        """The client may act."""
        self.question, self.cleared, self.was_cleared = None, decided, True
        self._tell()

    def settle(self, answer: DecisionDocument) -> None:
        """It has come to its end: only the answer is kept, in case somebody asks again."""
        self.answer = answer
        self._tell()
        self._news = self.work = self.question = self.cleared = None

    def _tell(self) -> None:
        if self._news is not None:
            self._news.set()

    async def _change(self) -> None:
        """Wait for something new."""
        if self._news is not None:
            self._news.clear()
            await self._news.wait()

    async def told(self, *, past_question: bool, seconds: float) -> None:
        """Wait until there is something to tell: a decision, or a question unless that was told already."""
        try:
            async with asyncio.timeout(seconds):
                while not self.is_settled and self.cleared is None and (past_question or self.question is None):
                    await self._change()
        except TimeoutError:
            pass

    async def ended(self) -> DecisionDocument:
        """Wait for its end."""
        while self.answer is None:
            await self._change()
        return self.answer

    def document(self, number: int) -> DecisionDocument:
        """How it stands now; `number` is that of the step where no decision says it."""
        if self.answer is not None:
            return self.answer
        if self.cleared is not None:
            reasons = reason_documents(self.cleared.decision)
            return DecisionDocument(self.identifier, self.cleared.step, "allow", reasons, self.cleared.feedback)
        if self.question is not None:
            asked = QuestionDocument(self.question.identifier, self.question.expires_at)
            reasons = [ReasonDocument(str(reason.source), reason.rule, reason.text) for reason in self.question.reasons]
            feedback = "Waiting for the user. Ask again what became of it."
            return DecisionDocument(self.identifier, self.question.step, "ask", reasons, feedback, question=asked)
        return DecisionDocument(self.identifier, number, "deciding", [], "The decision is not taken yet; ask again.")


def reason_documents(decision: Decision) -> list[ReasonDocument]:
    """The reasons of a decision."""
    return [ReasonDocument(str(reason.source), reason.rule, reason.text) for reason in reasons_of(decision)]


def decision_name(decision: Decision) -> str:
    """The decision as it is told; a question that is over is no question any more."""
    match decision:
        case Allow():
            return "allow"
        case Warn():
            return "warn"
        case Block() | Ask():
            return "block"
        case _:
            assert_never(decision)


def step_document(identifier: str, step: Step, *, over: bool, finished: bool) -> DecisionDocument:
    """What came of a proposal."""
    return DecisionDocument(
        identifier,
        step.number,
        decision_name(step.decision),
        reason_documents(step.decision),
        intern(step.feedback),  # long, kept for each step, and mostly that of the step before
        step.outcome,
        over=over,
        finished=finished,
    )


def session_document(
    name: str, guard: Guard, current: ClientProposal | None, end: EndedDocument | None
) -> SessionDocument:
    """A session as it stands, whatever its device is."""
    return SessionDocument(
        name,
        "open" if end is None else "over",
        guard.instruction,
        guard.specification.show().splitlines(),
        rule_documents(guard.progress),
        guard.feedback,
        guard.steps,
        current.document(guard.steps) if current is not None else None,
        end,
    )


def rule_documents(progress: ProgressNote) -> list[RuleDocument]:
    """How far the task has come."""
    return [
        RuleDocument(
            rule.rule,
            rule.head,
            rule.achieved,
            [predicate.words for predicate in rule.predicates if predicate.mark is not PredicateMark.HOLDS],
        )
        for rule in progress.rules
    ]
