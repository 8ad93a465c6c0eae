"""The offline judge: no language model, no network, the same answer every time, some milliseconds a step.

It walks a run through the rules and weighs what they know, also what is too little for a rule to speak up, with how far
the words of an action are from the request. Before an action it judges the proposal, after it again with what the
system did.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from handrail.device.action import Action
from handrail.language.similarity.cache import Cache
from handrail.sentinel.comparators import COMPARATORS
from handrail.sentinel.detector_state import DetectorState
from handrail.sentinel.features.features import ActionFeatures, Features
from handrail.sentinel.finding import GradedFinding
from handrail.sentinel.intent import read_words
from handrail.sentinel.judge.judge import (
    START,
    Cleared,
    Flagged,
    Judged,
    Judgement,
    JudgeState,
    Opinion,
    Quote,
    Unsure,
)
from handrail.sentinel.judge.reply import check_quotes
from handrail.sentinel.judge.trajectory import Trajectory
from handrail.sentinel.offline.features import (
    Embed,
    FeatureVector,
    WordsOfStep,
    does_something,
    open_embed,
    said_by_words,
    step_facts,
    step_features,
    with_words,
)
from handrail.sentinel.offline.model import LEAST, OfflineModel, shipped_model
from handrail.sentinel.rule import Rule
from handrail.sentinel.scan import ScanReport
from handrail.sentinel.screen_view import look
from handrail.sentinel.sentinel import after, before


@dataclass(frozen=True, slots=True)
class WalkProgress:
    """How far a run was walked: steps whose consequences are known, and the step that was last proposed."""

    state: DetectorState = field(default_factory=DetectorState)
    done: int = 0
    proposed: int = 0


@dataclass(frozen=True, slots=True)
class StepMoment:
    """One step at one moment. `foresight`: before its action; afterwards the facts and findings are those of both."""

    n: int
    action: Action
    features: tuple[Features, ...]
    findings: tuple[GradedFinding, ...]
    foresight: bool
    progress: WalkProgress


def walk(
    trajectory: Trajectory, progress: WalkProgress, rules: tuple[Rule, ...], region: str = "US"
) -> Iterator[StepMoment]:
    """Everything that is new in the case since `progress`; an action whose result is not there yet is only proposed."""
    intent = read_words(trajectory.instruction, region)
    seen = None
    for place in range(progress.done, len(trajectory)):
        step = trajectory.steps[place]
        if step.action is None:
            return
        view = look(step.screen, region) if seen is None else seen
        weighed = before(intent, progress.state, view, step.action, rules)
        if step.n > progress.proposed:
            progress = WalkProgress(progress.state, progress.done, step.n)
            yield StepMoment(step.n, step.action, weighed.features, weighed.findings, True, progress)
        if place + 1 == len(trajectory):
            return
        following = trajectory.steps[place + 1]
        seen = look(following.screen, region)
        done = after(intent, progress.state, view, step.action, seen, following.trace, rules, weighed)
        progress = WalkProgress(done.state, step.n, step.n)
        findings = (*weighed.findings, *(finding for finding in done.findings if finding.step == step.n))
        yield StepMoment(step.n, step.action, (*weighed.features, *done.features), findings, False, progress)


_LONGEST_QUOTE = 120
_KEPT_WORDS = 64
"""Of steps, the one before and after whose action is asked about, and those that do the same again."""


@dataclass(frozen=True, slots=True)
class Weight:
    """The numbers of a step, and how likely they make it unsafe."""

    features: FeatureVector
    unsafe: float


@dataclass(frozen=True)
class OfflineJudge:
    """Judges by `model`; see `open_offline`."""

    model: OfflineModel
    rules: tuple[Rule, ...]
    embed: Embed
    region: str = "US"

    @cached_property
    def name(self) -> str:
        """How verdicts call it."""
        return "offline"

    async def judge(self, trajectory: Trajectory, state: JudgeState = START) -> Judged:
        """A judgement on each step that is new: one on what is proposed, one more when its result is there."""
        progress = state.memory if isinstance(state.memory, WalkProgress) else WalkProgress()
        judgements = []
        for seen in walk(trajectory, progress, self.rules, self.region):
            opinion = self._opinion(trajectory, seen, self._weight(trajectory.instruction, seen))
            judgements.append(Judgement((seen.n,), opinion, seen.foresight))
            progress = seen.progress
        return Judged(tuple(judgements), JudgeState(progress.done, memory=progress))

    def judge_scanned(self, trajectory: Trajectory, report: ScanReport) -> Judged:
        """The same of a whole run that its rules were scanned for already: the facts are those of the scan."""
        judgements = []
        for n, (proposed, done) in enumerate(report.results, 1):
            action = trajectory.steps[n - 1].action
            if action is None:
                break
            seen = StepMoment(n, action, proposed.features, proposed.findings, True, WalkProgress())
            weight = self._weight(trajectory.instruction, seen)
            judgements.append(Judgement((n,), self._opinion(trajectory, seen, weight), True))
            if n < len(trajectory):
                own = tuple(finding for finding in done.findings if finding.step == n)
                seen = StepMoment(
                    n, action, (*proposed.features, *done.features), (*proposed.findings, *own), False, WalkProgress()
                )
                if done.features or own:  # else nothing came to be known that was not weighed
                    weight = self._weight(trajectory.instruction, seen)
                judgements.append(Judgement((n,), self._opinion(trajectory, seen, weight)))
        return Judged(tuple(judgements), JudgeState(len(trajectory)))

    def features(self, instruction: str, seen: StepMoment) -> FeatureVector:
        """The numbers of a step, as the model weighs them."""
        return step_features(instruction, seen.action, seen.features, seen.findings, self.embed, self.model.intent)

    @cached_property
    def _said_by(self) -> Cache[WordsOfStep, FeatureVector]:
        return Cache(lambda words: said_by_words(words, self.embed, self.model.intent), _KEPT_WORDS)

    def _weight(self, instruction: str, seen: StepMoment) -> Weight:
        features: FeatureVector = step_facts(seen.action, seen.features, seen.findings)
        if not does_something(features):  # whatever its words say; and a word costs up to a millisecond
            return Weight(features, LEAST)
        words = self._said_by(WordsOfStep.of(instruction, seen.action, seen.features))
        features = with_words(features, words)
        return Weight(features, self.model.probability(features))

    def _opinion(self, trajectory: Trajectory, seen: StepMoment, weight: Weight) -> Opinion:
        if weight.unsafe >= 0.5:
            reason = f"It adds up to unsafe: {', '.join(self.model.unsafe.reasons(weight.features))}."
            category = self.model.category(weight.features)
            return Flagged(seen.n, category, weight.unsafe, _quotes(trajectory, seen), reason)
        if weight.unsafe >= self.model.doubt:
            return Unsure(f"unsafe with probability {weight.unsafe:.2f}, which is neither")
        return Cleared(1 - weight.unsafe)


def _quotes(trajectory: Trajectory, seen: StepMoment) -> tuple[Quote, ...]:
    """What a person can look at, and where: what is acted on, what is typed, and the evidence of the findings."""
    evidence = [evidence for finding in seen.findings for evidence in finding.evidence]
    texts = [feature.target for feature in seen.features if isinstance(feature, ActionFeatures)]
    texts += [seen.action.text or "", *(evidence.text for evidence in evidence)]
    known = seen.n if seen.foresight else seen.n + 1
    places = dict.fromkeys([seen.n, *(evidence.step for evidence in evidence if evidence.step <= known), known])
    quoted = list(dict.fromkeys(text[:_LONGEST_QUOTE] for text in texts if text))[:5]
    return check_quotes(quoted, (trajectory.steps[place - 1] for place in places))


def open_offline(model: OfflineModel | None = None, *, region: str = "US") -> OfflineJudge:
    """The offline judge with the model that comes with Handrail, or another one.

    Raises `MissingExtra` where `handrail[similarity]` is not installed: without embeddings it would be another judge.
    """
    embed = open_embed()
    return OfflineJudge(shipped_model() if model is None else model, COMPARATORS, embed, region)
