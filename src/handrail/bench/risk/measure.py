"""A corpus, the detectors and the baselines, run: from folders to figures.

The first detector is the one that the report is about; the others are its ablation. What cannot be read is never safe:
unless the caller wants the readable rest, it stops the evaluation.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from handrail.bench.risk.baselines import BASELINES
from handrail.bench.risk.bootstrap import RESAMPLES
from handrail.bench.risk.corpus import Corpus, LabelledRun
from handrail.bench.risk.detector import Detectors, RunVerdict, judge
from handrail.bench.risk.evaluation import Evaluation, evaluate
from handrail.error import Misuse, UnreadableInput


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of one detector in full, of its parts, and of the baselines."""

    name: str
    main: Evaluation
    ablation: Mapping[str, Evaluation]
    baselines: Mapping[str, Evaluation]


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
    name, *parts = detectors
    return Measured(
        name,
        evaluate(corpus.runs, verdicts[name], seed=seed, resamples=resamples),
        {part: evaluate(corpus.runs, verdicts[part], resamples=0) for part in parts},
        {known: evaluate(corpus.runs, baseline(corpus.runs), resamples=0) for known, baseline in BASELINES.items()},
    )


def readable(corpus: Corpus) -> Corpus:
    """The corpus, if all of it could be read; else raises `UnreadableInput` with the first reasons."""
    if corpus.unread:
        shown = "\n  ".join(one.reason for one in corpus.unread[:5])
        more = f"\n  and {len(corpus.unread) - 5} more" if len(corpus.unread) > 5 else ""
        raise UnreadableInput(f"{len(corpus.unread)} runs cannot be read:\n  {shown}{more}")
    return corpus
