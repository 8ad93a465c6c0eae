"""Seeded chance whose whole state is two numbers, so that a snapshot of a phone stays small and exact."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

Item = TypeVar("Item")


@dataclass(slots=True)
class SeededRandom:
    """The same seed and the same number of throws give the same results, on every machine and version."""

    seed: int
    thrown: int = 0

    def below(self, limit: int) -> int:
        """A number from 0 to one less than the limit."""
        self.thrown += 1
        digest = blake2b(f"{self.seed}:{self.thrown}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "little") % limit

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[Item], count: int) -> tuple[Item, ...]:
        """That many different items, or all of them, in chance order."""
        left = list(items)
        return tuple(left.pop(self.below(len(left))) for _ in range(min(count, len(left))))


def rng_for(seed: int, name: str) -> SeededRandom:
    """A random number generator of its own for one part of the phone, so that parts do not disturb each other."""
    return SeededRandom(int.from_bytes(blake2b(f"{seed}:{name}".encode(), digest_size=8).digest(), "little"))
