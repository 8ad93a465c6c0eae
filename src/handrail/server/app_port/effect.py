"""What a message, a decision or the passing of time leads to: for transports to send, and for a session to act upon."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from handrail.server.app_port.declared import ProposedEvent

Answer: TypeAlias = Literal["allow", "warn", "block", "ask"]


@dataclass(frozen=True, slots=True)
class Send:
    """A message for the app."""

    document: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Close:
    """The connection ends, after what was sent before."""


@dataclass(frozen=True, slots=True)
class Admit:
    """Whether this key lets the app in is to be found out first; `admitted` takes the answer."""

    key: str


@dataclass(frozen=True, slots=True)
class Declared:
    """The app said, anew, what it has."""


@dataclass(frozen=True, slots=True)
class ControlChanged:
    """The app takes part in a session from here on, or does not any more."""

    session: str
    on: bool


@dataclass(frozen=True, slots=True)
class Released:
    """The person took the app back."""

    session: str
    why: str


@dataclass(frozen=True, slots=True)
class Proposed:
    """An event waits for a verdict."""

    event: ProposedEvent


@dataclass(frozen=True, slots=True)
class EventOutcome:
    """What became of an event."""

    id: str
    ran: bool | None


Effect: TypeAlias = Send | Close | Admit | Declared | ControlChanged | Released | Proposed | EventOutcome
