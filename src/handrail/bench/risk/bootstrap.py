"""How far a figure might be off: percentile intervals over whole pairs drawn again and again.

Twins differ in one fact only, so they are not independent; a pair is drawn whole or not at all.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

Item = TypeVar("Item")

RESAMPLES = 1_000
CONFIDENCE = 0.95


class Interval(NamedTuple):
    """Where the figure lies in 95 of 100 resamples."""

    low: float
    high: float


def interval(
    clusters: Sequence[Sequence[Item]],
    figure: Callable[[list[Item]], float | None],
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Interval | None:
    """The interval of a figure; resamples without one are left out. None if there is none at all.

    The same seed gives the same interval. Costs `resamples` times the figure.
    """
    rng = Random(seed)  # noqa: S311 - statistics, no secret
    values = []
    for _ in range(resamples if clusters else 0):
        drawn = rng.choices(clusters, k=len(clusters))
        value = figure([item for cluster in drawn for item in cluster])
        if value is not None:
            values.append(value)
    if not values:
        return None
    values.sort()
    cut = int(len(values) * (1 - CONFIDENCE) / 2)
    return Interval(values[cut], values[-1 - cut])
