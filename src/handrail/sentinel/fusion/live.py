"""The whole detector beside a run that goes on: before each action and after it, as the guard's detectors are asked.

The guard's `Finding` is not known here, so whoever plugs the detector in says how to make one (`make`); everything else
fits by its shape. What is asked and said is what `detect` asks and says of the recording: `verdict` is equal to it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Generic, TypeAlias, TypeVar

from handrail.device.action import Action
from handrail.device.recording import RecordedStep, Recording
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace, nothing_observed
from handrail.sentinel.comparators import COMPARATORS
from handrail.sentinel.finding import Evidence, GradedFinding, Reversibility
from handrail.sentinel.fusion.detect import conclude, default_fusion
from handrail.sentinel.fusion.evidence import FusedStep, StepEvidence, gather
from handrail.sentinel.fusion.fuse import Fusion, fuse
from handrail.sentinel.fusion.verdict import Verdict
from handrail.sentinel.intent import Intent
from handrail.sentinel.judge.judge import START, Abstained, Flagged, Judge, Judged, Judgement, JudgeState, NoJudge
from handrail.sentinel.judge.prospect import Prospect
from handrail.sentinel.judge.trajectory import Step, Trajectory
from handrail.sentinel.rule import Rule
from handrail.sentinel.scan import scan
from handrail.sentinel.sentinel import Sentinel
from handrail.severity import Severity

__all__ = ["LiveDetector", "as_guard_detector"]

Made = TypeVar("Made")
_Key: TypeAlias = tuple[str, Severity, int]
_SURE = 0.8


@dataclass(frozen=True, slots=True)
class _Proposed:
    """The action that was asked about last, and what the judge said."""

    step: Step
    judged: Judged
    told: set[_Key] = field(default_factory=set)

    def is_about(self, screen: Screen, action: Action) -> bool:
        """Whether it is this action on this screen."""
        return self.step.screen == screen and self.step.action == action


class LiveDetector(Generic[Made]):
    """One run. `before` may be asked about several actions on a screen; `after` tells which one was taken."""

    def __init__(
        self,
        instruction: str,
        application: str,
        make: Callable[[GradedFinding], Made],
        *,
        judge: Judge,
        fusion: Fusion,
        rules: tuple[Rule, ...],
        region: str,
    ) -> None:
        self._case = Trajectory(instruction, application, (), is_over=False)
        self._make = make
        self._judge = judge
        self._fusion = fusion
        self._rules = rules
        self._region = region
        self._sentinel = Sentinel(instruction, region=region, rules=rules)
        self._trace: SystemTrace = nothing_observed("nothing was watched before the run")
        self._carry: JudgeState = START
        self._judgements: tuple[Judgement, ...] = ()
        self._findings: dict[int, tuple[GradedFinding, ...]] = {}
        self._late: tuple[GradedFinding, ...] = ()
        self._proposed: _Proposed | None = None
        self._told: set[_Key] = set()

    @property
    def name(self) -> str:
        """How it is called in journals and policies."""
        return "sentinel" if self._judge.name == "none" else f"sentinel with {self._judge.name}"

    @property
    def abstentions(self) -> tuple[Judgement, ...]:
        """Where the judge was asked and gave no opinion so far; such steps are not known to be safe."""
        return tuple(judgement for judgement in self._judgements if isinstance(judgement.opinion, Abstained))

    @property
    def prospect(self) -> Prospect | None:
        """What was known of the action that was proposed last."""
        return None if self._proposed is None else self._proposed.step.prospect

    @property
    def said(self) -> tuple[Judgement, ...]:
        """What the judge said of the action that was proposed last, before it ran."""
        return () if self._proposed is None else self._proposed.judged.judgements

    def understand(self, intent: Intent) -> None:
        """Somebody has read what the user asked for; until then it is what the words of the instruction say."""
        self._sentinel.intent = intent

    async def before(self, screen: Screen, action: Action, prospect: Prospect | None = None) -> tuple[Made, ...]:
        """What speaks against an action that is proposed. `prospect` is what trusted sources know of it.

        A judge may name an earlier step, which it has just understood: that speaks against this action.
        """
        found = self._sentinel.before(screen, action)
        proposed = await self._propose(screen, action, found, prospect)
        proposed.told.clear()
        return self._tell(self._evidence(proposed, found), proposed.told)

    def where_supported(self, screen: Screen, action: Action) -> tuple[Made, ...]:
        """What speaks against the action that was proposed, where the accepted specification supports what it commits.

        Rules hold less against it. A judge that would stop it has read the same as the specification allows, and one
        of them is mistaken: which, the person who accepted the specification knows.
        """
        proposed = self._proposed
        if proposed is None or not proposed.is_about(screen, action):
            return ()
        found = self._sentinel.before(screen, action, authorised=True)
        weighed = self._findings_in(self._evidence(proposed, found))
        again = {_key(finding): finding for finding in (self._questioned(finding) for finding in weighed)}
        proposed.told.update(again)
        return tuple(map(self._make, again.values()))

    def _evidence(self, proposed: _Proposed, found: tuple[GradedFinding, ...]) -> tuple[StepEvidence, ...]:
        """What rules found of the proposed action, and what judges said of it and of the steps that they name."""
        said = proposed.judged.judgements
        flagged = {judgement.opinion.step for judgement in said if isinstance(judgement.opinion, Flagged)}
        findings = [(step, found if step == proposed.step.n else ()) for step in sorted({proposed.step.n, *flagged})]
        return gather(findings, (*self._judgements, *said))

    async def after(self, before: Screen, action: Action, after: Screen, trace: SystemTrace) -> tuple[Made, ...]:
        """What it turned out to have done, each with the step that caused it; not again what `before` said."""
        n = len(self._case) + 1
        early = self._sentinel.before(before, action)
        proposed = self._proposed
        if proposed is None or not proposed.is_about(before, action):
            proposed = await self._propose(before, action, early)
        self._late = self._sentinel.after(before, action, after, trace)
        found = (*early, *self._late)
        for finding in found:
            self._findings[finding.step] = (*self._findings.get(finding.step, ()), finding)
        self._case = replace(self._case, steps=(*self._case.steps, proposed.step))
        self._trace, self._proposed = trace, None
        judged = await self._judge.judge(self._with_result(action, after), proposed.judged.state)
        said = (*proposed.judged.judgements, *judged.judgements)
        self._carry, self._judgements = judged.state, (*self._judgements, *said)
        self._told |= proposed.told
        moved = {n, *(finding.step for finding in found), *(step for judgement in said for step in judgement.steps)}
        evidence = gather(((step, self._findings.get(step, ())) for step in sorted(moved)), self._judgements)
        return self._tell(evidence, self._told)

    def _with_result(self, action: Action, after: Screen) -> Trajectory:
        """The run with what the action led to; the closing one leads to nothing."""
        if action.type == "finish":
            return replace(self._case, is_over=True)
        result = Step(len(self._case) + 1, after, None, self._trace, found=self._late)
        return replace(self._case, steps=(*self._case.steps, result))

    async def verdict(self) -> Verdict:
        """The verdict on the run as it is now, as if it ended here; what waits for the end of a run is asked now."""
        judged = await self._judge.judge(replace(self._case, is_over=True), self._carry)
        recording = _recording(self._case)
        report = scan(recording, intent=self._sentinel.intent, region=self._region, rules=self._rules)
        judgements = (*self._judgements, *judged.judgements)
        return conclude(report, judgements, self._fusion, judge=self._judge.name, rules=self._rules)

    async def _propose(
        self, screen: Screen, action: Action, found: tuple[GradedFinding, ...], prospect: Prospect | None = None
    ) -> _Proposed:
        """What the judge says before the action, asked once for the same action on the same screen."""
        n = len(self._case) + 1
        step = Step(n, screen, action, self._trace, found=(*self._late, *found), prospect=prospect)
        if self._proposed is not None and self._proposed.step == step:
            return self._proposed
        trajectory = replace(self._case, steps=(*self._case.steps, step))
        self._proposed = None  # whoever gives up waiting for the judge has heard nothing of this action
        self._proposed = _Proposed(step, await self._judge.judge(trajectory, self._carry))
        return self._proposed

    def _tell(self, evidence: tuple[StepEvidence, ...], told: set[_Key]) -> tuple[Made, ...]:
        """The findings of unsafe steps as they are, of others as notes, but for those that were told; it grows."""
        new = {_key(finding): finding for finding in self._findings_in(evidence) if _key(finding) not in told}
        told.update(new)
        return tuple(map(self._make, new.values()))

    def _questioned(self, finding: GradedFinding) -> GradedFinding:
        """Where it is the judge's word that the action may not run: a question for a person."""
        if finding.rule != _rule_of(self._judge.name) or finding.severity is not Severity.CRITICAL:
            return finding
        message = f"The accepted rules support this, and the judge would stop it: {finding.message}"
        return replace(finding, severity=Severity.HIGH, message=message)

    def _findings_in(self, evidence: tuple[StepEvidence, ...]) -> list[GradedFinding]:
        return [finding for step in fuse(evidence, self._fusion).steps for finding in _of_step(step, self._judge.name)]


def as_guard_detector(
    instruction: str,
    application: str,
    make: Callable[[GradedFinding], Made],
    *,
    judge: Judge | None = None,
    fusion: Fusion | None = None,
    budget: float | None = None,
    region: str = "US",
    rules: tuple[Rule, ...] | None = None,
) -> LiveDetector[Made]:
    """The detector for one session of the guard. `make` turns a finding into the guard's, see docs/judges.md."""
    asked: Judge = judge if judge is not None else NoJudge()
    return LiveDetector(
        instruction,
        application,
        make,
        judge=asked,
        fusion=fusion if fusion is not None else default_fusion(asked.name, budget),
        rules=COMPARATORS if rules is None else rules,
        region=region,
    )


def _key(finding: GradedFinding) -> _Key:
    return finding.rule, finding.severity, finding.step


def _of_step(step: FusedStep, judge: str) -> list[GradedFinding]:
    decisive = {id(judgement.opinion) for judgement in step.evidence.judgements if judgement.decisive}
    told = [_weighed(finding, step) for finding in step.evidence.findings]
    flags = (_of_flag(flag, judge, decisive=id(flag) in decisive) for flag in step.evidence.flags)
    return told + [_weighed(flag, step) for flag in flags]


def _weighed(finding: GradedFinding, step: FusedStep) -> GradedFinding:
    """As it is where the step is unsafe for its category; else worth knowing, and no reason to stop."""
    if step.unsafe and finding.category in step.categories:
        return finding
    return replace(finding, severity=Severity.NOTE)


def _rule_of(judge: str) -> str:
    return f"judge {judge}"


def _of_flag(flag: Flagged, judge: str, *, decisive: bool) -> GradedFinding:
    """A flag as a finding. Where the judge says that the action may not run, and shows why, it does not."""
    if decisive:
        severity = Severity.CRITICAL if flag.is_supported else Severity.HIGH
    else:
        severity = Severity.HIGH if flag.confidence >= _SURE and flag.is_supported else Severity.MEDIUM
    evidence = tuple(Evidence("quotation", quote.text, quote.found_at or flag.step) for quote in flag.quotes)
    message = flag.reason.strip() or f"The judge sees {flag.category}."
    # A judge does not say what can be undone, so the dearer case is assumed.
    return GradedFinding(
        _rule_of(judge), flag.category, severity, message, evidence, flag.step, Reversibility.COSTLY,
        flag.confidence, flag.step,
    )  # fmt: skip


def _recording(trajectory: Trajectory) -> Recording:
    steps = tuple(_step(step) for step in trajectory.steps if step.action is not None)
    return Recording(Path(), trajectory.instruction, trajectory.application, steps)


def _step(step: Step) -> RecordedStep:
    assert step.action is not None
    return RecordedStep(f"{step.n:03}", step.screen, "", step.action, None, step.trace, "", None)
