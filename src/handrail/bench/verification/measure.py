"""From the encodings to all figures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import ceil

from handrail.bench.metrics import RESAMPLES
from handrail.bench.verification.collect import Samples
from handrail.bench.verification.evaluation import Evaluation, evaluate, group
from handrail.bench.verification.judging import JudgedQuestion, Measures, judge
from handrail.bench.verification.predicates import PredicateCounts, compare_predicates
from handrail.bench.verification.question import Question
from handrail.bench.verification.sample import EncodingEnd, answer_of
from handrail.encoder.outcome import Cost
from handrail.error import MissingExtra, install_line
from handrail.language.diagnostic import SpecificationError
from handrail.language.specification import Specification

__all__ = ["SIZES", "AtVotes", "Measured", "Spent", "majority", "measure", "predicates_of", "require_solver", "spent"]

SIZES = (1, 3, 5, 7)
"""The votes of the curve, as far as there are samples."""


@dataclass(frozen=True, slots=True)
class AtVotes:
    """What a vote among the first samples of each question would give."""

    votes: int
    accuracy: float | None
    abstained: int


@dataclass(frozen=True, slots=True)
class Spent:
    """What the encodings took. Seconds are those a user waits for one; None without any question."""

    cost: Cost
    attempts: int
    first_drafts: int
    """Questions of which every sample passed with its first draft."""
    median_seconds: float | None
    seconds_of_19_in_20: float | None


@dataclass(frozen=True, slots=True)
class Measured:
    """Everything that an evaluation reports. `predicates` is None where it was not asked for."""

    model: str
    measures: Measures
    votes: int
    evaluation: Evaluation
    predicates: PredicateCounts | None
    majority: tuple[AtVotes, ...]
    spent: Spent

    def ended(self, how: EncodingEnd) -> int:
        """How many questions ended so."""
        return self.evaluation.whole.ended.get(how.value, 0)


def measure(
    questions: Sequence[Question],
    samples: Samples,
    model: str,
    measures: Measures,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    predicates: bool = True,
    done: Callable[[Question], None] = lambda _: None,
) -> Measured:
    """Judge every question and count. A function of its arguments; `done` hears of each question that is judged.

    Raises `MissingExtra` without z3 if there is more than one vote or `predicates` are asked for.
    """
    judged: list[JudgedQuestion] = []
    counts = PredicateCounts()
    for question, drawn in zip(questions, samples, strict=True):
        measured = judge(question, answer_of(question, drawn, model), measures)
        judged.append(measured)
        if predicates:
            counts = counts.plus(predicates_of(measured, measures))
        done(question)
    votes = max((len(drawn) for drawn in samples), default=1)
    return Measured(
        model,
        measures,
        votes,
        evaluate(judged, seed=seed, resamples=resamples),
        counts if predicates else None,
        majority(questions, samples, model, measures) if votes > 1 else (),
        spent(judged, samples),
    )


def require_solver() -> None:
    """Raise `MissingExtra` now if predicates or votes could not be compared later."""
    if find_spec("z3") is None:
        raise MissingExtra(f"predicates and votes are compared by proof: {install_line('handrail[analysis]')}")


def predicates_of(judged: JudgedQuestion, measures: Measures) -> PredicateCounts:
    """Those of one question beside its gold rules; nothing where either is missing or is refused."""
    if judged.answer.abstained or judged.question.gold is None:
        return PredicateCounts()
    app = judged.question.task.app
    try:
        gold, encoded = (Specification.parse(rules, app) for rules in (judged.question.gold, judged.answer.rules))
    except SpecificationError:
        return PredicateCounts()
    return compare_predicates(gold, encoded, judged.question.now, measures.similarity, measures.threshold)


def majority(questions: Sequence[Question], samples: Samples, model: str, measures: Measures) -> tuple[AtVotes, ...]:
    """The curve, each point from the first samples of the same draw."""
    votes = min(map(len, samples), default=0)
    found = []
    for size in (*(size for size in SIZES if size < votes), votes):
        answers = (answer_of(question, drawn[:size], model) for question, drawn in zip(questions, samples, strict=True))
        judged = [judge(question, answer, measures) for question, answer in zip(questions, answers, strict=True)]
        figures = group(judged, 0, 0).main
        found.append(AtVotes(size, figures.confusion.accuracy, figures.abstained))
    return tuple(found)


def spent(judged: Sequence[JudgedQuestion], samples: Samples) -> Spent:
    """The sums over all questions, and the middle and the slow end of their waiting times."""
    seconds = sorted(judgement.answer.seconds for judgement in judged)
    return Spent(
        Cost.sum(judgement.answer.cost for judgement in judged),
        sum(judgement.answer.attempts for judgement in judged),
        sum(all(sample.ended is EncodingEnd.ENCODED and sample.attempts == 1 for sample in drawn) for drawn in samples),
        _quantile(seconds, 0.5),
        _quantile(seconds, 0.95),
    )


def _quantile(values: Sequence[float], share: float) -> float | None:
    """The least value that so many of the sorted values do not exceed."""
    if not values:
        return None
    return values[ceil(len(values) * share) - 1]
