"""Why something is judged as it is: from which source, in which words, and how sure."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Basis(StrEnum):
    """Where evidence comes from, the strongest first."""

    SYSTEM_DIALOG = "system dialog"
    STANDARD_ID = "standard id"
    POSITION = "class and position"
    WORDS = "words"


class Sureness(IntEnum):
    """How much a piece of evidence says."""

    LIKELY = 1
    SURE = 2
    CERTAIN = 3


@dataclass(frozen=True, slots=True)
class Evidence:
    """One piece; `why` is a clause without a full stop."""

    basis: Basis
    why: str
    sureness: Sureness = Sureness.SURE
