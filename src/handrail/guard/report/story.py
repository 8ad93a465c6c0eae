"""A journal as a story: one scene for each proposed action, with all that a page about it shows."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from handrail.app.update import Update
from handrail.device.element import Bounds
from handrail.error import UnreadableInput
from handrail.guard.approval.question import Answer
from handrail.guard.consideration import Consideration, ScreenNote
from handrail.guard.decision import Allow, Ask, Decision
from handrail.guard.detector import Finding
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


@dataclass(slots=True)
class Scene:
    """One proposed action and what became of it. `seen` is what the screen showed afterwards, where it ran."""

    step: int
    consideration: Consideration
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
    seen: ScreenNote | None = None

    @property
    def kind(self) -> str:
        """How it went, in a word: as `ran`, `blocked` or `lost`; the page knows them all."""
        if self.decision is None:
            return "broken"
        if not isinstance(self.decision, Allow):
            asked = isinstance(self.proposed, Ask)
            return "refused" if asked else "warned" if type(self.decision).__name__ == "Warn" else "blocked"
        if self.consideration.proposal.action.type == "finish":
            return "finished"
        if self.outcome in ("lost", "stale", "refused"):
            return "lost" if self.outcome == "lost" else "missed"
        if self.answers:
            return "approved"
        return "insisted" if self.decision.despite else "ran"


@dataclass(slots=True)
class Story:
    """A whole run. `ended` is None where the journal stops without a last word."""

    opened: Opened
    scenes: list[Scene] = field(default_factory=list)
    specification: str = ""
    edits: list[SpecificationChanged] = field(default_factory=list)
    interruptions: int = 0
    ended: Closed | None = None

    @property
    def began(self) -> datetime:
        """When the session began."""
        return self.opened.at

    @property
    def last_progress(self) -> ProgressNote:
        """How the specification stood at the end."""
        notes = [scene.progress for scene in self.scenes if scene.progress is not None]
        return notes[-1] if notes else self.opened.progress


def tell(entries: Iterable[Entry]) -> Story:
    """The story of a journal's entries, in their order. Raises `UnreadableInput` where they do not begin with one."""
    rest = iter(entries)
    opened = next(rest, None)
    if not isinstance(opened, Opened):
        raise UnreadableInput("the journal does not begin with the opening of a session; there is nothing to tell")
    story = Story(opened, specification=opened.specification)
    for entry in rest:
        _add(story, entry)
    return story


def _add(story: Story, entry: Entry) -> None:
    scene = story.scenes[-1] if story.scenes else None
    match entry:
        case Considered(consideration, _, target):
            if scene is not None and scene.step == consideration.step:  # judged again under a changed specification
                scene.consideration = consideration
            else:
                story.scenes.append(Scene(consideration.step, consideration, target))
        case Answered(answer=answer) if scene is not None:
            scene.answers.append(answer)
        case SpecificationChanged(specification=specification):
            story.edits.append(entry)
            story.specification = specification
        case Decided(_, _, proposed, decision, feedback, progress) if scene is not None:
            scene.proposed, scene.decision, scene.told, scene.progress = proposed, decision, feedback, progress
        case Ran(_, _, outcome, reason) if scene is not None:
            scene.outcome, scene.outcome_reason = outcome, reason
        case Saw() if scene is not None and scene.step == entry.step:
            scene.seen, scene.progress, scene.told = entry.screen, entry.progress, entry.feedback
            scene.observed, scene.unread, scene.findings = entry.updates, entry.unread, entry.findings
        case Resumed():
            story.interruptions += 1
        case Closed():
            story.ended = entry
        case _:
            pass
