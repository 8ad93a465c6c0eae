"""How far a remembered encoding is to be trusted: what speaks for it, what speaks against it, and its rivals.

A person's word counts three times a completed run, a person's no more than a yes: a completed run alone is trusted by
half, a person's yes by three quarters. Where several encodings of one instruction are remembered, each keeps only its
share: two that contradict each other both lose.
"""

from dataclasses import dataclass
from enum import StrEnum

OFFERED_FROM = 0.5
"""The least trust with which an entry is shown to a model."""


class Evidence(StrEnum):
    """What is known about a finished task."""

    CONFIRMED = "confirmed by a person"
    COMPLETED = "completed by a run"
    UNCONFIRMED = "not confirmed"
    REJECTED = "rejected by a person"
    FAILED = "a run went wrong"


_FOR = {Evidence.CONFIRMED: 3.0, Evidence.COMPLETED: 1.0}
_AGAINST = {Evidence.REJECTED: 4.0, Evidence.FAILED: 1.0}


@dataclass(frozen=True, slots=True)
class Weighing:
    """The sums of what speaks for and against an entry."""

    supports: float
    opposes: float

    @classmethod
    def of(cls, evidence: dict[Evidence, int]) -> "Weighing":
        """From how often each kind of evidence was given."""
        return cls(
            sum(_FOR.get(kind, 0.0) * times for kind, times in evidence.items()),
            sum(_AGAINST.get(kind, 0.0) * times for kind, times in evidence.items()),
        )

    def trust(self, rivals: "tuple[Weighing, ...]" = ()) -> float:
        """From 0 to 1: the share of what speaks for it, among all that was said about it and for its rivals.

        One more is counted as not said yet, so that much evidence is worth more than little.
        """
        return self.supports / (1.0 + self.supports + self.opposes + sum(rival.supports for rival in rivals))
