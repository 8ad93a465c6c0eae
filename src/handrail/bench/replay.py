"""Replaying a recorded path against a specification: would every step have been allowed, and is the task done?

The recorded agent insists, so a soft verdict does not stop it; what nobody asked for is reported and blocks nothing.
Other programs rely on the JSON of a replay. Source: docs/replay.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from handrail.app.update import RefusedUpdate
from handrail.bench.task_file import Task, TaskStep, Which
from handrail.language.diagnostic import Diagnostic, SpecificationError
from handrail.language.rule import Span, established
from handrail.language.similarity import DEFAULT_THRESHOLD, TRIGRAMS, Similarity
from handrail.language.specification import Specification
from handrail.monitor.feedback import Feedback
from handrail.monitor.monitor import Monitor
from handrail.monitor.program import UnusableClock
from handrail.monitor.verdict import Allow, Ask, Block, SuspectUpdate, Violation, Warn


@dataclass(frozen=True, slots=True)
class Unrequested:
    """A step that committed an objective which the specification does not have."""

    n: int
    objective: str


@dataclass(frozen=True, slots=True)
class UpdateError:
    """An update that did not fit the app and was not applied."""

    n: int
    reason: str


class NoteKind(StrEnum):
    """What there is to say about a step."""

    SOFT = "soft"
    NOT_YET = "not yet as wanted"
    BLOCKED = "blocked"
    REFUSED = "update refused"
    UNREQUESTED = "not asked for"


@dataclass(frozen=True, slots=True)
class Note:
    """What an agent would have been told at a step, in its words."""

    n: int
    kind: NoteKind
    text: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """What became of one path under one specification; `reason` says in words why it was not accepted."""

    id: str
    which: Which
    accepted: bool
    done: bool = False
    blocked_step: int | None = None
    soft_at: tuple[int, ...] = ()
    reason: str = ""
    unrequested: tuple[Unrequested, ...] = ()
    update_errors: tuple[UpdateError, ...] = ()
    spec_errors: tuple[Diagnostic, ...] = ()
    notes: tuple[Note, ...] = ()


def replay(
    task: Task,
    which: Which,
    rules: Sequence[str],
    *,
    similarity: Similarity = TRIGRAMS,
    threshold: float = DEFAULT_THRESHOLD,
) -> Replayed:
    """Walk the steps of a task under the given rules. A specification with errors is not walked."""
    try:
        specification = Specification.parse(rules, task.app)
    except SpecificationError as error:
        reason = f"the specification has errors: {error.diagnostics[0].found}"
        return Replayed(task.id, which, accepted=False, reason=reason, spec_errors=error.diagnostics)
    try:
        monitor = Monitor(specification, clock=task.now, similarity=similarity, threshold=threshold)
    except UnusableClock as error:
        unusable = Diagnostic("clock", Span(1, 1), str(error), "write the task's `now`, as in 2025-03-10T09:00")
        reason = f"{unusable.found}; {unusable.help}"
        return Replayed(task.id, which, accepted=False, reason=reason, spec_errors=(unusable,))
    return _Walk(task, which, monitor).result()


class _Walk:
    """One path under way."""

    def __init__(self, task: Task, which: Which, monitor: Monitor) -> None:
        self.task = task
        self.which = which
        self.monitor = monitor
        self.feedback = Feedback.about(task.app.states, monitor.similarity)
        self.objectives = established(monitor.specification.rules)
        self.soft_at: list[int] = []
        self.notes: list[Note] = []
        self.unrequested: list[Unrequested] = []
        self.update_errors: list[UpdateError] = []

    def result(self) -> Replayed:
        for step in self.task.steps:
            blocked = self._walk(step)
            if blocked is not None:
                text = self.feedback.hard(blocked)
                self.notes.append(Note(step.n, NoteKind.BLOCKED, text))
                return self._replayed(False, step.n, f"step {step.n}: {text}")
        completion = self.monitor.finish(now=self.task.now)
        if isinstance(completion, Allow):
            return self._replayed(True, None, "")
        return self._replayed(False, None, f"at the end: {self.feedback.hard(completion)}")

    def _walk(self, step: TaskStep) -> Block | None:
        """Judge, execute and observe one step; the verdict if it is blocked."""
        unknown = dict.fromkeys(name for name in step.commits if name not in self.objectives)
        self.unrequested += (Unrequested(step.n, name) for name in unknown)
        verdict = self._propose(step)
        if isinstance(verdict, Warn):
            self._note_suspects(step, NoteKind.SOFT, verdict.violations)
            verdict = self._propose(step)  # the recorded agent insists
        match verdict:
            case Block(violations):
                self._note_violations(step, violations)
                return verdict
            case Ask(reason):
                self.notes.append(Note(step.n, NoteKind.UNREQUESTED, reason))
            case Allow():
                pass
            case Warn():
                raise AssertionError("an action that was proposed twice is not withheld")
        self.monitor.commit()
        observation = self.monitor.observe(step.observed, now=self.task.now)
        self._note_suspects(step, NoteKind.NOT_YET, observation.suspects)
        self._note_refused(step, observation.refused)
        return None

    def _propose(self, step: TaskStep) -> Allow | Warn | Block | Ask:
        return self.monitor.anticipate(step.anticipated, step.commits, action=step.action, now=self.task.now)

    def _note_violations(self, step: TaskStep, violations: Sequence[Violation]) -> None:
        self._note_suspects(
            step, NoteKind.SOFT, [violation for violation in violations if isinstance(violation, SuspectUpdate)]
        )
        self._note_refused(step, [violation for violation in violations if isinstance(violation, RefusedUpdate)])

    def _note_suspects(self, step: TaskStep, kind: NoteKind, suspects: Sequence[SuspectUpdate]) -> None:
        if suspects:
            self.notes.append(Note(step.n, kind, self.feedback.soft(suspects)))
            if not self.soft_at or self.soft_at[-1] != step.n:
                self.soft_at.append(step.n)

    def _note_refused(self, step: TaskStep, refused: Sequence[RefusedUpdate]) -> None:
        self.update_errors += (UpdateError(step.n, refused_update.reason) for refused_update in refused)
        self.notes += (Note(step.n, NoteKind.REFUSED, refused_update.reason) for refused_update in refused)

    def _replayed(self, accepted: bool, blocked_step: int | None, reason: str) -> Replayed:
        return Replayed(
            self.task.id,
            self.which,
            accepted,
            done=accepted,
            blocked_step=blocked_step,
            soft_at=tuple(self.soft_at),
            reason=reason,
            unrequested=tuple(self.unrequested),
            update_errors=tuple(self.update_errors),
            notes=tuple(self.notes),
        )


def replays_as_json(
    replays: Iterable[Replayed], skipped: Sequence[str], similarity: Similarity, threshold: float
) -> dict[str, Any]:
    """One document for all replays, saying which text similarity decided `~=`."""
    return {
        "tasks": [replayed_as_json(replayed) for replayed in replays],
        "skipped": list(skipped),
        "similarity": {"name": similarity.name, "threshold": threshold},
    }


def replayed_as_json(replayed: Replayed) -> dict[str, Any]:
    """One replay."""
    return {
        "id": replayed.id,
        "which": replayed.which,
        "accepted": replayed.accepted,
        "blocked_step": replayed.blocked_step,
        "soft_at": list(replayed.soft_at),
        "done": replayed.done,
        "reason": replayed.reason,
        "unrequested": [
            {"n": unrequested.n, "objective": unrequested.objective} for unrequested in replayed.unrequested
        ],
        "update_errors": [{"n": error.n, "reason": error.reason} for error in replayed.update_errors],
        "spec_errors": [diagnostic_as_json(error) for error in replayed.spec_errors],
    }


def diagnostic_as_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """One diagnostic; `line` and `column` count from 1."""
    return {
        "severity": diagnostic.level.value,
        "code": diagnostic.code,
        "line": diagnostic.span.line,
        "column": diagnostic.span.column,
        "length": diagnostic.span.length,
        "found": diagnostic.found,
        "help": diagnostic.help,
    }
