"""How far the specification has come, in words: what reports and journals show of the monitor's progress."""

from collections import deque
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import repeat

from handrail.language.printer import show_rule
from handrail.language.rule import ObjectivePredicate, Predicate, Rule
from handrail.language.verbalize import Verbalizer, in_words
from handrail.monitor import Feedback, Monitor
from handrail.monitor.progress import Progress, RuleProgress
from handrail.monitor.verdict import Miss, UnmetPredicate


class PredicateMark(StrEnum):
    """Whether a predicate holds now; unknown where nothing that it asks about has been seen yet."""

    HOLDS = "holds"
    LACKING = "lacking"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PredicateNote:
    """One requirement in words, whether it holds, and what was found instead."""

    words: str
    mark: PredicateMark
    found: str = ""


@dataclass(frozen=True, slots=True)
class RuleNote:
    """One rule, as it is written and in words, and how its requirements stand."""

    rule: str
    head: str
    achieved: bool
    predicates: tuple[PredicateNote, ...]


@dataclass(frozen=True, slots=True)
class ProgressNote:
    """The whole specification; `complete` says that the task may end now."""

    complete: bool
    rules: tuple[RuleNote, ...]


@dataclass(slots=True)
class ProgressReports:
    """The progress of one monitor in words. Asked several times a step; worked out once, as long as nothing happens."""

    monitor: Monitor
    words: Feedback
    _progress: Progress | None = None
    _is_current: bool = False
    _noted: tuple[Progress, ProgressNote] | None = None
    _roadmap: tuple[Progress, str] | None = None

    def outdated(self) -> None:
        """Something happened: work it out again."""
        self._is_current = False

    def note(self, now: datetime) -> ProgressNote:
        """How far the task has come."""
        progress = self._now(now)
        if self._noted is None or self._noted[0] is not progress:
            self._noted = (progress, note_progress(progress, self.words.words, self._noted))
        return self._noted[1]

    def roadmap(self, now: datetime) -> str:
        """What the task still needs."""
        progress = self._now(now)
        if self._roadmap is None or self._roadmap[0] is not progress:
            self._roadmap = progress, self.words.roadmap(progress)
        return self._roadmap[1]

    def _now(self, now: datetime) -> Progress:
        """As it is; the same object for as long as it is the same."""
        if self._progress is None or not self._is_current or self.monitor.uses_clock:
            progress, self._is_current = self.monitor.progress(now=now), True
            if progress != self._progress:
                self._progress = progress
                return progress
        return self._progress


def note_progress(
    progress: Progress, words: Verbalizer, before: tuple[Progress, ProgressNote] | None = None
) -> ProgressNote:
    """Put the monitor's progress into words. What stands as it did `before`, of the same rules, is told as it was."""
    told = zip(before[0].rules, before[1].rules, strict=True) if before is not None else repeat((None, None))
    return ProgressNote(
        progress.complete,
        tuple(
            note if note is not None and rule == other else _rule(rule, words, note)
            for rule, (other, note) in zip(progress.rules, told, strict=False)
        ),
    )


def _rule(progress: RuleProgress, words: Verbalizer, before: RuleNote | None) -> RuleNote:
    """`before` is what was told of the same rule, of which the text is the same."""
    notes: list[PredicateNote] = []
    lacking = deque(progress.lacking)  # in the order of the rule's text
    for predicate in progress.rule.body:
        unmet = lacking.popleft() if lacking and lacking[0].predicate == predicate else None
        notes.append(_predicate(predicate, unmet, progress.rule, words))
    rule = show_rule(progress.rule) if before is None else before.rule
    return RuleNote(rule, words.head(progress.rule.head), progress.achieved, tuple(notes))


def _predicate(predicate: Predicate, unmet: UnmetPredicate | None, rule: Rule, words: Verbalizer) -> PredicateNote:
    said = words.predicate(predicate, rule)
    if unmet is None:
        return PredicateNote(said, PredicateMark.HOLDS)
    if isinstance(predicate, ObjectivePredicate):
        return PredicateNote(said, PredicateMark.LACKING)
    known = [miss for miss in unmet.misses if miss.found is not None]
    seen = bool(known) or predicate.holds_on_nothing or unmet.rows > 0
    found = "; ".join(_found(miss, predicate.state, words) for miss in known)
    return PredicateNote(said, PredicateMark.LACKING if seen else PredicateMark.UNKNOWN, found)


def _found(miss: Miss, state: str, words: Verbalizer) -> str:
    return f"{words.variable(state, miss.constraint.variable)} is {in_words(miss.found)}"
