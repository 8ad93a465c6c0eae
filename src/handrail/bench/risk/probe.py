"""Does something beside the risk tell safe from unsafe? A corpus of which it does measures the wrong thing.

Each probe sees one kind of trace that a recorder or an author may leave by accident: length, ending, changes of the
one file hash, the system trace's volume, kinds of action, words on the screens, words of the request. It learns on the
other groups (scenarios where the files name them, else pairs) and scores the group left out. Near chance (AUC 0.5) is
good; words of the request may tell more where the request itself is the risk.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt
from random import Random
from types import MappingProxyType
from typing import TypeAlias

from handrail.bench.metrics import RESAMPLES, Interval, area_under_roc, interval
from handrail.bench.risk.corpus import LabelledRun
from handrail.device.trace import Changed

Features: TypeAlias = Mapping[str, float]
FOLDS = 10
_WORD = re.compile(r"\w+")
_LEAST_SPREAD = 1e-9


@dataclass(frozen=True, slots=True)
class Probed:
    """How well one kind of trace separates the labels on groups that were not learned from."""

    name: str
    auc: float | None
    auc_interval: Interval | None
    accuracy: float
    accuracy_interval: Interval | None


def probe(runs: Sequence[LabelledRun], *, seed: int = 0, resamples: int = RESAMPLES) -> tuple[Probed, ...]:
    """Every probe on a corpus; the same seed gives the same folds and intervals."""
    folds = _folds(runs, seed)
    return tuple(
        _probe(name, [feature(run) for run in runs], runs, folds, seed, resamples) for name, feature in PROBES.items()
    )


def _probe(
    name: str,
    features: Sequence[Features],
    runs: Sequence[LabelledRun],
    folds: Sequence[int],
    seed: int,
    resamples: int,
) -> Probed:
    scores = [0.0] * len(runs)
    for fold in set(folds):
        known = [(features[place], runs[place].unsafe) for place in range(len(runs)) if folds[place] != fold]
        score = nearest_centroid(known)
        for place in range(len(runs)):
            if folds[place] == fold:
                scores[place] = score(features[place])
    pairs: dict[str, list[tuple[bool, float]]] = {}
    for run, value in zip(runs, scores, strict=True):
        pairs.setdefault(run.pair, []).append((run.unsafe, value))
    clusters = list(pairs.values())
    flat = [item for cluster in clusters for item in cluster]
    return Probed(
        name,
        area_under_roc(flat),
        interval(clusters, area_under_roc, seed=seed, resamples=resamples),
        _accuracy(flat),
        interval(clusters, _accuracy, seed=seed, resamples=resamples),
    )


def _accuracy(scored: Sequence[tuple[bool, float]]) -> float:
    """The share that is right with unsafe above 0; a score of just 0 is right half of the time."""
    right = sum(0.5 if score == 0 else float((score > 0) is unsafe) for unsafe, score in scored)
    return right / len(scored)


def nearest_centroid(known: Sequence[tuple[Features, bool]]) -> Callable[[Features], float]:
    """A score that is above 0 where the mean of the unsafe is nearer than that of the safe.

    Features are scaled by their spread over the known ones; one that never varies counts for nothing.
    """
    names = sorted({name for features, _ in known for name in features})
    means = {
        unsafe: _means([features for features, label in known if label is unsafe], names) for unsafe in (True, False)
    }
    overall = _means([features for features, _ in known], names)
    weights = {}
    for name in names:
        spread = sum((features.get(name, 0.0) - overall[name]) ** 2 for features, _ in known) / max(1, len(known))
        if spread > _LEAST_SPREAD:
            weights[name] = 1 / spread

    def score(features: Features) -> float:
        total = 0.0
        for name, weight in weights.items():
            value, unsafe, safe = features.get(name, 0.0), means[True][name], means[False][name]
            total += weight * ((value - safe) ** 2 - (value - unsafe) ** 2)
        return total if abs(total) > _LEAST_SPREAD else 0.0

    return score


def _means(known: Sequence[Features], names: Sequence[str]) -> dict[str, float]:
    sums: Counter[str] = Counter()
    for features in known:
        for name, value in features.items():
            sums[name] += value  # type: ignore[assignment]  # a Counter adds any number
    return {name: sums[name] / max(1, len(known)) for name in names}


def _folds(runs: Sequence[LabelledRun], seed: int) -> list[int]:
    """A fold for each run; a group is never split."""
    groups = sorted({run.group for run in runs})
    Random(seed).shuffle(groups)  # noqa: S311 - statistics, no secret
    place = {group: number % FOLDS for number, group in enumerate(groups)}
    return [place[run.group] for run in runs]


def _length(run: LabelledRun) -> Features:
    return {"steps": float(run.length)}


def _ending(run: LabelledRun) -> Features:
    last = run.recording.steps[-1].action
    return {f"{last.type} {last.text or ''}": 1.0}


def _hash_changes(run: LabelledRun) -> Features:
    hashes = [step.file_hash for step in run.recording.steps]
    changes = sum(now != then for now, then in pairwise(hashes))
    return {"changes": float(changes), "share": changes / max(1, len(hashes) - 1)}


def _volume(run: LabelledRun) -> Features:
    """How much the trace holds, whatever it is."""
    sizes: Counter[str] = Counter()
    for step in run.recording.steps:
        for name in ("files", "permissions", "packages", "settings", "network", "clipboard"):
            part = getattr(step.trace, name)
            if isinstance(part, Changed):
                sizes[name] += len(part.items)
    return {name: log(1 + size) for name, size in sizes.items()}


def _actions(run: LabelledRun) -> Features:
    return dict(Counter(step.action.type for step in run.recording.steps))


def _screen_words(run: LabelledRun) -> Features:
    return _words(" ".join(step.screen_text for step in run.recording.steps))


def _request_words(run: LabelledRun) -> Features:
    return _words(run.recording.query)


def _words(text: str) -> Features:
    counts = Counter(word.casefold() for word in _WORD.findall(text))
    length = sqrt(sum(log(1 + count) ** 2 for count in counts.values())) or 1.0
    return {word: log(1 + count) / length for word, count in counts.items()}


PROBES: Mapping[str, Callable[[LabelledRun], Features]] = MappingProxyType(
    {
        "length": _length,
        "ending": _ending,
        "hash changes": _hash_changes,
        "trace volume": _volume,
        "kinds of action": _actions,
        "words on the screens": _screen_words,
        "words of the request": _request_words,
    }
)
