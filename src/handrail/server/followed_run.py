"""One journal, followed while it is written: what is told of it is what its lines say up to now."""

from collections.abc import Container
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from handrail.error import UnreadableInput
from handrail.guard.approval.queue import PENDING
from handrail.guard.decision import Allow, reasons_of
from handrail.guard.detector import Finding
from handrail.guard.journal import Scan
from handrail.guard.journal.reading import JOURNAL_FILE, pictures_of
from handrail.guard.report.timeline import Timeline, TimelineStep, begin

MOST_FACTS = 300
"""Of a run: what can be searched for."""

MOST_FINDINGS = 200
"""Of a run: what the risk board shows."""

ASKED = "asked"
"""The category of a note that somebody was asked, which is no risk."""

MOST_STEPS = 200
"""Of a longer run the first and the last steps are kept where somebody looks at them."""

FEW_STEPS = 1
"""So many are kept of a run that goes on and whose steps nobody looks at: a step takes tens of kilobytes."""


class RunState(StrEnum):
    """How a run stands. `interrupted`: nobody writes its journal any more, and it has no last word."""

    RUNNING = "running"
    WAITING = "waiting"
    FINISHED = "finished"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"
    DAMAGED = "damaged"


class _Stamp(NamedTuple):
    """What changes whenever there is something new. The files are named: their folder's time is too coarse for that."""

    inode: int
    size: int
    is_written: bool
    questions: frozenset[str]


class RunFact(NamedTuple):
    """Something that can be asked of a run: `kind` is `app`, `decision`, `rule` or `encoding`."""

    kind: str
    value: str


class FindingKey(NamedTuple):
    """One rule of one detector in one step."""

    step: int
    detector: str
    rule: str


@dataclass(slots=True)
class RunFacts:
    """How often each was so, and in which step first, and what was found. Bounded: what a run says first is kept."""

    of_steps: dict[RunFact, tuple[int, int]] = field(default_factory=dict)
    findings: dict[FindingKey, Finding] = field(default_factory=dict)

    def add(self, step: TimelineStep) -> None:
        """A step that is over."""
        facts = {
            RunFact("decision", step.kind),
            *(RunFact("rule", reason.rule) for reason in reasons_of(step.decision or Allow())),
        }
        for fact in sorted(facts):
            times, first = self.of_steps.get(fact, (0, step.step))
            if times or len(self.of_steps) < MOST_FACTS:
                self.of_steps[fact] = times + 1, first
        for found in (*step.decision_input.findings, *step.findings):
            if found.category != ASKED and len(self.findings) < MOST_FINDINGS:
                key = FindingKey(step.step, found.detector, found.rule)
                self.findings.setdefault(key, found)

    def with_step(self, step: TimelineStep | None) -> "RunFacts":
        """These and those of a step that goes on, if it is decided."""
        both = RunFacts(dict(self.of_steps), dict(self.findings))
        if step is not None and step.decision is not None:
            both.add(step)
        return both


@dataclass(slots=True)
class FollowedRun:
    """A run by its journal's folder. `refresh` reads what was written since; `version` counts what was read.

    `picture` is the name of the newest picture of the screen.
    """

    folder: Path
    most_steps: int = MOST_STEPS
    version: int = 0
    timeline: Timeline | None = None
    facts: RunFacts = field(default_factory=RunFacts)
    picture: str | None = None
    _scan: Scan | None = None
    _seen: "_Stamp | None" = None

    @property
    def name(self) -> str:
        """What it is called here: the name of its folder."""
        return self.folder.name

    @property
    def is_short(self) -> bool:
        """Whether more of its steps would be kept if somebody looked at them."""
        return self.most_steps < MOST_STEPS and self.timeline is not None and self.timeline.left_out > 0

    @property
    def questions(self) -> frozenset[str]:
        """What waits for a person, by identifier."""
        return self._seen.questions if self._seen is not None else frozenset()

    @property
    def inode(self) -> int:
        """Of its file, by which the system tells who writes it."""
        return self._seen.inode if self._seen is not None else 0

    @property
    def size_bytes(self) -> int:
        """Of its file."""
        return self._seen.size if self._seen is not None else 0

    @property
    def scan(self) -> Scan:
        """The journal as far as it was read. There is one after the first `refresh`."""
        assert self._scan is not None, "`refresh` comes first"
        return self._scan

    def shorten(self) -> None:
        """Keep no more steps than of a run that nobody looks at; who reads those of before is not disturbed."""
        self.most_steps = FEW_STEPS
        if self.timeline is not None:
            self.timeline.left_out += max(0, len(self.timeline.steps) - FEW_STEPS)
            self.timeline.steps = self.timeline.steps[-FEW_STEPS:]

    def refresh(self, locked_inodes: Container[int]) -> bool:
        """Read on; whether anything changed. Raises `UnreadableInput` where there is no journal that can be read.

        `locked_inodes` are the files that some process holds locked, as a guard does its journal.
        """
        seen = self._stamp(locked_inodes)
        if seen == self._seen:
            return False
        if self._scan is None or self._was_replaced(seen):
            self._scan, self.timeline, self.facts, self.picture = Scan(self.folder), None, RunFacts(), None
        self._seen = seen
        entries = (line.entry for line in self._scan)
        for entry in entries:
            self.picture = next(iter(pictures_of(entry)), self.picture)
            if self.timeline is None:
                self.timeline = begin(iter((entry,)))
            else:
                over = self.timeline.add(entry, self.most_steps)
                if over is not None:
                    self.facts.add(over)
        if self.timeline is None and self._scan.fault is not None and not self._scan.fault.cut_off:
            raise UnreadableInput(f"{self.folder}: {self._scan.fault.why}")
        self.version += 1
        return True

    def _stamp(self, locked_inodes: Container[int]) -> "_Stamp":
        try:
            found = (self.folder / JOURNAL_FILE).stat()
        except OSError as error:
            raise UnreadableInput(f"{self.folder}: {error.strerror}; there is no journal in it") from error
        written = found.st_ino in locked_inodes
        return _Stamp(found.st_ino, found.st_size, written, self._open_questions() if written else frozenset())

    def _was_replaced(self, seen: "_Stamp") -> bool:
        return self._seen is not None and (seen.inode != self._seen.inode or seen.size < self._seen.size)

    def _open_questions(self) -> frozenset[str]:
        try:
            files = [file.name for file in (self.folder / PENDING).iterdir()]
        except OSError:
            return frozenset()
        names = {name.removesuffix(".json") for name in files if name.endswith(".json") and not name.startswith(".")}
        return frozenset(name for name in names if not name.endswith(".answer") and f"{name}.answer" not in names)

    @property
    def state(self) -> RunState:
        """How it stands now."""
        fault = self.scan.fault
        if fault is not None and not fault.cut_off:
            return RunState.DAMAGED
        ended = self.timeline.ended if self.timeline is not None else None
        if ended is not None:
            return RunState.FINISHED if ended.finished else RunState.STOPPED
        if self._seen is None or not self._seen.is_written:
            return RunState.INTERRUPTED
        return RunState.WAITING if self.questions else RunState.RUNNING

    @property
    def goes_on(self) -> bool:
        """Whether a guard is at it now."""
        return self.state in (RunState.RUNNING, RunState.WAITING)

    @property
    def last(self) -> TimelineStep | None:
        """The last action that was proposed."""
        return self.timeline.steps[-1] if self.timeline is not None and self.timeline.steps else None
