"""Are wrong executions rejected and right ones let through, by what instructions are taken to mean?

Source: VeriSafe Agent (MobiCom '25), section 8; docs/evaluation.md has the definitions.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from time import process_time
from typing import Any, Literal

from pydantic import Field

from handrail.bench.experiments.encoding import MEASURES, EncodingSystem, SetQuestion, asked_in, inputs_of, systems_of
from handrail.bench.recipe.data import Tasks
from handrail.bench.recipe.experiment import Case, Experiment, Measured, Results, Spec, Surroundings, content_key
from handrail.bench.recipe.model_access import ModelAccess, Named
from handrail.bench.results.charts import bars
from handrail.bench.results.findings import Cell, Findings, Headline, PublishedFigure, ResultTable, Skipped
from handrail.bench.results.statistics import Statistics, paired
from handrail.bench.verification.evaluation import MATCHINGS
from handrail.bench.verification.judging import judge
from handrail.bench.verification.measure import predicates_of
from handrail.bench.verification.predicates import PredicateCounts
from handrail.bench.verification.sample import EncodingEnd, answer_of
from handrail.encoder import Settings

PUBLISHED = (
    PublishedFigure("VeriSafe Agent: 98.3 % with experience, 94.3 % without", "VeriSafe Agent, MobiCom '25, section 8"),
    PublishedFigure("reflection by a large model: 65 to 75 %", "VeriSafe Agent, MobiCom '25, section 8"),
)
LENGTHS = ((1, 4), (5, 6), (7, 9), (10, None))
"""Steps of a path, from and to."""


class VerificationSpec(Spec):
    """Who encodes the instructions of which tasks, and what they may remember."""

    kind: Literal["verification"]
    tasks: tuple[Tasks, ...] = Field(min_length=1)
    encoders: tuple[Named, ...] = Field(min_length=1)
    experience: tuple[Literal["cold", "warm"], ...] = ("cold",)
    predicates: bool = True
    now: datetime | None = None

    def open(self, around: Surroundings, access: ModelAccess) -> Experiment:
        """With the tasks read."""
        asked = asked_in(self.tasks, around.base, self.now)
        systems, skipped = systems_of(self.encoders, self.experience, asked, around, access, Settings())
        return VerificationExperiment(self, around, asked, systems, skipped)


@dataclass(frozen=True, slots=True)
class VerificationExperiment:
    """Every question put to every encoder."""

    spec: VerificationSpec
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
        return tuple(self._case(system, question) for system in self.systems for question in self.asked)

    async def measure(self, case: str) -> Measured:
        """Encode, replay the path, and lay the predicates beside the gold ones."""
        system, question = self._found(case)
        begun = process_time()
        samples = await system.encoder.samples(question.question)
        encoded = process_time()
        answer = answer_of(question.question, samples, system.encoder.name)
        judged = judge(question.question, answer, MEASURES)
        counts = predicates_of(judged, MEASURES) if self.spec.predicates else PredicateCounts()
        accepted = {
            name: None if judged.verdicts is None else of(judged.verdicts).accepted for name, of in MATCHINGS.items()
        }
        result = {
            "system": system.name,
            "set": question.set,
            "task": question.task,
            "item": question.item,
            "expected": question.question.expected,
            "steps": len(question.question.task.steps),
            "ended": answer.ended.value,
            "accepted": accepted,
            "reason": answer.reason if judged.verdicts is None else judged.verdicts.optimistic.reason,
            "rules": list(answer.rules),
            "drafts": answer.attempts,
            "calls": answer.cost.calls,
            "tokens": answer.cost.input_tokens + answer.cost.output_tokens,
            "predicates": asdict(counts),
        }
        seconds = {"encoding": encoded - begun, "waiting": answer.seconds, "judging": process_time() - encoded}
        return Measured(result, seconds, final=answer.ended is not EncodingEnd.UNANSWERED)

    def findings(self, results: Results) -> Findings:
        """The tables of figures, predicates and lengths."""
        by_system, silent = _answered(results)
        statistics = self.around.statistics
        outcomes = {
            name: {str(measurement.result["item"]): _right(measurement) for measurement in group}
            for name, group in by_system.items()
        }
        return Findings(
            "Verification: what an instruction is taken to mean",
            "Each task asks twice: its recorded path should be accepted for its instruction, and rejected for a wrong"
            " one. Nobody sees the path or the gold rules. Saying nothing is an error. Gold rules in the place of an"
            " encoding check the check: what they get wrong is the fault of the matching.",
            tuple(_headlines(by_system, statistics)),
            tuple(self._tables(by_system, outcomes)),
            tuple(_charts(by_system, statistics)),
            self.skipped
            + tuple(
                Skipped(f"{system} on {label}", "no answers to these questions are recorded")
                for system, label in silent
            ),
            outcomes,
        )

    def _tables(
        self, by_system: Mapping[str, list[Measured]], outcomes: Mapping[str, Mapping[str, bool]]
    ) -> Iterator[ResultTable]:
        statistics = self.around.statistics
        yield _figures(by_system, statistics)
        if len(outcomes) > 1:
            yield _pairs(outcomes)
        if self.spec.predicates:
            yield _predicates(by_system)
        yield _by_length(by_system, statistics)
        yield _seconds(by_system)

    def _case(self, system: EncodingSystem, asked: SetQuestion) -> Case:
        circumstances = dict(system.encoder.circumstances(asked.question))
        key = content_key("verification", program(), asked.content, circumstances, self.spec.predicates, self.inputs)
        return Case(f"{system.name}: {asked.set}: {asked.item}", key, system.asks)

    def _found(self, case: str) -> tuple[EncodingSystem, SetQuestion]:
        for system in self.systems:
            for question in self.asked:
                if f"{system.name}: {question.set}: {question.item}" == case:
                    return system, question
        raise AssertionError(f"{case} is no case of this experiment")


def _answered(results: Results) -> tuple[dict[str, list[Measured]], list[tuple[str, str]]]:
    """By system, its questions of the sets of which at least one has an answer; and the sets of which none has."""
    found: dict[tuple[str, str], list[Measured]] = {}
    for measurement in results.values():
        found.setdefault((str(measurement.result["system"]), str(measurement.result["set"])), []).append(measurement)
    by_system: dict[str, list[Measured]] = {}
    silent = []
    for place, numbers in found.items():
        if all(measurement.result["ended"] == EncodingEnd.WAITING for measurement in numbers):
            silent.append(place)
        else:
            by_system.setdefault(place[0], []).extend(numbers)
    return by_system, silent


def _right(measurement: Measured, matching: str = "optimistic") -> bool:
    return bool(measurement.result["accepted"][matching] is measurement.result["expected"])


def _sets(measurements: Iterable[Measured]) -> dict[str, list[Measured]]:
    found: dict[str, list[Measured]] = {}
    for measurement in measurements:
        found.setdefault(str(measurement.result["set"]), []).append(measurement)
    return found


def _headlines(by_system: Mapping[str, list[Measured]], statistics: Statistics) -> Iterator[Headline]:
    for name, group in by_system.items():
        if name != "gold rules":
            right = statistics.share(
                ((measurement.result["task"], float(_right(measurement))) for measurement in group), "tasks"
            )
            yield Headline(right, f"of {len(group)} paths judged rightly from the instruction alone: {name}")


def _figures(by_system: Mapping[str, list[Measured]], statistics: Statistics) -> ResultTable:
    rows: list[tuple[Cell, ...]] = []
    for name, group in by_system.items():
        for label, measurements in _sets(group).items():
            wrong = [measurement for measurement in measurements if not measurement.result["expected"]]
            right = [measurement for measurement in measurements if measurement.result["expected"]]
            missed = sum(not _right(measurement) for measurement in wrong)
            refused = sum(not _right(measurement) for measurement in right)
            rows.append(
                (
                    name,
                    label,
                    len(measurements),
                    statistics.share(
                        ((measurement.result["task"], float(_right(measurement))) for measurement in measurements),
                        "tasks",
                    ),
                    statistics.share(
                        ((measurement.result["task"], float(_right(measurement))) for measurement in wrong), "tasks"
                    ),
                    statistics.share(
                        ((measurement.result["task"], float(_right(measurement))) for measurement in right), "tasks"
                    ),
                    sum(measurement.result["accepted"]["optimistic"] is None for measurement in measurements),
                    missed,
                    refused,
                    statistics.share(
                        (
                            (measurement.result["task"], float(_right(measurement, "by_name")))
                            for measurement in measurements
                        ),
                        "tasks",
                    ),
                )
            )
    return ResultTable(
        "figures",
        "Right and wrong executions",
        "Wrong stopped is the recall, right let through one less the false alarms. Silent: no rules came, which counts"
        " as an error in every share. Intervals over tasks drawn whole. By name: the same with objectives matched by"
        " name.",
        ("encoder", "tasks of", "questions", "right", "wrong stopped", "right let through", "silent", "wrong missed",
         "right refused", "by name"),
        tuple(rows),
        PUBLISHED,
    )  # fmt: skip


def _pairs(outcomes: Mapping[str, Mapping[str, bool]]) -> ResultTable:
    names = [name for name in outcomes if name != "gold rules"] or list(outcomes)
    rows: list[tuple[Cell, ...]] = []
    for number, first in enumerate(names):
        for second in names[number + 1 :]:
            tested = paired(outcomes[first], outcomes[second])
            if tested is not None:
                n = tested.only_first + tested.only_second + tested.both + tested.neither
                rows.append((f"{first} against {second}", n, tested.only_first, tested.only_second, tested.p))
    return ResultTable(
        "paired",
        "Paired: the same questions, two encoders",
        "On how many questions only one of the two is right, and how likely so unequal a split is by chance (McNemar's"
        " exact test, two-sided).",
        ("pair", "questions", "only the first right", "only the second right", "p"),
        tuple(rows),
    )


_COUNTS = (
    "encodings",
    "gold",
    "equal",
    "constraint_mismatch",
    "missing",
    "critical_missing",
    "superfluous",
    "faultless",
)


def _predicates(by_system: Mapping[str, list[Measured]]) -> ResultTable:
    rows: list[tuple[Cell, ...]] = []
    for name, group in by_system.items():
        total: Counter[str] = Counter()
        for measurement in group:
            total.update(measurement.result["predicates"])
        rows.append((name, *(total[count] for count in _COUNTS)))
    return ResultTable(
        "predicates",
        "Predicates beside those of the gold rules",
        "Decided by proof, not by text. Mismatched: of the same state, with other constraints. Critical: without it a"
        " run counts as done that is not. As in table 1 of VeriSafe Agent.",
        ("encoder", *(count.replace("_", " ") for count in _COUNTS)),
        tuple(rows),
    )


def _buckets(measurements: Sequence[Measured]) -> Iterator[tuple[str, list[Measured]]]:
    for low, high in LENGTHS:
        bucket = [
            measurement
            for measurement in measurements
            if low <= measurement.result["steps"] and (high is None or measurement.result["steps"] <= high)
        ]
        if bucket:
            yield (f"{low} or more" if high is None else f"{low} to {high}"), bucket


def _by_length(by_system: Mapping[str, list[Measured]], statistics: Statistics) -> ResultTable:
    rows: list[tuple[Cell, ...]] = []
    for name, group in by_system.items():
        for label, measurements in _buckets(group):
            right = statistics.share(
                ((measurement.result["task"], float(_right(measurement))) for measurement in measurements), "tasks"
            )
            spent: list[Cell] = [
                statistics.mean(
                    ((measurement.result["task"], measurement.result[what]) for measurement in measurements), "tasks"
                )
                for what in _SPENT
            ]
            if not any(measurement.result["tokens"] for measurement in measurements):
                spent[-1] = None
            rows.append((name, label, len(measurements), right, *spent))
    return ResultTable(
        "length",
        "Figures and cost by the length of the path",
        "Means over questions. Tokens are those that a server reported; recorded answers may not say.",
        ("encoder", "steps", "questions", "right", "drafts", "calls of a model", "tokens"),
        tuple(rows),
    )


_SPENT = ("drafts", "calls", "tokens")


def _seconds(by_system: Mapping[str, list[Measured]]) -> ResultTable:
    rows: list[tuple[Cell, ...]] = []
    for name, group in by_system.items():
        for label, measurements in _buckets(group):
            parts = [
                [1000 * measurement.seconds.get(what, 0.0) for measurement in measurements]
                for what in ("encoding", "waiting", "judging")
            ]
            rows.append((name, label, len(measurements), *(_middle(values) for values in parts)))
    return ResultTable(
        "seconds",
        "Milliseconds by the length of the path",
        "Medians of a question. Encoding and judging are processor time of this machine; waiting is what a user waits"
        " for a model, or the wall clock of the offline encoder.",
        ("encoder", "steps", "questions", "encoding", "waiting", "judging"),
        tuple(rows),
        timed=True,
    )


def _middle(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


def _charts(by_system: Mapping[str, list[Measured]], statistics: Statistics) -> Iterator[Any]:
    values = [
        {
            "row": name,
            "series": label,
            "cell": statistics.share(
                (measurement.result["task"], float(_right(measurement))) for measurement in measurements
            ),
        }
        for name, group in by_system.items()
        for label, measurements in _sets(group).items()
    ]
    yield bars(
        "figures",
        "Judged rightly, by encoder and set of tasks",
        "Bars are shares of questions, lines 95 % intervals over tasks.",
        values,
    )


def program() -> str:
    """The digest of the program, read when it is needed: the module that makes it knows all experiments."""
    from handrail.bench.recipe.pins import program as digest

    return digest()
