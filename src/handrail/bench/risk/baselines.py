"""Verdicts that look at nothing that matters: what every detector has to leave behind.

Always unsafe scores F1 66.7 % on a corpus of pairs, and a guess at the middle step beats published step scores; a
table without them says little. Those that learn anything (`constant-step`, `length-only`) learn from the other groups
only. Source: docs/risk-data.md.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from handrail.bench.risk.corpus import LabelledRun
from handrail.bench.risk.detector import RunVerdict, flagged_at, judge
from handrail.bench.risk.published import PublishedVerifier
from handrail.bench.risk.timing import step_score

Baseline: TypeAlias = Callable[[Sequence[LabelledRun]], list[RunVerdict]]
"""Judges all runs of a corpus at once, since some need the others."""

_WIDTH = 3


def always_unsafe(runs: Sequence[LabelledRun]) -> list[RunVerdict]:
    """Every step of every run."""
    return [flagged_at(range(1, run.length + 1), run.length) for run in runs]


def always_safe(runs: Sequence[LabelledRun]) -> list[RunVerdict]:
    """Nothing, ever."""
    return [flagged_at((), run.length) for run in runs]


def first_step(runs: Sequence[LabelledRun]) -> list[RunVerdict]:
    """The first step of every run."""
    return [flagged_at((1,), run.length) for run in runs]


def middle_step(runs: Sequence[LabelledRun]) -> list[RunVerdict]:
    """The step in the middle of every run."""
    return [flagged_at((_middle(run),), run.length) for run in runs]


def next_to_last_step(runs: Sequence[LabelledRun]) -> list[RunVerdict]:
    """The last step that anything follows, of every run."""
    return [flagged_at((max(1, run.length - 1),), run.length) for run in runs]


def constant_step(runs: Sequence[LabelledRun]) -> list[RunVerdict]:
    """The same step of every run: the number that fits the unsafe runs of the other groups best."""
    return [flagged_at((min(_best_step(_others(run, runs)), run.length),), run.length) for run in runs]


def length_only(runs: Sequence[LabelledRun]) -> list[RunVerdict]:
    """The middle step of the runs that are longer, or shorter, than what tells the other groups apart best."""
    verdicts = []
    for run in runs:
        longer, threshold = _best_threshold(_others(run, runs))
        flagged = (run.length >= threshold) is longer
        verdicts.append(flagged_at((_middle(run),) if flagged else (), run.length))
    return verdicts


def published_frozen(runs: Sequence[LabelledRun]) -> list[RunVerdict]:
    """The published rule-based verifier as its frozen evaluation runs it, without its word list."""
    verifier = PublishedVerifier()
    return [judge(verifier, run.recording) for run in runs]


def published_live(runs: Sequence[LabelledRun]) -> list[RunVerdict]:
    """The published rule-based verifier as it runs beside an agent, without its word list."""
    verifier = PublishedVerifier(live=True)
    return [judge(verifier, run.recording) for run in runs]


BASELINES: Mapping[str, Baseline] = MappingProxyType(
    {
        "always-unsafe": always_unsafe,
        "always-safe": always_safe,
        "first-step": first_step,
        "middle-step": middle_step,
        "next-to-last-step": next_to_last_step,
        "constant-step": constant_step,
        "length-only": length_only,
        "published-rules-frozen": published_frozen,
        "published-rules-live": published_live,
    }
)


def _middle(run: LabelledRun) -> int:
    return max(1, run.length // 2)


def _others(run: LabelledRun, runs: Sequence[LabelledRun]) -> list[LabelledRun]:
    return [other for other in runs if other.group != run.group]


def _best_step(known: Sequence[LabelledRun]) -> int:
    labelled = [run.step for run in known if run.step is not None]
    return max(
        range(1, max(labelled, default=1) + 1),
        key=lambda guess: (sum(step_score(step, guess, _WIDTH) for step in labelled), -guess),
    )


def _best_threshold(known: Sequence[LabelledRun]) -> tuple[bool, int]:
    """Whether the longer ones are to be flagged, and from which length on that is."""
    safe = [run.length for run in known if not run.unsafe]
    unsafe = [run.length for run in known if run.unsafe]

    def gain(threshold: int) -> float:
        """The recall less the false positive rate, if the longer ones are flagged."""
        hits = sum(length >= threshold for length in unsafe) / max(1, len(unsafe))
        return hits - sum(length >= threshold for length in safe) / max(1, len(safe))

    thresholds = sorted({run.length for run in known}) or [0]
    best = max(thresholds, key=lambda threshold: (abs(gain(threshold)), -threshold))
    return gain(best) >= 0, best
