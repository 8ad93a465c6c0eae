"""What the offline encoder answers: rules with the words they came from, or that it does not know."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Trace:
    """One value or name of the rules, and the words of the instruction it came from.

    `what` reads as in `Alarm.time = 09:00` or `state Alarm`; `words` are verbatim and stand from `start` to `end`,
    both 0 and `words` empty where something was assumed. `assumption` says how the words were taken.
    """

    what: str
    words: str
    start: int
    end: int
    assumption: str | None = None


@dataclass(frozen=True, slots=True)
class OfflineDraft:
    """Rules that pass the checker, what their objectives mean, and how likely they are right (0 to 1)."""

    rules: tuple[str, ...]
    objectives: Mapping[str, str]
    confidence: float
    traces: tuple[Trace, ...]


@dataclass(frozen=True, slots=True)
class Abstained:
    """It knows that it does not know. `reason` names what it could not place; `draft` is what it would have said."""

    reason: str
    confidence: float
    draft: OfflineDraft | None
