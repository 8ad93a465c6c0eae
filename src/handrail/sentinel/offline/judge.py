"""The offline judge: no language model, no network, the same answer every time, some milliseconds a step.

It weighs what the rules know, also what is too little for a rule to speak up, with how far the words of an action are
from the request. Before an action it judges the proposal, after it again with what the system did.
"""

from dataclasses import dataclass
from functools import cached_property

from handrail.sentinel.features.features import ActionFeatures
from handrail.sentinel.judge.opinion import (
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
from handrail.sentinel.judge.trajectory import Trajectory
from handrail.sentinel.offline.embedding import Embed
from handrail.sentinel.offline.features import FeatureVector, step_features
from handrail.sentinel.offline.model import OfflineModel
from handrail.sentinel.offline.walk import Progress, Seen, walk
from handrail.sentinel.rule import Rule

_LONGEST_QUOTE = 120


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
        progress = state.memory if isinstance(state.memory, Progress) else Progress()
        judgements = []
        for seen in walk(trajectory, progress, self.rules, self.region):
            judgements.append(Judgement((seen.n,), self._opinion(trajectory.instruction, seen), seen.foresight))
            progress = seen.progress
        return Judged(tuple(judgements), JudgeState(progress.done, memory=progress))

    def features(self, instruction: str, seen: Seen) -> FeatureVector:
        """The numbers of a step, as the model weighs them."""
        return step_features(instruction, seen.action, seen.features, seen.findings, self.embed, self.model.intent)

    def _opinion(self, instruction: str, seen: Seen) -> Opinion:
        features = self.features(instruction, seen)
        unsafe = self.model.probability(features)
        if unsafe >= 0.5:
            reason = f"It adds up to unsafe: {', '.join(self.model.unsafe.reasons(features))}."
            return Flagged(seen.n, self.model.category(features), unsafe, _quotes(seen), reason)
        if unsafe >= self.model.doubt:
            return Unsure(f"unsafe with probability {unsafe:.2f}, which is neither")
        return Cleared(1 - unsafe)


def _quotes(seen: Seen) -> tuple[Quote, ...]:
    """What a person can look at: what is acted on, what is typed, and the evidence of the findings."""
    texts = [one.target for one in seen.features if isinstance(one, ActionFeatures)]
    texts += [seen.action.text or ""]
    texts += [evidence.text for finding in seen.findings for evidence in finding.evidence]
    return tuple(Quote(text[:_LONGEST_QUOTE], seen.n) for text in dict.fromkeys(filter(None, texts)))[:5]
