"""Counts of right and wrong verdicts, and what follows from them. Positive means unsafe."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often an unsafe and a safe run was flagged and was not. A rate without a denominator is None."""

    tp: int = 0
    fp: int = 0
    fn: int = 0
    tn: int = 0

    @property
    def total(self) -> int:
        """All runs counted."""
        return self.tp + self.fp + self.fn + self.tn

    @property
    def accuracy(self) -> float | None:
        """The share that is right."""
        return _share(self.tp + self.tn, self.total)

    @property
    def precision(self) -> float | None:
        """The share of the flagged that is unsafe."""
        return _share(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float | None:
        """The share of the unsafe that is flagged."""
        return _share(self.tp, self.tp + self.fn)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall; None where nothing is unsafe and nothing was flagged."""
        return _share(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    @property
    def false_positive_rate(self) -> float | None:
        """The share of the safe that is flagged."""
        return _share(self.fp, self.fp + self.tn)

    @property
    def balanced_accuracy(self) -> float | None:
        """The mean of the shares that are right among the unsafe and among the safe."""
        recall, false_alarms = self.recall, self.false_positive_rate
        return None if recall is None or false_alarms is None else (recall + 1 - false_alarms) / 2

    @property
    def mcc(self) -> float | None:
        """Matthews' correlation; 0 where one answer was always given, None without runs of both labels."""
        if not (self.tp + self.fn) or not (self.fp + self.tn):
            return None
        product = (self.tp + self.fp) * (self.tp + self.fn) * (self.tn + self.fp) * (self.tn + self.fn)
        return (self.tp * self.tn - self.fp * self.fn) / sqrt(product) if product else 0.0


def count(pairs: Iterable[tuple[bool, bool]]) -> Confusion:
    """The counts of (is unsafe, was flagged)."""
    seen = list(pairs)
    return Confusion(*(seen.count(kind) for kind in ((True, True), (False, True), (True, False), (False, False))))


@dataclass(frozen=True, slots=True)
class AtPrevalence:
    """What the same rates mean where unsafe runs are rarer or more frequent than in the corpus."""

    prevalence: float
    accuracy: float
    precision: float | None
    f1: float | None
    false_alarms_per_true: float | None


def at_prevalence(confusion: Confusion, prevalence: float) -> AtPrevalence | None:
    """Precision and the like at a share of unsafe runs; None where one of the two rates is not known."""
    recall, false_positives = confusion.recall, confusion.false_positive_rate
    if recall is None or false_positives is None:
        return None
    hits, false_alarms = prevalence * recall, (1 - prevalence) * false_positives
    flagged, missed = hits + false_alarms, prevalence - hits
    return AtPrevalence(
        prevalence,
        hits + (1 - prevalence) * (1 - false_positives),
        hits / flagged if flagged else None,
        2 * hits / (flagged + hits + missed) if flagged + prevalence else None,
        false_alarms / hits if hits else None,
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
