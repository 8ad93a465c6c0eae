"""A journal as a story: one scene for each proposed action, with all that a page about it shows."""

from collections import Counter
from collections.abc import Iterable, Iterator
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
    """A whole run. `ended` is None where the journal stops without a last word.

    `scenes` may leave out `left_out` of them in the middle; `kinds` counts all, `asked` those that a person was asked.
    """

    opened: Opened
    scenes: list[Scene] = field(default_factory=list)
    specification: str = ""
    edits: list[SpecificationChanged] = field(default_factory=list)
    interruptions: int = 0
    ended: Closed | None = None
    left_out: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    asked: int = 0
    progress: ProgressNote | None = None

    @property
    def began(self) -> datetime:
        """When the session began."""
        return self.opened.at

    @property
    def last_progress(self) -> ProgressNote:
        """How the specification stood at the end."""
        return self.progress or self.opened.progress

    def listen(self, entries: Iterable[Entry], most: int | None = None) -> Iterator[Scene]:
        """Each scene when it is over. With `most`, no more are kept: the first ones and the last ones."""
        for entry in entries:
            before = self.scenes[-1] if self.scenes else None
            _add(self, entry)
            if before is not None and self.scenes[-1] is not before:
                self._count(before)
                yield before
                if most is not None and len(self.scenes) > most:
                    del self.scenes[most // 2]
                    self.left_out += 1
        if self.scenes:
            self._count(self.scenes[-1])
            yield self.scenes[-1]

    def _count(self, scene: Scene) -> None:
        self.kinds[scene.kind] += 1
        self.asked += bool(scene.answers)
        self.progress = scene.progress or self.progress


def begin(entries: Iterator[Entry]) -> Story:
    """A story of which only the first entry is told. Raises `UnreadableInput` where it is no opening of a session."""
    opened = next(entries, None)
    if not isinstance(opened, Opened):
        raise UnreadableInput("the journal does not begin with the opening of a session; there is nothing to tell")
    return Story(opened, specification=opened.specification)


def tell(entries: Iterable[Entry], most: int | None = None) -> Story:
    """The story of a journal's entries, in their order; with `most`, of so many scenes. Raises as `begin` does."""
    rest = iter(entries)
    story = begin(rest)
    for _ in story.listen(rest, most):
        pass
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
