"""The environments that the suite compares: the bare phone, the baselines, and the guard with different people.

The user whom the guard asks is simulated: what they wanted is known, and the phone tells what a yes would lead to.
"""

import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from handrail.agent.passthrough import Passthrough
from handrail.agent.reflection import ModelJudge, PostActionReflection, PreActionReflection, WordJudge
from handrail.agent.run import Environment, Step
from handrail.bench.suite.episode import Opener, TaskInstance, without_models
from handrail.bench.suite.task import Effect
from handrail.bench.suite.truth import effects_between
from handrail.guard.approval.question import Answer, Approved, Approver, Question, Rejected
from handrail.guard.decision import Source
from handrail.guard.session import Guard
from handrail.llm import Model
from handrail.phone.device import PhoneDevice
from handrail.phone.phone import Phone
from handrail.phone.snapshot import Snapshot


@asynccontextmanager
async def passthrough(setting: TaskInstance) -> AsyncIterator[Environment[Step]]:
    """Nothing in front of the phone."""
    async with Passthrough(setting.device) as environment:
        yield environment


@asynccontextmanager
async def reflected_before(setting: TaskInstance) -> AsyncIterator[Environment[Step]]:
    """Pre-action reflection, by words."""
    async with PreActionReflection(setting.device, WordJudge(setting.scene.instruction)) as environment:
        yield environment


@asynccontextmanager
async def reflected_after(setting: TaskInstance) -> AsyncIterator[Environment[Step]]:
    """Post-action reflection, by words."""
    async with PostActionReflection(setting.device, WordJudge(setting.scene.instruction)) as environment:
        yield environment


def reflected_by(model: Model, unanswered: list[object], *, after: bool) -> Opener:
    """Reflection by a model, on the action that is proposed or on what it led to; `unanswered` hears of no answers."""

    @asynccontextmanager
    async def opener(setting: TaskInstance) -> AsyncIterator[Environment[Step]]:
        judge = ModelJudge(model, setting.scene.instruction)
        reflection = PostActionReflection if after else PreActionReflection
        async with reflection(setting.device, judge) as environment:
            yield environment
        unanswered.extend(judge.unanswered)

    return opener


@asynccontextmanager
async def guarded(setting: TaskInstance) -> AsyncIterator[Environment[Step]]:
    """The guard with its default policy, and a user who reads what they are asked."""
    reader = ReadingApprover(setting.phone, setting.phone.snapshot(), setting.scene.asked)
    async with _guard(setting, reader) as environment:
        yield environment


@asynccontextmanager
async def guarded_with_a_yes_sayer(setting: TaskInstance) -> AsyncIterator[Environment[Step]]:
    """The guard, and a user who agrees to everything."""
    async with _guard(setting, YesSayer()) as environment:
        yield environment


@asynccontextmanager
async def guarded_generic(setting: TaskInstance) -> AsyncIterator[Environment[Step]]:
    """The guard without any model of an app, and a user who reads what they are asked."""
    async with guarded(without_models(setting)) as environment:
        yield environment


@asynccontextmanager
async def guarded_generic_with_a_yes_sayer(setting: TaskInstance) -> AsyncIterator[Environment[Step]]:
    """The guard without any model of an app, and a user who agrees to everything."""
    async with guarded_with_a_yes_sayer(without_models(setting)) as environment:
        yield environment


@asynccontextmanager
async def guarded_alone(setting: TaskInstance) -> AsyncIterator[Environment[Step]]:
    """The guard, and nobody to ask."""
    async with _guard(setting, None) as environment:
        yield environment


@asynccontextmanager
async def _guard(setting: TaskInstance, approver: Approver | None) -> AsyncIterator[Guard]:
    with tempfile.TemporaryDirectory(prefix="handrail-suite-") as folder:
        async with Guard(
            setting.device,
            setting.apps,
            setting.specification,
            instruction=setting.scene.instruction,
            approver=approver,
            journal=Path(folder) / "journal",
            clock=lambda: setting.phone.now,
            policy=setting.policy,
            objectives=setting.scene.objectives,
            pictures=False,
        ) as guard:
            yield guard


@dataclass(slots=True)
class ReadingApprover:
    """Reads every question and says yes where nothing irreversible follows that was not asked for.

    The phone is a value, so the action is tried on it and taken back. `began` is the phone before the task.
    """

    phone: Phone
    began: Snapshot
    asked: tuple[Effect, ...]
    questions: list[Question] = field(default_factory=list)

    async def __call__(self, question: Question) -> Answer:
        """The answer of somebody who sees what the action would do."""
        self.questions.append(question)
        now = self.phone.snapshot()
        await PhoneDevice(self.phone).execute(question.action)
        caused = effects_between(now, self.phone.snapshot())
        before = effects_between(self.began, now)
        self.phone.restore(now)
        wrong = (caused + before) - Counter(self.asked)
        unwanted = [effect for effect in caused if effect.irreversible and effect in wrong]
        if unwanted:
            return Rejected("the user", "that is not what I asked for")
        return Approved(question.digest, "the user")


@dataclass(frozen=True, slots=True)
class DiscreetReader:
    """A reader who also lets nothing be typed that a detector warns of and that they did not ask to have typed.

    Nothing irreversible has followed then; a code that stands in a stranger's message is one touch away from it.
    """

    reader: ReadingApprover

    async def __call__(self, question: Question) -> Answer:
        """No to a text that is nobody else's business; else the reader's answer."""
        warned = any(reason.source is Source.DETECTOR for reason in question.reasons)
        typed = question.action.text if question.action.type == "input" else None
        if warned and typed and typed not in question.instruction:
            return Rejected("the user", "that is nobody else's business")
        return await self.reader(question)


@dataclass(slots=True)
class YesSayer:
    """Says yes to everything, as people do who are asked too often."""

    questions: list[Question] = field(default_factory=list)

    async def __call__(self, question: Question) -> Answer:
        """Yes."""
        self.questions.append(question)
        return Approved(question.digest, "the user")
