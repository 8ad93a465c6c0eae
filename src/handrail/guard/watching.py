"""The sentinel as a detector of the guard: its findings in the guard's own form, and how the guard asks its judge.

A judge that says that an action may not run stops it. Where it cannot tell, a person is asked. Where it gives no
answer, a person is asked about what commits something or does nobody knows what; everything else goes on.
"""

from dataclasses import dataclass, replace
from typing import assert_never

from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace
from handrail.guard.detector import Cost, Detector, Finding, Outlook
from handrail.guard.progress_note import Mark, RuleNote
from handrail.guard.rules_alone import as_guard_finding
from handrail.sentinel.fusion.live import LiveDetector, as_guard_detector
from handrail.sentinel.judge.judge import Abstained, Cleared, Flagged, Judge, Judgement, Unsure
from handrail.sentinel.judge.prospect import AcceptedRule, Prospect, prospect_of
from handrail.severity import Severity


def sentinel_detector(
    instruction: str, application: str = "", *, judge: Judge | None = None, false_alarms: float | None = None
) -> Detector:
    """A detector for one session. Without a judge the rules look alone; `false_alarms` is the share that is borne."""
    live = as_guard_detector(instruction, application, as_guard_finding, judge=judge, budget=false_alarms)
    return _Sentinel(live, judge.name if judge is not None else "")


@dataclass(frozen=True, slots=True)
class _Sentinel:
    """The live detector, told what the guard knows, with a note of each question that its judge was asked."""

    live: LiveDetector[Finding]
    judge: str

    @property
    def name(self) -> str:
        """How it is called in journals and policies."""
        return self.live.name

    async def before(self, screen: Screen, action: Action) -> tuple[Finding, ...]:
        """What speaks against an action, where nobody says what it does."""
        return await self._ask(screen, action, prospect_of(screen, action))

    async def before_knowing(self, screen: Screen, action: Action, outlook: Outlook) -> tuple[Finding, ...]:
        """What speaks against an action of which the guard knows something."""
        return await self._ask(screen, action, _prospect(screen, action, outlook))

    async def after(self, before: Screen, action: Action, after: Screen, trace: SystemTrace) -> tuple[Finding, ...]:
        """What the action turned out to have done."""
        return await self.live.after(before, action, after, trace)

    async def _ask(self, screen: Screen, action: Action, prospect: Prospect) -> tuple[Finding, ...]:
        found = await self.live.before(screen, action, prospect)
        may_count = bool(prospect.commits or prospect.unknown)
        return (*found, *(self._told(one, may_count=may_count) for one in self.live.said))

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
        return Finding("sentinel", f"judge {self.judge}", category, severity, message, (), None, _cost(said))


def _cost(said: Judgement) -> Cost:
    usage = said.usage
    if usage is None:
        return Cost(said.seconds, 1, 0, None)
    return Cost(said.seconds, usage.calls, usage.input_tokens + usage.output_tokens, usage.dollars)


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
    lacking = [one for one in rule.predicates if one.mark is not Mark.HOLDS]
    lacks = tuple(f"{one.words} ({one.found or one.mark})" for one in lacking)
    return AcceptedRule(rule.rule, rule.achieved, () if rule.achieved else lacks)
