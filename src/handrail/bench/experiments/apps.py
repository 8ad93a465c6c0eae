"""What a model of an app is worth: written by hand, drafted from two walks, or none at all.

The same tasks, seeds and mistakes behind the same guard, with a user who reads what they are asked.
Source: docs/any-app.md, docs/draft.md.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from time import process_time
from typing import Any, Literal

from pydantic import Field

from handrail.bench.experiments.verification import program
from handrail.bench.recipe.experiment import Case, Experiment, Measured, Results, Spec, Surroundings, content_key
from handrail.bench.recipe.model_access import ModelAccess
from handrail.bench.results.charts import bars
from handrail.bench.results.findings import Cell, Findings, ResultTable, Skipped
from handrail.bench.results.statistics import paired
from handrail.bench.suite import environments
from handrail.bench.suite.drafts import WithDrafts
from handrail.bench.suite.episode import TaskInstance, play, prepare, without_models
from handrail.bench.suite.suite import drawn_mistake, result_of
from handrail.bench.suite.task import Task
from handrail.bench.suite.tasks import all_tasks
from handrail.bench.suite.translation import NotExpressible
from handrail.error import Misuse

NONE, BY_HAND, DRAFTED, GENERIC = "no guard", "written by hand", "drafted from two walks", "none: the generic app"
SOURCES = (NONE, BY_HAND, DRAFTED, GENERIC)


class AppsSpec(Spec):
    """Which tasks with which seeds. `tasks` are parts of names; none is all of them."""

    kind: Literal["apps"]
    tasks: tuple[str, ...] = ()
    seeds: int = Field(default=1, ge=1, le=1_000)

    def open(self, around: Surroundings, access: ModelAccess) -> Experiment:  # noqa: ARG002 - no model is asked
        """With the tasks found."""
        chosen = tuple(task for task in all_tasks() if not self.tasks or any(part in task.id for part in self.tasks))
        if not chosen:
            raise Misuse(f"no task has {' or '.join(self.tasks)} in its name; see docs/suite.md for the tasks")
        return AppModels(self, around, chosen)


@dataclass(frozen=True, slots=True)
class AppModels:
    """Every task with every seed under each kind of model, with a mistake and without."""

    spec: AppsSpec
    around: Surroundings
    tasks: tuple[Task, ...]

    @property
    def inputs(self) -> Mapping[str, str]:
        """Nothing but the program."""
        return {}

    def prepare(self) -> None:
        """Nothing."""

    def cases(self) -> tuple[Case, ...]:
        """A case for each task, source of models and seed; both agents in it."""
        return tuple(
            Case(f"{source}: {task.id}: {seed}", content_key("apps", program(), source, task.id, seed))
            for task in self.tasks
            for source in SOURCES
            for seed in range(self.spec.seeds)
        )

    async def measure(self, case: str) -> Measured:
        """Both agents. A task that the drafts have no words for is said to have none."""
        return await asyncio.to_thread(self._measure, case)

    def _measure(self, case: str) -> Measured:
        source, task_id, seed = case.rsplit(": ", 2)
        task = next(task for task in self.tasks if task.id == task_id)
        mistake = drawn_mistake(prepare(task, int(seed)))
        opener = environments.passthrough if source == NONE else environments.guarded
        runs: dict[str, Any] = {}
        begun = process_time()
        for agent, errs in (("errs", mistake), ("does not err", None)):
            try:
                setting = _setting(source, task, int(seed))
            except (NotExpressible, Misuse) as error:
                return Measured({"source": source, "task": task_id, "seed": int(seed), "why_not": str(error)})
            result = asdict(result_of(asyncio.run(play(setting, opener, errs)), source))
            runs[agent] = {name: result[name] for name in ("completed", "steps", "blocked", "warned", "questions")}
            runs[agent]["wrong"] = len(result["wrong"])
        return Measured(
            {"source": source, "task": task_id, "seed": int(seed), "why_not": "", "runs": runs},
            {"processor": process_time() - begun},
        )

    def findings(self, results: Results) -> Findings:
        """The kinds of models side by side, on the tasks that all of them can say."""
        lost = {
            str(measurement.result["task"]): str(measurement.result["why_not"])
            for measurement in results.values()
            if measurement.result["why_not"]
        }
        kept = [measurement for measurement in results.values() if measurement.result["task"] not in lost]
        by_source = {
            source: [measurement for measurement in kept if measurement.result["source"] == source]
            for source in SOURCES
        }
        table = self._table(by_source)
        figure = bars(
            "models",
            "An agent that errs completes its task, by where the models come from",
            "Shares of runs, with 95 % intervals over tasks.",
            [{"row": row[0], "series": "completed", "cell": row[3]} for row in table.rows],
        )
        return Findings(
            "Models of apps: by hand, drafted, or none",
            f"{len(self.tasks) - len(lost)} of {len(self.tasks)} tasks,"
            f" {'one seed' if self.spec.seeds == 1 else f'{self.spec.seeds} seeds'}, the guard with a user who reads.",
            tables=(table,),
            figures=(figure,),
            skipped=tuple(
                Skipped(f"task {name}", f"the drafts have no words for it: {why}", "left out for every kind of model")
                for name, why in sorted(lost.items())
            ),
            outcomes={
                source: {
                    f"{measurement.result['task']}/{measurement.result['seed']}": bool(
                        measurement.result["runs"]["errs"]["completed"]
                    )
                    for measurement in measurements
                }
                for source, measurements in by_source.items()
            },
        )

    def _table(self, by_source: Mapping[str, Sequence[Measured]]) -> ResultTable:
        statistics = self.around.statistics
        by_hand = _completed(by_source[BY_HAND])
        rows: list[tuple[Cell, ...]] = []
        for source, measurements in by_source.items():
            tested = None if source == BY_HAND else paired(_completed(measurements), by_hand)
            correct = [
                (measurement.result["task"], measurement.result["runs"]["does not err"]) for measurement in measurements
            ]
            erring = [(measurement.result["task"], measurement.result["runs"]["errs"]) for measurement in measurements]
            rows.append(
                (
                    source, len(measurements),
                    statistics.share(((task, float(run["completed"])) for task, run in correct), "tasks"),
                    statistics.share(((task, float(run["completed"])) for task, run in erring), "tasks"),
                    sum(run["wrong"] for _, run in erring), sum(run["blocked"] > 0 for _, run in correct),
                    statistics.mean(((task, run["questions"]) for task, run in correct), "tasks"),
                    statistics.mean(((task, run["questions"]) for task, run in erring), "tasks"),
                    None if tested is None else tested.p,
                )
            )  # fmt: skip
        return ResultTable(
            "models",
            "The same tasks, three sources of models",
            "p: McNemar's exact test of an erring agent's completion against the models written by hand. Questions are"
            " means of a run; a false block is an action of the agent that does not err.",
            ("models", "runs", "completed, does not err", "completed, errs", "wrong, irreversible", "false blocks",
             "questions, does not err", "questions, errs", "p"),
            tuple(rows),
        )  # fmt: skip


def _completed(measurements: Sequence[Measured]) -> dict[str, bool]:
    return {
        f"{measurement.result['task']}/{measurement.result['seed']}": bool(
            measurement.result["runs"]["errs"]["completed"]
        )
        for measurement in measurements
    }


def _setting(source: str, task: Task, seed: int) -> TaskInstance:
    match source:
        case "drafted from two walks":
            return _with_drafts(task).setting(seed)
        case "none: the generic app":
            return without_models(prepare(task, seed))
        case _:
            return prepare(task, seed)


@cache
def _with_drafts(task: Task) -> WithDrafts:
    return WithDrafts.of(task)
