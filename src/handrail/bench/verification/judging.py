"""A path replayed under what its instruction was taken to mean, once for each way to match objectives."""

from dataclasses import dataclass

from handrail.bench.replay import Replayed, replay
from handrail.bench.task_file import Task
from handrail.bench.verification.matching import by_name, optimistic
from handrail.bench.verification.question import Question
from handrail.bench.verification.sample import Answer
from handrail.encoder.likeness import Embed
from handrail.language.diagnostic import SpecificationError
from handrail.language.similarity import DEFAULT_THRESHOLD, Similarity
from handrail.language.specification import Specification


@dataclass(frozen=True, slots=True)
class Measures:
    """What decides `~=` in a replay, and how alike two objectives are; `embed` is None without MiniLM."""

    similarity: Similarity
    embed: Embed | None = None
    threshold: float = DEFAULT_THRESHOLD


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What became of the path under each rule of matching."""

    optimistic: Replayed
    by_name: Replayed
    without_blocking: Replayed


@dataclass(frozen=True, slots=True)
class Judged:
    """A question, the answer, and the verdicts that follow from it; none where there are no rules."""

    question: Question
    answer: Answer
    verdicts: Verdicts | None


def judge(question: Question, answer: Answer, measures: Measures) -> Judged:
    """Replay the path of a question. A function of its arguments."""
    if answer.abstained:
        return Judged(question, answer, None)
    task = question.task

    def walked(matched: Task) -> Replayed:
        similarity, threshold = measures.similarity, measures.threshold
        return replay(matched, question.which, answer.rules, similarity=similarity, threshold=threshold)

    try:
        specification = Specification.parse(answer.rules, task.app)
    except SpecificationError:
        refused = walked(task)  # which says what is wrong, and accepts nothing
        return Judged(question, answer, Verdicts(refused, refused, refused))
    similarity, threshold = measures.similarity, measures.threshold
    return Judged(
        question,
        answer,
        Verdicts(
            walked(optimistic(task, specification, similarity, threshold)),
            walked(by_name(task, specification, dict(answer.meanings), measures.embed)),
            walked(optimistic(task, specification, similarity, threshold, blocks=False)),
        ),
    )
