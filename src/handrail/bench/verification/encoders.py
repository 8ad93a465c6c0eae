"""Who answers the questions: the gold rules of the file, the offline encoder, or a model, with or without memories.

Gold rules in the place of an encoding check the evaluation itself: what they get wrong is the fault of the matching. A
model is asked for drafts at a temperature of its own, so that several samples of one instruction differ. The questions
are those of a vote of the encoder, to the letter: a recording of one serves the other.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Protocol

from handrail.bench.verification.lessons import Lessons
from handrail.bench.verification.question import Question
from handrail.bench.verification.sample import EncodingEnd, Sample, sample_of
from handrail.encoder.draft import Draft
from handrail.encoder.encoding import DEFAULT_SETTINGS, OFFLINE, Settings, encode
from handrail.encoder.experience import Experience
from handrail.encoder.prompt import DRAFT
from handrail.language.diagnostic import SpecificationError
from handrail.language.specification import Specification
from handrail.llm import Model, Reply, Request

__all__ = ["GOLD", "Encoder", "Gold", "Offline", "Online", "Warmer"]

GOLD = "gold"


class Encoder(Protocol):
    """Answers one question as often as there are votes; many may be asked at once."""

    @property
    def name(self) -> str:
        """How reports call it."""
        ...

    def circumstances(self, question: Question) -> Mapping[str, object]:
        """What can change its answers, besides the question itself and this program; as JSON can write it."""
        ...

    async def samples(self, question: Question) -> tuple[Sample, ...]:
        """Its encodings of the instruction."""
        ...


@dataclass(frozen=True, slots=True)
class Gold:
    """Knows the answers."""

    @property
    def name(self) -> str:
        """How `--model` calls it."""
        return GOLD

    def circumstances(self, question: Question) -> Mapping[str, object]:
        """The rules themselves."""
        return {"model": GOLD, "rules": question.gold}

    async def samples(self, question: Question) -> tuple[Sample, ...]:
        """The gold rules."""
        if question.gold is None:
            return (Sample(EncodingEnd.FAILED, None, f"the file has no `{question.which}` for this task"),)
        try:
            Specification.parse(question.gold, question.task.app)
        except SpecificationError as error:
            return (Sample(EncodingEnd.FAILED, None, f"the gold rules have errors: {error.diagnostics[0].found}"),)
        return (Sample(EncodingEnd.ENCODED, Draft(question.gold), attempts=1),)


@dataclass(frozen=True, slots=True)
class Offline:
    """Asks no model, and always says the same, so that one vote is all there is. `clock` counts seconds."""

    clock: Callable[[], float] = perf_counter

    @property
    def name(self) -> str:
        """How `--model` calls it."""
        return OFFLINE

    def circumstances(self, question: Question) -> Mapping[str, object]:  # noqa: ARG002 - the protocol's shape
        """Nothing but the program."""
        return {"model": OFFLINE}

    async def samples(self, question: Question) -> tuple[Sample, ...]:
        """One encoding, with the time it took."""
        begun = self.clock()
        sample = sample_of(await encode(question.instruction, question.task.app, now=question.now))
        return (replace(sample, cost=replace(sample.cost, seconds=self.clock() - begun)),)


@dataclass(frozen=True, slots=True)
class Online:
    """Asks a model. `lessons` are what it may remember of other tasks; None for a cold run."""

    model: Model
    settings: Settings = DEFAULT_SETTINGS
    lessons: Lessons | None = None

    @property
    def name(self) -> str:
        """The name of the model."""
        return self.model.name

    def circumstances(self, question: Question) -> Mapping[str, object]:
        """The model, how it is asked, and what it is shown of other tasks."""
        shown = None if self.lessons is None else self.lessons.lines_for(question.task)
        return {"model": self.name, "settings": repr(self.settings), "lessons": shown}

    async def samples(self, question: Question) -> tuple[Sample, ...]:
        """As many encodings as there are votes, asked for at once, each as a vote of the encoder draws it."""
        memory = nullcontext() if self.lessons is None else self.lessons.memory_for(question.task)
        with memory as experience:
            votes = range(self.settings.votes)
            return tuple(await asyncio.gather(*(self._sample(question, vote, experience) for vote in votes)))

    async def _sample(self, question: Question, vote: int, experience: Experience | None) -> Sample:
        """A single encoding is drafted coldly; of several, each has a seed of its own."""
        settings = replace(self.settings, votes=1, seed=self.settings.seed + vote)
        model = self.model if self.settings.votes == 1 else Warmer(self.model, self.settings.temperature)
        outcome = await encode(
            question.instruction,
            question.task.app,
            now=question.now,
            model=model,
            settings=settings,
            experience=experience,
        )
        return sample_of(outcome)


@dataclass(frozen=True, slots=True)
class Warmer:
    """Everything but drafts is asked as it is."""

    model: Model
    temperature: float

    @property
    def name(self) -> str:
        """The name of the model."""
        return self.model.name

    async def ask(self, request: Request) -> Reply:
        """The answer of the model."""
        if DRAFT.purpose in request.purpose.split("+"):
            request = replace(request, temperature=self.temperature)
        return await self.model.ask(request)
