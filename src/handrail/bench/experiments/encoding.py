"""What experiments on task files share: who encodes, and a question with the encoder that answers it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from handrail.bench.recipe.data import TaskSet, digest_of_files, files_of, tasks_in
from handrail.bench.recipe.experiment import Surroundings
from handrail.bench.recipe.model_access import ModelAccess, ModelChoice
from handrail.bench.results.findings import Skipped
from handrail.bench.verification.encoders import GOLD, Encoder, Gold, Offline, Online
from handrail.bench.verification.judging import Measures
from handrail.bench.verification.lessons import Lessons
from handrail.bench.verification.question import Question, questions_of
from handrail.encoder import Settings
from handrail.encoder.encoding import OFFLINE
from handrail.language.similarity import TRIGRAMS

COLD, WARM = "cold", "warm"
MEASURES = Measures(TRIGRAMS)
"""Character trigrams for `~=`, shared words for the likeness of objectives: the same wherever it runs."""


@dataclass(frozen=True, slots=True)
class SetQuestion:
    """A question of one of the sets of tasks."""

    set: str
    question: Question

    @property
    def item(self) -> str:
        """What is the same for every encoder."""
        question = self.question
        return f"{question.task.app.name}/{question.task.id}/{question.which}"

    @property
    def task(self) -> str:
        """What its questions share."""
        return f"{self.set}/{self.question.task.app.name}/{self.question.task.id}"

    @property
    def content(self) -> list[Any]:
        """Everything about it that can change a verdict."""
        question = self.question
        return [
            self.item,
            question.instruction,
            question.now,
            question.gold,
            question.task.steps,
            question.task.app.states,
        ]


@dataclass(frozen=True, slots=True)
class EncodingSystem:
    """Somebody who encodes, as tables call them; `asks` over the network."""

    name: str
    encoder: Encoder
    asks: bool = False


def asked_in(sets: Sequence[TaskSet], base: Path, now: datetime | None) -> tuple[SetQuestion, ...]:
    """All questions of all sets."""
    return tuple(
        SetQuestion(name, question)
        for name, tasks in tasks_in(sets, base).items()
        for question in questions_of(tasks, now=now)
    )


def inputs_of(sets: Sequence[TaskSet], choices: Sequence[ModelChoice], base: Path) -> dict[str, str]:
    """The digests of task files and of recorded answers."""
    found = {f"tasks: {task_set.label}": digest_of_files(files_of(task_set.files, base)) for task_set in sets}
    return found | {
        f"answers: {choice.name}": digest_of_files(files_of(choice.answers, base))
        for choice in choices
        if choice.answers
    }


def systems_of(
    choices: Sequence[ModelChoice],
    experience: Sequence[str],
    asked: Sequence[SetQuestion],
    around: Surroundings,
    access: ModelAccess,
    settings: Settings,
) -> tuple[tuple[EncodingSystem, ...], tuple[Skipped, ...]]:
    """Who can be measured, and who cannot and why."""
    found: list[EncodingSystem] = []
    skipped: list[Skipped] = []
    for choice in choices:
        if choice.name in (GOLD, OFFLINE):
            found += _without_a_model(choice.name)
            if choice.name == OFFLINE and WARM in experience:
                skipped.append(Skipped("offline, warm", "the offline encoder has no memory", "its cold row"))
            continue
        why_not = access.why_not(choice)
        if why_not is not None:
            skipped.append(why_not)
            continue
        found += _with_a_model(choice, experience, asked, around, access, settings)
    return tuple(found), tuple(skipped)


def _without_a_model(name: str) -> Iterator[EncodingSystem]:
    yield EncodingSystem("gold rules", Gold()) if name == GOLD else EncodingSystem("offline", Offline())


def _with_a_model(
    choice: ModelChoice,
    experience: Sequence[str],
    asked: Sequence[SetQuestion],
    around: Surroundings,
    access: ModelAccess,
    settings: Settings,
) -> Iterator[EncodingSystem]:
    name, asks = access.name_of(choice), not choice.answers
    for how in experience if choice.experience is None else choice.experience:
        lessons = (
            Lessons.of({question.task: question.question.task for question in asked}.values()) if how == WARM else None
        )
        told = f"{access.label_of(choice)}, {how}" + (" (recorded)" if choice.answers else "")
        yield EncodingSystem(told, Online(_Late(name, choice, around.base, access), settings, lessons), asks)


@dataclass(frozen=True, slots=True)
class _Late:
    """A model that is opened when it is first asked: what is kept needs none."""

    name: str
    choice: ModelChoice
    base: Path
    access: ModelAccess

    async def ask(self, request: Any) -> Any:
        return await self.access.open(self.choice, self.base).ask(request)
