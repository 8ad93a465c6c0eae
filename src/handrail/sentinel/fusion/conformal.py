"""A promise about false alarms, from scores of safe runs; it holds as far as nothing was fitted to them.

Split conformal prediction: of n + 1 exchangeable safe runs, the score of the last is above the k-th smallest of the
others with probability at most 1 - k / (n + 1). The promise is about runs of the kind that was calibrated on, on
average over such sets; it says nothing about other kinds, and nothing about unsafe runs.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from handrail.error import Misuse


@dataclass(frozen=True, slots=True)
class Promise:
    """At most `budget` of safe runs are flagged: those with a score above `threshold`; `n` safe runs stand for it."""

    budget: float
    threshold: float
    n: int
    kind: str

    def __str__(self) -> str:
        """The promise, with what it rests on."""
        rests_on = f"{self.kind} (split conformal, n = {self.n})"
        return f"at most {self.budget:.1%} of safe runs like these are flagged: {rests_on}"


@dataclass(frozen=True, slots=True)
class SafeScores:
    """The scores of safe runs, ascending, and what runs they were."""

    scores: tuple[float, ...]
    kind: str

    @classmethod
    def of(cls, scores: Iterable[float], kind: str) -> "SafeScores":
        """From scores in any order."""
        return cls(tuple(sorted(scores)), kind)

    def promise(self, budget: float) -> Promise:
        """The lowest threshold that keeps the budget. Raises `Misuse` for one that so few runs cannot promise."""
        if not 0 < budget < 1:
            raise Misuse(f"a budget of {budget:g} false alarms; it is a share of the safe runs, such as 0.05")
        n = len(self.scores)
        rank = ceil((n + 1) * (1 - budget) - 1e-9)
        if rank > n:
            raise Misuse(
                f"{n} safe runs cannot promise at most {budget:.2%} false alarms, only {1 / (n + 1):.2%}; "
                "calibrate on more safe runs or allow more"
            )
        return Promise(budget, self.scores[rank - 1], n, self.kind)

    def p_value(self, score: float) -> float:
        """How often a safe run scores that much or more, at most: small means that it is none of them."""
        at_least = len(self.scores) - bisect_left(self.scores, score)
        return (1 + at_least) / (len(self.scores) + 1)
