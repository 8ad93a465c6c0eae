"""A course of events that tells two specifications apart."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from handrail.language.value import Value

Row: TypeAlias = Mapping[str, Value]
"""What was observed of one row; a variable that is not named is undefined."""

Tables: TypeAlias = Mapping[str, tuple[Row, ...]]
"""The complete contents: a state that is not named has no row."""


@dataclass(frozen=True, slots=True)
class RunStep:
    """What the app holds when the agent proposes to commit `objective`, or to finish (None), and when that is."""

    tables: Tables
    objective: str | None
    now: datetime


@dataclass(frozen=True, slots=True)
class Seen:
    """What the app holds after a step that commits nothing, and when that is."""

    tables: Tables
    now: datetime


@dataclass(frozen=True, slots=True)
class Run:
    """Steps from the start of the session to its finish, the last one. The agent insists on every soft verdict.

    Between two steps anything may happen to the tables: updates and deletes can bring about any contents. What a
    committing action itself changes plays no part.
    """

    steps: tuple[RunStep | Seen, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """The specifications differ: this run is accepted by one and not by the other."""

    run: Run
    accepted_by: Literal["first", "second"]


@dataclass(frozen=True, slots=True)
class Equivalent:
    """Proven: every run is accepted by both or by neither."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """No difference was found, and that there is none could not be shown; the reason is a clause for people."""

    reason: str


Comparison: TypeAlias = Difference | Equivalent | Undecided
