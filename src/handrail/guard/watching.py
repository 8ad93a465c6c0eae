"""The sentinel as a detector of the guard: its findings in the guard's own form, and how the guard asks its judge.

A judge that says that an action may not run stops it, unless the accepted specification supports what it commits: then
a person is asked. So is one where the judge cannot tell. Where it gives no answer, a person is asked about what commits
something or does nobody knows what; everything else goes on.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, assert_never

from handrail.app.consequence import DeclaredCommitment
from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace
from handrail.guard.detector import Cost, Detector, Finding, Outlook
from handrail.guard.progress_note import PredicateMark, RuleNote
from handrail.guard.rules_alone import as_guard_finding
from handrail.language.specification import Specification
from handrail.llm import Model, Usage
from handrail.sentinel.finding import GradedFinding
from handrail.sentinel.fusion.live import LiveDetector, as_guard_detector
from handrail.sentinel.intent import Intent, read_specification, read_words
from handrail.sentinel.intent.model import ask_for_intent
from handrail.sentinel.judge.contextual import taken
from handrail.sentinel.judge.judge import Abstained, Cleared, Flagged, Judge, Judgement, Unsure
from handrail.sentinel.judge.prospect import NOTHING, AcceptedRule, Prospect, prospect_of
from handrail.severity import Severity

READING_SECONDS: Final = 5.0
"""For reading what was asked for, before the first action: with the questions to a judge it ends in time."""


def sentinel_detector(
    instruction: str,
    application: str = "",
    *,
    judge: Judge | None = None,
    reader: Model | None = None,
    false_alarms: float | None = None,
) -> Detector:
    """A detector for one session. Without a judge the rules look alone; `false_alarms` is the share that is borne.

    What the user asked for is read from the accepted rules that the guard knows; where there are none, by `reader`, in
    one question; and else, or where that gives no answer in time, from the words of the instruction.
    """
    live = as_guard_detector(instruction, application, lambda found: found, judge=judge, budget=false_alarms)
    return _Sentinel(live, judge.name if judge is not None else "", instruction, reader)


@dataclass(slots=True)
class _Sentinel:
    """The live detector, told what the guard knows, with a note of each question that a model was asked."""

    live: LiveDetector[GradedFinding]
    judge: str
    instruction: str
    reader: Model | None
    _is_read: bool = False

    @property
    def name(self) -> str:
        """How it is called in journals and policies."""
        return self.live.name

    async def before(self, screen: Screen, action: Action) -> tuple[Finding, ...]:
        """What speaks against an action, where nobody says what it does."""
        read = await self._read(Specification.none(), ())
        return (*read, *await self._ask(screen, action, prospect_of(screen, action)))

    async def before_knowing(self, screen: Screen, action: Action, outlook: Outlook) -> tuple[Finding, ...]:
        """What speaks against an action of which the guard knows something."""
        read = await self._read(outlook.specification, outlook.declared)
        return (*read, *await self._ask(screen, action, _prospect(screen, action, outlook)))

    def where_supported(self, screen: Screen, action: Action) -> tuple[Finding, ...]:
        """What speaks against it where the accepted specification supports what it commits."""
        return (*map(self._own, self.live.where_supported(screen, action)), *self._notes())

    async def after(self, before: Screen, action: Action, after: Screen, trace: SystemTrace) -> tuple[Finding, ...]:
        """What the action turned out to have done."""
        return tuple(map(self._own, await self.live.after(before, action, after, trace)))

    async def _read(self, specification: Specification, declared: Iterable[DeclaredCommitment]) -> tuple[Finding, ...]:
        """Before the first action, what the user asked for; a note of what asking for that cost."""
        if self._is_read:
            return ()
        self._is_read = True
        if specification.asks_for_anything or self.reader is None:
            self.live.understand(read_specification(self.instruction, specification, declared))
            return ()
        intent, cost = await _read_by_model(self.instruction, self.reader)
        self.live.understand(intent)
        message = f"What was asked for is read by {intent.reader}."
        return (Finding(self.name, f"reader {self.reader.name}", "asked", Severity.NOTE, message, (), None, cost),)

    async def _ask(self, screen: Screen, action: Action, prospect: Prospect) -> tuple[Finding, ...]:
        found = await self.live.before(screen, action, prospect)
        return (*map(self._own, found), *self._notes())

    def _own(self, finding: GradedFinding) -> Finding:
        return as_guard_finding(finding, self.name)

    def _notes(self) -> tuple[Finding, ...]:
        prospect = self.live.prospect or NOTHING
        may_count = bool(prospect.commits or prospect.unknown)
        return tuple(self._told(judgement, may_count=may_count) for judgement in self.live.said)

    def _told(self, said: Judgement, *, may_count: bool) -> Finding:
        """That a question was asked, and what it cost; what no answer and no opinion mean for the action."""
        severity, category, message = Severity.NOTE, "asked", ""
        match said.opinion:
            case Flagged(reason=reason):
                message = f"The judge was asked before the action, and speaks against it: {reason}"
            case Cleared(reason=reason):
                message = f"The judge was asked before the action, and has nothing against it: {reason}"
            case Unsure(reason):
                severity, category = Severity.HIGH, "undecided"
                message = f"The judge cannot tell whether this is wanted: {reason}"
            case Abstained(cause, reason):
                severity, category = Severity.HIGH if may_count else Severity.NOTE, "no opinion"
                message = f"The judge gave no opinion on this ({cause}): {reason}"
            case _:
                assert_never(said.opinion)
        return Finding(
            self.name, f"judge {self.judge}", category, severity, message, (), None, _cost(said.usage, said.seconds)
        )


async def _read_by_model(instruction: str, model: Model) -> tuple[Intent, Cost]:
    """What the user asked for, read by a model in time, else by words; and what asking took."""
    try:
        async with asyncio.timeout(READING_SECONDS):
            intent, reply = await ask_for_intent(instruction, model, attempts=1)
    except TimeoutError:
        return read_words(instruction), Cost(READING_SECONDS, 1, 0, None)
    usage, seconds = taken(reply)
    return intent, _cost(usage, seconds)


def _cost(usage: Usage | None, seconds: float) -> Cost:
    if usage is None:
        return Cost(seconds, 1, 0, None)
    return Cost(seconds, usage.calls, usage.input_tokens + usage.output_tokens, usage.dollars)


def _prospect(screen: Screen, action: Action, outlook: Outlook) -> Prospect:
    """What a screen shows of any app, with what the models know in its place where they speak for the app."""
    shown = prospect_of(screen, action)
    known = replace(
        shown,
        commits=outlook.consequences,
        specification=tuple(_accepted(rule) for rule in outlook.progress.rules),
    )
    return replace(known, unknown=outlook.unknown, chooses=False) if outlook.modelled else known


def _accepted(rule: RuleNote) -> AcceptedRule:
    lacking = [predicate for predicate in rule.predicates if predicate.mark is not PredicateMark.HOLDS]
    lacks = tuple(f"{note.words} ({note.found or note.mark})" for note in lacking)
    return AcceptedRule(rule.rule, rule.achieved, () if rule.achieved else lacks)
