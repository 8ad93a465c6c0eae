"""What the guard decides about one proposed action, and why.

The monitor's verdict, what detectors found and what the policy says all become reasons; each names where it comes
from, so that nobody has to read its text to know.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Source(StrEnum):
    """Where a reason comes from."""

    SPECIFICATION = "specification"
    POLICY = "policy"
    DETECTOR = "detector"
    APPROVAL = "approval"
    DEVICE = "device"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: `rule` is a stable name, as `hard` or `payments`; `text` is for the agent and for people."""

    source: Source
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Allow:
    """The action may run. `despite` is what it was insisted on against, if anything."""

    despite: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Warn:
    """Not run this time; the same action, proposed again at once, goes through."""

    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Not run; repeating it does not help."""

    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """Only a person decides; until one has, it is not run."""

    reasons: tuple[Reason, ...]


Decision: TypeAlias = Allow | Warn | Block | Ask


def reasons_of(decision: Decision) -> tuple[Reason, ...]:
    """The reasons that a decision carries, of whichever kind it is."""
    return decision.despite if isinstance(decision, Allow) else decision.reasons
