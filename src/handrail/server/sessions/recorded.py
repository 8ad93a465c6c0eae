"""A session as its journal says it: for one that is over, and to go on with one whose process was killed."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from handrail.device.action import Action
from handrail.error import UnreadableInput
from handrail.guard.decision import Allow, Proposal
from handrail.guard.journal import read_journal
from handrail.guard.journal.entry import (
    Closed,
    Considered,
    Decided,
    Entry,
    Executing,
    Opened,
    Ran,
    Resumed,
    Saw,
    UpdatesJudged,
)
from handrail.guard.journal.reading import JOURNAL_FILE, Scan
from handrail.guard.progress_note import ProgressNote
from handrail.server.sessions.documents import DecisionDocument, EndedDocument, SessionDocument
from handrail.server.sessions.proposal import ClientProposal, decision_name, reason_documents, rule_documents


@dataclass(slots=True)
class RecordedProposal:
    """A proposal in a journal, and what was decided; `ran` is what came of it, None where nothing is said of that."""

    proposal: Proposal
    decided: Decided | None = None
    executing: bool = False
    ran: str | None = None
    feedback: str = ""

    @property
    def was_told(self) -> bool:
        """Whether the decision counts: one to let something run does once that it is about to run is on record, too."""
        if self.decided is None:
            return False
        return self.executing or self._finished or not isinstance(self.decided.decision, Allow)

    @property
    def runs(self) -> bool:
        """Whether it was allowed, and nobody has said what came of it."""
        return self.executing and self.ran is None

    def may_be(self, proposal: Proposal) -> bool:
        """Whether it can be the same as is proposed again. What is typed may be a secret, and is not on record."""
        return _compared(self.proposal.action) == _compared(proposal.action)

    def document(self) -> DecisionDocument:
        """What the client is told of it."""
        assert self.decided is not None, "only what was decided is told"
        return DecisionDocument(
            self.proposal.request,
            self.decided.step,
            decision_name(self.decided.decision),
            reason_documents(self.decided.decision),
            self.feedback or self.decided.feedback,
            "finished" if self._finished else self.ran or "",
            over=self._finished,
            finished=self._finished,
        )

    @property
    def _finished(self) -> bool:
        is_end = self.proposal.action.type == "finish"
        return is_end and self.decided is not None and isinstance(self.decided.decision, Allow)


@dataclass(slots=True)
class RecordedSession:
    """All that a journal says of a session to its client; `proposals` are by the client's names for them."""

    name: str
    opened: Opened
    proposals: dict[str, RecordedProposal] = field(default_factory=dict)
    judged: list[UpdatesJudged] = field(default_factory=list)
    progress: ProgressNote | None = None
    feedback: str = ""
    steps: int = 0
    ended: Closed | None = None
    _current: RecordedProposal | None = None

    @property
    def running(self) -> RecordedProposal | None:
        """The proposal over which the process was killed that let it run."""
        return self._current if self._current is not None and self._current.runs else None

    def interrupted(self) -> None:
        """Nobody will say any more what came of an action that was running: nobody knows whether it ran."""
        if self._current is not None and self._current.runs:
            self._current.ran = "lost"

    def take(self, entry: Entry) -> None:
        """One more line."""
        current = self._current
        match entry:
            case Considered(decision_input=considered):
                self.interrupted()
                self.steps, self._current = considered.step, RecordedProposal(considered.proposal)
                if considered.proposal.request:
                    self.proposals[considered.proposal.request] = self._current
            case Decided(feedback=feedback, progress=progress):
                self.progress, self.feedback = progress or self.progress, feedback or self.feedback
                if current is not None:
                    current.decided = entry
            case Executing() if current is not None:
                current.executing = True
            case Ran(outcome=outcome) if current is not None:
                current.ran = outcome
            case Saw(progress=progress, feedback=feedback):
                self.progress, self.feedback = progress or self.progress, feedback
                if current is not None and current.ran is not None and entry.step == self.steps:
                    current.feedback = current.feedback or feedback
            case Resumed():
                self.interrupted()
            case UpdatesJudged():
                self.judged.append(entry)
            case Closed():
                self.ended = entry
            case _:
                pass

    def told(self) -> Iterator[ClientProposal]:
        """The proposals of which the client was told, in their order."""
        return (told(name, proposal) for name, proposal in self.proposals.items() if proposal.was_told)

    def document(self, reason: str = "") -> SessionDocument:
        """The session as it stands; `reason` is why it ended, where that is known better than from its journal."""
        running = self.running
        return SessionDocument(
            self.name,
            "open" if self.ended is None else "over",
            self.opened.instruction,
            self.opened.specification.splitlines(),
            rule_documents(self.progress or self.opened.progress),
            self.feedback or self.opened.feedback,
            self.steps,
            running.document() if running is not None else None,
            EndedDocument(self.ended.finished, reason or self.ended.reason) if self.ended is not None else None,
        )


def told(identifier: str, recorded_proposal: RecordedProposal) -> ClientProposal:
    """A proposal that is over, by the client's name for it, as the client was told."""
    known = ClientProposal(
        identifier, lambda _, proposal: recorded_proposal.may_be(proposal), was_cleared=recorded_proposal.executing
    )
    known.settle(recorded_proposal.document())
    return known


def has_begun(folder: Path) -> bool:
    """Whether a session has its first line. One that was killed before can be begun anew: nobody was told of it."""
    return (folder / JOURNAL_FILE).is_file() and any(True for _ in Scan(folder))


def read_recorded(folder: Path) -> RecordedSession:
    """The session of a journal. Raises `UnreadableInput` where there is none, or where it was changed."""
    reading = read_journal(folder)
    if reading.fault is not None and not reading.fault.cut_off:
        raise UnreadableInput(f"{folder.name}: its journal was changed at line {reading.fault.line}")
    opened = reading.entries[0] if reading.lines else None
    if not isinstance(opened, Opened):
        raise UnreadableInput(f"{folder.name}: no session was opened in it")
    recorded = RecordedSession(folder.name, opened)
    for entry in reading.entries[1:]:
        recorded.take(entry)
    return recorded


def _compared(action: Action) -> Action:
    """What can be compared with what is on record: nothing that may have had a secret taken out of it."""
    place = replace(action.element, text="", description="") if action.element is not None else None
    return replace(action, target=None, text=None, element=place)
