"""Intervals and paired tests, by SciPy; needs `handrail[bench]`.

An interval is a percentile bootstrap that draws whole clusters: the questions of a task, the runs of a pair. Where all
clusters are alike a bootstrap knows no doubt (nought of fifty would be "0 to 0 %"), so there the exact interval of
Clopper and Pearson over the clusters is given. Two systems on the same cases are compared by McNemar's exact test.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from handrail.bench.results.findings import Estimate
from handrail.error import MissingExtra, install_line

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["CONFIDENCE", "Paired", "Statistics", "paired"]

CONFIDENCE = 0.95
Observed = tuple[Hashable, float]
"""The cluster that a case belongs to, and its value: 1 or 0 where a share is asked for."""


class Paired(NamedTuple):
    """Cases on which two systems differ, and how likely so unequal a split is by chance."""

    only_first: int
    only_second: int
    both: int
    neither: int
    p: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """Draws `resamples` times from `seed`; the same seed gives the same intervals. `resamples` 0 draws none."""

    seed: int = 0
    resamples: int = 1_000

    def share(self, observed: Iterable[Observed], of: str = "") -> Estimate:
        """A share of 1 over clusters."""
        return self._estimate(list(observed), of, share=True)

    def mean(self, observed: Iterable[Observed], of: str = "") -> Estimate:
        """A mean over cases, its interval over clusters."""
        return self._estimate(list(observed), of, share=False)

    def rate(self, counted: Iterable[tuple[Hashable, float, float]], of: str = "", *, share: bool = True) -> Estimate:
        """A part of a whole that differs from cluster to cluster: cluster, part, whole."""
        clusters: dict[Hashable, tuple[float, float]] = {}
        for cluster, part, whole in counted:
            before = clusters.get(cluster, (0.0, 0.0))
            clusters[cluster] = before[0] + part, before[1] + whole
        return self._ratio(list(clusters.values()), of, share=share)

    def _estimate(self, observed: Sequence[Observed], of: str, *, share: bool) -> Estimate:
        return self.rate(((cluster, value, 1.0) for cluster, value in observed), of, share=share)

    def _ratio(self, sums: Sequence[tuple[float, float]], of: str, *, share: bool) -> Estimate:
        whole = sum(total for _, total in sums)
        n = round(whole)
        if not whole:
            return Estimate(None, n=0, share=share, of=of)
        value = sum(part for part, _ in sums) / whole
        low, high = self._interval(sums, value, share=share) if self.resamples else (None, None)
        return Estimate(value, low, high, n, share, of)

    def _interval(
        self, sums: Sequence[tuple[float, float]], value: float, *, share: bool
    ) -> tuple[float | None, float | None]:
        stats = _scipy()
        parts, wholes = [part for part, _ in sums], [whole for _, whole in sums]
        if share and value in (0.0, 1.0):
            exact = stats.binomtest(round(value * len(sums)), len(sums)).proportion_ci(CONFIDENCE, method="exact")
            return float(exact.low), float(exact.high)
        if len(sums) < 2 or len(set(zip(parts, wholes, strict=True))) == 1:
            return None, None
        drawn = stats.bootstrap(
            (parts, wholes),
            _ratio_of_sums,
            paired=True,
            vectorized=True,
            n_resamples=self.resamples,
            confidence_level=CONFIDENCE,
            method="percentile",
            rng=self.seed,
        ).confidence_interval
        return (float(drawn.low), float(drawn.high)) if drawn.high > drawn.low else (None, None)


def paired(first: Mapping[str, bool], second: Mapping[str, bool]) -> Paired | None:
    """McNemar's exact test over the cases that both have; None where they share none."""
    shared = sorted(first.keys() & second.keys())
    if not shared:
        return None
    both = sum(first[key] and second[key] for key in shared)
    only_first = sum(first[key] and not second[key] for key in shared)
    only_second = sum(second[key] and not first[key] for key in shared)
    differ = only_first + only_second
    p = float(_scipy().binomtest(only_first, differ, 0.5).pvalue) if differ else 1.0
    return Paired(only_first, only_second, both, len(shared) - both - differ, p)


def _ratio_of_sums(parts: Any, wholes: Any, axis: int = -1) -> Any:
    return parts.sum(axis=axis) / wholes.sum(axis=axis)


def _scipy() -> "ModuleType":
    try:
        from scipy import stats
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"intervals and figures are made by SciPy and Altair: {install_line('handrail[bench]')}"
        ) from error
    return stats  # type: ignore[no-any-return]  # SciPy has no type hints
