"""What verdicts are worth: positive is a path that was rejected, right where it is a wrong execution.

Who has no rules judges nothing: that counts as an error, whatever was expected, and the figures of the questions that
were decided stand beside. Counts and intervals are those of `bench.metrics`; a task is drawn whole, since its questions
share their steps. Source: docs/evaluation.md.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from handrail.bench.metrics import RESAMPLES, Confusion, Interval, count, interval
from handrail.bench.replay import Replayed
from handrail.bench.verification.judging import JudgedQuestion, Verdicts

Matching = Callable[[Verdicts], Replayed]
"""Which of the verdicts on a path is looked at."""

MATCHINGS: Mapping[str, Matching] = MappingProxyType(
    {
        "optimistic": lambda verdicts: verdicts.optimistic,
        "by_name": lambda verdicts: verdicts.by_name,
        "optimistic_without_blocking": lambda verdicts: verdicts.without_blocking,
    }
)
HEADLINE = "optimistic"

FIGURES: Mapping[str, Callable[[Confusion], float | None]] = MappingProxyType(
    {
        "accuracy": lambda confusion: confusion.accuracy,
        "precision": lambda confusion: confusion.precision,
        "recall": lambda confusion: confusion.recall,
        "f1": lambda confusion: confusion.f1,
    }
)


@dataclass(frozen=True, slots=True)
class Figures:
    """The counts of some questions by one rule of matching.

    In `confusion` an abstention is an error: a right execution that was not let through, or a wrong one that was not
    stopped. `decided` leaves abstentions out.
    """

    confusion: Confusion
    decided: Confusion
    abstained: int
    tasks: int
    tasks_right: int
    intervals: Mapping[str, Interval | None]


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """Some questions, by each rule of matching."""

    questions: int
    figures: Mapping[str, Figures]
    ended: Mapping[str, int]

    @property
    def main(self) -> Figures:
        """By the rule whose accuracy is quoted."""
        return self.figures[HEADLINE]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All questions, and the same by data set and by app."""

    judged: tuple[JudgedQuestion, ...]
    whole: QuestionGroup
    by_dataset: Mapping[str, QuestionGroup]
    by_app: Mapping[str, QuestionGroup]


def evaluate(judged: Sequence[JudgedQuestion], *, seed: int = 0, resamples: int = RESAMPLES) -> Evaluation:
    """The figures of some verdicts. The same seed gives the same intervals; `resamples` 0 leaves them out."""

    def groups(name: Callable[[JudgedQuestion], str]) -> dict[str, QuestionGroup]:
        names = dict.fromkeys(map(name, judged))
        return {
            label: group([judgement for judgement in judged if name(judgement) == label], seed, resamples)
            for label in names
        }

    return Evaluation(
        tuple(judged),
        group(judged, seed, resamples),
        groups(lambda judged: judged.question.task.dataset),
        groups(lambda judged: judged.question.task.app.name),
    )


def group(judged: Sequence[JudgedQuestion], seed: int, resamples: int) -> QuestionGroup:
    """The figures of some questions."""
    ended = Counter(judgement.answer.ended.value for judgement in judged)
    by_matching = {name: _figures(judged, matching, seed, resamples) for name, matching in MATCHINGS.items()}
    return QuestionGroup(len(judged), by_matching, dict(sorted(ended.items())))


def accepted(judged: JudgedQuestion, matching: Matching = MATCHINGS[HEADLINE]) -> bool | None:
    """Whether the path was accepted; None where there were no rules."""
    return None if judged.verdicts is None else matching(judged.verdicts).accepted


def is_right(judged: JudgedQuestion, matching: Matching = MATCHINGS[HEADLINE]) -> bool:
    """Whether the verdict is the one expected; an abstention never is."""
    return accepted(judged, matching) is judged.question.expected


def _figures(judged: Sequence[JudgedQuestion], matching: Matching, seed: int, resamples: int) -> Figures:
    tasks = _by_task(judged)
    decided = [judgement for judgement in judged if judgement.verdicts is not None]

    def between(figure: Callable[[Confusion], float | None]) -> Interval | None:
        pairs = [[_counted(judgement, matching) for judgement in task] for task in tasks]
        return interval(pairs, lambda drawn: figure(count(drawn)), seed=seed, resamples=resamples)

    return Figures(
        count(_counted(judgement, matching) for judgement in judged),
        count(_counted(judgement, matching) for judgement in decided),
        len(judged) - len(decided),
        len(tasks),
        sum(all(is_right(judgement, matching) for judgement in task) for task in tasks),
        {name: between(figure) for name, figure in FIGURES.items()} if resamples else {},
    )


def _counted(judged: JudgedQuestion, matching: Matching) -> tuple[bool, bool]:
    """Whether the execution is wrong, and whether it counts as rejected: an abstention as whatever is an error."""
    wrong = not judged.question.expected
    return wrong, wrong if is_right(judged, matching) else not wrong


def _by_task(judged: Iterable[JudgedQuestion]) -> list[list[JudgedQuestion]]:
    tasks: dict[tuple[str, str], list[JudgedQuestion]] = {}
    for judgement in judged:
        tasks.setdefault((judgement.question.task.app.name, judgement.question.task.id), []).append(judgement)
    return list(tasks.values())
