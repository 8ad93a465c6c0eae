"""What a vote among several encodings of one instruction is worth: the curve over their number.

Source: VeriSafe Agent (MobiCom '25), section 8, Majority-at-N; docs/evaluation.md. Where no model is at hand there is a
stand-in: the gold rules with mistakes put into them, each sample for itself. It shows what the vote does with samples
that err independently, and says nothing about models, whose samples err together.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from random import Random
from time import process_time
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from handrail.bench.experiments.encoding import (
    COLD,
    MEASURES,
    EncodingSystem,
    SetQuestion,
    asked_in,
    inputs_of,
    systems_of,
)
from handrail.bench.experiments.verification import program
from handrail.bench.recipe.data import Tasks
from handrail.bench.recipe.experiment import Case, Experiment, Measured, Results, Spec, Surroundings, content_key
from handrail.bench.recipe.model_access import ModelAccess, Named
from handrail.bench.results.charts import lines
from handrail.bench.results.findings import Cell, Estimate, Figure, Findings, ResultTable, Skipped
from handrail.bench.results.statistics import Statistics
from handrail.bench.verification.evaluation import is_right
from handrail.bench.verification.judging import judge
from handrail.bench.verification.measure import require_solver
from handrail.bench.verification.question import Question
from handrail.bench.verification.sample import EncodingEnd, Sample, answer_of
from handrail.encoder import Settings
from handrail.encoder.draft import Draft
from handrail.language.printer import show_rule
from handrail.language.rule import Constraint, Rule, StatePredicate
from handrail.language.rule import Literal as Constant
from handrail.language.specification import Specification
from handrail.language.value import Value


class StandIn(BaseModel):
    """Gold rules, of which each sample errs with this probability. Wrong drafts of one question differ."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    errs: float = Field(default=0.3, ge=0, le=1)


class VotesSpec(Spec):
    """Who encodes which tasks, and how often. `questions` takes the first ones only; null for all."""

    kind: Literal["votes"]
    tasks: tuple[Tasks, ...] = Field(min_length=1)
    encoders: tuple[Named, ...] = ()
    stand_in: StandIn | None = StandIn()
    votes: tuple[int, ...] = (1, 3, 5, 7)
    questions: int | None = Field(default=None, ge=1)
    now: datetime | None = None

    def open(self, around: Surroundings, access: ModelAccess) -> Experiment:
        """With the tasks read."""
        require_solver()
        asked = asked_in(self.tasks, around.base, self.now)[: self.questions]
        systems, skipped = systems_of(self.encoders, (COLD,), asked, around, access, Settings(votes=max(self.votes)))
        if self.stand_in is not None:
            name = f"stand-in: gold rules, {self.stand_in.errs:.0%} of the samples wrong"
            systems += (EncodingSystem(name, Erring(self.stand_in.errs, max(self.votes), around.statistics.seed)),)
            skipped = tuple(replace(omission, instead=f"“{name}”") for omission in skipped)
        return Votes(self, around, asked, systems, skipped)


@dataclass(frozen=True, slots=True)
class Erring:
    """Knows the answers, and errs in some samples: a value that is another, or a constraint that is missing."""

    errs: float
    votes: int
    seed: int

    @property
    def name(self) -> str:
        """What it is."""
        return "stand-in"

    def circumstances(self, question: Question) -> Mapping[str, object]:
        """The rules, and how they are spoilt."""
        return {"model": self.name, "errs": self.errs, "votes": self.votes, "seed": self.seed, "rules": question.gold}

    async def samples(self, question: Question) -> tuple[Sample, ...]:
        """As many as there are votes."""
        if question.gold is None:
            return (Sample(EncodingEnd.FAILED, None, f"the file has no `{question.which}` for this task"),)
        rng = Random(f"{self.seed} {question.key}")  # noqa: S311 - to be the same again
        return tuple(self._sample(question, question.gold, rng) for _ in range(self.votes))

    def _sample(self, question: Question, gold: Sequence[str], rng: Random) -> Sample:
        rules = tuple(gold)
        if rng.random() < self.errs:
            rules = spoilt(Specification.parse(gold, question.task.app).rules, rng) or rules
        return Sample(EncodingEnd.ENCODED, Draft(rules), attempts=1)


def spoilt(rules: Sequence[Rule], rng: Random) -> tuple[str, ...]:
    """The rules with one constraint left out or with another value; empty where there is none."""
    places = [
        (number, at, which)
        for number, rule in enumerate(rules)
        for at, predicate in enumerate(rule.body)
        if isinstance(predicate, StatePredicate)
        for which in range(len(predicate.constraints))
    ]
    if not places:
        return ()
    number, at, which = rng.choice(places)
    rule = rules[number]
    predicate = rule.body[at]
    assert isinstance(predicate, StatePredicate)
    kept = list(predicate.constraints)
    other = _otherwise(kept[which], rng)
    kept[which : which + 1] = [] if other is None or rng.random() < 0.5 else [other]
    body = (*rule.body[:at], replace(predicate, constraints=tuple(kept)), *rule.body[at + 1 :])
    return tuple(
        show_rule(replace(other_rule, body=body) if other_rule is rule else other_rule) for other_rule in rules
    )


def _otherwise(constraint: Constraint, rng: Random) -> Constraint | None:
    """With another value; None where it has none that can be another."""
    if not isinstance(constraint.value, Constant):
        return None
    other = _other(constraint.value.value, rng.randint(1, 5))
    return None if other is None else replace(constraint, value=Constant(other))


def _other(value: Value, by: int) -> Value | None:
    match value:
        case bool():
            return not value
        case Decimal():
            return value + by
        case time():
            return value.replace(hour=(value.hour + by) % 24)
        case date():
            return value + timedelta(days=by)
        case str():
            return None  # an option of an enumeration has to be one of them


@dataclass(frozen=True, slots=True)
class Votes:
    """Every question put several times to every encoder."""

    spec: VotesSpec
    around: Surroundings
    asked: tuple[SetQuestion, ...]
    systems: tuple[EncodingSystem, ...]
    skipped: tuple[Skipped, ...]

    @property
    def inputs(self) -> Mapping[str, str]:
        """Task files and recorded answers."""
        return inputs_of(self.spec.tasks, self.spec.encoders, self.around.base)

    def prepare(self) -> None:
        """Nothing."""

    def cases(self) -> tuple[Case, ...]:
        """A case for each encoder and question."""
        return tuple(
            Case(
                f"{system.name}: {question.set}: {question.item}",
                content_key(
                    "votes",
                    program(),
                    question.content,
                    dict(system.encoder.circumstances(question.question)),
                    self.spec.votes,
                ),
                system.asks,
            )
            for system in self.systems
            for question in self.asked
        )

    async def measure(self, case: str) -> Measured:
        """Draw the samples once, and vote among the first of them, each number of votes for itself."""
        system, question = next(
            (system, asked)
            for system in self.systems
            for asked in self.asked
            if f"{system.name}: {asked.set}: {asked.item}" == case
        )
        begun = process_time()
        drawn = await system.encoder.samples(question.question)
        at = {}
        for votes in self.spec.votes:
            answer = answer_of(question.question, drawn[:votes], system.encoder.name)
            at[str(votes)] = {
                "right": is_right(judge(question.question, answer, MEASURES)),
                "ended": answer.ended.value,
            }
        result = {"system": system.name, "task": question.task, "item": question.item, "at": at}
        open_ones = [sample for sample in drawn if sample.ended is EncodingEnd.UNANSWERED]
        return Measured(result, {"processor": process_time() - begun}, final=not open_ones)

    def findings(self, results: Results) -> Findings:
        """The curve."""
        found: dict[str, list[Measured]] = {}
        for measurement in results.values():
            found.setdefault(str(measurement.result["system"]), []).append(measurement)
        answered = {
            name: numbers
            for name, numbers in found.items()
            if any(
                at["ended"] != EncodingEnd.WAITING
                for measurement in numbers
                for at in measurement.result["at"].values()
            )
        }
        silent = tuple(
            Skipped(name, "no samples of these questions are recorded") for name in found if name not in answered
        )
        table = self._table(answered)
        return Findings(
            "Majority of N: what a vote is worth",
            "Several encodings of one instruction are drawn, and what more than half of them mean is taken; without a"
            " majority a person is asked, which counts as an error here. Meanings are compared by proof.",
            tables=(table,),
            figures=tuple(_figures(table)),
            skipped=self.skipped + silent,
        )

    def _table(self, answered: Mapping[str, Sequence[Measured]]) -> ResultTable:
        statistics: Statistics = self.around.statistics
        rows: list[tuple[Cell, ...]] = []
        for name, measurements in answered.items():
            for votes in self.spec.votes:
                at = [
                    (measurement.result["task"], measurement.result["at"][str(votes)]) for measurement in measurements
                ]
                right = statistics.share(((task, float(said["right"])) for task, said in at), "tasks")
                silent = sum(said["ended"] != EncodingEnd.ENCODED for _, said in at)
                rows.append((name, votes, len(measurements), right, silent))
        return ResultTable(
            "votes",
            "Right, by the number of votes",
            "Each row votes among the first samples of the same draw. As in figure 6 of VeriSafe Agent. A stand-in's"
            " samples err independently, which flatters a vote.",
            ("encoder", "votes", "questions", "right", "without a majority"),
            tuple(rows),
        )


def _figures(table: ResultTable) -> Iterator[Figure]:
    values = [
        {"series": row[0], "x": row[1], "y": 100 * row[3].value}
        for row in table.rows
        if isinstance(row[3], Estimate) and row[3].value is not None
    ]
    yield lines(
        "votes",
        "Right, by the number of votes",
        "Shares of questions.",
        values,
        across="votes",
        up="right, %",
        ordinal=True,
    )
