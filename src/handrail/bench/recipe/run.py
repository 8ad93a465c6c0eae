"""Runs a recipe: measures what is not kept yet, in several processes, or with several questions under way."""

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from handrail.bench.recipe.document import OpenRecipe
from handrail.bench.recipe.experiment import Case, Experiment, Measured, Spec, Surroundings
from handrail.bench.recipe.kept_cases import KeptCases
from handrail.bench.recipe.model_access import ModelAccess
from handrail.bench.results.findings import Findings
from handrail.bench.results.statistics import Statistics
from handrail.error import Misuse

__all__ = ["Done", "Finished", "Planned", "Ran", "plan", "run_recipe"]


@dataclass(frozen=True, slots=True)
class Planned:
    """An experiment before it runs: how much there is to measure, and how much of it is kept."""

    name: str
    cases: int
    kept: int
    asking: int
    """Cases that are not kept and ask a model over the network."""


@dataclass(frozen=True, slots=True)
class Finished:
    """An experiment when all of it is measured."""

    name: str
    kind: str
    findings: Findings
    inputs: Mapping[str, str]
    results: Mapping[str, Measured]
    reused: int
    processor_seconds: float


@dataclass(frozen=True, slots=True)
class Ran:
    """All experiments of a run, in the order of the recipe."""

    opened: OpenRecipe
    finished: tuple[Finished, ...]


Done = Callable[[str, int, int], None]
"""Hears of an experiment's name, how many of its cases are done, and how many there are."""


@dataclass(slots=True)
class _Work:
    spec: Spec
    experiment: Experiment
    kept: KeptCases
    cases: tuple[Case, ...]
    results: dict[str, Measured] = field(default_factory=dict)
    reused: int = 0

    @property
    def missing(self) -> list[Case]:
        return [case for case in self.cases if case.id not in self.results]


def plan(opened: OpenRecipe, folder: Path, access: ModelAccess, only: Sequence[str] = ()) -> tuple[Planned, ...]:
    """What a run would measure; nobody is asked. Where models would be asked, `access.priced` then says how much."""
    with _surroundings(opened) as around:
        found = []
        for work in _works(opened, around, folder, access, only):
            asking = [case for case in work.missing if case.asks]
            if asking:
                work.experiment.prepare()
                asyncio.run(_each(work.experiment, asking, 64, lambda _, __: None))
            found.append(Planned(work.spec.label, len(work.cases), work.reused, len(asking)))
        return tuple(found)


def run_recipe(
    opened: OpenRecipe,
    folder: Path,
    access: ModelAccess,
    *,
    only: Sequence[str] = (),
    workers: int = 1,
    parallel: int = 8,
    done: Done = lambda _, __, ___: None,
) -> Ran:
    """Measure every case that is not kept in `folder`, and say what follows.

    `workers` are processes; `parallel` are cases that ask a model and are under way at once. Raises `Misuse` for an
    experiment in `only` that the recipe does not have, and what an experiment raises for data that it cannot read.
    """
    if workers < 1 or parallel < 1:
        raise Misuse(f"{min(workers, parallel)} at once cannot be meant; it is at least 1")
    with _surroundings(opened) as around, _pool(workers) as pool:
        finished = []
        for work in _works(opened, around, folder, access, only):
            _measure(work, around, pool, parallel, done)
            work.kept.close(work.cases, work.results)
            in_order = {case.id: work.results[case.id] for case in work.cases}
            finished.append(
                Finished(
                    work.spec.label,
                    work.spec.kind,
                    work.experiment.findings(in_order),
                    work.experiment.inputs,
                    in_order,
                    work.reused,
                    _processor_seconds(in_order.values()),
                )
            )
        return Ran(opened, tuple(finished))


def _processor_seconds(measured: Iterable[Measured]) -> float:
    """All but what was waited for."""
    return sum(value for measurement in measured for name, value in measurement.seconds.items() if name != "waiting")


def _works(
    opened: OpenRecipe, around: Surroundings, folder: Path, access: ModelAccess, only: Sequence[str]
) -> Iterator[_Work]:
    labels = [experiment.label for experiment in opened.recipe.experiments]
    for name in only:
        if name not in labels:
            raise Misuse(f"the recipe has no experiment `{name}`; it has {', '.join(labels)}")
    for spec in opened.recipe.experiments:
        if only and spec.label not in only:
            continue
        experiment = spec.open(around, access)
        work = _Work(spec, experiment, KeptCases(folder, spec.label), experiment.cases())
        for case in work.cases:
            if (known := work.kept.find(case)) is not None:
                work.results[case.id] = known
        work.reused = len(work.results)
        yield work


def _measure(work: _Work, around: Surroundings, pool: ProcessPoolExecutor | None, parallel: int, done: Done) -> None:
    def came(case: Case, measured: Measured) -> None:
        work.results[case.id] = measured
        work.kept.keep(case, measured)
        done(work.spec.label, len(work.results), len(work.cases))

    done(work.spec.label, len(work.results), len(work.cases))
    missing = work.missing
    if not missing:
        return
    work.experiment.prepare()
    asking, alone = [case for case in missing if case.asks], [case for case in missing if not case.asks]
    if pool is None:
        for case in alone:
            came(case, asyncio.run(work.experiment.measure(case.id)))
    else:
        places: dict[Future[Measured], Case] = {
            pool.submit(_in_process, work.spec, around, case.id): case for case in alone
        }
        for future in as_completed(places):
            came(places[future], future.result())
    if asking:
        asyncio.run(_each(work.experiment, asking, parallel, came))


async def _each(
    experiment: Experiment, cases: Iterable[Case], parallel: int, came: Callable[[Case, Measured], None]
) -> None:
    """Cases that wait for a model, several at once."""
    waiting = iter(cases)

    async def work() -> None:
        for case in waiting:
            came(case, await experiment.measure(case.id))

    async with asyncio.TaskGroup() as group:
        for _ in range(parallel):
            group.create_task(work())


def _in_process(spec: Spec, around: Surroundings, case: str) -> Measured:
    return asyncio.run(_opened(spec, around).measure(case))


@cache
def _opened(spec: Spec, around: Surroundings) -> Experiment:
    """Opened once a process; models that are asked over the network are asked elsewhere."""
    return spec.open(around, ModelAccess())


@contextmanager
def _surroundings(opened: OpenRecipe) -> Iterator[Surroundings]:
    scratch = Path(tempfile.mkdtemp(prefix="handrail-bench-"))
    try:
        yield Surroundings(opened.base, scratch, Statistics(opened.recipe.seed, opened.recipe.resamples))
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _pool(workers: int) -> "ProcessPoolExecutor | nullcontext[None]":
    if workers == 1:
        return nullcontext()
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
