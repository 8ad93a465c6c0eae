"""How often somebody may do something: a bucket of tokens that fills again with time. Pure but for `RateLimits`."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

MOST_BUCKETS = 10_000
"""Whoever was seen longest ago is forgotten first, and so may begin anew; this bounds the memory."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and then so many a second."""

    at_once: float
    a_second: float


class Bucket(NamedTuple):
    """What is left of it, at a moment in seconds."""

    tokens: float
    at: float


class TokenTaken(NamedTuple):
    """The bucket afterwards, and how many seconds to wait; 0 where a token was taken."""

    bucket: Bucket
    wait_seconds: float


def take(bucket: Bucket | None, now: float, rate: Rate) -> TokenTaken:
    """One token out of a bucket; None is a full one."""
    if bucket is None:
        bucket = Bucket(rate.at_once, now)
    passed = max(0.0, now - bucket.at)
    tokens = min(rate.at_once, bucket.tokens + passed * rate.a_second)
    if tokens >= 1:
        return TokenTaken(Bucket(tokens - 1, now), 0.0)
    return TokenTaken(Bucket(tokens, now), (1 - tokens) / rate.a_second)


@dataclass(slots=True)
class Limit:
    """A rate for each who does something, by name or address. `now` is in seconds."""

    rate: Rate
    now: Callable[[], float]
    _buckets: "OrderedDict[str, Bucket]" = field(default_factory=OrderedDict)

    def wait_seconds(self, who: str) -> float:
        """Count this time; 0 where it may be, else how long to wait."""
        taken = take(self._buckets.pop(who, None), self.now(), self.rate)
        self._buckets[who] = taken.bucket
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return taken.wait_seconds


ENTRANCES = Rate(20, 0.2)
STRANGERS = Rate(500, 5)
ANSWERS = Rate(30, 1)


@dataclass(frozen=True, slots=True)
class RateLimits:
    """`entrances` of an address, requests of `strangers` by address, and `answers` of a person."""

    entrances: Limit
    strangers: Limit
    answers: Limit

    @classmethod
    def usual(cls, now: Callable[[], float]) -> "RateLimits":
        """For a server that people use."""
        return cls(Limit(ENTRANCES, now), Limit(STRANGERS, now), Limit(ANSWERS, now))
