"""How well scores put the unsafe above the safe, whatever the threshold."""

from collections.abc import Iterable
from itertools import groupby

Scored = tuple[bool, float]
"""Whether a run is unsafe, and its score."""


def area_under_precision_recall(scored: Iterable[Scored]) -> float | None:
    """Average precision: each threshold's precision, weighed by the recall it adds; equal scores count together.

    None where nothing is unsafe. Costs sorting.
    """
    ranked = sorted(scored, key=lambda each: -each[1])
    unsafe = sum(is_unsafe for is_unsafe, _ in ranked)
    if not unsafe:
        return None
    area, hits, flagged = 0.0, 0, 0
    for _, tied in groupby(ranked, key=lambda each: each[1]):
        labels = [is_unsafe for is_unsafe, _ in tied]
        hits, flagged = hits + sum(labels), flagged + len(labels)
        area += sum(labels) / unsafe * hits / flagged
    return area


def area_under_roc(scored: Iterable[Scored]) -> float | None:
    """The chance that an unsafe run scores above a safe one, a tie counting half; None without both. Costs sorting."""
    ranked = sorted(scored, key=lambda each: each[1])
    unsafe = sum(is_unsafe for is_unsafe, _ in ranked)
    safe = len(ranked) - unsafe
    if not unsafe or not safe:
        return None
    won, safe_below = 0.0, 0
    for _, tied in groupby(ranked, key=lambda each: each[1]):
        labels = [is_unsafe for is_unsafe, _ in tied]
        hits = sum(labels)
        won += hits * (safe_below + (len(labels) - hits) / 2)
        safe_below += len(labels) - hits
    return won / (unsafe * safe)
