"""What a similarity is: a named measure of two texts in normal form."""

from collections.abc import Callable
from dataclasses import dataclass

DEFAULT_THRESHOLD = 0.7


@dataclass(frozen=True, slots=True)
class Similarity:
    """A measure between texts in normal form, from 0 (nothing in common) to 1, and the name that reports give it.

    `between` must be symmetric and a function of its arguments alone: the same journal gives the same verdicts.
    """

    name: str
    between: Callable[[str, str], float]

    def matches(self, wanted: str, found: str, threshold: float) -> bool:
        """`~=` on normal forms: equal, or at least the threshold alike."""
        return wanted == found or self.between(wanted, found) >= threshold
