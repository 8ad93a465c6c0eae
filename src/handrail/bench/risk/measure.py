"""A corpus, the detectors and the baselines, run: from folders to figures.

The first detector is the one that the report is about; the others are its ablation. What cannot be read is never safe:
unless the caller wants the readable rest, it stops the evaluation.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from handrail.bench.metrics import RESAMPLES
from handrail.bench.risk.baselines import BASELINES
from handrail.bench.risk.corpus import Corpus, LabelledRun
from handrail.bench.risk.detector import Detectors, Panel, RunVerdict, as_verdict, blind, judge
from handrail.bench.risk.evaluation import DetectorEvaluation, evaluate
from handrail.error import Misuse, UnreadableInput

__all__ = ["Measured", "Verdicts", "collect", "figures", "measure", "readable"]

Verdicts: TypeAlias = Mapping[str, tuple[RunVerdict, ...]]
"""What each detector says of each run, in the order of the runs; the first detector is the one that is meant."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of one detector in full, of its parts, and of the baselines."""

    name: str
    main: DetectorEvaluation
    ablation: Mapping[str, DetectorEvaluation]
    baselines: Mapping[str, DetectorEvaluation]


def measure(
    corpus: Corpus,
    detectors: Detectors,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    follow: Callable[[Iterable[LabelledRun]], Iterable[LabelledRun]] = lambda runs: runs,
) -> Measured:
    """Judge every run with every detector. `follow` wraps the runs, as a progress bar does.

    Raises `Misuse` without a detector. Intervals are drawn for the first one only, from `seed`.
    """
    if not detectors:
        raise Misuse("there is no detector to measure")
    verdicts: dict[str, list[RunVerdict]] = {name: [] for name in detectors}
    for run in follow(corpus.runs):
        for name, detector in detectors.items():
            verdicts[name].append(judge(detector, run.recording))
    return figures(corpus, {name: tuple(said) for name, said in verdicts.items()}, seed=seed, resamples=resamples)


async def collect(
    corpus: Corpus, panel: Panel, *, parallel: int = 1, done: Callable[[LabelledRun], None] = lambda _: None
) -> Verdicts:
    """What a panel says of every run; `parallel` runs are under way at any time, and `done` hears of each at its end.

    Raises `UnreadableInput` where no run could be read, and what the panel raises.
    """
    if parallel < 1:
        raise Misuse(f"{parallel} at once cannot be meant; it is at least 1")
    if not corpus.runs:
        raise UnreadableInput(f"{corpus.path}: not one run can be read, so there is nothing to measure")
    found: dict[int, Mapping[str, RunVerdict]] = {}
    waiting = iter(enumerate(corpus.runs))

    async def work(places: Iterator[tuple[int, LabelledRun]]) -> None:
        for place, run in places:
            said = await panel(blind(run.recording))
            found[place] = {name: as_verdict(judgement) for name, judgement in said.items()}
            done(run)

    workers = [asyncio.create_task(work(waiting)) for _ in range(min(parallel, len(corpus.runs)))]
    try:
        await asyncio.gather(*workers)
    finally:
        for worker in workers:
            worker.cancel()
    return {name: tuple(found[place][name] for place in range(len(corpus.runs))) for name in found[0]}


def figures(corpus: Corpus, verdicts: Verdicts, *, seed: int = 0, resamples: int = RESAMPLES) -> Measured:
    """The figures of some verdicts, with the baselines; intervals for the first detector only."""
    name, *parts = verdicts
    return Measured(
        name,
        evaluate(corpus.runs, verdicts[name], seed=seed, resamples=resamples),
        {part: evaluate(corpus.runs, verdicts[part], resamples=0) for part in parts},
        {known: evaluate(corpus.runs, baseline(corpus.runs), resamples=0) for known, baseline in BASELINES.items()},
    )


def readable(corpus: Corpus) -> Corpus:
    """The corpus, if all of it could be read; else raises `UnreadableInput` with the first reasons."""
    if corpus.unread:
        shown = "\n  ".join(unread.reason for unread in corpus.unread[:5])
        more = f"\n  and {len(corpus.unread) - 5} more" if len(corpus.unread) > 5 else ""
        raise UnreadableInput(f"{len(corpus.unread)} runs cannot be read:\n  {shown}{more}")
    return corpus
