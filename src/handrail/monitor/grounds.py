"""What an anticipated commitment rests on."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Match:
    """A text of a rule and the text that was found for it."""

    state: str
    variable: str
    wanted: tuple[object, ...]
    found: object


@dataclass(frozen=True, slots=True)
class Ground:
    """The rule that supports an objective."""

    objective: str
    matches: tuple[Match, ...]
