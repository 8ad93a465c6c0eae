"""A journal as a story: a step for each proposed action with all that a page about it shows, in a person's words."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal

from handrail.app.consequence import Consequence, Detail
from handrail.app.drift import Drift
from handrail.app.update import Update
from handrail.device.element import Bounds
from handrail.error import UnreadableInput
from handrail.guard.action_words import action_words as what_it_does
from handrail.guard.approval.question import Answer
from handrail.guard.decision import Allow, Ask, Decision, DecisionInput, ScreenNote
from handrail.guard.detector import Cost, Finding
from handrail.guard.journal.entry import (
    Answered,
    Closed,
    Considered,
    Decided,
    Entry,
    Opened,
    Ran,
    Resumed,
    Saw,
    SpecificationChanged,
)
from handrail.guard.progress_note import ProgressNote
from handrail.language.value import show_value
from handrail.language.verbalize import UNKNOWN, printable, spaced

LONGEST = 160
LONGEST_SIGN = 400


def drift_words(drift: Drift, opened: Opened) -> tuple[str, str]:
    """The app whose model may be out of date, and what speaks against it."""
    called = next((app.name for app in opened.apps if app.package == drift.package), drift.package)
    return printable(called, LONGEST), printable(drift.text[:1].upper() + drift.text[1:], LONGEST_SIGN)


def action_words(decision_input: DecisionInput) -> str:
    """`Tap “Reserve”`; what is quoted stood on the screen or came from the agent, and is bounded."""
    words = what_it_does(decision_input.proposal.action, quote, decision_input.called)
    return words[:1].upper() + words[1:]


def consequence_words(consequence: Consequence) -> tuple[str, tuple[tuple[str, str], ...]]:
    """What kind of thing is committed, and each detail of the object; of one that could not be read, why."""
    details = tuple((spaced(detail.name), _detail(detail)) for detail in consequence.details)
    return str(consequence.kind), details or (("object", "not known"),)


def update_words(update: Update) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The state that changes, and each variable with the value that it gets."""
    if update.delete is not None:
        keys = ", ".join(f"{spaced(name)} {value_words(value)}" for name, value in update.delete.items())
        return spaced(update.state), (("removed", keys or "the only entry"),)
    return spaced(update.state), tuple((spaced(name), value_words(value)) for name, value in (update.set or {}).items())


def value_words(value: object) -> str:
    """A value as people write it."""
    match value:
        case None:
            return UNKNOWN
        case bool():
            return "yes" if value else "no"
        case Decimal() | date() | time():
            return show_value(value) if not isinstance(value, datetime) else value.isoformat()
        case str():
            return printable(value, LONGEST) or "nothing"
        case _:
            return printable(str(value), LONGEST)


def quote(text: str) -> str:
    """In quotation marks that nothing in it can end, on one line, and not longer than a person reads."""
    return "“" + printable(text, LONGEST).replace("“", '"').replace("”", '"') + "”"


def _detail(detail: Detail) -> str:
    if detail.unread:
        return f"not read: {printable(detail.unread, LONGEST)}"
    return quote(detail.value) if isinstance(detail.value, str) else value_words(detail.value)


@dataclass(slots=True)
class TimelineStep:
    """One proposed action and what became of it. `seen` is what the screen showed afterwards, where it ran.

    `drift` is what spoke against a model then for the first time.
    """

    step: int
    decision_input: DecisionInput
    target: Bounds | None
    proposed: Decision | None = None
    decision: Decision | None = None
    answers: list[Answer] = field(default_factory=list)
    outcome: str = ""
    outcome_reason: str = ""
    told: str = ""
    progress: ProgressNote | None = None
    observed: tuple[Update, ...] = ()
    unread: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    drift: tuple[Drift, ...] = ()
    seen: ScreenNote | None = None

    @property
    def kind(self) -> str:
        """How it went, in a word: as `ran`, `blocked` or `lost`; the page knows them all."""
        if self.decision is None:
            return "broken"
        if not isinstance(self.decision, Allow):
            asked = isinstance(self.proposed, Ask)
            return "refused" if asked else "warned" if type(self.decision).__name__ == "Warn" else "blocked"
        if self.decision_input.proposal.action.type == "finish":
            return "finished"
        if self.outcome in ("lost", "stale", "refused"):
            return "lost" if self.outcome == "lost" else "missed"
        if self.answers:
            return "approved"
        return "insisted" if self.decision.despite else "ran"


@dataclass(slots=True)
class Timeline:
    """A whole run. `ended` is None where the journal stops without a last word.

    `steps` may leave out `left_out` of them in the middle; `kinds` counts all, `asked` those that a person was asked.
    `drift` is all that spoke against a model, in the order in which it was found. `cost` is of all that was asked of
    models that judge, None where none was.
    """

    opened: Opened
    steps: list[TimelineStep] = field(default_factory=list)
    specification: str = ""
    edits: list[SpecificationChanged] = field(default_factory=list)
    interruptions: int = 0
    ended: Closed | None = None
    left_out: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    asked: int = 0
    progress: ProgressNote | None = None
    drift: list[Drift] = field(default_factory=list)
    cost: Cost | None = None

    @property
    def began(self) -> datetime:
        """When the session began."""
        return self.opened.at

    @property
    def last_progress(self) -> ProgressNote:
        """How the specification stood at the end."""
        return self.progress or self.opened.progress

    def listen(self, entries: Iterable[Entry], most: int | None = None) -> Iterator[TimelineStep]:
        """Each scene when it is over. With `most`, no more are kept: the first ones and the last ones."""
        for entry in entries:
            over = self.add(entry, most)
            if over is not None:
                yield over
        if self.steps:
            self._count(self.steps[-1])
            yield self.steps[-1]

    def add(self, entry: Entry, most: int | None = None) -> TimelineStep | None:
        """What one more entry tells; the scene that is over because another one begins with it."""
        before = self.steps[-1] if self.steps else None
        _add(self, entry)
        if before is None or self.steps[-1] is before:
            return None
        self._count(before)
        if most is not None and len(self.steps) > most:
            del self.steps[most // 2]
            self.left_out += 1
        return before

    def _count(self, step: TimelineStep) -> None:
        self.kinds[step.kind] += 1
        self.asked += bool(step.answers)
        for finding in (*step.decision_input.findings, *step.findings):
            if finding.cost is not None:
                self.cost = finding.cost if self.cost is None else self.cost + finding.cost


def begin(entries: Iterator[Entry]) -> Timeline:
    """A story of which only the first entry is told. Raises `UnreadableInput` where it is no opening of a session."""
    opened = next(entries, None)
    if not isinstance(opened, Opened):
        raise UnreadableInput("the journal does not begin with the opening of a session; there is nothing to tell")
    return Timeline(opened, specification=opened.specification, drift=list(opened.drift))


def tell(entries: Iterable[Entry], most: int | None = None) -> Timeline:
    """The story of a journal's entries, in their order; with `most`, of so many scenes. Raises as `begin` does."""
    rest = iter(entries)
    timeline = begin(rest)
    for _ in timeline.listen(rest, most):
        pass
    return timeline


def _add(timeline: Timeline, entry: Entry) -> None:
    step = timeline.steps[-1] if timeline.steps else None
    if isinstance(entry, Saw):
        new = tuple(sign for sign in entry.drift if sign not in timeline.drift)
        timeline.drift += new
        if step is not None:
            step.drift += new
    match entry:
        case Considered(decision_input, _, target):
            if step is not None and step.step == decision_input.step:  # judged again under a changed specification
                step.decision_input = decision_input
            else:
                timeline.steps.append(TimelineStep(decision_input.step, decision_input, target))
        case Answered(answer=answer) if step is not None:
            step.answers.append(answer)
        case SpecificationChanged(specification=specification):
            timeline.edits.append(entry)
            timeline.specification = specification
        case Decided(_, _, proposed, decision, feedback, progress) if step is not None:
            step.proposed, step.decision, step.told = proposed, decision, feedback
            step.progress = timeline.progress = progress or timeline.last_progress
        case Ran(_, _, outcome, reason) if step is not None:
            step.outcome, step.outcome_reason = outcome, reason
        case Saw() if step is not None and step.step == entry.step:
            step.seen, step.told = entry.screen, entry.feedback
            step.progress = timeline.progress = entry.progress or timeline.last_progress
            step.observed, step.unread, step.findings = entry.updates, entry.unread, entry.findings
        case Resumed():
            timeline.interruptions += 1
        case Closed():
            timeline.ended = entry
        case _:
            pass
